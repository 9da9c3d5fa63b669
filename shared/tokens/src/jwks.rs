//! The keys an issuer publishes (RFC 7517), reduced to those that can verify a token here.

use std::collections::HashMap;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;

/// Keys by their `kid`.
#[derive(Debug)]
pub(crate) struct KeyTable(HashMap<String, Key>);

/// A public key and the one algorithm it serves.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) algorithm: Algorithm,
    pub(crate) decoding: DecodingKey,
}

/// A text that gives no keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JwksError {
    /// The text is not `{"keys": [...]}`.
    #[error("a JWKS is a JSON object with a list of keys")]
    Shape,
    /// No key has a `kid` and is of a kind that is accepted.
    #[error("the JWKS has no RSA, P-256 or Ed25519 signing key with a kid")]
    NoUsableKey,
}

impl KeyTable {
    /// Reads a JWKS. Keys of other kinds or for other uses are passed over, as RFC 7517, section 5, asks.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, JwksError> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<serde_json::Value>,
        }
        let set: Set = serde_json::from_slice(text).map_err(|_| JwksError::Shape)?;
        let mut keys = HashMap::new();
        for jwk in set.keys.into_iter().filter_map(|value| serde_json::from_value::<Jwk>(value).ok()) {
            if let (Some(key), Some(kid)) = (usable(&jwk), jwk.common.key_id) {
                keys.entry(kid).or_insert(key);
            }
        }
        if keys.is_empty() { Err(JwksError::NoUsableKey) } else { Ok(Self(keys)) }
    }

    pub(crate) fn get(&self, kid: &str) -> Option<&Key> {
        self.0.get(kid)
    }
}

/// The key, if it is one for signatures. Its kind decides the algorithm; what a token says about it does not.
fn usable(jwk: &Jwk) -> Option<Key> {
    let algorithm = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => Algorithm::RS256,
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => Algorithm::ES256,
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => Algorithm::EdDSA,
        _ => return None,
    };
    let said = match jwk.common.key_algorithm {
        None => true,
        Some(KeyAlgorithm::RS256) => algorithm == Algorithm::RS256,
        Some(KeyAlgorithm::ES256) => algorithm == Algorithm::ES256,
        Some(KeyAlgorithm::EdDSA) => algorithm == Algorithm::EdDSA,
        Some(_) => false,
    };
    let signs = matches!(jwk.common.public_key_use, None | Some(PublicKeyUse::Signature));
    let decoding = DecodingKey::from_jwk(jwk).ok()?;
    (said && signs).then_some(Key { algorithm, decoding })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ED25519: &str = r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#; // RFC 8037, appendix A.2

    fn algorithm(keys: &str) -> Result<Algorithm, JwksError> {
        KeyTable::parse(format!(r#"{{"keys":[{keys}]}}"#).as_bytes()).map(|table| table.get("k").unwrap().algorithm)
    }

    #[test]
    fn a_key_serves_the_algorithm_of_its_kind() {
        assert_eq!(algorithm(&format!(r#"{ED25519},"kid":"k"}}"#)), Ok(Algorithm::EdDSA));
        assert_eq!(algorithm(&format!(r#"{ED25519},"kid":"k","use":"sig","alg":"EdDSA"}}"#)), Ok(Algorithm::EdDSA));
    }

    #[test]
    fn keys_for_something_else_are_passed_over() {
        for rest in [r#""alg":"EdDSA""#, r#""kid":"k","use":"enc""#, r#""kid":"k","alg":"RS256""#] {
            assert_eq!(algorithm(&format!("{ED25519},{rest}}}")), Err(JwksError::NoUsableKey), "{rest}");
        }
        for key in [r#"{"kty":"oct","k":"c2VjcmV0","kid":"k"}"#, r#"{"kty":"new","kid":"k"}"#, "7", "{}"] {
            assert_eq!(algorithm(key), Err(JwksError::NoUsableKey), "{key}");
            assert_eq!(algorithm(&format!(r#"{key},{ED25519},"kid":"k"}}"#)), Ok(Algorithm::EdDSA), "{key}");
        }
    }

    #[test]
    fn a_text_without_a_list_of_keys_is_refused() {
        for text in ["", "[]", "{}", r#"{"keys":{}}"#, "<html>"] {
            assert_eq!(KeyTable::parse(text.as_bytes()).unwrap_err(), JwksError::Shape, "{text}");
        }
    }
}
