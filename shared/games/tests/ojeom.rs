//! Ojeom against games played by pente.org's own rules.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use games::catalogue::ojeom::{CAPTURES_TO_WIN, Ojeom, SIZE};
use games::catalogue::points::{Files, Point};
use games::{End, Side, TwoPlayer};
use serde_json::Value as Json;
use support::vectors;

fn list(json: &Json) -> &Vec<Json> {
    json.as_array().unwrap()
}

fn winner(json: &Json) -> Side {
    if json == 1 { Side::First } else { Side::Second }
}

fn point(name: &str) -> Point {
    Files::PENTE.parse(name, SIZE).unwrap()
}

fn captured(game: &Ojeom) -> [u64; 2] {
    [Side::First, Side::Second].map(|side| u64::from(game.captured(side)))
}

#[test]
fn games_go_and_end_as_on_pente_org() {
    let (mut by_captures, mut by_five) = (0, 0);
    for record in list(&vectors("pente_games.json")["games"]) {
        let mut game = Ojeom::default();
        let mut undo = Vec::new();
        let start = game.clone();
        for (number, after) in list(&record["moves"]).iter().zip(list(&record["cap"])) {
            assert_eq!(game.end(), None);
            let number = number.as_u64().unwrap();
            let [x, y] = [number % 19, number / 19].map(|n| u8::try_from(n).unwrap());
            let mv = Point::new(x, y);
            assert!(game.is_legal(mv));
            undo.push(game.make(mv));
            assert_eq!(captured(&game), [0, 1].map(|i| after[i].as_u64().unwrap()));
        }
        let side = winner(&record["winner"]);
        assert_eq!(game.end(), Some(End::won(side)));
        if game.captured(side) >= CAPTURES_TO_WIN {
            by_captures += 1
        } else {
            by_five += 1
        }
        let board: String = Point::all(SIZE)
            .map(|p| match game.stone(p) {
                None => '0',
                Some(Side::First) => '1',
                Some(Side::Second) => '2',
            })
            .collect();
        assert_eq!(board, record["board"].as_str().unwrap());
        while let Some(undo) = undo.pop() {
            game.unmake(undo);
        }
        assert_eq!(game, start);
    }
    assert_eq!((by_captures, by_five), (147, 53));
}

#[test]
fn the_jeff_hardy_game_is_won_with_ten_captures_to_eight() {
    let record = vectors("records/pente_hardy.json");
    let mut game = Ojeom::default();
    for name in list(&record["moves"]) {
        assert_eq!(game.end(), None);
        game.play(point(&name.as_str().unwrap().to_lowercase())).unwrap();
    }
    assert_eq!(captured(&game), [0, 1].map(|i| record["captured_stones"][i].as_u64().unwrap()));
    assert_eq!(game.end(), Some(End::won(winner(&record["winner"]))));
}

fn stones(black: &str, white: &str, to_move: Side) -> Ojeom {
    let side = |side, names: &str| names.split_whitespace().map(|name| (side, point(name))).collect::<Vec<_>>();
    Ojeom::position([side(Side::First, black), side(Side::Second, white)].concat(), to_move).unwrap()
}

#[test]
fn the_first_stone_goes_to_the_centre() {
    let mut moves = Vec::new();
    Ojeom::default().legal_moves(&mut moves);
    assert_eq!(moves, [point("k10")]);
    assert!(Ojeom::default().play(point("k11")).is_err());
}

#[test]
fn bug_28_moving_between_two_stones_is_safe() {
    let mut game = stones("j9 m12", "k10", Side::Second);
    game.play(point("l11")).unwrap();
    assert_eq!((captured(&game), game.stone(point("l11"))), ([0, 0], Some(Side::Second)));
}

#[test]
fn bug_29_six_in_a_row_win() {
    let mut game = stones("c3 d3 e3 g3 h3", "", Side::First);
    game.play(point("f3")).unwrap();
    assert_eq!(game.end(), Some(End::won(Side::First)));
}

#[test]
fn bug_30_one_stone_takes_a_pair_in_each_of_eight_directions() {
    let ends = "k13 n13 n10 n7 k7 g7 g10 g13";
    let pairs = "k11 k12 l11 m12 l10 m10 l9 m8 k9 k8 j9 h8 j10 h10 j11 h12";
    let mut game = stones(ends, pairs, Side::First);
    let before = game.clone();
    let undo = game.make(point("k10"));
    assert_eq!(captured(&game), [16, 0]);
    assert!(pairs.split_whitespace().all(|name| game.stone(point(name)).is_none()));
    assert_eq!(game.end(), Some(End::won(Side::First)));
    game.unmake(undo);
    assert_eq!(game, before);
}

#[test]
fn exactly_two_stones_are_taken() {
    let mut one_and_three = stones("m10 k14", "l10 k11 k12 k13", Side::First);
    one_and_three.play(point("k10")).unwrap();
    assert_eq!(captured(&one_and_three), [0, 0]);
    let mut open = stones("", "l10 m10", Side::First);
    open.play(point("k10")).unwrap();
    assert_eq!(captured(&open), [0, 0]);
    let mut edge = stones("", "a2 a1", Side::First);
    edge.play(point("a3")).unwrap();
    assert_eq!(captured(&edge), [0, 0], "the edge closes nothing");
}
