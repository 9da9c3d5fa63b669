//! Omok against games and positions judged by other programs.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use games::catalogue::omok::{Forbidden, Omok, RuleSet, SIZE};
use games::catalogue::points::{Files, Point};
use games::{Draw, End, Level, Opponent, Seed, Side, TwoPlayer};
use serde_json::Value as Json;
use support::vectors;

fn point(name: &str) -> Point {
    Files::OMOK.parse(name, SIZE).unwrap()
}

fn points(list: &Json) -> impl Iterator<Item = &str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap())
}

/// A position from 225 characters, the top row first.
fn board(rules: RuleSet, cells: &str, to_move: Side) -> Omok {
    let stones = cells.bytes().zip(0u8..).filter_map(|(cell, i)| {
        let side = match cell {
            b'X' => Side::First,
            b'O' => Side::Second,
            _ => return None,
        };
        Some((side, Point::new(i % SIZE, SIZE - 1 - i / SIZE)))
    });
    Omok::position(rules, SIZE, stones, to_move).unwrap()
}

/// Black's and White's stones by name.
fn stones(rules: RuleSet, black: &str, white: &str) -> Omok {
    let side = |side, names: &str| names.split_whitespace().map(|name| (side, point(name))).collect::<Vec<_>>();
    Omok::position(rules, SIZE, [side(Side::First, black), side(Side::Second, white)].concat(), Side::First).unwrap()
}

fn play(game: &mut Omok, name: &str) -> Option<End> {
    game.play(point(name)).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    game.end()
}

#[test]
fn games_end_as_the_gomocup_judge_ended_them() {
    let vectors = vectors("gomoku_games.json");
    let games = vectors["games"].as_array().unwrap();
    assert_eq!(games.len(), 150);
    for game in games {
        let rules = match game["rule"].as_str().unwrap() {
            "standard" => RuleSet::STANDARD,
            "freestyle" => RuleSet::FREESTYLE,
            _ => RuleSet::RENJU,
        };
        let mut omok = Omok::new(rules, SIZE).unwrap();
        let moves: Vec<&str> = points(&game["moves"]).collect();
        let (last, before) = moves.split_last().unwrap();
        for name in before {
            assert_eq!(play(&mut omok, name), None);
        }
        // There a forbidden stone loses; here it is refused.
        let forbidden = match game["reason"].as_str().unwrap() {
            "double_three" => Some(Forbidden::DoubleThree),
            "double_four" => Some(Forbidden::DoubleFour),
            _ => None,
        };
        assert_eq!(omok.forbidden(omok.side_to_move(), point(last)), forbidden);
        if forbidden.is_some() {
            assert!(omok.play(point(last)).is_err());
            continue;
        }
        let winner = if game["status"] == "BLACK_WIN" { Side::First } else { Side::Second };
        assert_eq!(play(&mut omok, last), Some(End::won(winner)));
        assert!(omok.play(point("a1")).is_err() && omok.play(point("o15")).is_err());
    }
}

#[test]
fn black_is_forbidden_the_points_that_three_renju_judges_agree_on() {
    let vectors = vectors("renju_forbidden.json");
    let agreed = vectors["positions"].as_array().unwrap().iter().map(|p| (p, &p["forbidden"]));
    // One judge stands alone in the disputed positions; the other two agree and follow the letter of the rule.
    let disputed = vectors["disputed"].as_array().unwrap().iter().map(|p| {
        assert_eq!(p["renju_pypi"], p["rif_bruteforce"]);
        (p, &p["rif_bruteforce"])
    });
    let mut checked = 0;
    for (position, forbidden) in agreed.chain(disputed) {
        let omok = board(RuleSet::RENJU, position["board"].as_str().unwrap(), Side::First);
        let mut expected: Vec<(Point, &str)> = forbidden
            .as_array()
            .unwrap()
            .iter()
            .map(|pair| (point(pair[0].as_str().unwrap()), pair[1].as_str().unwrap()))
            .collect();
        expected.sort_unstable();
        let found: Vec<(Point, &str)> = Point::all(SIZE)
            .filter_map(|p| {
                let kind = match omok.forbidden(Side::First, p)? {
                    Forbidden::Overline => "over",
                    Forbidden::DoubleFour => "44",
                    Forbidden::DoubleThree => "33",
                };
                Some((p, kind))
            })
            .collect();
        assert_eq!(found, expected, "{}", position["board"]);
        assert!(Point::all(SIZE).all(|p| omok.forbidden(Side::Second, p).is_none()));
        checked += 1;
    }
    assert_eq!(checked, 250);
}

