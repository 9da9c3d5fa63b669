//! What requests cost, as the database reports it.

use std::sync::Mutex;

use aws_sdk_dynamodb::types::ConsumedCapacity;

/// Requests and capacity units consumed so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Requests answered by the database, refused ones included.
    pub requests: u32,
    /// Tries after the first, because another request was at the same items.
    pub retries: u32,
    /// Read capacity units.
    pub read_units: f64,
    /// Write capacity units.
    pub write_units: f64,
}

/// Adds up what the requests of one [`Store`](crate::Store) handle cost.
#[derive(Debug, Default)]
pub(crate) struct Meter(Mutex<Spent>);

/// Whether a request reads or writes: the total that the database reports names no direction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    Read,
    Write,
}

impl Meter {
    pub(crate) fn add<'a>(&self, direction: Direction, consumed: impl IntoIterator<Item = &'a ConsumedCapacity>) {
        let units: f64 = consumed.into_iter().filter_map(ConsumedCapacity::capacity_units).sum();
        let Ok(mut spent) = self.0.lock() else { return };
        spent.requests += 1;
        match direction {
            Direction::Read => spent.read_units += units,
            Direction::Write => spent.write_units += units,
        }
    }

    pub(crate) fn retry(&self) {
        if let Ok(mut spent) = self.0.lock() {
            spent.retries = spent.retries.saturating_add(1);
        }
    }

    pub(crate) fn spent(&self) -> Spent {
        self.0.lock().map(|spent| *spent).unwrap_or_default()
    }
}
