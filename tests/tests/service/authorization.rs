//! Every route that needs a token, with every token that must not open it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::{Body, Bytes};
use http::{HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use lambda_http::tower::ServiceExt;
use serde_json::{Value, json};
use tests::World;
use tokens::{KeySource, Verifier};

const VECTORS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/tokens/jwt_attacks.json"));
const RUN: &str = "00000000000000000000000001";

/// A route of the description, with an example of a request for it.
#[derive(Debug)]
struct Route {
    method: Method,
    path: String,
    /// The scope a machine's token needs; `None` for other tokens.
    scope: Option<String>,
    /// Whether it is a browser's token that opens it.
    browser: bool,
    body: Option<Value>,
}

/// Every route that names a security in the description.
fn routes(description: &Value, player: &str) -> Vec<Route> {
    let mut routes = Vec::new();
    for (path, operations) in description["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let Some(security) = operation["security"].as_array() else { continue };
            let scope = security[0]["machine"].as_array().and_then(|scopes| scopes.first()?.as_str());
            let example = path
                .replace("{game}", "kankani")
                .replace("{period}", "2026-W48")
                .replace("{player}", player)
                .replace("{run}", RUN)
                .replace("{id}", RUN);
            routes.push(Route {
                method: method.to_uppercase().parse().unwrap(),
                body: operation["requestBody"].is_object().then(|| body(path)),
                path: example,
                scope: scope.map(str::to_owned),
                browser: !security[0]["browser"].is_null(),
            });
        }
    }
    routes
}

fn body(path: &str) -> Value {
    match path {
        "/v1/closings" => json!({ "game": "stock-room", "month": "2026-10", "ranking": [
            { "nickname": "a", "value": 2 }, { "nickname": "b", "value": 1 },
        ]}),
        "/v1/tickets" => json!({ "game": "2048" }),
        "/v1/runs" => json!({ "ticket": "x", "proof": "" }),
        "/v1/players/me/nickname" => json!({ "nickname": "고구마" }),
        path if path.starts_with("/v1/ops/") => json!({ "why": "A test." }),
        _ => json!({}),
    }
}

async fn ask(router: &Router, route: &Route, bearer: Option<HeaderValue>) -> (StatusCode, Value) {
    let mut request = Request::builder().method(&route.method).uri(&route.path);
    if let Some(bearer) = bearer {
        request = request.header(header::AUTHORIZATION, bearer);
    }
    let body = match &route.body {
        Some(body) => {
            request = request.header(header::CONTENT_TYPE, "application/json");
            Body::from(body.to_string())
        }
        None => Body::empty(),
    };
    let response = router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    let status = response.status();
    let problem = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    let bytes = axum::body::to_bytes(response.into_body(), 1024 * 1024).await.unwrap();
    (status, if problem { serde_json::from_slice(&bytes).unwrap() } else { Value::Null })
}

fn bearer(token: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("Bearer {token}")).ok()
}

#[tokio::test]
async fn no_route_opens_without_the_right_token_and_nothing_changes() {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    // The moment the tokens of the table were made for: 1796050800 s.
    let world = World::at("2026-12-01T00:00:00+09:00").await;
    world.clock.set(vectors["now"].as_i64().unwrap() * 1000);
    let player = world.player().await;
    let (issuer, audience) = (vectors["issuer"].as_str().unwrap(), vectors["audience"].as_str().unwrap());
    let keys = vectors["jwks"].to_string();
    let verifier = || Verifier::new(issuer, audience, KeySource::parse(&keys).unwrap());
    let router = local::finished(world.service.routes_trusting(verifier).unwrap());
    let description: Value = world.get("/v1/openapi.json").await.body;
    let routes = routes(&description, &player.id);
    assert!(routes.iter().filter(|route| route.scope.as_deref() == Some("ops")).count() >= 9, "{routes:#?}");
    // Whatever changes a match needs a token; anybody may look at one.
    let paths = description["paths"].as_object().unwrap();
    let matches: Vec<&str> = paths
        .iter()
        .filter(|(path, operations)| path.starts_with("/v1/matches") && operations["post"].is_object())
        .map(|(path, _)| path.as_str())
        .collect();
    assert_eq!(matches.len(), 7, "{matches:?}");
    for path in matches {
        let example = path.replace("{id}", RUN);
        let route = routes.iter().find(|route| route.method == Method::POST && route.path == example);
        let wanted = path.ends_with("/result").then_some("match:report");
        assert_eq!(route.map(|route| route.scope.as_deref()), Some(wanted), "{path}");
    }

    let other_issuer = world.service.token("kim", &tokens::Scope::ALL).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    let untouched = world.dump().await;
    let mut unsendable = 0;
    for route in &routes {
        let name = format!("{} {}", route.method, route.path);
        let mut attacks: Vec<(&str, Option<HeaderValue>)> = vec![
            ("no token", None),
            ("no bearer", Some(HeaderValue::from_static("Basic a2ltOmtpbQ=="))),
            ("a bearer without a token", Some(HeaderValue::from_static("Bearer"))),
            ("a token of another issuer", bearer(&other_issuer)),
        ];
        if !route.browser {
            attacks.push(("a browser token", bearer(&player.token)));
        }
        for case in cases.iter().filter(|case| case["expect"] != "accepted") {
            let what = case["name"].as_str().unwrap();
            // White space around a token belongs to the header; what is inside is then a right token without a scope.
            if what == "a space before" {
                continue;
            }
            match bearer(case["token"].as_str().unwrap()) {
                Some(bearer) => attacks.push((what, Some(bearer))),
                None => unsendable += 1,
            }
        }
        for (what, bearer) in attacks {
            let (status, problem) = ask(&router, route, bearer).await;
            assert_eq!(status, 401, "{name} with {what}: {problem}");
            assert_eq!(problem["code"], "unauthorized", "{name} with {what}");
            assert_eq!(problem["instance"], route.path.as_str(), "{name} with {what}");
        }
        for case in cases.iter().filter(|case| case["expect"] == "accepted" || case["name"] == "a space before") {
            let token = bearer(case["token"].as_str().unwrap());
            let scopes = case["scopes"].as_array().cloned().unwrap_or_default();
            let Some(scope) = &route.scope else {
                continue;
            };
            if !scopes.iter().any(|held| held == scope.as_str()) {
                let (status, problem) = ask(&router, route, token).await;
                assert_eq!((status.as_u16(), &problem["code"]), (403, &json!("forbidden")), "{name} with {case}");
            }
        }
    }
    // A line break cannot be in a header at all.
    assert_eq!(unsendable, routes.len());
    assert_eq!(world.dump().await, untouched, "nothing has changed");

    // The right scope opens each of them, whatever it answers then.
    let all = cases.iter().find(|case| case["name"] == "every scope, in any order, among others").unwrap();
    for route in routes.iter().filter(|route| route.scope.is_some()) {
        let (status, problem) = ask(&router, route, bearer(all["token"].as_str().unwrap())).await;
        assert!(status != 401 && status != 403, "{} {}: {problem}", route.method, route.path);
    }
}

