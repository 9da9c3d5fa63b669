//! The deployment and the code describe the same service.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tests::World;

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
async fn the_template_routes_what_the_handlers_serve() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let description: Value = serde_json::to_value(world.service.routes().unwrap().into_openapi()).unwrap();
    let served: BTreeSet<Route> = description["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |m| format!("{} {path}", m.to_uppercase()))
        })
        .collect();
    let routed: BTreeSet<Route> = routed().into_keys().collect();
    let unreachable: Vec<_> = served.difference(&routed).collect();
    assert!(
        unreachable.is_empty(),
        "to be listed in infra/template.yaml, under the Events of a function: {unreachable:?}"
    );
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
fn every_function_is_given_the_variables_it_reads() {
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
        let missing: Vec<_> = documented(function).difference(&given).cloned().collect();
        assert!(missing.is_empty(), "{function}: infra/template.yaml gives it no {missing:?}");
    }
}

/// The variables that a line names.
fn names(line: &str) -> Vec<String> {
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    line.split(|c| !is_name(c)).filter(|word| word.starts_with("SUNWI_")).map(str::to_owned).collect()
}
