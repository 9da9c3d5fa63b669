//! Loading, keeping and renewing the issuer's keys.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokens::{DevIssuer, KeySource, MAX_KEY_AGE, REFRESH_AFTER, REFRESH_LIMIT, TokenError, Verifier};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::advance;

const NOW_MS: i64 = 1_796_050_800_000; // 2026-12-01 00:00 KST

fn issuer(seed: u8) -> DevIssuer {
    DevIssuer::from_seed(&[seed; 32]).unwrap()
}

fn token(issuer: &DevIssuer) -> String {
    issuer.sign("account-1", &[], NOW_MS, 3600).unwrap()
}

fn verifier(setting: &str) -> Verifier {
    Verifier::new(DevIssuer::ISSUER, DevIssuer::AUDIENCE, KeySource::parse(setting).unwrap())
}

async fn verify(verifier: &Verifier, token: &str) -> Result<(), TokenError> {
    verifier.verify(token, NOW_MS).await.map(|_| ())
}

/// A file of keys that can be exchanged, as an issuer does with its own; removed at the end.
struct KeyFile(PathBuf);

impl KeyFile {
    fn new(name: &str, issuer: &DevIssuer) -> Self {
        let file = Self(std::env::temp_dir().join(format!("sunwi-tokens-{}-{name}.json", std::process::id())));
        file.publish(issuer);
        file
    }

    fn publish(&self, issuer: &DevIssuer) {
        std::fs::write(&self.0, issuer.jwks()).unwrap();
    }

    fn verifier(&self) -> Verifier {
        verifier(self.0.to_str().unwrap())
    }
}

impl Drop for KeyFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_new_key_is_found_when_its_first_token_comes() {
    let (old, new) = (issuer(1), issuer(2));
    let file = KeyFile::new("new", &old);
    let verifier = file.verifier();
    assert_eq!(verify(&verifier, &token(&old)).await, Ok(()));
    file.publish(&new);
    advance(REFRESH_LIMIT).await;
    assert_eq!(verify(&verifier, &token(&new)).await, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn unknown_keys_are_asked_for_once_in_the_limit() {
    let (old, new) = (issuer(1), issuer(2));
    let file = KeyFile::new("limit", &old);
    let verifier = file.verifier();
    assert_eq!(verify(&verifier, &token(&old)).await, Ok(()));
    file.publish(&new);
    advance(REFRESH_LIMIT - Duration::from_millis(1)).await;
    assert_eq!(verify(&verifier, &token(&new)).await, Err(TokenError::UnknownKey));
    assert_eq!(verify(&verifier, &token(&old)).await, Ok(()));
    advance(Duration::from_millis(1)).await;
    assert_eq!(verify(&verifier, &token(&new)).await, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_withdrawn_key_is_forgotten_within_the_hour() {
    let (old, new) = (issuer(1), issuer(2));
    let file = KeyFile::new("withdrawn", &old);
    let verifier = file.verifier();
    assert_eq!(verify(&verifier, &token(&old)).await, Ok(()));
    file.publish(&new);
    advance(REFRESH_AFTER).await;
    assert_eq!(verify(&verifier, &token(&old)).await, Err(TokenError::UnknownKey));
}

#[tokio::test(start_paused = true)]
async fn keys_that_cannot_be_renewed_serve_for_a_day_and_no_longer() {
    let issuer = issuer(1);
    let file = KeyFile::new("outage", &issuer);
    let verifier = file.verifier();
    assert_eq!(verify(&verifier, &token(&issuer)).await, Ok(()));
    std::fs::write(&file.0, "<html>out of order</html>").unwrap();
    advance(MAX_KEY_AGE - Duration::from_millis(1)).await;
    assert_eq!(verify(&verifier, &token(&issuer)).await, Ok(()));
    advance(Duration::from_millis(1)).await;
    assert_eq!(verify(&verifier, &token(&issuer)).await, Err(TokenError::NoKeys));
    file.publish(&issuer);
    advance(REFRESH_LIMIT).await;
    assert_eq!(verify(&verifier, &token(&issuer)).await, Ok(()));
}

/// A server that gives every request one answer, and counts them.
async fn serve(answer: String) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/jwks.json", listener.local_addr().unwrap());
    let requests = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&requests);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            count.fetch_add(1, Ordering::SeqCst);
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (address, requests)
}

fn ok(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

#[tokio::test]
async fn keys_at_an_address_are_asked_for_once_for_many_tokens() {
    let issuer = issuer(1);
    let (address, requests) = serve(ok(issuer.jwks())).await;
    let verifier = Arc::new(verifier(&address));
    let right = token(&issuer);
    let verifications: Vec<_> = (0..50)
        .map(|_| {
            let (verifier, token) = (Arc::clone(&verifier), right.clone());
            tokio::spawn(async move { verify(&verifier, &token).await })
        })
        .collect();
    for verification in verifications {
        assert_eq!(verification.await.unwrap(), Ok(()));
    }
    for seed in 100..150 {
        assert_eq!(verify(&verifier, &token(&self::issuer(seed))).await, Err(TokenError::UnknownKey));
    }
    assert_eq!(requests.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn answers_that_are_no_keys_give_none() {
    let issuer = issuer(1);
    let (elsewhere, followed) = serve(ok(issuer.jwks())).await;
    let padded = format!("{}{}", " ".repeat(256 * 1024), issuer.jwks());
    let cut = ok(issuer.jwks()).replace("content-length: ", "content-length: 9");
    for answer in [
        "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n".to_owned(),
        format!("HTTP/1.1 302 Found\r\nlocation: {elsewhere}\r\ncontent-length: 0\r\n\r\n"),
        ok("<html></html>"),
        ok(&padded),
        cut,
        "nonsense".to_owned(),
    ] {
        let (address, _) = serve(answer.clone()).await;
        let outcome = verify(&verifier(&address), &token(&issuer)).await;
        assert_eq!(outcome, Err(TokenError::NoKeys), "{}", &answer[..40.min(answer.len())]);
    }
    assert_eq!(followed.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn an_address_where_nobody_listens_gives_no_keys() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let outcome = verify(&verifier(&format!("http://{free}/")), &token(&issuer(1))).await;
    assert_eq!(outcome, Err(TokenError::NoKeys));
}
