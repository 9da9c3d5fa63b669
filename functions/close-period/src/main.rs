//! The Lambda binary of `close-period`.

use close_period::{Closer, Request};
use lambda_runtime::{Error, LambdaEvent, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    api::config::log_json();
    let closer = Closer::from_env()?;
    let closer = &closer;
    let handle = async |event: LambdaEvent<Request>| closer.handle(event.payload).await.map_err(Error::from);
    run(service_fn(handle)).await
}
