//! From the text of a token to its bearer.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, Validation};
use serde::Deserialize;

use crate::cache::{KeyCache, NoKeys};
use crate::{KeySource, Scope};

/// The longest token that is looked at, in bytes. API Gateway takes 10 KiB of headers in all.
pub const MAX_TOKEN_BYTES: usize = 8 * 1024;

/// How far the issuer's clock and ours may differ, in milliseconds.
pub const LEEWAY_MS: i64 = 60_000;

/// The longest subject: 255 characters (OpenID Connect Core 1.0, section 2).
const MAX_SUBJECT_BYTES: usize = 255;

/// Verifies the tokens of one issuer for one audience.
#[derive(Debug)]
pub struct Verifier {
    issuer: String,
    audience: String,
    keys: KeyCache,
}

/// Who a verified token speaks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    subject: String,
    scopes: Vec<Scope>,
}

/// Why a token is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// More than [`MAX_TOKEN_BYTES`].
    #[error("the token is too long")]
    TooLong,
    /// Not a signed JWT with the claims that are required, or one with parts that are not supported.
    #[error("the token is not a JWT with iss, aud, sub and exp")]
    Malformed,
    /// An algorithm that is not accepted, or not the one of the key.
    #[error("the token is signed with an algorithm that is not accepted")]
    Algorithm,
    /// The issuer has published no such key.
    #[error("the token is signed with an unknown key")]
    UnknownKey,
    /// The signature does not fit.
    #[error("the token's signature is wrong")]
    Signature,
    /// Of another issuer.
    #[error("the token is of another issuer")]
    Issuer,
    /// For another audience.
    #[error("the token is for another audience")]
    Audience,
    /// Past its `exp`.
    #[error("the token has expired")]
    Expired,
    /// Before its `nbf`, or issued in the future.
    #[error("the token is not valid yet")]
    NotYetValid,
    /// The issuer's keys could not be loaded: no fault of the token, and worth another try.
    #[error("tokens cannot be verified at the moment")]
    NoKeys,
}

impl TokenError {
    /// Whether the same token may be accepted a little later: answer 503 and not 401.
    #[must_use]
    pub const fn is_retryable(self) -> bool {
        matches!(self, Self::NoKeys)
    }
}

impl Bearer {
    /// The issuer's name for the account or machine; never shown in public.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Whether the token carries a scope.
    #[must_use]
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }

    /// The scopes that are known here, in the order of [`Scope::ALL`].
    #[must_use]
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }
}

/// What of a token's header is read. Everything that could point to another key is not.
#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    cty: Option<serde_json::Value>,
    crit: Option<serde_json::Value>,
    enc: Option<serde_json::Value>,
    zip: Option<serde_json::Value>,
}

/// What of a token's claims is read here; the library checks issuer and audience.
#[derive(Deserialize)]
struct Claims {
    sub: String,
    /// Seconds since 1970, perhaps with a fraction (RFC 7519, `NumericDate`), like the two below.
    exp: f64,
    nbf: Option<f64>,
    iat: Option<f64>,
    #[serde(default)]
    scope: String,
}

impl Verifier {
    /// Whose tokens these are.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// A verifier of the tokens that `issuer` (claim `iss`) makes for `audience` (one of claim `aud`).
    ///
    /// Nothing is loaded before the first token comes.
    #[must_use]
    pub fn new(issuer: impl Into<String>, audience: impl Into<String>, keys: KeySource) -> Self {
        Self { issuer: issuer.into(), audience: audience.into(), keys: KeyCache::new(keys) }
    }

    /// Verifies a token at a time, in unix milliseconds.
    ///
    /// # Errors
    ///
    /// [`TokenError`]: all are a 401, but [`TokenError::NoKeys`] is a 503.
    pub async fn verify(&self, token: &str, now_ms: i64) -> Result<Bearer, TokenError> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(TokenError::TooLong);
        }
        let header = header(token)?;
        let algorithm = accepted(&header.alg).ok_or(TokenError::Algorithm)?;
        let kid = header.kid.ok_or(TokenError::UnknownKey)?;
        let keys = self.keys.keys_for(&kid).await.map_err(|NoKeys| TokenError::NoKeys)?;
        let key = keys.get(&kid).ok_or(TokenError::UnknownKey)?;
        if key.algorithm != algorithm {
            return Err(TokenError::Algorithm);
        }
        let claims = jsonwebtoken::decode::<Claims>(token, &key.decoding, &self.validation(algorithm));
        let claims = claims.map_err(|error| reason(error.kind()))?.claims;
        check_times(&claims, now_ms)?;
        if claims.sub.is_empty() || claims.sub.len() > MAX_SUBJECT_BYTES {
            return Err(TokenError::Malformed);
        }
        let held = |scope: &Scope| claims.scope.split(' ').any(|word| word == scope.as_str());
        Ok(Bearer { scopes: Scope::ALL.into_iter().filter(held).collect(), subject: claims.sub })
    }

    /// What the library checks. Times are not among it: it reads the system's clock, and ours is an argument.
    fn validation(&self, algorithm: Algorithm) -> Validation {
        let mut validation = Validation::new(algorithm);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(&[&self.audience]);
        validation.validate_exp = false;
        validation
    }
}

/// Reads the header, and refuses what makes a token something else than plain claims under one signature:
/// tokens in tokens, encryption, compression, and extensions that have to be understood.
fn header(token: &str) -> Result<Header, TokenError> {
    let mut parts = token.split('.');
    let (Some(header), Some(_), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Err(TokenError::Malformed);
    };
    let json = URL_SAFE_NO_PAD.decode(header).map_err(|_| TokenError::Malformed)?;
    let header: Header = serde_json::from_slice(&json).map_err(|_| TokenError::Malformed)?;
    let plain = [&header.cty, &header.crit, &header.enc, &header.zip].into_iter().all(Option::is_none);
    if plain { Ok(header) } else { Err(TokenError::Malformed) }
}

/// The algorithm of this name (RFC 7518 and RFC 8037), if tokens may be signed with it.
fn accepted(name: &str) -> Option<Algorithm> {
    match name {
        "RS256" => Some(Algorithm::RS256),
        "ES256" => Some(Algorithm::ES256),
        "EdDSA" => Some(Algorithm::EdDSA),
        _ => None,
    }
}

fn check_times(claims: &Claims, now_ms: i64) -> Result<(), TokenError> {
    // Seconds with a fraction are exact to a microsecond until the year 2255, and nobody needs that.
    #[allow(clippy::cast_precision_loss)]
    let (now, leeway) = (now_ms as f64 / 1000.0, LEEWAY_MS as f64 / 1000.0);
    if now >= claims.exp + leeway {
        return Err(TokenError::Expired);
    }
    let begun = |from: f64| from <= now + leeway;
    if claims.nbf.is_none_or(begun) && claims.iat.is_none_or(begun) { Ok(()) } else { Err(TokenError::NotYetValid) }
}

fn reason(kind: &ErrorKind) -> TokenError {
    match kind {
        ErrorKind::InvalidSignature => TokenError::Signature,
        ErrorKind::InvalidIssuer => TokenError::Issuer,
        ErrorKind::InvalidAudience => TokenError::Audience,
        ErrorKind::InvalidAlgorithm => TokenError::Algorithm,
        _ => TokenError::Malformed,
    }
}
