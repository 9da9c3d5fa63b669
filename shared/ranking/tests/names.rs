//! Nicknames: the tables of names that must pass and must be refused, and the promises of the module.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use proptest::prelude::*;
use ranking::names::{Nickname, NicknameError, guest_name};

const MUST_REFUSE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/names/must_refuse.csv"));
const MUST_PASS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/names/must_pass.csv"));

/// The rows of a table, with `\u{...}` in a name read as the character: some cannot be seen in a file.
fn rows<const N: usize>(table: &str) -> Vec<[String; N]> {
    let row = |line: &str| {
        let cells: Vec<String> = line.split(',').map(unescape).collect();
        cells.try_into().unwrap_or_else(|_| panic!("{line:?} has another number of cells"))
    };
    table.lines().skip(1).map(row).collect()
}

fn unescape(cell: &str) -> String {
    let mut parts = cell.split("\\u{");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (hex, rest) = part.split_once('}').unwrap();
        text.push(char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap());
        text += rest;
    }
    text
}

fn parse(name: &str) -> Result<Nickname, NicknameError> {
    name.parse()
}

#[test]
fn every_name_of_the_table_that_must_be_refused_is_refused_by_its_rule() {
    let rows = rows::<3>(MUST_REFUSE);
    assert!(rows.len() >= 100);
    let wrong: Vec<_> = rows
        .iter()
        .map(|[name, code, _]| (name, code, parse(name).map_err(NicknameError::as_str)))
        .filter(|(_, code, got)| got.as_ref().err() != Some(&code.as_str()))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_name_of_the_table_that_must_pass_passes() {
    let rows = rows::<2>(MUST_PASS);
    assert!(rows.len() >= 100);
    let wrong: Vec<_> = rows.iter().filter_map(|[name, why]| parse(name).err().map(|got| (name, why, got))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_of_refusals_has_every_rule() {
    let rows = rows::<3>(MUST_REFUSE);
    for rule in NicknameError::ALL {
        assert!(rows.iter().any(|[_, code, _]| code == rule.as_str()), "{rule:?}");
    }
}

#[test]
fn a_decomposed_name_is_shown_composed() {
    assert_eq!(parse("e\u{301}te\u{301}").unwrap().as_str(), "été");
    assert_eq!(parse("\u{1100}\u{1169}\u{110B}\u{1163}\u{11BC}").unwrap().as_str(), "고양");
}

#[test]
fn names_that_look_alike_have_one_skeleton() {
    let skeleton = |name| parse(name).unwrap().skeleton();
    for (one, other) in [("Neo", "Ne0"), ("lily", "1i1y"), ("CAT", "cat"), ("modem", "modern"), ("고양이", "고양이")]
    {
        assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
    }
    for (one, other) in [("cat", "car"), ("고양이", "고양아"), ("Neo1", "Neo2")] {
        assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
    }
}

#[test]
fn a_guest_is_named_by_four_characters_of_the_public_identifier() {
    assert_eq!(guest_name("01jdz3m7q8abcd"), "손님abcd");
    assert_eq!(guest_name("ab"), "손님ab");
    assert_eq!(guest_name(""), "손님");
    assert_eq!(parse(&guest_name("01jdz3m7q8")), Err(NicknameError::Reserved));
}

#[test]
fn rules_have_texts_in_both_languages_and_codes_of_their_own() {
    for (at, rule) in NicknameError::ALL.iter().enumerate() {
        assert!(!rule.text().ko.is_empty() && !rule.text().en.is_empty());
        assert!(NicknameError::ALL[..at].iter().all(|earlier| earlier.as_str() != rule.as_str()));
    }
}

#[test]
fn a_nickname_is_written_as_plain_text() {
    assert_eq!(serde_json::to_string(&parse("고양이").unwrap()).unwrap(), "\"고양이\"");
}

proptest! {
    #[test]
    fn a_name_that_passes_is_short_visible_composed_and_passes_again(text in "[가-힣ㄱ-ㅣa-zA-Zé0-9 _.\u{200B}\u{301}\u{3164}-]{0,14}") {
        if let Ok(name) = parse(&text) {
            prop_assert!((1..=12).contains(&name.as_str().chars().count()));
            let hidden = name.as_str().contains(['\u{200B}', '\u{301}', '\u{3164}', '\n']);
            prop_assert!(!hidden);
            prop_assert_eq!(name.as_str().trim(), name.as_str());
            prop_assert_eq!(parse(name.as_str()), Ok(name.clone()));
        }
    }

    #[test]
    fn no_text_is_too_odd_to_be_judged(text in any::<String>()) {
        let _ = parse(&text).map(|name| name.skeleton());
        let _ = guest_name(&text);
    }

    #[test]
    fn separators_do_not_hide_a_real_name(given in prop::sample::select(vec!["철수", "영희", "민준", "서연"]), at in 1..3_usize, sign in "[ ._-]") {
        let mut name: Vec<String> = format!("김{given}").chars().map(String::from).collect();
        name.insert(at, sign);
        prop_assert_eq!(parse(&name.concat()), Err(NicknameError::RealName));
    }

    #[test]
    fn a_digit_inside_lets_a_real_name_pass_as_the_public_rules_say(at in 0..=3_usize, digit in "[0-9]") {
        let mut name: Vec<String> = "김철수".chars().map(String::from).collect();
        name.insert(at, digit);
        prop_assert!(parse(&name.concat()).is_ok());
    }
}
