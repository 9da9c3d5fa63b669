//! Who plays: an anonymous browser with an identity that we sign.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::keyring::Keyring;

const AUDIENCE: &str = "sunwi-browser";

/// A browser token lives this long: 400 days, the longest a browser keeps a cookie (RFC 6265bis, section 5.5).
pub const LIFETIME_MS: i64 = 400 * 24 * 3600 * 1000;

/// A player's public identifier: random, says nothing, 26 letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(String);

/// Crockford's base 32, lower case: no letter is taken for a digit.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl PlayerId {
    /// Letters and digits in an identifier.
    pub const LENGTH: usize = 26;

    /// The identifier of 128 random bits.
    #[must_use]
    pub fn from_random(random: u128) -> Self {
        let letter = |at: usize| {
            let index = usize::try_from(random >> (5 * (Self::LENGTH - 1 - at)) & 31).unwrap_or(0);
            char::from(ALPHABET[index])
        };
        Self((0..Self::LENGTH).map(letter).collect())
    }

    /// The text form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Not the form of a player's identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player is named by 26 letters and digits")]
pub struct MalformedPlayerId;

impl FromStr for PlayerId {
    type Err = MalformedPlayerId;

    fn from_str(text: &str) -> Result<Self, MalformedPlayerId> {
        let right = text.len() == Self::LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        if right { Ok(Self(text.to_owned())) } else { Err(MalformedPlayerId) }
    }
}

impl Serialize for PlayerId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for PlayerId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Signs and opens browser tokens.
#[derive(Debug)]
pub struct BrowserTokens(Keyring);

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    aud: String,
    sub: PlayerId,
    iat_ms: i64,
    exp_ms: i64,
}

impl BrowserTokens {
    /// Tokens of these keys.
    #[must_use]
    pub const fn new(keys: Keyring) -> Self {
        Self(keys)
    }

    /// A token for `player`, valid 400 days from `now_ms`. `None` only if it cannot be written as JSON.
    #[must_use]
    pub fn issue(&self, player: &PlayerId, now_ms: i64) -> Option<String> {
        let exp_ms = now_ms.saturating_add(LIFETIME_MS);
        self.0.sign(&Claims { aud: AUDIENCE.to_owned(), sub: player.clone(), iat_ms: now_ms, exp_ms })
    }

    /// The player of a token that is valid at `now_ms`.
    ///
    /// # Errors
    ///
    /// [`TokenError`] when we did not sign it as a browser token, or it has expired.
    pub fn open(&self, token: &str, now_ms: i64) -> Result<PlayerId, TokenError> {
        let claims: Claims = self.0.open(token, AUDIENCE).ok_or(TokenError::Invalid)?;
        if now_ms < claims.exp_ms { Ok(claims.sub) } else { Err(TokenError::Expired) }
    }
}

/// Why a browser token names nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not a browser token that one of our keys signed.
    #[error("this is not a browser token of this service")]
    Invalid,
    /// Past its end.
    #[error("the browser token has expired")]
    Expired,
}
