//! The laptop's keys: drawn at the first start and kept beside the data, so that tokens survive a restart.

use std::path::Path;

use api::page::Cursors;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ranking::matches::{AddressKey, SeatTokens};
use ranking::{BoardKey, BrowserTokens, Keyring, KeyringError, Tickets, decode_key};
use serde::{Deserialize, Serialize};
use tokens::DevIssuer;

use crate::StartError;

/// The secrets, as the environment variables of the deployed functions would hold them.
#[derive(Clone, Serialize, Deserialize)]
pub struct Keys {
    /// Keys of start tickets.
    pub tickets: String,
    /// Keys of browser tokens.
    pub browsers: String,
    /// The secret the boards are drawn from.
    pub boards: String,
    /// The secret that authenticates cursors.
    pub cursors: String,
    /// The seed of the development issuer's key.
    pub issuer: String,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(..)")
    }
}

impl Keys {
    /// New keys.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the operating system has no randomness.
    pub fn draw() -> Result<Self, StartError> {
        let secret = || -> Result<String, StartError> {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes)?;
            Ok(STANDARD.encode(bytes))
        };
        Ok(Self {
            tickets: format!("dev:{}", secret()?),
            browsers: format!("dev:{}", secret()?),
            boards: secret()?,
            cursors: secret()?,
            issuer: secret()?,
        })
    }

    /// The keys in `file`, drawn and written there when it does not exist.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the file cannot be read or written.
    pub fn kept_in(file: &Path) -> Result<Self, StartError> {
        let io = |why| StartError::Io { what: file.display().to_string(), why };
        match std::fs::read(file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|why| io(why.into())),
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
                let keys = Self::draw()?;
                let bytes = serde_json::to_vec_pretty(&keys).map_err(|why| io(why.into()))?;
                std::fs::write(file, bytes).map_err(io)?;
                Ok(keys)
            }
            Err(why) => Err(io(why)),
        }
    }
}

/// The development issuer: it signs the tokens of accounts, machines and operators on this laptop.
pub(crate) fn issuer(text: &str) -> Result<DevIssuer, StartError> {
    let seed = decode_key(text)?.try_into().map_err(|_| KeyringError::Short)?;
    Ok(DevIssuer::from_seed(&seed)?)
}

pub(crate) fn tickets(text: &str) -> Result<Tickets, KeyringError> {
    Keyring::parse(text).map(Tickets::new)
}

pub(crate) fn browsers(text: &str) -> Result<BrowserTokens, KeyringError> {
    Keyring::parse(text).map(BrowserTokens::new)
}

pub(crate) fn seats(text: &str) -> Result<SeatTokens, KeyringError> {
    Keyring::parse(text).map(SeatTokens::new)
}

/// On a laptop one secret authenticates cursors and hashes addresses: keys drawn before there were matches go on to work.
pub(crate) fn addresses(text: &str) -> Result<AddressKey, KeyringError> {
    AddressKey::parse(text)
}

pub(crate) fn boards(text: &str) -> Result<BoardKey, KeyringError> {
    BoardKey::parse(text)
}

pub(crate) fn cursors(text: &str) -> Result<Cursors, KeyringError> {
    decode_key(text).map(Cursors::new)
}
