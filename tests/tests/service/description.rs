//! The description of the API is generated from the handlers and kept in the repository.

use tests::World;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../functions/query-reports/openapi.json");

#[tokio::test]
async fn the_stored_description_is_the_one_the_handlers_give() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let generated = world.service.routes().unwrap().into_openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("SUNWI_UPDATE_DESCRIPTION").is_some() {
        std::fs::write(FILE, &generated).unwrap();
    }
    let stored = std::fs::read_to_string(FILE).unwrap();
    assert!(stored == generated, "run this test with SUNWI_UPDATE_DESCRIPTION=1 and look at what changed");
}

#[tokio::test]
async fn the_description_is_served() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let served = world.get("/v1/openapi.json").await;
    assert_eq!(served.body["openapi"], "3.1.0");
    assert!(served.body["paths"]["/v1/runs"]["post"].is_object());
}
