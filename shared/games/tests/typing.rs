//! The daily passage: strokes against other programs' counts, and what counts as the same text.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use std::collections::HashSet;

use games::catalogue::typing::{Passage, Strokes, Typed, passage, passages};
use games::{Board, GameId, Illegal, Malformed, Proof, Seed, Value};
use proptest::prelude::*;
use support::{Refusal, board, referee, seeds, vectors};
use unicode_normalization::UnicodeNormalization;

#[test]
fn strokes_are_counted_as_three_other_programs_count_them() {
    let table = vectors("hangul_keystrokes.json");
    let items = table["items"].as_array().unwrap();
    assert_eq!(items.len(), 100);
    for item in items {
        let text = item["text"].as_str().unwrap();
        assert_eq!(u64::from(Strokes::of(text).total()), item["keys"].as_u64().unwrap(), "{text}");
        let decomposed = Typed::decode(&text.nfd().collect::<String>()).unwrap();
        assert_eq!(u64::from(decomposed.moves()), item["keys"].as_u64().unwrap(), "{text} decomposed");
    }
}

#[test]
fn double_vowels_and_double_finals_take_two_keys_and_doubled_consonants_one() {
    for (text, keys) in
        [("과", 3), ("까", 2), ("값", 4), ("얘", 2), ("웩", 4), ("ㅘ", 2), ("ㄳ", 2), ("ㅃ", 1), ("ㅢ", 2)]
    {
        assert_eq!(Strokes::of(text).total(), keys, "{text}");
    }
    // Jamo that stay alone, as an interrupted input leaves them: initial, vowel and final letters.
    for (text, keys) in [("\u{1101}", 1), ("\u{116A}", 2), ("\u{1161}", 1), ("\u{11AA}", 2), ("\u{11A8}", 1)] {
        assert_eq!(Strokes::of(text).total(), keys, "{text:?}");
    }
}

#[test]
fn every_script_has_its_own_pace_and_other_keys_go_along() {
    let strokes = |text| {
        let Strokes { hangul, latin } = Strokes::of(text);
        (hangul, latin)
    };
    assert_eq!(strokes("가나 다."), (8, 0));
    assert_eq!(strokes("So, on."), (0, 7));
    assert_eq!(strokes("A가b나C다"), (6, 3));
    assert_eq!(strokes("가 a b"), (3, 3));
    assert_eq!(strokes("1. a"), (0, 4), "before the first letter its pace counts");
    assert_eq!(strokes("12"), (2, 0));
    let text = "가 ab";
    assert_eq!(Strokes::of(text).least_us(), 3 * 30_000 + 2 * 48_000);
    let reading = GameId::Typing.read(&board(Seed([0; 32])), text).unwrap();
    assert_eq!((reading.moves(), reading.least_elapsed_us()), (5, 186_000));
}

#[test]
fn there_are_enough_passages_and_every_key_of_them_is_on_the_keyboard() {
    for language in ["ko", "en"] {
        let texts: Vec<&str> = passages().filter(|p| p.language == language).map(|p| p.text).collect();
        assert!(texts.len() >= 60, "{} in {language}", texts.len());
        for text in texts {
            assert!((80..=200).contains(&text.chars().count()), "{text}");
            assert!(text.nfc().eq(text.chars()), "{text}");
            assert!(text.trim() == text && !text.contains("  "), "{text}");
            let Strokes { hangul, latin } = Strokes::of(text);
            assert!(if language == "ko" { latin == 0 } else { hangul == 0 }, "{text}");
            let typeable = |sign: char| sign == ' ' || sign.is_ascii_graphic() || ('가'..='힣').contains(&sign);
            assert!(text.chars().all(typeable), "{text}");
        }
    }
    let distinct: HashSet<&str> = passages().map(|p| p.text).collect();
    assert_eq!(distinct.len(), passages().count());
}

/// The board that a seed's ticket carries.
fn today(seed: Seed) -> Board {
    Board { variation: GameId::Typing.variation(&seed), ..board(seed) }
}

#[test]
fn a_year_brings_many_passages_in_both_languages() {
    let year: Vec<Passage> = support::dates_of_2026().map(|seed| passage(&today(seed))).collect();
    let distinct: HashSet<&str> = year.iter().map(|p| p.text).collect();
    assert!(distinct.len() > 100, "{} of {}", distinct.len(), passages().count());
    let korean = year.iter().filter(|p| p.language == "ko").count();
    assert!((130..235).contains(&korean), "{korean} of 365 days are Korean");
}

#[test]
fn only_the_days_passage_is_accepted_and_that_in_either_normal_form() {
    for seed in seeds().take(200) {
        let today = today(seed);
        let opening = GameId::Typing.opening(&today);
        let text = opening["text"].as_str().unwrap();
        assert_eq!(referee(GameId::Typing, &today, text).unwrap().value, Value::Elapsed);
        let decomposed: String = text.nfd().collect();
        assert!(referee(GameId::Typing, &today, &decomposed).is_ok());

        let length = u32::try_from(text.chars().count()).unwrap();
        let refused_at = |typed: &str| match referee(GameId::Typing, &today, typed) {
            Err(Refusal::Illegal(Illegal { at, .. })) => at,
            other => panic!("{typed}: {other:?}"),
        };
        for (nth, (at, sign)) in text.char_indices().enumerate() {
            let rest = &text[at + sign.len_utf8()..];
            let changed = format!("{}{}{rest}", &text[..at], if sign == 'x' { 'y' } else { 'x' });
            assert_eq!(refused_at(&changed), u32::try_from(nth + 1).unwrap());
        }
        assert_eq!(refused_at(&format!("{text} ")), length + 1);
        assert_eq!(refused_at(&format!("{text}\n")), length + 1);
        assert_eq!(refused_at(text.strip_suffix(|_| true).unwrap()), length);
        assert_eq!(refused_at(&format!(" {text}")), 1);
        let next = Board { variation: today.variation + 1, ..today };
        assert!(referee(GameId::Typing, &next, text).is_err());
    }
}

#[test]
fn line_breaks_have_one_meaning_and_control_characters_none() {
    assert_eq!(Typed::decode("가\r\n나").unwrap(), Typed::decode("가\n나").unwrap());
    assert_eq!(Typed::decode("가\r\n나").unwrap().moves(), 5);
    for (text, at) in [("", 0), ("a\rb", 1), ("a\r\r\n", 1), ("a\tb", 1), ("가\0", 3), ("\u{85}", 0), ("a\u{7f}", 1)] {
        assert_eq!(Typed::decode(text).map_err(|Malformed { at, .. }| at), Err(at), "{text:?}");
    }
}

proptest! {
    #[test]
    fn typed_texts_read_back(text in "[가-힣ㄱ-ㅣa-z0-9 .\u{1100}-\u{11ff}\u{300}-\u{310}\n]{1,80}") {
        let typed = Typed::decode(&text).unwrap();
        prop_assert_eq!(Typed::decode(&typed.encode()), Ok(typed));
    }
}

#[test]
fn a_million_random_proofs_are_judged() {
    let today = today(Seed([5; 32]));
    let tally = support::judge_a_million(GameId::Typing, &today, passage(&today).text, "abcde ,.\r\n\x01", 4096);
    assert!(tally.accepted > 0 && tally.illegal > 1000 && tally.malformed > 1000, "{tally:?}");
}
