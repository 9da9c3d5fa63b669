//! From where the seats are taken.

use lambda_http::request::LambdaRequest;
use lambda_http::tower::ServiceExt;
use serde_json::{Value, json};
use tests::{World, event};

use super::{NOON, Person, five, seat};

#[tokio::test]
async fn a_forged_address_changes_nothing_and_no_address_is_stored() {
    let world = World::at(NOON).await;
    let alone = |account: &'static str, host| Person::new(&world, account, host);
    for (hosts, forged, expected) in [
        ([5, 5], ["198.51.100.1", "198.51.100.2"], Some("same_network")),
        ([5, 6], ["198.51.100.1", "198.51.100.1"], None),
    ] {
        let (first, second) = (alone("a", hosts[0]).await, alone("b", hosts[1]).await);
        let forge = |address: &'static str| [("x-forwarded-for", address), ("forwarded", address)];
        let (_, opened) = first.send("/v1/matches", &json!({ "game": "omok" }), &forge(forged[0])).await;
        let id = opened["match"]["id"].as_str().unwrap();
        let client = world.database().unwrap().client();
        let waiting = format!("{:?}", client.scan().table_name(local::TABLE).send().await.unwrap().items());
        assert!(waiting.contains(id) && !waiting.contains("127.0.0.") && !waiting.contains("198.51.100"));
        let item = client.scan().table_name(local::TABLE).send().await.unwrap();
        let room = item.items().iter().find(|item| item["pk"].as_s().unwrap().ends_with(id)).unwrap();
        let days_s = room["ttl"].as_n().unwrap().parse::<i64>().unwrap() - world.clock.now_ms() / 1000;
        assert_eq!(days_s, 2 * 24 * 3600, "what is known of the network expires");

        let sit = json!({ "invitation": opened["invitation"] });
        let (status, _) = second.send(&format!("/v1/matches/{id}/seats"), &sit, &forge(forged[1])).await;
        assert_eq!(status, 201);
        let ended = five(id, &first, &second, 1, 9).await;
        assert_eq!(ended["result"]["unrated"].as_str(), expected, "{ended}");
    }
    let (one, other) = (alone("c", 7).await, alone("d", 8).await);
    for (second, expected) in [
        (Person { account: one.account.clone(), ..other.clone() }, "same_account"),
        (Person { browser: one.browser.clone(), ..other.clone() }, "same_browser"),
    ] {
        let id = seat(&one, &second, "omok").await;
        assert_eq!(five(&id, &one, &second, 1, 9).await["result"]["unrated"], expected);
    }
}

/// What the deployed function answers to `person`, whose address is `address` as API Gateway saw it, or `forged` as the client says.
async fn through_the_gateway(
    world: &World,
    person: &Person,
    sample: &str,
    (path, body): (&str, &Value),
    [address, forged]: [&str; 2],
) -> Value {
    let mut event = event(sample);
    event["rawPath"] = json!(path);
    event["requestContext"]["http"]["path"] = json!(path);
    event["requestContext"]["http"]["sourceIp"] = json!(address);
    event["body"] = json!(body.to_string());
    event["headers"]["authorization"] = json!(format!("Bearer {}", person.account));
    event["headers"]["x-sunwi-browser"] = json!(person.browser);
    for name in ["x-forwarded-for", "x-real-ip", "cf-connecting-ip", "forwarded"] {
        event["headers"][name] = json!(forged);
    }
    let request: LambdaRequest = serde_json::from_value(event).unwrap();
    let request: lambda_http::Request = request.into();
    let router = world.service.router().unwrap();
    let request = request.map(|body| axum::body::Body::from(body.as_ref().to_vec()));
    let response = router.oneshot(request).await.unwrap();
    let (status, body) = (response.status(), axum::body::to_bytes(response.into_body(), 1024 * 1024).await.unwrap());
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(status, 201, "{body}");
    body
}

#[tokio::test]
async fn behind_the_gateway_its_own_record_of_the_address_counts_and_ipv6_by_the_first_64_bits() {
    let world = World::at(NOON).await;
    for (nth, (addresses, forged, expected)) in [
        (["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"], ["198.51.100.1", "198.51.100.2"], Some("same_network")),
        (["2001:db8:1:2::1", "2001:db8:1:3::1"], ["198.51.100.1"; 2], None),
        (["203.0.113.24", "203.0.113.24"], ["198.51.100.1", "198.51.100.2"], Some("same_network")),
        (["203.0.113.24", "203.0.113.25"], ["198.51.100.1"; 2], None),
        (["203.0.113.24", "::ffff:203.0.113.24"], ["198.51.100.1", "198.51.100.2"], Some("same_network")),
    ]
    .into_iter()
    .enumerate()
    {
        // Over the connection both come from one address, which the function never sees.
        let first = Person::new(&world, &format!("a{nth}"), 2).await;
        let second = Person::new(&world, &format!("b{nth}"), 2).await;
        let open = ("/v1/matches", &json!({ "game": "omok" }));
        let opened =
            through_the_gateway(&world, &first, "rate-match/open-match.json", open, [addresses[0], forged[0]]).await;
        let id = opened["match"]["id"].as_str().unwrap();
        let (path, body) = (format!("/v1/matches/{id}/seats"), json!({ "invitation": opened["invitation"] }));
        let sit = (path.as_str(), &body);
        through_the_gateway(&world, &second, "rate-match/take-seat.json", sit, [addresses[1], forged[1]]).await;
        let ended = five(id, &first, &second, 1, 9).await;
        assert_eq!(ended["result"]["unrated"].as_str(), expected, "{addresses:?}: {ended}");
    }
}