#[test]
fn both_sides_are_forbidden_the_double_threes_of_the_ordinary_rule() {
    let vectors = vectors("omok_kr_33.json");
    let positions = vectors["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 150);
    for position in positions {
        for (side, list) in [(Side::First, "black33"), (Side::Second, "white33")] {
            let omok = board(RuleSet::OMOK, position["board"].as_str().unwrap(), side);
            let mut expected: Vec<Point> = points(&position[list]).map(point).collect();
            expected.sort_unstable();
            let found: Vec<Point> = Point::all(SIZE).filter(|&p| omok.forbidden(side, p).is_some()).collect();
            assert_eq!(found, expected, "{side:?} on {}", position["board"]);
            let mut legal = Vec::new();
            omok.legal_moves(&mut legal);
            for p in Point::all(SIZE) {
                let allowed = omok.stone(p).is_none() && !expected.contains(&p) && omok.end().is_none();
                assert_eq!(legal.contains(&p), allowed);
            }
        }
    }
}

#[test]
fn a_tournament_game_on_twenty_files_ends_with_its_last_stone() {
    let record = vectors("records/gomoku_psq.json");
    let mut omok = Omok::new(RuleSet::FREESTYLE, 20).unwrap();
    for pair in record["moves"].as_array().unwrap() {
        assert_eq!(omok.end(), None);
        let [x, y] = [0, 1].map(|i| u8::try_from(pair[i].as_u64().unwrap() - 1).unwrap());
        omok.play(Point::new(x, y)).unwrap();
    }
    assert_eq!(omok.end(), Some(End::won(Side::Second)));
}

#[test]
fn bug_23_six_in_a_row_is_a_win_nothing_or_forbidden() {
    for (rules, expected) in [
        (RuleSet::FREESTYLE, Ok(Some(End::won(Side::First)))),
        (RuleSet::STANDARD, Ok(None)),
        (RuleSet::OMOK, Ok(None)),
        (RuleSet::RENJU, Err(Some(Forbidden::Overline))),
    ] {
        let mut omok = stones(rules, "g8 g9 g11 g12 g13", "");
        let found = match omok.play(point("g10")) {
            Ok(()) => Ok(omok.end()),
            Err(_) => Err(omok.forbidden(Side::First, point("g10"))),
        };
        assert_eq!(found, expected, "{rules:?}");
    }
}

#[test]
fn bug_24_a_four_with_a_gap_is_no_three() {
    // The stone on h8 makes the row `X X X . X`, a four, and one open three in the file.
    for rules in [RuleSet::OMOK, RuleSet::RENJU] {
        assert_eq!(stones(rules, "f8 g8 j8 h9 h10", "").forbidden(Side::First, point("h8")), None);
    }
}

#[test]
fn bug_25_two_open_threes_are_forbidden_and_a_blocked_one_does_not_count() {
    for rules in [RuleSet::OMOK, RuleSet::RENJU] {
        let open = stones(rules, "h9 h10 g8 f8", "");
        assert_eq!(open.forbidden(Side::First, point("h8")), Some(Forbidden::DoubleThree));
        let blocked = stones(rules, "h9 h10 g8 f8", "h12 h6");
        assert_eq!(blocked.forbidden(Side::First, point("h8")), None);
    }
}

#[test]
fn bug_26_a_four_and_a_three_are_allowed() {
    for rules in [RuleSet::OMOK, RuleSet::RENJU] {
        assert_eq!(stones(rules, "h9 h10 h11 g8 f8", "").forbidden(Side::First, point("h8")), None);
    }
}

#[test]
fn bug_27_five_has_priority_over_an_overline() {
    for rules in [RuleSet::OMOK, RuleSet::RENJU, RuleSet::STANDARD, RuleSet::FREESTYLE] {
        let mut omok = stones(rules, "d8 e8 f8 g8 h9 h10 h11 h12 h7", "");
        assert_eq!(play(&mut omok, "h8"), Some(End::won(Side::First)), "{rules:?}");
    }
}

#[test]
fn white_of_renju_wins_with_six_and_may_make_double_threes() {
    let mut six = stones(RuleSet::RENJU, "a1", "g8 g9 g11 g12 g13");
    play(&mut six, "c1");
    assert_eq!(play(&mut six, "g10"), Some(End::won(Side::Second)));
    let mut double = stones(RuleSet::RENJU, "a1", "h9 h10 g8 f8");
    play(&mut double, "c1");
    assert_eq!(play(&mut double, "h8"), None);
}

#[test]
fn a_five_is_found_in_all_four_directions_and_at_the_edge() {
    for row in ["a1 b1 c1 d1 e1", "o11 o12 o13 o14 o15", "a1 b2 c3 d4 e5", "k15 l14 m13 n12 o11", "a15 b14 c13 d12 e11"]
    {
        for rules in [RuleSet::OMOK, RuleSet::FREESTYLE] {
            for last in row.split_whitespace() {
                let others: Vec<&str> = row.split_whitespace().filter(|&name| name != last).collect();
                assert_eq!(play(&mut stones(rules, &others.join(" "), ""), last), Some(End::won(Side::First)));
            }
        }
    }
}

#[test]
fn taking_moves_back_restores_the_position() {
    for (rules, size) in [(RuleSet::OMOK, 15), (RuleSet::RENJU, 15), (RuleSet::FREESTYLE, 5), (RuleSet::OMOK, 6)] {
        let mut draw = Draw::new(&Seed([size; 32]));
        for _ in 0..30 {
            let mut omok = Omok::new(rules, size).unwrap();
            let mut taken = Vec::new();
            let mut moves = Vec::new();
            loop {
                moves.clear();
                omok.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let accepted: Vec<Point> = Point::all(size).filter(|&p| omok.is_legal(p)).collect();
                assert_eq!(moves, accepted);
                let before = (omok.key(), omok.side_to_move(), moves.clone());
                let mv = moves[draw.below(u32::try_from(moves.len()).unwrap()) as usize];
                taken.push((omok.make(mv), before));
            }
            assert!(omok.end().is_some(), "without a legal move the game is over");
            while let Some((undo, (key, side, legal))) = taken.pop() {
                omok.unmake(undo);
                moves.clear();
                omok.legal_moves(&mut moves);
                assert_eq!((omok.key(), omok.side_to_move(), &moves), (key, side, &legal));
            }
        }
    }
}

#[test]
fn a_full_board_without_five_is_a_draw() {
    // Pairs of a colour along the rows, changing every row: no line has three of a colour.
    let black = |p: Point| (p.x + 2 * p.y) % 4 < 2;
    let full: Vec<(Side, Point)> =
        Point::all(5).skip(1).map(|p| (if black(p) { Side::First } else { Side::Second }, p)).collect();
    let mut omok = Omok::position(RuleSet::STANDARD, 5, full, Side::First).unwrap();
    assert_eq!(omok.end(), None);
    omok.play(Point::new(0, 0)).unwrap();
    assert_eq!(omok.end(), Some(End::DRAW));
}

#[test]
fn every_level_makes_five_and_stops_four() {
    for level in Level::ALL {
        let choose = |game: &Omok| {
            let mv = game.choose(level, &mut Draw::new(&Seed([1; 32]))).mv.unwrap();
            game.notation(mv)
        };
        assert_eq!(choose(&stones(RuleSet::OMOK, "e8 f8 g8 h8", "d8 e9 f9 g9")), "i8", "{level} wins");
        assert_eq!(choose(&stones(RuleSet::OMOK, "i8 e3 f12 l4", "e8 f8 g8 h8")), "d8", "{level} stops the open end");
    }
}
