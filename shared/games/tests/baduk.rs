//! Go against games and counts of other programs: open_spiel, GNU Go and sgfmill.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use games::catalogue::baduk::{Baduk, Move, Refusal, Setup};
use games::catalogue::points::{Files, Point};
use games::{Draw, End, Seed, Side, TwoPlayer, perft};
use serde_json::Value as Json;
use support::vectors;

fn list(json: &Json) -> &Vec<Json> {
    json.as_array().unwrap()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn point(name: &str) -> Point {
    Files::GO.parse(name, 19).unwrap()
}

/// The board as a row of characters, the top row first.
fn drawn(game: &Baduk) -> String {
    let size = game.size();
    let row = |y| (0..size).map(move |x| Point::new(x, y));
    let points = (0..size).rev().flat_map(row);
    let letter = |stone| match stone {
        None => '.',
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
    };
    points.map(|p| letter(game.stone(p))).collect()
}

fn difference(game: &Baduk) -> i64 {
    let [black, white] = game.area().map(i64::from);
    black - white
}

fn play(game: &mut Baduk, token: &str) {
    let mv = game.parse(token).unwrap();
    game.play(mv).unwrap_or_else(|refused| panic!("{token}: {refused}"));
}

/// A position from rows, the top row first.
fn position(rows: &[&str], to_move: Side) -> Baduk {
    let size = u8::try_from(rows.len()).unwrap();
    let stones = (0..size).rev().zip(rows).flat_map(|(y, row)| {
        (0u8..).zip(row.bytes()).filter_map(move |(x, cell)| {
            let side = match cell {
                b'X' => Side::First,
                b'O' => Side::Second,
                _ => return None,
            };
            Some((side, Point::new(x, y)))
        })
    });
    Baduk::position(Setup::even(size), stones, to_move).unwrap()
}

fn compare_the_end(game: &Baduk, record: &Json, area: &str) {
    assert_eq!(drawn(game), text(&record["final"]));
    assert_eq!(u64::from(game.captured(Side::First)), record["captures"]["b"].as_u64().unwrap());
    assert_eq!(u64::from(game.captured(Side::Second)), record["captures"]["w"].as_u64().unwrap());
    assert_eq!(difference(game), record[area].as_i64().unwrap());
}

#[test]
fn every_legal_set_capture_and_count_of_a_hundred_random_games_is_found() {
    let (mut suicides, mut repetitions) = (0, 0);
    for record in list(&vectors("go_9x9_games.json")["games"]) {
        let mut game = Baduk::new(Setup::even(9)).unwrap();
        let mut illegal = list(&record["illegal_at"]).iter().peekable();
        for (ply, token) in (0u64..).zip(list(&record["moves"])) {
            let mut legal = Vec::new();
            game.legal_moves(&mut legal);
            assert_eq!(legal.pop(), Some(Move::Pass));
            assert!(Point::all(9).filter(|&p| game.refusal(p).is_none()).map(Move::Play).eq(legal));
            // The table tells the illegal points of every second position or so.
            if let Some(entry) = illegal.next_if(|entry| entry[0] == ply) {
                let expected: Vec<_> =
                    list(&entry[1]).iter().map(|pair| (point(text(&pair[0])), text(&pair[1]))).collect();
                for p in Point::all(9).filter(|&p| game.stone(p).is_none()) {
                    let refusal = match expected.iter().find(|(named, _)| *named == p) {
                        None => None,
                        Some((_, "suicide")) => Some(Refusal::Suicide),
                        Some(_) => Some(Refusal::Superko),
                    };
                    assert_eq!(game.refusal(p), refusal, "{p:?} at ply {ply} of\n{game:?}");
                    suicides += u32::from(refusal == Some(Refusal::Suicide));
                    repetitions += u32::from(refusal == Some(Refusal::Superko));
                }
            }
            play(&mut game, text(token));
        }
        assert_eq!(illegal.next(), None);
        compare_the_end(&game, record, "area_black_minus_white");
    }
    assert_eq!((suicides, repetitions), (27_432, 535 + 16));
}

#[test]
fn real_games_replay_to_their_final_boards() {
    let vectors = vectors("records/go_9x9_gnugo_120.json");
    assert_eq!(list(&vectors["games"]).len(), 120);
    for record in list(&vectors["games"]) {
        let mut game = Baduk::new(Setup::even(9)).unwrap();
        for token in list(&record["moves"]) {
            play(&mut game, text(token));
        }
        compare_the_end(&game, record, "area");
    }
}

#[test]
fn areas_are_counted_as_elsewhere() {
    let vectors = vectors("go_area_scores.json");
    let positions = list(&vectors["positions"]);
    assert_eq!(positions.len(), 300);
    for record in positions {
        let size = usize::try_from(record["n"].as_u64().unwrap()).unwrap();
        let cells = text(&record["board"]);
        let rows: Vec<&str> = (0..size).map(|row| &cells[row * size..][..size]).collect();
        assert_eq!(difference(&position(&rows, Side::First)), record["area"].as_i64().unwrap(), "{rows:?}");
    }
}

#[test]
fn bug_19_a_suicide_is_not_called_a_ko() {
    let mut game = Baduk::new(Setup::even(9)).unwrap();
    for token in ["A2", "A1", "B1"] {
        play(&mut game, token);
    }
    assert_eq!((game.captured(Side::First), game.refusal(point("A1"))), (1, Some(Refusal::Suicide)));
    assert!(game.play(Move::Play(point("A1"))).is_err());
}

#[test]
fn bug_20_filling_the_last_liberty_of_an_own_chain_is_illegal() {
    let game = position(&[".....", ".....", "XX...", "OOX..", "O.X.."], Side::Second);
    // B1 is the only liberty of the three white stones, and B1 takes nothing.
    assert_eq!(game.refusal(point("B1")), Some(Refusal::Suicide));
}

#[test]
fn bug_21_filling_the_last_own_liberty_is_legal_when_it_takes() {
    let mut game = position(&[".....", "XX...", "OOX..", "XOX..", ".OX.."], Side::First);
    assert_eq!(game.refusal(point("A1")), None);
    play(&mut game, "A1");
    assert_eq!(game.captured(Side::First), 4);
    assert_eq!(drawn(&game), ".....XX.....X..X.X..X.X..");
}

#[test]
fn bug_22_both_sides_are_kept_from_making_an_earlier_board() {
    let ko = [".....", ".XO..", "XO.O.", ".XO..", "....."];
    let mut game = position(&ko, Side::First);
    play(&mut game, "C3");
    assert_eq!(game.refusal(point("B3")), Some(Refusal::Superko), "White may not take back");
    for token in ["E5", "E1", "B3"] {
        play(&mut game, token);
    }
    assert_eq!(game.refusal(point("C3")), Some(Refusal::Superko), "and neither may Black");
    play(&mut game, "pass");
    play(&mut game, "A5");
    assert_eq!(game.refusal(point("C3")), None, "another board now");
}

#[test]
fn two_passes_end_the_game_and_the_komi_decides_an_empty_board() {
    let mut game = Baduk::new(Setup::even(19)).unwrap();
    play(&mut game, "pass");
    assert_eq!(game.end(), None);
    play(&mut game, "pass");
    assert_eq!(game.end(), Some(End { winner: Some(Side::Second), margin: 13 }));
    assert!(game.play(Move::Pass).is_err() && game.play(Move::Play(point("D4"))).is_err());

    // One black stone owns the whole board: 81 points less 6.5.
    let mut game = Baduk::new(Setup::even(9)).unwrap();
    for token in ["E5", "pass", "pass"] {
        play(&mut game, token);
    }
    assert_eq!(game.end(), Some(End { winner: Some(Side::First), margin: 2 * 81 - 13 }));
}

#[test]
fn a_stone_between_two_passes_keeps_the_game_going() {
    let mut game = Baduk::new(Setup::even(9)).unwrap();
    for token in ["pass", "E5", "pass"] {
        play(&mut game, token);
        assert_eq!(game.end(), None);
    }
}

#[test]
fn handicap_stones_stand_where_the_go_text_protocol_puts_them() {
    for (size, handicap, names) in [
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 D16"),
        (19, 4, "D4 Q16 D16 Q4"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (13, 5, "D4 K10 D10 K4 G7"),
        (9, 4, "C3 G7 C7 G3"),
    ] {
        let game = Baduk::new(Setup::with_handicap(size, handicap)).unwrap();
        assert_eq!(game.side_to_move(), Side::Second);
        let black = Point::all(size).filter(|&p| game.stone(p) == Some(Side::First));
        let mut named: Vec<Point> = names.split_whitespace().map(point).collect();
        named.sort_unstable();
        assert_eq!(black.collect::<Vec<_>>(), named, "{handicap} on {size}");
    }
    for (size, handicap) in [(19, 1), (19, 10), (7, 2), (20, 0), (10, 0), (3, 0), (21, 0)] {
        assert!(Baduk::new(Setup::with_handicap(size, handicap)).is_none(), "{handicap} on {size}");
    }
}

#[test]
fn lines_of_play_on_five_files_are_as_many_as_points_and_passes_allow() {
    let mut game = Baduk::new(Setup::even(5)).unwrap();
    assert_eq!(perft(&mut game, 1), 26);
    // After a stone there are 24 points and the pass; after a pass 25 and the pass that ends the game.
    assert_eq!(perft(&mut game, 2), 25 * 25 + 26);
    // Two stones cannot take or smother anything, so every empty point stays open.
    assert_eq!(perft(&mut game, 3), 25 * (24 * 24 + 25) + 25 * 25);
}

#[test]
fn random_games_come_to_an_end_and_are_taken_back_whole() {
    for (size, rounds) in [(5, 40), (9, 6), (13, 2), (19, 1)] {
        let mut draw = Draw::new(&Seed([size; 32]));
        for _ in 0..rounds {
            let mut game = Baduk::new(Setup::even(size)).unwrap();
            let start = game.clone();
            let mut undo = Vec::new();
            let mut moves = Vec::new();
            loop {
                moves.clear();
                game.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let accepted = Point::all(size).map(Move::Play).chain([Move::Pass]).filter(|&mv| game.is_legal(mv));
                assert!(accepted.eq(moves.iter().copied()));
                // Passing only where nothing else is left makes the longest games there are.
                let bound = u32::try_from((moves.len() - 1).max(1)).unwrap();
                let mv = moves[draw.below(bound) as usize];
                let before = (drawn(&game), game.key(), game.side_to_move());
                undo.push((before, game.make(mv)));
            }
            assert!(game.end().is_some() && undo.len() <= 3 * usize::from(size) * usize::from(size));
            while let Some((before, undo)) = undo.pop() {
                game.unmake(undo);
                assert_eq!((drawn(&game), game.key(), game.side_to_move()), before);
            }
            assert!(game == start);
        }
    }
}
