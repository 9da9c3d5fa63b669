//! Start tickets: a JWT that fixes player, game, board and the moment of the start.
//!
//! Issuing one writes nothing. That a ticket is used is decided by the key of the run's item, so a ticket needs no
//! row of its own.

use calendar::Date;
use games::{GameId, Level};
use serde::{Deserialize, Serialize};

use crate::keyring::Keyring;
use crate::player::PlayerId;

const AUDIENCE: &str = "sunwi-run";

/// How much longer than the game's `max_seconds` a ticket stays readable. Between the two a run is `too_slow`, which
/// tells the player more than `expired`.
pub const GRACE_MS: u64 = 3600 * 1000;

/// Tickets for one player in a minute. The shortest game takes two seconds, so nobody plays more than thirty.
pub const TICKETS_PER_MINUTE: u32 = 60;

/// What a start ticket fixes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Unique identifier: 26 letters and digits, in the order of time.
    #[serde(rename = "jti")]
    pub id: String,
    /// Who plays.
    #[serde(rename = "sub")]
    pub player: PlayerId,
    /// What is played.
    pub game: GameId,
    /// The day of the board, in Seoul.
    pub date: Date,
    /// Version of the game's rules.
    pub rules: u16,
    /// The variation of the day.
    pub variation: u32,
    /// The opponent's level.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub level: Option<Level>,
    /// The moment of the start, unix milliseconds on the server's clock.
    pub iat_ms: i64,
    /// The moment from which on the ticket is expired.
    pub exp_ms: i64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    aud: String,
    #[serde(flatten)]
    ticket: Ticket,
}

impl Ticket {
    /// A ticket that starts `game` at `now_ms`. `id` must be unique.
    #[must_use]
    pub fn start(
        id: String,
        player: PlayerId,
        game: GameId,
        variation: u32,
        level: Option<Level>,
        now_ms: i64,
    ) -> Self {
        let row = game.game();
        let life = i64::try_from(row.limits.max_ms.saturating_add(GRACE_MS)).unwrap_or(i64::MAX);
        Self {
            id,
            player,
            game,
            date: Date::of(now_ms),
            rules: row.rules,
            variation,
            level,
            iat_ms: now_ms,
            exp_ms: now_ms.saturating_add(life),
        }
    }
}

/// Signs and opens start tickets.
#[derive(Debug)]
pub struct Tickets(Keyring);

impl Tickets {
    /// Tickets of these keys.
    #[must_use]
    pub const fn new(keys: Keyring) -> Self {
        Self(keys)
    }

    /// The signed text of `ticket`. `None` only if it cannot be written as JSON.
    #[must_use]
    pub fn sign(&self, ticket: &Ticket) -> Option<String> {
        self.0.sign(&Claims { aud: AUDIENCE.to_owned(), ticket: ticket.clone() })
    }

    /// The ticket of `text`. Its times and its player are not checked here; the referee does.
    ///
    /// # Errors
    ///
    /// [`TicketError`] when none of our keys signed it as a start ticket.
    pub fn open(&self, text: &str) -> Result<Ticket, TicketError> {
        self.0.open::<Claims>(text, AUDIENCE).map(|claims| claims.ticket).ok_or(TicketError)
    }
}

/// Not a start ticket that we signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a start ticket of this service")]
pub struct TicketError;
