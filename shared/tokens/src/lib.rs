//! Account and machine tokens: who a bearer is, and what it may do.
//!
//! The tokens are JWTs (RFC 7519) of an outside issuer, verified against the keys it publishes as a JWKS
//! (RFC 7517). Tokens that Sunwi signs itself, for browsers and start tickets, are not here.
//!
//! ```
//! # use tokens::{KeySource, Scope, Verifier};
//! # async fn serve(jwks: &str, token: &str, now_ms: i64) -> Result<(), Box<dyn std::error::Error>> {
//! let keys = KeySource::parse("https://accounts.example/.well-known/jwks.json")?;
//! let verifier = Verifier::new("https://accounts.example", "sunwi", keys);
//! let bearer = verifier.verify(token, now_ms).await?;
//! assert!(bearer.may(Scope::Ops));
//! # Ok(()) }
//! ```
//!
//! # What is promised
//!
//! * Only RS256, ES256 and `EdDSA` (Ed25519) are accepted, and a key serves the one algorithm of its kind. There is
//!   no `none`, and a public key can never be taken for a shared secret.
//! * Keys come from the configured JWKS and from nowhere else: `jku`, `x5u`, `jwk` and `x5c` in a token are not read,
//!   and `kid` is only compared.
//! * Issuer, audience, subject and expiry have to be there. Clocks may differ by [`LEEWAY_MS`].
//! * A token longer than [`MAX_TOKEN_BYTES`] is refused unread.
//! * Foreign tokens cannot make the server ask for keys more than once in [`REFRESH_LIMIT`].
//! * The clock is an argument; only the age of the keys is measured here, on the monotonic clock.

mod cache;
#[cfg(feature = "dev-issuer")]
mod dev;
mod jwks;
mod scope;
mod source;
mod verifier;

pub use cache::{MAX_KEY_AGE, REFRESH_AFTER, REFRESH_LIMIT};
#[cfg(feature = "dev-issuer")]
pub use dev::{DevIssuer, DevIssuerError};
pub use jwks::JwksError;
pub use scope::{Scope, UnknownScope};
pub use source::{KeySource, KeySourceError, LoadError};
pub use verifier::{Bearer, LEEWAY_MS, MAX_TOKEN_BYTES, TokenError, Verifier};
