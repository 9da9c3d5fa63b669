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

#[tokio::test]
async fn every_way_to_say_who_asks_is_described() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let description = world.get("/v1/openapi.json").await.body;
    let schemes = description["components"]["securitySchemes"].as_object().unwrap();
    let operations = description["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap());
    let named = operations.filter_map(|(_, operation)| operation["security"][0].as_object());
    let mut used: Vec<&String> = named.flat_map(|security| security.keys()).collect();
    used.sort();
    used.dedup();
    assert_eq!(used, schemes.keys().collect::<Vec<_>>());
}

/// The types below `folder` that the description shows, by their names.
fn schemas(folder: &std::path::Path, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            schemas(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            for after in text.split("ToSchema").skip(1) {
                let Some((head, after)) = after.split_once("pub struct ") else { continue };
                if head.starts_with([')', ',']) && !head.contains("pub ") {
                    names.push(after.chars().take_while(|c| c.is_alphanumeric()).collect());
                }
            }
        }
    }
}

/// Two types of one name would be described by the first of them, without a warning.
#[test]
fn every_type_of_the_description_has_a_name_of_its_own() {
    let mut names = Vec::new();
    for folder in ["../functions", "../shared/api"] {
        schemas(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut names);
    }
    assert!(names.len() > 40, "{names:?}");
    let all = names.clone();
    names.sort();
    names.dedup();
    let twice: Vec<_> = names.iter().filter(|name| all.iter().filter(|other| other == name).count() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
