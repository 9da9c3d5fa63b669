//! Seat tokens: what a player hands to a game server, so that it can report the match.

use games::Side;
use serde::{Deserialize, Serialize};

use crate::keyring::Keyring;
use crate::player::PlayerId;

const AUDIENCE: &str = "sunwi-seat";

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatClaim {
    /// The match.
    #[serde(rename = "jti")]
    pub id: String,
    /// The player.
    #[serde(rename = "sub")]
    pub player: PlayerId,
    /// The seat.
    pub side: Side,
}

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    aud: String,
    #[serde(flatten)]
    claim: SeatClaim,
}

/// Signs and opens seat tokens. A token names its match, seat and player, and is good for one report: a match ends once.
#[derive(Debug)]
pub struct SeatTokens(Keyring);

impl SeatTokens {
    /// Tokens of these keys.
    #[must_use]
    pub const fn new(keys: Keyring) -> Self {
        Self(keys)
    }

    /// The token of a seat. `None` only if it cannot be written as JSON.
    #[must_use]
    pub fn sign(&self, claim: &SeatClaim) -> Option<String> {
        self.0.sign(&Claims { aud: AUDIENCE.to_owned(), claim: claim.clone() })
    }

    /// The seat of a token; `None` when we did not sign it as a seat token.
    #[must_use]
    pub fn open(&self, token: &str) -> Option<SeatClaim> {
        self.0.open::<Claims>(token, AUDIENCE).map(|claims| claims.claim)
    }
}
