//! Tokens that another program signed, right ones and attacks, and what becomes of each.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use serde::Deserialize;
use tokens::{Bearer, KeySource, MAX_TOKEN_BYTES, Scope, TokenError, Verifier};

const VECTORS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/tokens/jwt_attacks.json"));

#[derive(Deserialize)]
struct Vectors {
    now: i64,
    issuer: String,
    audience: String,
    jwks: serde_json::Value,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    token: String,
    expect: String,
    subject: Option<String>,
    scopes: Option<Vec<String>>,
}

impl Vectors {
    fn read() -> Self {
        serde_json::from_str(VECTORS).unwrap()
    }

    fn verifier(&self) -> Verifier {
        Verifier::new(&self.issuer, &self.audience, KeySource::parse(&self.jwks.to_string()).unwrap())
    }

    fn token(&self, name: &str) -> &str {
        &self.cases.iter().find(|case| case.name == name).unwrap().token
    }
}

fn code(outcome: &Result<Bearer, TokenError>) -> &'static str {
    match outcome {
        Ok(_) => "accepted",
        Err(TokenError::TooLong) => "too_long",
        Err(TokenError::Malformed) => "malformed",
        Err(TokenError::Algorithm) => "algorithm",
        Err(TokenError::UnknownKey) => "unknown_key",
        Err(TokenError::Signature) => "signature",
        Err(TokenError::Issuer) => "issuer",
        Err(TokenError::Audience) => "audience",
        Err(TokenError::Expired) => "expired",
        Err(TokenError::NotYetValid) => "not_yet_valid",
        Err(TokenError::NoKeys) => "no_keys",
    }
}

#[tokio::test]
async fn every_token_of_the_table_has_the_outcome_it_should() {
    let vectors = Vectors::read();
    let verifier = vectors.verifier();
    let mut wrong = Vec::new();
    for case in &vectors.cases {
        let outcome = verifier.verify(&case.token, vectors.now * 1000).await;
        let bearer = outcome.as_ref().ok();
        let subject = bearer.map(|bearer| bearer.subject().to_owned());
        let scopes = bearer.map(|bearer| bearer.scopes().iter().map(ToString::to_string).collect::<Vec<_>>());
        if (code(&outcome), &subject, &scopes) != (case.expect.as_str(), &case.subject, &case.scopes) {
            wrong.push((&case.name, &case.expect, outcome));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn a_token_is_good_from_its_begin_to_its_end_and_a_minute_around_both() {
    let vectors = Vectors::read();
    let verifier = vectors.verifier();
    let token = vectors.token("EdDSA"); // issued 10 s before, expires 600 s after
    for (offset_ms, expect) in [
        (-70_001, "not_yet_valid"),
        (-70_000, "accepted"),
        (0, "accepted"),
        (659_999, "accepted"),
        (660_000, "expired"),
        (i64::MAX / 4, "expired"),
        (i64::MIN / 4, "not_yet_valid"),
    ] {
        let outcome = verifier.verify(token, vectors.now * 1000 + offset_ms).await;
        assert_eq!(code(&outcome), expect, "{offset_ms}");
    }
}

#[tokio::test]
async fn turning_any_bit_of_a_token_makes_it_worthless() {
    let vectors = Vectors::read();
    let verifier = vectors.verifier();
    let token = vectors.token("EdDSA");
    for at in 0..token.len() {
        for bit in 0..7 {
            let mut bytes = token.as_bytes().to_vec();
            bytes[at] ^= 1 << bit;
            let turned = String::from_utf8(bytes).unwrap();
            let outcome = verifier.verify(&turned, vectors.now * 1000).await;
            assert!(outcome.is_err(), "byte {at}, bit {bit}");
        }
    }
}

#[tokio::test]
async fn only_a_lack_of_keys_is_worth_another_try() {
    let vectors = Vectors::read();
    let nowhere = KeySource::File(std::env::temp_dir().join("sunwi-tokens-no-such-file.json"));
    let verifier = Verifier::new(&vectors.issuer, &vectors.audience, nowhere);
    let outcome = verifier.verify(vectors.token("EdDSA"), vectors.now * 1000).await.unwrap_err();
    assert_eq!(outcome, TokenError::NoKeys);
    assert!(outcome.is_retryable());
    assert!(!TokenError::UnknownKey.is_retryable() && !TokenError::Expired.is_retryable());
}

#[tokio::test]
async fn a_bearer_may_what_its_token_says_and_no_more() {
    let vectors = Vectors::read();
    let bearer = vectors.verifier().verify(vectors.token("one scope"), vectors.now * 1000).await.unwrap();
    assert!(bearer.may(Scope::MatchReport));
    assert!(!bearer.may(Scope::Ops) && !bearer.may(Scope::ClosingReport));
}

#[test]
fn the_table_has_a_token_just_above_the_size_limit_and_one_at_it() {
    let vectors = Vectors::read();
    let sizes: Vec<usize> = vectors.cases.iter().map(|case| case.token.len()).collect();
    assert!(sizes.iter().any(|&size| size > MAX_TOKEN_BYTES && size < MAX_TOKEN_BYTES + 8), "{sizes:?}");
    assert!(sizes.iter().any(|&size| size <= MAX_TOKEN_BYTES && size > MAX_TOKEN_BYTES - 8), "{sizes:?}");
}
