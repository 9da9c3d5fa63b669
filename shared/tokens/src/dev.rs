//! An issuer for development: it signs whatever it is asked to.

use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;

use crate::{KeySource, Scope, Verifier};

/// An Ed25519 key in PKCS #8 (RFC 8410, section 7), up to where the 32 bytes of the seed begin.
const PKCS8_PREFIX: [u8; 16] = [0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20];

/// Signs tokens of [`DevIssuer::ISSUER`] for [`DevIssuer::AUDIENCE`] with a key of its own.
///
/// It exists only with the feature `dev-issuer`. A function has neither the feature nor a setting for it.
pub struct DevIssuer {
    key: EncodingKey,
    kid: String,
    jwks: String,
}

/// The cryptographic library refused to work.
#[derive(Debug, thiserror::Error)]
#[error("the development issuer cannot sign: {0}")]
pub struct DevIssuerError(#[from] jsonwebtoken::errors::Error);

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    aud: &'a str,
    sub: &'a str,
    iat: i64,
    exp: i64,
    #[serde(skip_serializing_if = "str::is_empty")]
    scope: &'a str,
}

impl DevIssuer {
    /// The `iss` of its tokens.
    pub const ISSUER: &str = "urn:sunwi:development";

    /// The `aud` of its tokens.
    pub const AUDIENCE: &str = "sunwi";

    /// The issuer with the Ed25519 key of this seed. One seed makes one key: tokens outlive a restart if it does.
    ///
    /// # Errors
    ///
    /// [`DevIssuerError`] when the library does not take the key.
    pub fn from_seed(seed: &[u8; 32]) -> Result<Self, DevIssuerError> {
        let key = EncodingKey::from_ed_der(&[PKCS8_PREFIX.as_slice(), seed].concat());
        let mut jwk = Jwk::from_encoding_key(&key, Algorithm::EdDSA)?;
        let kid = jwk.thumbprint(ThumbprintHash::SHA256)?;
        jwk.common.key_id = Some(kid.clone());
        jwk.common.public_key_use = Some(PublicKeyUse::Signature);
        let jwks = serde_json::to_string(&JwkSet { keys: vec![jwk] }).map_err(jsonwebtoken::errors::Error::from)?;
        Ok(Self { key, kid, jwks })
    }

    /// The public key as a JWKS.
    #[must_use]
    pub fn jwks(&self) -> &str {
        &self.jwks
    }

    /// A verifier of the tokens of this issuer.
    #[must_use]
    pub fn verifier(&self) -> Verifier {
        Verifier::new(Self::ISSUER, Self::AUDIENCE, KeySource::Inline(self.jwks.clone()))
    }

    /// A token for `subject` with `scopes`, issued at `now_ms` (unix milliseconds) and good for `lifetime_s` seconds.
    ///
    /// # Errors
    ///
    /// [`DevIssuerError`] when the library does not sign.
    pub fn sign(
        &self,
        subject: &str,
        scopes: &[Scope],
        now_ms: i64,
        lifetime_s: u32,
    ) -> Result<String, DevIssuerError> {
        let iat = now_ms.div_euclid(1000);
        let scope = scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ");
        let claims = Claims {
            iss: Self::ISSUER,
            aud: Self::AUDIENCE,
            sub: subject,
            iat,
            exp: iat.saturating_add(i64::from(lifetime_s)),
            scope: &scope,
        };
        let header = Header { kid: Some(self.kid.clone()), ..Header::new(Algorithm::EdDSA) };
        Ok(jsonwebtoken::encode(&header, &claims, &self.key)?)
    }
}

impl std::fmt::Debug for DevIssuer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DevIssuer").field("kid", &self.kid).finish_non_exhaustive()
    }
}
