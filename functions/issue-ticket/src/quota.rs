//! How many tickets one player may ask for.
//!
//! A ticket writes nothing, so nothing in the table can count tickets, and a row for each would make asking cost a write. The
//! quota is kept in the memory of the process instead, by the minute: the best effort of one instance of the function. What
//! several instances let through together is bounded by the throttling of the HTTP API in front of them. Nothing is won by hoarding
//! tickets anyway: everybody plays the same board on a day.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use ranking::PlayerId;
use ranking::ticket::TICKETS_PER_MINUTE;

const MINUTE_MS: i64 = 60_000;

/// Players counted at once. A crowd beyond it starts the count again rather than growing the memory.
const MOST_PLAYERS: usize = 50_000;

/// Counts the tickets of the minute that runs.
#[derive(Debug, Default)]
pub struct Quota(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    minute: i64,
    tickets: HashMap<PlayerId, u32>,
}

impl Quota {
    /// Counts one more ticket for `player` at `now_ms`.
    ///
    /// # Errors
    ///
    /// The seconds until the next minute, when the quota is used up.
    pub fn take(&self, player: &PlayerId, now_ms: i64) -> Result<(), u16> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = now_ms.div_euclid(MINUTE_MS);
        if counted.minute != minute || counted.tickets.len() >= MOST_PLAYERS {
            *counted = Counted { minute, tickets: HashMap::new() };
        }
        let taken = counted.tickets.entry(player.clone()).or_default();
        if *taken >= TICKETS_PER_MINUTE {
            let left_ms = MINUTE_MS - now_ms.rem_euclid(MINUTE_MS);
            return Err(u16::try_from(left_ms.div_euclid(1_000) + 1).unwrap_or(60));
        }
        *taken += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_gets_sixty_tickets_a_minute_and_others_are_not_held_up() {
        let quota = Quota::default();
        let (ann, ben) = (PlayerId::from_random(1), PlayerId::from_random(2));
        for _ in 0..60 {
            assert_eq!(quota.take(&ann, 120_000), Ok(()));
        }
        assert_eq!(quota.take(&ann, 150_000), Err(31));
        assert_eq!(quota.take(&ben, 150_000), Ok(()));
        assert_eq!(quota.take(&ann, 180_000), Ok(()));
    }

    #[test]
    fn a_crowd_does_not_grow_the_memory_without_end() {
        let quota = Quota::default();
        for number in 0..120_000 {
            assert_eq!(quota.take(&PlayerId::from_random(number), 0), Ok(()));
        }
        assert!(quota.0.lock().unwrap().tickets.len() <= MOST_PLAYERS);
    }
}
