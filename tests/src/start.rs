//! What a function says when it is started with a variable missing or wrong. The functions' own tests include this file: only
//! they know where their binary is.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::process::Command;

/// 32 bytes.
const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// 32 bytes under a name.
const KEYS: &str = "a1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// A right value for every variable.
const RIGHT: [(&str, &str); 11] = [
    ("SUNWI_TABLE", "sunwi"),
    ("SUNWI_TICKET_KEYS", KEYS),
    ("SUNWI_BROWSER_KEYS", KEYS),
    ("SUNWI_BOARD_KEY", KEY),
    ("SUNWI_CURSOR_KEY", KEY),
    ("SUNWI_ADDRESS_KEY", KEY),
    ("SUNWI_CORS_ORIGINS", "https://games.example.com"),
    ("SUNWI_JWKS", "https://id.example.com/jwks.json"),
    ("SUNWI_ISSUER", "https://id.example.com/"),
    ("SUNWI_AUDIENCE", "sunwi"),
    ("SUNWI_EVENT_BUS", "sunwi"),
];

/// Values that stop a function: nothing, blanks, and what cannot be read.
fn wrong(variable: &str) -> &'static [&'static str] {
    match variable {
        "SUNWI_TICKET_KEYS" | "SUNWI_BROWSER_KEYS" => {
            &["", "nameless", "a1:short", "a1:AAECAwQFBgcICQoL*DA0ODxAREhMUFRY"]
        }
        "SUNWI_BOARD_KEY" | "SUNWI_CURSOR_KEY" | "SUNWI_ADDRESS_KEY" => {
            &["", "short", "AAECAwQFBgcICQoL*DA0ODxAREhMUFRY"]
        }
        "SUNWI_CORS_ORIGINS" => &["", "games.example.com", "https://games.example.com,*"],
        "SUNWI_JWKS" => &["", "{}", "http://id.example.com/jwks.json"],
        _ => &["", " "],
    }
}

/// The variables in the table at the head of `source`, a function's `lib.rs`.
fn documented(source: &str) -> Vec<&'static str> {
    let table: String = source.lines().filter(|line| line.starts_with("//! | `SUNWI_")).collect();
    let names = RIGHT.map(|(name, _)| name).into_iter();
    let documented: Vec<_> = names.filter(|name| table.contains(&format!("`{name}`"))).collect();
    assert_eq!(documented.len(), table.matches("`SUNWI_").count(), "a variable has no right value here");
    documented
}

/// Starts `binary` with each of its variables missing and wrong, the others right.
pub fn names_what_is_missing_or_wrong(binary: &str, source: &str) {
    let variables = documented(source);
    assert!(variables.contains(&"SUNWI_TABLE"), "{variables:?}"); // every function has it
    for variable in variables {
        for value in std::iter::once(None).chain(wrong(variable).iter().map(Some)) {
            let right = RIGHT.into_iter().filter(|(name, _)| *name != variable);
            let set = right.chain(value.map(|value| (variable, *value)));
            let ended =
                Command::new(binary).env_clear().env("AWS_REGION", "ap-northeast-2").envs(set).output().unwrap();
            let said = String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap();
            assert!(!ended.status.success(), "{variable} = {value:?}: {said}");
            assert!(said.lines().count() == 1 && said.contains(variable), "{variable} = {value:?}: {said}");
            assert!(value.is_none_or(|value| value.len() < 2 || !said.contains(value)), "a secret is shown: {said}");
        }
    }
}
