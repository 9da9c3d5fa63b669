//! Every known attack is either met by a test or named as not prevented.

use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The Rust sources below `folder`, as one text.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_known_attack_names_a_test_that_exists_or_a_sentence_that_admits_it() {
    let table = std::fs::read_to_string(format!("{ROOT}/tests/threats.csv")).unwrap();
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap().replace('\n', " ");
    let (_, admitted) = readme.split_once("## What is not prevented").unwrap();
    let admitted = admitted.split("## ").next().unwrap();
    let mut tests = String::new();
    for folder in ["functions", "infra", "shared", "tests"] {
        sources(&Path::new(ROOT).join(folder), &mut tests);
    }
    let mut rows = 0;
    let mut wrong = Vec::new();
    for line in table.lines().skip(1) {
        // The first column has no comma and the last two have none either.
        let (row, rest) = line.split_once(',').unwrap();
        let (rest, said) = rest.rsplit_once(',').unwrap();
        let (_, names) = rest.rsplit_once(',').unwrap();
        for name in names.split_whitespace().filter(|name| !tests.contains(&format!("fn {name}("))) {
            wrong.push(format!("{row}: there is no test {name}"));
        }
        if !said.is_empty() && !admitted.contains(said) {
            wrong.push(format!("{row}: the README does not say \"{said}\""));
        }
        if names.is_empty() && said.is_empty() {
            wrong.push(format!("{row}: nothing"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(rows, 8 + 12 + 8 + 10 + 7);
}
