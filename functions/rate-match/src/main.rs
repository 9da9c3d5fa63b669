//! The Lambda binary of `rate-match`.

use std::sync::Arc;

use axum::Router;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    api::config::log_json();
    let state = Arc::new(rate_match::State::from_env()?);
    let origins = api::config::origins()?;
    lambda_http::run(api::finish(rate_match::router::<Router<_>>(state), &origins)).await
}
