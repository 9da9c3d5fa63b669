//! The deployment and the code describe the same service.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tests::World;
use tokens::{KeySource, Verifier};

const TEMPLATE: &str = include_str!("../../../infra/template.yaml");

/// `GET /v1/games` and the like.
type Route = String;

/// The text between `before` and the next `after`.
fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
}

/// The routes of the template and the function each goes to.
fn routed() -> BTreeMap<Route, String> {
    let mut function = String::new();
    let mut routes = BTreeMap::new();
    for line in TEMPLATE.lines() {
        if let Some(folder) = line.trim().strip_prefix("CodeUri: ../functions/") {
            function = folder.to_owned();
        }
        if line.contains("Type: HttpApi,") {
            let method = between(line, "Method: ", ",").unwrap();
            let path = between(line, "Path: \"", "\"").unwrap();
            routes.insert(format!("{method} {path}"), function.clone());
        }
    }
    routes
}

#[tokio::test]
async fn the_template_routes_every_path_that_is_served_to_the_function_that_serves_it_and_no_other() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let nobody = || Verifier::new("https://id.example.com/", "sunwi", KeySource::parse("no-such-file").unwrap());
    let mut served: BTreeMap<Route, String> = BTreeMap::new();
    for (function, routes) in world.service.functions(nobody).unwrap() {
        let description: Value = serde_json::to_value(routes.into_openapi()).unwrap();
        for (path, methods) in description["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                served.insert(format!("{} {path}", method.to_uppercase()), function.to_owned());
            }
        }
    }
    assert_eq!(routed(), served);
}

#[test]
fn every_route_has_a_sample_event_for_its_function() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../events");
    for (route, function) in routed() {
        let samples = std::fs::read_dir(format!("{folder}/{function}")).unwrap();
        let found = samples.into_iter().any(|sample| {
            let text = std::fs::read_to_string(sample.unwrap().path()).unwrap();
            serde_json::from_str::<Value>(&text).unwrap()["routeKey"] == route
        });
        assert!(found, "{route}: no sample in events/{function}");
    }
}

#[test]
fn every_function_is_given_the_variables_it_reads_and_no_other() {
    let documented = |function: &str| {
        let file = format!("{}/../functions/{function}/src/lib.rs", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).unwrap();
        let table = text.lines().filter(|line| line.starts_with("//! | `SUNWI_")).map(str::to_owned);
        table.flat_map(|line| names(&line)).collect::<BTreeSet<String>>()
    };
    for block in TEMPLATE.split("CodeUri: ../functions/").skip(1) {
        let function = block.lines().next().unwrap();
        let properties = block.split("      Policies:").next().unwrap();
        let mut given: BTreeSet<String> =
            properties.lines().filter(|line| line.trim_start().starts_with("SUNWI_")).flat_map(names).collect();
        given.insert("SUNWI_TABLE".to_owned()); // of every function, under Globals
        assert_eq!(given, documented(function), "{function}: infra/template.yaml and the table of its lib.rs");
    }
}

/// The variables that a line names.
fn names(line: &str) -> Vec<String> {
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    line.split(|c| !is_name(c)).filter(|word| word.starts_with("SUNWI_")).map(str::to_owned).collect()
}
