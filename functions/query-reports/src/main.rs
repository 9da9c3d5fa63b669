//! The Lambda binary of `query-reports`.

use std::sync::Arc;

use axum::Router;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    api::config::log_json();
    let state = Arc::new(query_reports::State::from_env()?);
    let origins = api::config::origins()?;
    lambda_http::run(api::finish(query_reports::router::<Router<_>>(state), &origins)).await
}