/// Longer than any route takes.
const LONG: usize = 2 * 1024 * 1024;

#[tokio::test]
async fn no_route_reads_a_body_before_it_knows_whose_it_is() {
    let world = World::at("2026-12-01T00:00:00+09:00").await;
    let router = world.service.router().unwrap();
    let description: Value = world.get("/v1/openapi.json").await.body;
    let player = world.player().await;
    let machine = world.service.token("kim", &tokens::Scope::ALL).unwrap();
    let with_body: Vec<Route> =
        routes(&description, &player.id).into_iter().filter(|route| route.body.is_some()).collect();
    assert!(with_body.iter().filter(|route| route.path.starts_with("/v1/ops/")).count() >= 5, "{with_body:#?}");
    for route in with_body {
        let name = format!("{} {}", route.method, route.path);
        let ask = async |bearer: Option<HeaderValue>, kind: &'static str| {
            let read = Arc::new(AtomicBool::new(false));
            let mut request = Request::builder().method(&route.method).uri(&route.path);
            request = request.header(header::CONTENT_TYPE, kind);
            if let Some(bearer) = bearer {
                request = request.header(header::AUTHORIZATION, bearer);
            }
            // The frame is handed out, and noted, only to who asks for it.
            let noted = Arc::clone(&read);
            let body = Full::new(Bytes::from(vec![b'['; LONG])).map_frame(move |frame| {
                noted.store(true, Ordering::Relaxed);
                frame
            });
            let request = request.body(Body::new(body)).unwrap();
            let status = router.clone().oneshot(request).await.unwrap().status().as_u16();
            (status, read.load(Ordering::Relaxed))
        };
        for kind in ["application/json", "text/plain"] {
            for token in [None, bearer("x"), bearer("eyJhbGciOiJub25lIn0.e30.")] {
                assert_eq!(ask(token, kind).await, (401, false), "{name}");
            }
        }
        // Whoever may send one is told that it is too long, once the limit is reached.
        if route.scope.is_some() {
            assert_eq!(ask(bearer(&machine), "application/json").await, (413, true), "{name}");
        }
    }
}

#[tokio::test]
async fn an_operators_path_has_one_spelling_and_one_method() {
    let world = World::at("2026-12-01T00:00:00+09:00").await;
    let ops = world.bearer(&world.service.token("kim", &[tokens::Scope::Ops]).unwrap());
    for path in ["/v1/OPS/audit", "/v1//ops/audit", "/v1/ops/audit/", "/v1/%6Fps%2Faudit", "/V1/ops/audit"] {
        assert_eq!(ops.get(path).await.status, 404, "{path}");
    }
    let player = world.player().await;
    let hide = format!("{}/v1/ops/players/{}/hide", world.url, player.id);
    let overridden = reqwest::Client::new()
        .get(&hide)
        .bearer_auth(&ops.token)
        .header("x-http-method-override", "POST")
        .send()
        .await
        .unwrap();
    assert_eq!(overridden.status(), 405);
}

/// The files below `folder` that end in `ending`, with their text.
fn files(folder: &std::path::Path, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push((path.to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

/// A function has neither the feature nor a line that makes a development issuer; its keys come from its environment alone.
#[test]
fn only_the_laptop_asks_for_the_development_issuer() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    for folder in ["functions", "shared/api", "shared/store", "shared/ranking"] {
        let folder = std::path::Path::new(root).join(folder);
        let (manifests, sources) = (files(&folder, "Cargo.toml"), files(&folder, ".rs"));
        assert!(!manifests.is_empty() && !sources.is_empty());
        for (file, text) in manifests.iter().chain(&sources) {
            let asks = text.contains("dev-issuer") || text.contains("DevIssuer") || text.contains("local.workspace");
            assert!(!asks, "{file}");
        }
    }
    let tokens = std::fs::read_to_string(format!("{root}/shared/tokens/Cargo.toml")).unwrap();
    let (features, _) = tokens.split_once("[dependencies]").unwrap();
    assert!(features.contains("dev-issuer = []") && !features.contains("default ="), "{features}");
    let library = std::fs::read_to_string(format!("{root}/shared/tokens/src/lib.rs")).unwrap();
    assert_eq!(library.matches("#[cfg(feature = \"dev-issuer\")]").count(), 2);
}
