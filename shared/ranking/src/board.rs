//! Which board is played on a day: drawn from a secret, so that nobody can know tomorrow's.

use calendar::Date;
use games::{Board, GameId, Level, Seed};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::keyring::{KeyringError, decode_key};

/// The secret every day's boards are drawn from. Changing it changes every board from then on.
#[derive(Clone)]
pub struct BoardKey(Vec<u8>);

impl BoardKey {
    /// Reads a base64 key.
    ///
    /// # Errors
    ///
    /// [`KeyringError`] when it is not base64 or shorter than 32 bytes.
    pub fn parse(text: &str) -> Result<Self, KeyringError> {
        decode_key(text).map(Self)
    }

    /// What other keyed hashes are made with.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The seed of `game` on `date`: HMAC-SHA256 of `game|date`, the same for everyone.
    #[must_use]
    pub fn seed(&self, game: GameId, date: Date) -> Seed {
        Seed(hmac_sha256(&self.0, format!("{game}|{date}").as_bytes()))
    }
}

impl std::fmt::Debug for BoardKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BoardKey(..)")
    }
}

/// HMAC-SHA256; a key of any length is allowed (RFC 2104).
pub(crate) fn hmac_sha256(key: &[u8], message: &[u8]) -> [u8; 32] {
    // `new_from_slice` fails for no length with HMAC; the empty key stands for the branch that is never taken.
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| Hmac::new(&Default::default()));
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// The board that `variation`, chosen once by [`GameId::variation`], makes of `game` on `date`.
#[must_use]
pub fn day_board(key: &BoardKey, game: GameId, date: Date, variation: u32, level: Option<Level>) -> Board {
    Board { seed: key.seed(game, date), weekday: date.weekday(), variation, level }
}
