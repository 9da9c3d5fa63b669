//! One proof of each game with its value; `tests/wasm` replays the same file.
//!
//! The values of the puzzle and arcade games were counted by second implementations (`reference/golden.py`). Those
//! of games against the computer are this crate's own, at level `basic`: they hold the opponents to the moves that
//! stored runs were played against, and every machine to the same moves. A row that changes is a new rules version.
//!
//! A value is the number counted, `"elapsed"` where the time is measured, or null where nothing is ranked. Some rows also
//! have part of the opening as the second implementation draws it.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use std::collections::BTreeSet;

use games::{Board, GameId, Level, Seed, Value};
use serde_json::Value as Json;
use support::{referee, vectors};

/// The board a row was played on.
fn board(row: &Json) -> Board {
    let hex = row["seed"].as_str().unwrap();
    assert_eq!(hex.len(), 64);
    Board {
        seed: Seed(std::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())),
        weekday: row["weekday"].as_u64().unwrap() as u8,
        variation: row["variation"].as_u64().unwrap() as u32,
        level: row["level"].as_str().map(|level| level.parse::<Level>().unwrap()),
    }
}

#[test]
fn every_golden_proof_is_worth_its_value() {
    let rows = vectors("golden.json");
    let mut played = BTreeSet::new();
    for row in rows.as_array().unwrap() {
        let game: GameId = row["game"].as_str().unwrap().parse().unwrap();
        let board = board(row);
        let replay = referee(game, &board, row["proof"].as_str().unwrap()).unwrap();
        let expected = match &row["value"] {
            Json::Null => Value::Unranked,
            Json::String(elapsed) if elapsed == "elapsed" => Value::Elapsed,
            counted => Value::Counted(counted.as_u64().unwrap()),
        };
        assert_eq!(replay.value, expected, "{game}");
        let opening = game.opening(&board);
        for (name, shown) in row["opening"].as_object().into_iter().flatten() {
            assert_eq!(&opening[name], shown, "{game}");
        }
        played.insert(game);
    }
    for game in GameId::with_runs() {
        assert!(played.contains(&game), "{game} has no golden proof");
    }
}
