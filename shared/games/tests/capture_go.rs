//! Capture go against games refereed by sgfmill.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use games::catalogue::capture_go::{CaptureGo, SIZE};
use games::catalogue::points::{Files, Point};
use games::{Draw, End, Level, Opponent, Seed, Side, TwoPlayer};
use support::vectors;

fn play(game: &mut CaptureGo, name: &str) -> Option<End> {
    let mv = game.parse(name).unwrap();
    game.play(mv).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    game.end()
}

/// The board as a row of characters, the top row first.
fn drawn(game: &CaptureGo) -> String {
    let points = (0..SIZE).rev().flat_map(|y| (0..SIZE).map(move |x| Point::new(x, y)));
    let letter = |stone| match stone {
        None => '.',
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
    };
    points.map(|p| letter(game.stone(p))).collect()
}

#[test]
fn a_hundred_games_end_with_their_first_capture() {
    let vectors = vectors("capture_go_games.json");
    let games = vectors["games"].as_array().unwrap();
    assert_eq!(games.len(), 100);
    for record in games {
        let mut game = CaptureGo::default();
        let mut end = None;
        for name in record["moves"].as_array().unwrap() {
            assert_eq!(end, None);
            end = play(&mut game, name.as_str().unwrap());
        }
        let winner = if record["winner"] == "b" { Side::First } else { Side::Second };
        assert_eq!(end, Some(End::won(winner)));
        assert_eq!(drawn(&game), record["final"].as_str().unwrap());
    }
}

#[test]
fn bug_19_a_stone_without_liberties_is_refused_unless_it_takes() {
    // White may not fill its corner while both neighbours are Black's and breathe.
    let mut game = CaptureGo::default();
    for name in ["A2", "E5", "B1"] {
        assert_eq!(play(&mut game, name), None);
    }
    assert!(game.play(Files::GO.parse("A1", SIZE).unwrap()).is_err());

    // The same corner is open once a neighbour is down to that very liberty: taking comes first.
    for name in ["A3", "H9", "B2", "H8"] {
        assert_eq!(play(&mut game, name), None);
    }
    assert_eq!(play(&mut game, "A1"), Some(End::won(Side::Second)));
}

#[test]
fn there_is_no_pass_and_nothing_after_the_end() {
    let mut game = CaptureGo::default();
    assert_eq!(game.parse("pass"), None);
    for name in ["A2", "A1", "B1"] {
        play(&mut game, name);
    }
    assert_eq!(game.end(), Some(End::won(Side::First)));
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    assert!(moves.is_empty() && game.play(Point::new(8, 8)).is_err());
}

#[test]
fn a_random_game_never_outlasts_the_board() {
    let mut draw = Draw::new(&Seed([8; 32]));
    for _ in 0..500 {
        let mut game = CaptureGo::default();
        let mut plies = 0;
        while game.end().is_none() {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let accepted = Point::all(SIZE).filter(|&p| game.is_legal(p));
            assert!(accepted.eq(moves.iter().copied()), "{game:?}");
            game.play(moves[draw.below(u32::try_from(moves.len()).unwrap()) as usize]).unwrap();
            plies += 1;
        }
        assert!(plies <= 81 && game.end().unwrap().winner.is_some());
    }
}

#[test]
fn every_level_takes_what_it_can_take() {
    // White's D5 has one liberty left, at E5.
    let mut game = CaptureGo::default();
    for name in ["D4", "D5", "C5", "J1", "D6", "J2"] {
        play(&mut game, name);
    }
    for level in Level::ALL {
        let mv = game.choose(level, &mut Draw::new(&Seed([1; 32]))).mv.unwrap();
        assert_eq!(game.notation(mv), "E5");
    }
}
