//! The Lambda binary of `issue-ticket`.

use std::sync::Arc;

use axum::Router;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    api::config::log_json();
    let state = Arc::new(issue_ticket::State::from_env()?);
    let origins = api::config::origins()?;
    lambda_http::run(api::finish(issue_ticket::router::<Router<_>>(state), &origins)).await
}
