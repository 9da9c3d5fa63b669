//! Reversi against published counts, other engines' games and the tournament records of the French federation.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use games::catalogue::reversi::{self, Position};
use games::{Side, TwoPlayer};
use serde_json::Value as Json;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/games/");

fn vectors(file: &str) -> Json {
    serde_json::from_str(&std::fs::read_to_string(format!("{VECTORS}{file}")).unwrap()).unwrap()
}

/// Plays `moves`, in which a pass is left out or written `pass`; gives the number of passes.
fn play<'a>(position: &mut Position, moves: impl IntoIterator<Item = &'a str>) -> u32 {
    let mut passes = 0;
    for token in moves {
        if token == "pass" {
            continue;
        }
        let mover = position.side_to_move();
        let mv = position.parse(token).expect("a square");
        assert_eq!(position.play(mv), Ok(()), "{token} in {position:?}");
        passes += u32::from(position.end().is_none() && position.side_to_move() == mover);
    }
    passes
}

fn picture(position: &Position) -> String {
    (0..64)
        .map(|square| {
            match (position.squares(Side::First) >> square & 1, position.squares(Side::Second) >> square & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '-',
            }
        })
        .collect()
}

fn texts(array: &Json) -> Vec<&str> {
    array.as_array().unwrap().iter().map(|token| token.as_str().unwrap()).collect()
}

/// The discs of each side, with the empty squares given to the winner.
fn counted(position: &Position) -> (u32, u32) {
    let (black, white) = (position.discs(Side::First), position.discs(Side::Second));
    let end = position.end().expect("a finished game");
    let winner = (64 + end.margin) / 2;
    match end.winner {
        Some(Side::First) => (winner, 64 - winner),
        Some(Side::Second) => (64 - winner, winner),
        None => {
            assert_eq!(black, white);
            (32, 32)
        }
    }
}

#[test]
fn black_may_begin_on_d3_c4_f5_and_e6() {
    let mut moves = Vec::new();
    Position::START.legal_moves(&mut moves);
    let names: Vec<String> = moves.into_iter().map(|mv| Position::START.notation(mv)).collect();
    assert_eq!(names, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn lines_of_play_are_as_many_as_published_to_nine_plies() {
    let published = vectors("othello_perft.json")["perft_1_to_14"].as_array().unwrap().clone();
    for (depth, count) in (1..=9).zip(published) {
        assert_eq!(reversi::perft(&Position::START, depth), count.as_u64().unwrap(), "depth {depth}");
    }
}

#[test]
fn random_games_of_another_engine_have_the_same_moves_and_the_same_end() {
    let games = vectors("othello_random_games.json");
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 200);
    for game in games {
        let mut position = Position::START;
        let counts = game["legal_counts"].as_array().unwrap();
        let mut passes = 0;
        for (token, count) in texts(&game["moves"]).into_iter().zip(counts) {
            if token == "pass" {
                passes += 1;
                continue;
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert_eq!(moves.len() as u64, count.as_u64().unwrap(), "before {token} in {}", picture(&position));
            play(&mut position, [token]);
        }
        assert_eq!(passes, game["passes"].as_u64().unwrap());
        assert_eq!(picture(&position), game["final"].as_str().unwrap());
        assert!(position.end().is_some());
    }
}

#[test]
fn games_can_end_before_the_board_is_full() {
    let games = vectors("othello_early_end.json");
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 20);
    for game in games {
        let mut position = Position::START;
        play(&mut position, texts(&game["moves"]));
        assert_eq!(picture(&position), game["final"].as_str().unwrap());
        let (black, white) = (game["black"].as_i64().unwrap(), game["white"].as_i64().unwrap());
        let empty = 64 - black - white;
        assert!(empty > 0);
        let end = position.end().expect("nobody can move");
        let margin = if black == white { 0 } else { (black - white).abs() + empty };
        assert_eq!(i64::from(end.margin), margin);
        assert_eq!(
            end.winner,
            match black.cmp(&white) {
                std::cmp::Ordering::Greater => Some(Side::First),
                std::cmp::Ordering::Less => Some(Side::Second),
                std::cmp::Ordering::Equal => None,
            }
        );
    }
}

#[test]
fn four_hundred_tournament_games_come_to_their_recorded_result() {
    let games = vectors("records/othello_wthor_400.json");
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 400);
    for game in games {
        let mut position = Position::START;
        let moves = game["moves"].as_str().unwrap();
        let tokens = (0..moves.len()).step_by(2).map(|at| &moves[at..at + 2]);
        let passes = play(&mut position, tokens);
        assert_eq!(u64::from(passes), game["passes"].as_u64().unwrap());
        assert_eq!(u64::from(position.discs(Side::First)), game["black_discs"].as_u64().unwrap());
        assert_eq!(u64::from(position.discs(Side::Second)), game["white_discs"].as_u64().unwrap());
        let (black, white) = counted(&position);
        assert_eq!(format!("{black}-{white}"), game["recorded"].as_str().unwrap());
    }
}

#[test]
fn the_federations_file_of_1977_replays_to_blacks_recorded_discs() {
    // 16 bytes of header, the number of games at 4; then 68 bytes a game: black's discs at 6, 60 moves from 8, each
    // ten times the row plus the file, 0 when the game is over (format note "WTHOR" of the federation).
    let file = std::fs::read(format!("{VECTORS}records/WTH_1977.wtb")).unwrap();
    let count = u32::from_le_bytes(file[4..8].try_into().unwrap());
    let games = file[16..].chunks_exact(68);
    assert_eq!((count, games.len()), (12, 12));
    for game in games {
        let mut position = Position::START;
        for &mv in game[8..].iter().take_while(|&&mv| mv != 0) {
            let token = format!("{}{}", char::from(b'a' + mv % 10 - 1), mv / 10);
            play(&mut position, [token.as_str()]);
        }
        assert_eq!(counted(&position).0, u32::from(game[6]));
    }
}

#[test]
fn a_side_without_a_move_passes_and_the_game_goes_on() {
    let mut position = Position::START;
    play(&mut position, "e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8".split(' '));
    assert_eq!(position.side_to_move(), Side::Second);
    assert_eq!(play(&mut position, ["f8"]), 1);
    assert_eq!((position.side_to_move(), position.end()), (Side::Second, None));
}

#[test]
fn the_passes_of_a_reported_game_fall_where_another_engine_has_them() {
    let moves = "e6 f4 e3 d2 c3 d6 f5 d3 c4 b4 b2 b3 c2 a1 f3 e2 a2 b1 f2 c1 c6 a3 a4 a5 d1 b5 a6 a7 b6 c5 c7 b7 f6 b8 a8 \
                 g6 c8 d7 d8 e8 e7";
    let mut position = Position::START;
    let mut passed_after = Vec::new();
    for token in moves.split_whitespace() {
        if play(&mut position, [token]) == 1 {
            passed_after.push(token);
        }
    }
    // After e7, where the report stops, Black can only pass again.
    assert_eq!(passed_after, ["a5", "d1", "a7", "b6", "c5", "c8", "e8", "e7"]);
    assert_eq!((position.side_to_move(), position.end()), (Side::Second, None));
}

#[test]
fn a_square_has_one_name() {
    for token in ["F5", "f05", "i1", "a9", "a0", "5f", "f5 ", "", "pass", "ｆ5"] {
        assert_eq!(Position::START.parse(token), None, "{token}");
    }
}
