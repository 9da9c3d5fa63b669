//! Checkers against published counts, another engine's legal moves and two archives of real games.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeSet;

use games::catalogue::checkers::Position;
use games::{End, Side, TwoPlayer};
use serde_json::Value as Json;

fn vectors(file: &str) -> Json {
    let path = format!("{}/../../tests/vectors/games/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|| panic!("{fen} is a position"))
}

/// The legal moves, sorted by name.
fn legal(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut names: Vec<String> = moves.into_iter().map(|mv| position.notation(mv)).collect();
    names.sort_unstable();
    names
}

fn sorted(list: &Json) -> Vec<String> {
    let mut names: Vec<String> =
        list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

/// Plays one move, found among the legal ones.
fn make(position: &mut Position, token: &str) {
    let mv = position.parse(token).unwrap_or_else(|| panic!("{token} is a move of the game"));
    assert!(position.is_legal(mv), "{token} in {position:?}, legal {:?}", legal(position));
    position.make(mv);
}

/// The same pieces and the same side to move, whatever went before.
fn assert_same_placement(position: &Position, fen: &str) {
    assert_eq!(position.key(), self::position(fen).key(), "{position:?} is not {fen}");
}

#[test]
fn lines_of_play_are_as_many_as_published_to_nine_moves() {
    let vectors = vectors("checkers_perft.json");
    assert_same_placement(&Position::start(), vectors["start"].as_str().unwrap());
    for (depth, count) in (1..=9).zip(vectors["published_perft_1_to_15"].as_array().unwrap()) {
        assert_eq!(Position::start().perft(depth), count.as_u64().unwrap(), "depth {depth}");
    }
}

#[test]
fn three_hundred_positions_have_the_moves_of_two_other_generators() {
    let vectors = vectors("checkers_positions.json");
    let positions = vectors["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 300);
    for case in positions {
        let fen = case["fen"].as_str().unwrap();
        assert_eq!(legal(&position(fen)), sorted(&case["legal"]), "{fen}");
    }
}

#[test]
fn every_ply_of_120_games_has_the_moves_of_another_engine() {
    let vectors = vectors("checkers_games.json");
    let games = vectors["games"].as_array().unwrap();
    let mut plies = 0;
    for game in games {
        let mut position = Position::start();
        for ply in game["plies"].as_array().unwrap() {
            assert_same_placement(&position, ply["fen"].as_str().unwrap());
            assert_eq!(legal(&position), sorted(&ply["legal"]), "{}", ply["fen"]);
            make(&mut position, ply["move"].as_str().unwrap());
            plies += 1;
        }
        assert_same_placement(&position, game["final_fen"].as_str().unwrap());
        assert_eq!(legal(&position), sorted(&game["final_legal"]));
        if legal(&position).is_empty() {
            assert_eq!(position.end(), Some(End::won(position.side_to_move().other())));
        }
    }
    assert_eq!((games.len(), plies), (120, 8854));
}

#[test]
fn real_games_of_two_centuries_replay_to_their_last_position() {
    for (file, count) in [("records/checkers_tinsley_260.json", 260), ("records/checkers_oca_1840s.json", 43)] {
        let vectors = vectors(file);
        let games = vectors["games"].as_array().unwrap();
        assert_eq!(games.len(), count);
        for game in games {
            let mut position = Position::start();
            for token in game["moves"].as_str().unwrap().split(' ') {
                make(&mut position, token);
            }
            assert_same_placement(&position, game["final_fen"].as_str().unwrap());
            assert_eq!(legal(&position).len() as u64, game["final_legal"].as_u64().unwrap());
        }
    }
}

#[test]
fn faults_reported_of_other_engines_are_not_repeated() {
    let cases: [(&str, &[&str]); 5] = [
        // A man crowned by a jump stops, although a king could go on.
        ("B:B22:W26,27", &["22x31"]),
        // A jump is compulsory, and may not stop half-way.
        ("B:B9,11:W15,22", &["11x18x25"]),
        // A king steps one square and jumps a neighbour only.
        ("W:B22:WK29", &["29-25"]),
        // The longer jump is not compulsory.
        ("B:B3:W7,8,15,16", &["3x10x19", "3x12x19"]),
        ("B:B12:W16,19", &[]),
    ];
    for (fen, moves) in cases {
        assert_eq!(legal(&position(fen)), moves, "{fen}");
    }
}

#[test]
fn two_ways_to_the_same_square_that_take_different_pieces_are_two_moves() {
    let before = position("B:B4,K12,K25:W6,7,K8,K15,16,28,29");
    let after = ["12x19x10x1", "12x3x10x1"].map(|token| {
        let mut position = before.clone();
        make(&mut position, token);
        position
    });
    assert_same_placement(&after[0], "W:BK1,4,K25:W7,K8,28,29");
    assert_same_placement(&after[1], "W:BK1,4,K25:WK15,16,28,29");
}

#[test]
fn who_cannot_move_loses_on_his_own_turn_only() {
    assert_eq!(position("B:B12:W16,19").end(), Some(End::won(Side::Second)));
    assert_eq!(position("W:B12:W16,19").end(), None);
    assert_eq!(position("B:B:W16").end(), Some(End::won(Side::Second)));
}

#[test]
fn the_third_appearance_of_a_position_is_a_draw() {
    let mut position = position("B:BK1:WK32");
    for round in 0..2 {
        for token in ["1-5", "32-28", "5-1", "28-32"] {
            assert_eq!(position.end(), None, "round {round}, before {token}");
            make(&mut position, token);
        }
    }
    assert_eq!(position.end(), Some(End::DRAW));
    let mv = position.parse("1-5").unwrap();
    assert!(position.play(mv).is_err());
}

#[test]
fn forty_moves_each_without_a_jump_or_a_mans_move_are_a_draw() {
    // Two kings each walk about, never to a position that has been, and never where one can be jumped.
    let mut position = position("B:BK1,K2:WK31,K32");
    let mut seen = BTreeSet::from([position.key()]);
    for ply in 0..80 {
        assert_eq!(position.end(), None, "after {ply} plies");
        let quiet = legal(&position).into_iter().find(|token| {
            let mut after = position.clone();
            make(&mut after, token);
            !legal(&after).iter().any(|reply| reply.contains('x')) && seen.insert(after.key())
        });
        make(&mut position, &quiet.expect("a way to go on"));
    }
    assert_eq!(position.end(), Some(End::DRAW));
}

#[test]
fn a_move_has_one_name() {
    for token in [
        "11-16x20",
        "11x15",
        "11-18",
        "1x9",
        "5x12",
        "011-15",
        "11-33",
        "0-4",
        "11",
        "",
        "11-",
        "-15",
        "11-15-18",
        "11--15",
        "3x10x",
        "1x10x1x10x1x10x1x10x1x10x1",
        "11 15",
    ] {
        assert_eq!(Position::start().parse(token), None, "{token}");
    }
    for token in ["11-15", "15-11", "3x10x19", "1x10", "12x3x10x1"] {
        let mv = Position::start().parse(token).unwrap();
        assert_eq!(Position::start().notation(mv), token);
    }
}

#[test]
fn a_position_that_is_none_is_not_read() {
    for fen in
        ["", "B", "B:B1", "X:B1:W2", "B:W1:B2", "B:B1:W1", "B:B1,1:W2", "B:B0:W2", "B:B33:W2", "B:Bk1:W2", "B:B1:W2:"]
    {
        assert_eq!(Position::from_fen(fen), None, "{fen}");
    }
}
