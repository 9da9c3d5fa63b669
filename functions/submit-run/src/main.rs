//! The Lambda binary of `submit-run`.

use std::sync::Arc;

use axum::Router;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    api::config::log_json();
    let state = Arc::new(submit_run::State::from_env()?);
    let origins = api::config::origins()?;
    lambda_http::run(api::finish(submit_run::router::<Router<_>>(state), &origins)).await
}
