//! The Lambda binary of `close-period`.

use close_period::{CloseError, Closer, Request};
use lambda_runtime::{Diagnostic, Error, LambdaEvent, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    api::config::log_json();
    let closer = Closer::from_env()?;
    let closer = &closer;
    let told = |error: CloseError| Diagnostic { error_type: "CloseError".into(), error_message: error.to_string() };
    let handle = async |event: LambdaEvent<Request>| closer.handle(event.payload).await.map_err(told);
    run(service_fn(handle)).await
}
