//! Where the issuer's keys come from.

use std::path::PathBuf;
use std::time::Duration;

use aws_smithy_http_client::{Connector, tls};
use aws_smithy_runtime_api::client::http::HttpConnector;
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::body::SdkBody;
use http::Uri;
use http_body_util::{BodyExt, Limited};

use crate::jwks::{JwksError, KeyTable};

/// The longest that fetching keys may take: a request waits for it.
const FETCH_LIMIT: Duration = Duration::from_secs(3);

/// The largest JWKS that is read. Those of the large identity providers are below 10 KiB.
const MAX_JWKS_BYTES: usize = 256 * 1024;

/// Where the keys come from, as configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// The JWKS itself.
    Inline(String),
    /// A file with the JWKS, read again like an address is.
    File(PathBuf),
    /// An address that serves the JWKS.
    Url(Uri),
}

/// A setting that names no source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeySourceError {
    /// The setting is empty.
    #[error("name the issuer's keys: an https address, a file, or the JWKS itself")]
    Empty,
    /// The inline JWKS gives no keys.
    #[error(transparent)]
    Jwks(#[from] JwksError),
    /// The address is not HTTPS, and not plain HTTP on this machine.
    #[error("the address of the keys has to begin with https:// (http:// only on this machine)")]
    Insecure,
}

/// Why keys could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("the file of keys could not be read: {0}")]
    File(#[from] std::io::Error),
    /// The address gave no answer in time.
    #[error("the address of the keys did not answer in time")]
    Timeout,
    /// The address could not be reached, or its answer not be read to the end within the size limit.
    #[error("the address of the keys could not be read")]
    Network,
    /// The address answered with another status than 200. Redirections are not followed.
    #[error("the address of the keys answered with status {0}")]
    Status(u16),
    /// What was read gives no keys.
    #[error(transparent)]
    Jwks(#[from] JwksError),
}

impl KeySource {
    /// Reads a setting: `{...}` is a JWKS, `https://...` an address (`http://` on this machine only), anything
    /// else the path of a file.
    ///
    /// # Errors
    ///
    /// [`KeySourceError`] when the setting is empty, its JWKS gives no keys, or its address is insecure.
    pub fn parse(setting: &str) -> Result<Self, KeySourceError> {
        let setting = setting.trim();
        if setting.is_empty() {
            return Err(KeySourceError::Empty);
        }
        if setting.starts_with('{') {
            KeyTable::parse(setting.as_bytes())?;
            return Ok(Self::Inline(setting.to_owned()));
        }
        if !setting.contains("://") {
            return Ok(Self::File(PathBuf::from(setting)));
        }
        let uri: Uri = setting.parse().map_err(|_| KeySourceError::Insecure)?;
        let local = matches!(uri.host(), Some("localhost" | "127.0.0.1" | "[::1]"));
        match uri.scheme_str() {
            Some("https") => Ok(Self::Url(uri)),
            Some("http") if local => Ok(Self::Url(uri)),
            _ => Err(KeySourceError::Insecure),
        }
    }

    pub(crate) async fn load(&self) -> Result<KeyTable, LoadError> {
        let text = match self {
            Self::Inline(text) => text.clone().into_bytes(),
            Self::File(path) => std::fs::read(path)?,
            Self::Url(uri) => tokio::time::timeout(FETCH_LIMIT, fetch(uri)).await.map_err(|_| LoadError::Timeout)??,
        };
        Ok(KeyTable::parse(&text)?)
    }
}

/// Gets an address with the HTTPS client of the SDK, which is in every binary already.
async fn fetch(uri: &Uri) -> Result<Vec<u8>, LoadError> {
    let connector = if uri.scheme_str() == Some("https") {
        Connector::builder().tls_provider(tls::Provider::Rustls(tls::rustls_provider::CryptoMode::AwsLc)).build()
    } else {
        Connector::builder().build_http()
    };
    let request = http::Request::get(uri).header(http::header::ACCEPT, "application/json").body(SdkBody::empty());
    let request = request.ok().and_then(|request| HttpRequest::try_from(request).ok()).ok_or(LoadError::Network)?;
    let answer = connector.call(request).await.map_err(|_| LoadError::Network)?;
    let status = answer.status().as_u16();
    if status != 200 {
        return Err(LoadError::Status(status));
    }
    let body = Limited::new(answer.into_body(), MAX_JWKS_BYTES).collect().await.map_err(|_| LoadError::Network)?;
    Ok(body.to_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_an_address_a_file_or_the_keys_themselves() {
        let https = "https://accounts.example/jwks.json";
        assert_eq!(KeySource::parse(https), Ok(KeySource::Url(https.parse().unwrap())));
        let local = "http://127.0.0.1:9000/jwks.json";
        assert_eq!(KeySource::parse(local), Ok(KeySource::Url(local.parse().unwrap())));
        assert_eq!(KeySource::parse(" keys/jwks.json "), Ok(KeySource::File("keys/jwks.json".into())));
        assert_eq!(KeySource::parse("  "), Err(KeySourceError::Empty));
        assert_eq!(KeySource::parse(r#"{"keys":[]}"#), Err(KeySourceError::Jwks(JwksError::NoUsableKey)));
    }

    #[test]
    fn addresses_that_anybody_between_could_answer_are_refused() {
        for setting in [
            "http://accounts.example/jwks.json",
            "ftp://x/y",
            "file:///etc/passwd",
            "http://localhost.example/",
            "https://",
        ] {
            assert_eq!(KeySource::parse(setting), Err(KeySourceError::Insecure), "{setting}");
        }
    }
}
