//! A proxy in front of the database that loses, delays or repeats requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use local::database::Database;
use local::listen;

/// What happens to one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// It never arrives, and the client hears an error of the service.
    Lost,
    /// It is carried out, and the client hears an error of the service.
    AnswerLost,
    /// It is carried out twice, and the client hears the second answer.
    Repeated,
    /// It is carried out late.
    Late(Duration),
    /// The database asks to slow down.
    Throttled,
}

#[derive(Clone)]
struct Proxy {
    upstream: String,
    http: reqwest::Client,
    plan: Arc<Mutex<Plan>>,
}

#[derive(Default)]
struct Plan {
    faults: VecDeque<Fault>,
    /// After so many transactions every request is lost.
    dies_after: Option<u32>,
    transactions: u32,
    requests: u32,
}

impl Plan {
    /// What happens to a request with these headers.
    fn next(&mut self, headers: &HeaderMap) -> Fault {
        self.requests += 1;
        let operation = headers.get("x-amz-target").and_then(|target| target.to_str().ok()).unwrap_or_default();
        self.transactions += u32::from(operation.ends_with(".TransactWriteItems"));
        match self.dies_after {
            Some(most) if self.transactions > most => Fault::Lost,
            _ => self.faults.pop_front().unwrap_or(Fault::None),
        }
    }
}

/// A database behind the proxy.
pub struct FaultyDatabase {
    database: Database,
    endpoint: String,
    plan: Arc<Mutex<Plan>>,
}

impl FaultyDatabase {
    /// A database in memory behind a proxy that does nothing yet.
    pub async fn start() -> Self {
        let database = Database::in_memory().await.unwrap();
        let plan = Arc::default();
        let proxy = Proxy { upstream: database.endpoint(), http: reqwest::Client::new(), plan: Arc::clone(&plan) };
        let (listener, address) = listen(0).await.unwrap();
        let router = Router::new().fallback(forward).with_state(proxy);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { database, endpoint: format!("http://{address}"), plan }
    }

    /// A client that goes through the proxy and does not retry by itself, so that a fault is seen.
    #[must_use]
    pub fn client(&self) -> aws_sdk_dynamodb::Client {
        use aws_sdk_dynamodb::config::retry::RetryConfig;
        let client = local::database::client(&self.endpoint);
        let config = client.config().to_builder().retry_config(RetryConfig::disabled()).build();
        aws_sdk_dynamodb::Client::from_conf(config)
    }

    /// A client that goes straight to the database.
    #[must_use]
    pub fn direct(&self) -> aws_sdk_dynamodb::Client {
        self.database.client()
    }

    /// What happens to the next requests, one after the other; those after them pass.
    pub fn plan(&self, faults: impl IntoIterator<Item = Fault>) {
        *self.plan.lock().unwrap() = Plan { faults: faults.into_iter().collect(), ..Plan::default() };
    }

    /// Lets the next `transactions` pass and loses every request after them, until another plan is made.
    pub fn die_after(&self, transactions: u32) {
        *self.plan.lock().unwrap() = Plan { dies_after: Some(transactions), ..Plan::default() };
    }

    /// Requests since the last plan was made.
    #[must_use]
    pub fn requests(&self) -> u32 {
        self.plan.lock().unwrap().requests
    }
}

async fn forward(State(proxy): State<Proxy>, headers: HeaderMap, body: Bytes) -> Response {
    let fault = proxy.plan.lock().unwrap().next(&headers);
    match fault {
        Fault::None => proxy.carry_out(headers, body).await,
        Fault::Lost => failure(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError"),
        Fault::AnswerLost => {
            proxy.carry_out(headers, body).await;
            failure(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError")
        }
        Fault::Repeated => {
            proxy.carry_out(headers.clone(), body.clone()).await;
            proxy.carry_out(headers, body).await
        }
        Fault::Late(by) => {
            tokio::time::sleep(by).await;
            proxy.carry_out(headers, body).await
        }
        Fault::Throttled => failure(StatusCode::BAD_REQUEST, "ThrottlingException"),
    }
}

impl Proxy {
    async fn carry_out(&self, mut headers: HeaderMap, body: Bytes) -> Response {
        headers.remove(http::header::HOST);
        let sent = self.http.post(&self.upstream).headers(headers).body(body).send().await;
        let response = sent.unwrap();
        let mut answer = Response::builder().status(response.status());
        *answer.headers_mut().unwrap() = response.headers().clone();
        answer.body(Body::from(response.bytes().await.unwrap())).unwrap()
    }
}

/// An error as DynamoDB writes it.
fn failure(status: StatusCode, code: &str) -> Response {
    let body = format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{code}","message":"a fault of the test"}}"#);
    (status, [(http::header::CONTENT_TYPE, "application/x-amz-json-1.0")], body).into_response()
}
