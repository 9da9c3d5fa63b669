//! The embedded DynamoDB: a loopback port that the SDK talks to as it would to AWS.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::{Client, Config};
use tokio::task::JoinHandle;

use crate::{StartError, listen};

/// A running engine. It stops with the value.
#[derive(Debug)]
pub struct Database {
    address: SocketAddr,
    server: JoinHandle<()>,
}

impl Database {
    /// An engine that forgets everything when it stops.
    ///
    /// # Errors
    ///
    /// [`StartError`] when it cannot start.
    pub async fn in_memory() -> Result<Self, StartError> {
        Self::start(dynoxide::Database::memory(), 0).await
    }

    /// An engine that keeps its data in `file`, on `port` (0 takes a free one).
    ///
    /// # Errors
    ///
    /// [`StartError`] when the file or the port cannot be opened.
    pub async fn in_file(file: &Path, port: u16) -> Result<Self, StartError> {
        Self::start(dynoxide::Database::new(&file.to_string_lossy()), port).await
    }

    async fn start(engine: Result<dynoxide::Database, impl std::fmt::Display>, port: u16) -> Result<Self, StartError> {
        let engine = engine.map_err(|error| StartError::Database(error.to_string()))?;
        let (listener, address) = listen(port).await?;
        let server = tokio::spawn(dynoxide::server::serve_on(listener, engine));
        Ok(Self { address, server })
    }

    /// Where the engine listens, as `AWS_ENDPOINT_URL_DYNAMODB` wants it.
    #[must_use]
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A client of this engine.
    #[must_use]
    pub fn client(&self) -> Client {
        client(&self.endpoint())
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// A client of the engine at `endpoint`, with the time limits of the deployed functions. The engine checks no credentials, only
/// that there are some.
#[must_use]
pub fn client(endpoint: &str) -> Client {
    let limits = TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(2))
        .operation_attempt_timeout(Duration::from_secs(3))
        .operation_timeout(Duration::from_millis(store::CALL_LIMIT_MS.unsigned_abs()))
        .build();
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("ap-northeast-2"))
        .credentials_provider(Credentials::new("local", "local", None, None, "laptop"))
        .retry_config(RetryConfig::standard())
        .timeout_config(limits)
        .endpoint_url(endpoint)
        .build();
    Client::from_conf(config)
}
