//! The Lambda binary of `close-period`.

use close_period::{Closer, Request};
use lambda_runtime::{LambdaEvent, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    api::config::log_json();
    let closer = Closer::from_env().await?;
    let closer = &closer;
    run(service_fn(move |event: LambdaEvent<Request>| closer.handle(event.payload))).await
}
