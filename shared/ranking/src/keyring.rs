//! Secret keys with names, so that they can be changed without a pause.
//!
//! The first key signs; every key verifies. A rotation puts a new key in front, waits until what the old one signed has
//! expired, and takes the old one away.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Fewer bytes than the hash is wide weaken HMAC-SHA256 (RFC 2104, section 3).
const SHORTEST_KEY: usize = 32;

/// Longest token read, in bytes. Ours are about 400.
const LONGEST_TOKEN: usize = 2048;

/// Named HMAC keys for tokens of one kind.
pub struct Keyring {
    keys: Vec<(String, EncodingKey, DecodingKey)>,
}

impl Keyring {
    /// Reads `kid:base64,kid:base64`; the first key is the one that signs.
    ///
    /// # Errors
    ///
    /// [`KeyringError`] when there is no key, a key has no name or is too short, or two share a name.
    pub fn parse(text: &str) -> Result<Self, KeyringError> {
        let mut keys: Vec<(String, EncodingKey, DecodingKey)> = Vec::new();
        for entry in text.split(',') {
            let (kid, secret) = entry.trim().split_once(':').ok_or(KeyringError::Form)?;
            if kid.is_empty() || keys.iter().any(|(known, ..)| known == kid) {
                return Err(KeyringError::Name);
            }
            let secret = decode_key(secret)?;
            let signs = EncodingKey::from_secret(&secret).map_err(|_| KeyringError::Short)?;
            let verifies = DecodingKey::from_secret(&secret).map_err(|_| KeyringError::Short)?;
            keys.push((kid.to_owned(), signs, verifies));
        }
        Ok(Self { keys })
    }

    /// Signs `claims` with the current key as a compact JWT. `None` only if they cannot be written as JSON.
    pub(crate) fn sign(&self, claims: &impl Serialize) -> Option<String> {
        let (kid, key, _) = self.keys.first()?;
        let header = Header { kid: Some(kid.clone()), ..Header::new(Algorithm::HS256) };
        encode(&header, claims, key).ok()
    }

    /// The claims of a token that one of the keys signed for `audience`. Times are left to the caller: this crate
    /// has no clock.
    pub(crate) fn open<C: DeserializeOwned + Clone>(&self, token: &str, audience: &str) -> Option<C> {
        if token.len() > LONGEST_TOKEN {
            return None;
        }
        let kid = decode_header(token).ok()?.kid?;
        let (.., key) = self.keys.iter().find(|(known, ..)| *known == kid)?;
        let mut validation = Validation::new(Algorithm::HS256);
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["aud"]);
        validation.set_audience(&[audience]);
        decode(token, key, &validation).ok().map(|data| data.claims)
    }
}

impl std::fmt::Debug for Keyring {
    /// Names only.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|(kid, ..)| kid)).finish()
    }
}

/// The bytes of one base64 key.
///
/// # Errors
///
/// [`KeyringError`] when it is not base64 or shorter than 32 bytes.
pub fn decode_key(text: &str) -> Result<Vec<u8>, KeyringError> {
    let key = STANDARD.decode(text.trim()).map_err(|_| KeyringError::Base64)?;
    if key.len() < SHORTEST_KEY { Err(KeyringError::Short) } else { Ok(key) }
}

/// Why keys cannot be used. Never tells a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyringError {
    /// Not `kid:base64`.
    #[error("a key is written kid:base64, several with commas between")]
    Form,
    /// A name is missing or used twice.
    #[error("every key needs a name of its own")]
    Name,
    /// The secret is not base64.
    #[error("a key is not base64")]
    Base64,
    /// The secret is too short.
    #[error("a key has fewer than 32 bytes")]
    Short,
}
