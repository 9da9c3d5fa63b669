//! The development issuer signs what the verifier accepts.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use proptest::prelude::*;
use tokens::{DevIssuer, Scope, TokenError};

const NOW_MS: i64 = 1_796_050_800_000; // 2026-12-01 00:00 KST

#[tokio::test]
async fn a_development_token_carries_its_subject_and_scopes_until_it_expires() {
    let issuer = DevIssuer::from_seed(&[7; 32]).unwrap();
    let verifier = issuer.verifier();
    let token = issuer.sign("operator", &[Scope::Ops, Scope::ClosingReport], NOW_MS, 3600).unwrap();
    let bearer = verifier.verify(&token, NOW_MS).await.unwrap();
    assert_eq!((bearer.subject(), bearer.scopes()), ("operator", &[Scope::Ops, Scope::ClosingReport][..]));
    assert_eq!(verifier.verify(&token, NOW_MS + 3_660_000).await, Err(TokenError::Expired));
}

#[tokio::test]
async fn an_account_has_no_scopes() {
    let issuer = DevIssuer::from_seed(&[7; 32]).unwrap();
    let token = issuer.sign("account-1", &[], NOW_MS, 60).unwrap();
    assert!(issuer.verifier().verify(&token, NOW_MS).await.unwrap().scopes().is_empty());
}

#[tokio::test]
async fn one_seed_is_one_issuer_and_another_seed_another() {
    let issuer = DevIssuer::from_seed(&[7; 32]).unwrap();
    let token = issuer.sign("account-1", &[], NOW_MS, 60).unwrap();
    let again = DevIssuer::from_seed(&[7; 32]).unwrap();
    assert!(again.verifier().verify(&token, NOW_MS).await.is_ok());
    let other = DevIssuer::from_seed(&[8; 32]).unwrap();
    assert_eq!(other.verifier().verify(&token, NOW_MS).await, Err(TokenError::UnknownKey));
}

/// RFC 8032, section 7.1, test 1: the seed and its public key.
#[test]
fn the_public_key_is_that_of_the_seed() {
    let seed = [
        0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49,
        0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
    ];
    // The same key pair is in RFC 8037, appendix A.1, as a JWK.
    let issuer = DevIssuer::from_seed(&seed).unwrap();
    assert!(issuer.jwks().contains("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"), "{}", issuer.jwks());
    assert!(
        issuer.jwks().contains("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"),
        "RFC 8037, appendix A.3: {}",
        issuer.jwks()
    );
    assert!(!issuer.jwks().contains("\"d\"") && !format!("{issuer:?}").contains("157"));
}

proptest! {
    #[test]
    fn no_text_is_too_odd_to_be_verified(text in any::<String>(), now_ms in any::<i64>()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let verifier = DevIssuer::from_seed(&[7; 32]).unwrap().verifier();
        prop_assert!(runtime.block_on(verifier.verify(&text, now_ms)).is_err());
    }
}
