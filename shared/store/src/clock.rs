//! The server's clock: the system's, shifted when somebody wants to watch a close, or set by hand in tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where the time comes from. Clones share it.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The system's clock plus so many milliseconds.
    System { shift_ms: i64 },
    /// Stands still until it is set.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub const fn system() -> Self {
        Self(Source::System { shift_ms: 0 })
    }

    /// A clock that shows `now_ms` at this moment and runs on.
    #[must_use]
    pub fn starting_at(now_ms: i64) -> Self {
        Self(Source::System { shift_ms: now_ms.saturating_sub(system_ms()) })
    }

    /// A clock that stands at `now_ms` until [`set`](Self::set).
    #[must_use]
    pub fn manual(now_ms: i64) -> Self {
        Self(Source::Manual(Arc::new(AtomicI64::new(now_ms))))
    }

    /// Now, in unix milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            Source::System { shift_ms } => system_ms().saturating_add(*shift_ms),
            Source::Manual(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Sets a manual clock; the system's is left alone.
    pub fn set(&self, now_ms: i64) {
        if let Source::Manual(now) = &self.0 {
            now.store(now_ms, Ordering::SeqCst);
        }
    }
}

fn system_ms() -> i64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)
}
