//! Nim against Bouton's theorem, a table computed elsewhere, and the worked examples of the rules page.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use games::catalogue::nim::Piles;
use games::{Side, TwoPlayer, perft};
use serde_json::Value as Json;

fn table() -> Json {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/games/nim_345.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn position(piles: [u8; 3]) -> Piles {
    Piles::new(piles, Side::First).unwrap()
}

fn played(piles: [u8; 3], token: &str) -> Result<Piles, games::IllegalMove> {
    let mut position = position(piles);
    let mv = position.parse(token).unwrap_or_else(|| panic!("{token} is a move of the game"));
    position.play(mv).map(|()| position)
}

#[test]
fn winning_moves_are_those_of_the_table_in_all_120_positions() {
    let table = table();
    let positions = table["table"].as_object().unwrap();
    assert_eq!(positions.len(), 120);
    for (piles, expected) in positions {
        let piles: Vec<u8> = piles.split(',').map(|pile| pile.parse().unwrap()).collect();
        let position = position(piles.try_into().unwrap());
        let mut moves = Vec::new();
        position.winning_moves(&mut moves);
        let moves: Vec<String> = moves.into_iter().map(|mv| position.notation(mv)).collect();
        let winning: Vec<String> = expected["winning_moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| format!("{}-{}", mv[0].as_u64().unwrap() + 1, mv[1])) // the table counts piles from 0
            .collect();
        assert_eq!(moves, winning, "{position:?}");
        assert_eq!(position.nim_sum() != 0, expected["win"].as_bool().unwrap(), "{position:?}");
    }
}

#[test]
fn lines_of_play_are_as_many_as_counted_elsewhere() {
    let counts = table()["perft"].as_array().unwrap().clone();
    assert!(counts.len() >= 6);
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&mut position([3, 4, 5]), depth), count.as_u64().unwrap(), "depth {depth}");
    }
}

#[test]
fn taking_two_from_the_first_pile_leaves_one_four_five_to_the_other_side() {
    let after = played([3, 4, 5], "1-2").unwrap();
    assert_eq!((after.piles(), after.side_to_move(), after.end()), ([1, 4, 5], Side::Second, None));
}

#[test]
fn taking_the_last_two_objects_wins_at_once() {
    let end = played([0, 0, 2], "3-2").unwrap().end().unwrap();
    assert_eq!(end.winner, Some(Side::First));
}

#[test]
fn a_move_takes_from_one_pile_at_least_one_and_no_more_than_there_is() {
    assert!(played([0, 4, 5], "1-1").is_err());
    assert!(played([1, 4, 5], "1-2").is_err());
    for token in ["1-0", "1-4", "4-1", "0-1", "1-2 2-1", "11", "1-", "-1", "1--1", "01-1", ""] {
        assert_eq!(position([3, 4, 5]).parse(token), None, "{token}");
    }
}
