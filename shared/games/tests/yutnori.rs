//! Yutnori: every step of a piece against a table, and the rules by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;

use games::Side::{First, Second};
use games::catalogue::yutnori::{Duel, Piece, Place, Position, Route, Throw, Use, Uses, choose};
use games::{Board, Draw, GameId, Level, Outcome, Proof, Seed, Side, Value};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    probabilities_sixteenths: BTreeMap<String, u32>,
    steps: BTreeMap<String, i8>,
    transitions: Vec<(String, i8, String)>,
}

fn vectors() -> Vectors {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/games/yutnori.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Reads `wait`, `home` or a route and a station, `via5:21`.
fn piece(text: &str) -> Piece {
    match text {
        "wait" => Piece::Waiting,
        "home" => Piece::Home,
        _ => {
            let (route, station) = text.split_once(':').unwrap();
            let route = match route {
                "outer" => Route::Outer,
                "via5" => Route::Via5,
                "via5c" => Route::Via5Centre,
                "via10" => Route::Via10,
                _ => panic!("{text}"),
            };
            Piece::On(Place::new(route, station.parse().unwrap()).unwrap_or_else(|| panic!("{text}")))
        }
    }
}

const THROWS: [(&str, Throw); 6] = [
    ("backdo", Throw::Backdo),
    ("do", Throw::Do),
    ("gae", Throw::Gae),
    ("geol", Throw::Geol),
    ("yut", Throw::Yut),
    ("mo", Throw::Mo),
];

#[test]
fn sixteen_throws_of_four_sticks_come_as_often_as_they_should() {
    let Vectors { probabilities_sixteenths, steps, .. } = vectors();
    for (name, throw) in THROWS {
        let count = (0..16).filter(|&sticks| Throw::of_sticks(sticks) == throw).count();
        assert_eq!(u32::try_from(count).unwrap(), probabilities_sixteenths[name], "{name}");
        assert_eq!(throw.sixteenths(), probabilities_sixteenths[name], "{name}");
        assert_eq!(throw.steps(), steps[name], "{name}");
    }
    assert_eq!(Throw::of_sticks(0b0001), Throw::Backdo, "the marked stick alone");
    assert_eq!(Throw::of_sticks(0b0100), Throw::Do);
}

#[test]
fn every_step_from_every_place_is_that_of_the_table() {
    let transitions = vectors().transitions;
    assert!(transitions.len() > 200);
    for (from, steps, to) in transitions {
        let moved = piece(&from).moved(steps);
        assert_eq!(moved, (to != "none").then(|| piece(&to)), "{from} by {steps}");
        if let Some(Piece::On(place)) = moved {
            assert_eq!(place.to_string(), to);
        }
    }
    assert!((-1..=5).all(|steps| Piece::Home.moved(steps).is_none()));
}

fn position(first: [&str; 4], second: [&str; 4], throws: &[Throw]) -> Position {
    let mut position = Position::new([first.map(piece), second.map(piece)], First);
    for &throw in throws {
        position.add(throw);
    }
    position
}

fn shown(position: &Position, side: Side) -> Vec<String> {
    let text = |piece: &Piece| match piece {
        Piece::Waiting => "wait".to_owned(),
        Piece::Home => "home".to_owned(),
        Piece::On(place) => place.to_string(),
    };
    position.pieces(side).iter().map(text).collect()
}

fn used(position: &mut Position, word: &str) -> Option<bool> {
    position.play(word.parse().unwrap())
}

const WAITING: [&str; 4] = ["wait"; 4];

#[test]
fn pieces_that_meet_go_on_together() {
    let mut game = position(["outer:1", "outer:3", "wait", "wait"], WAITING, &[Throw::Gae, Throw::Geol]);
    assert_eq!(used(&mut game, "0a"), Some(false));
    assert_eq!(shown(&game, First), ["outer:3", "outer:3", "wait", "wait"]);
    assert_eq!(used(&mut game, "1b"), Some(false));
    assert_eq!(shown(&game, First), ["outer:6", "outer:6", "wait", "wait"]);
}

#[test]
fn a_stack_goes_home_together() {
    let mut game = position(["outer:0", "outer:0", "outer:0", "home"], WAITING, &[Throw::Do]);
    assert_eq!(used(&mut game, "0c"), Some(false));
    assert_eq!(game.winner(), Some(First));
}

#[test]
fn pieces_that_come_to_the_centre_by_two_ways_are_one_stack() {
    let mut game = position(["via5:22", "via10:23", "wait", "wait"], WAITING, &[Throw::Do, Throw::Backdo]);
    assert_eq!(used(&mut game, "0a"), Some(false));
    assert_eq!(used(&mut game, "1b"), Some(false));
    assert_eq!(shown(&game, First), ["via5:22", "via5:22", "wait", "wait"], "back by the way the last one came");
}

#[test]
fn a_capture_sends_the_whole_stack_back_and_throws_again() {
    let enemies = ["via5c:23", "via5c:23", "outer:7", "home"];
    let mut game = position(["via10:27", "wait", "wait", "wait"], enemies, &[Throw::Do]);
    assert_eq!(used(&mut game, "0a"), Some(true));
    assert_eq!(shown(&game, Second), ["wait", "wait", "outer:7", "home"]);
}

#[test]
fn a_capture_made_with_yut_or_mo_gives_no_second_throw() {
    for (throw, enemy) in [(Throw::Yut, "outer:4"), (Throw::Mo, "via5:5")] {
        let mut game = position(WAITING, [enemy, "wait", "wait", "wait"], &[throw, Throw::Do]);
        assert_eq!(used(&mut game, "0a"), Some(false));
        assert_eq!(shown(&game, Second), WAITING);
    }
}

#[test]
fn going_home_passes_enemies_without_a_capture() {
    let mut game = position(["outer:19", "wait", "wait", "wait"], ["outer:0", "wait", "wait", "wait"], &[Throw::Gae]);
    assert_eq!(used(&mut game, "0a"), Some(false));
    assert_eq!(shown(&game, Second), ["outer:0", "wait", "wait", "wait"]);
}

#[test]
fn throws_are_used_in_any_order_and_once() {
    let mut game = position(WAITING, WAITING, &[Throw::Mo, Throw::Backdo]);
    assert_eq!(used(&mut game, "1a"), None, "nothing on the board goes back");
    assert_eq!(used(&mut game, "2a"), None, "there is no third throw");
    assert_eq!(used(&mut game, "0d"), Some(false));
    assert_eq!(used(&mut game, "0d"), None, "used up");
    assert_eq!(used(&mut game, "1d"), Some(false));
    assert_eq!(shown(&game, First), ["wait", "wait", "wait", "outer:4"]);
    assert!(!game.can_use());
}

#[test]
fn back_from_the_first_station_is_station_0_and_not_home() {
    let mut game = position(["outer:1", "wait", "wait", "wait"], WAITING, &[Throw::Backdo, Throw::Do]);
    assert_eq!(used(&mut game, "0a"), Some(false));
    assert_eq!(shown(&game, First), ["outer:0", "wait", "wait", "wait"]);
    assert_eq!(used(&mut game, "1a"), Some(false));
    assert_eq!(shown(&game, First), ["home", "wait", "wait", "wait"]);
}

#[test]
fn listed_uses_are_exactly_the_accepted_ones() {
    let mut draw = Draw::new(&Seed([2; 32]));
    for seed in 0..20 {
        let mut duel = Duel::new(&board(seed, seed.into(), Level::Easy));
        while duel.position().winner().is_none() {
            let mut listed = Vec::new();
            duel.position().uses(&mut listed);
            assert_eq!(listed.is_empty(), !duel.position().can_use());
            let all = (0..12).flat_map(|throw| (0..6).map(move |piece| Use { throw, piece }));
            let accepted: Vec<Use> = all.filter(|&mv| duel.position().clone().play(mv).is_some()).collect();
            assert_eq!(listed, accepted);
            duel.play(listed[draw.below(u32::try_from(listed.len()).unwrap()) as usize]).unwrap();
        }
    }
}

/// Wins of `one` in `games` games against `other`, each seat half of the time.
fn wins(one: Level, other: Level, games: u32) -> u32 {
    let (mut sticks, mut draw) = (Draw::new(&Seed([1; 32])), Draw::new(&Seed([2; 32])));
    let throw = |position: &mut Position, sticks: &mut Draw| {
        while position.add(Throw::of_sticks(sticks.below(16))).throws_again() {}
    };
    let mut wins = 0;
    for game in 0..games {
        let seat = if game % 2 == 0 { First } else { Second };
        let mut position = Position::START;
        throw(&mut position, &mut sticks);
        while position.winner().is_none() {
            if !position.can_use() {
                position.pass_turn();
                throw(&mut position, &mut sticks);
                continue;
            }
            let level = if position.side_to_move() == seat { one } else { other };
            let mv = choose(&position, level, &mut draw).unwrap();
            if position.play(mv).unwrap() {
                throw(&mut position, &mut sticks);
            }
        }
        wins += u32::from(position.winner() == Some(seat));
    }
    wins
}

#[test]
fn each_level_wins_more_often_than_the_one_below() {
    // Of 4,000 games between equals one in thousand has a winner of 2,100 or more.
    let (basic, strong) = (wins(Level::Basic, Level::Easy, 4000), wins(Level::Strong, Level::Basic, 4000));
    assert!(basic > 2100 && strong > 2100, "basic {basic}, strong {strong} of 4000");
}

fn board(seed: u8, variation: u32, level: Level) -> Board {
    Board { seed: Seed([seed; 32]), weekday: 0, variation, level: Some(level) }
}

/// A whole game in which the player moves at random.
fn play(board: &Board, draw: &mut Draw) -> (Duel, Vec<Use>) {
    let (mut duel, mut uses) = (Duel::new(board), Vec::new());
    while duel.position().winner().is_none() {
        let mv = choose(duel.position(), Level::Easy, draw).unwrap();
        duel.play(mv).unwrap();
        uses.push(mv);
    }
    (duel, uses)
}

#[test]
fn the_referee_finds_the_game_that_was_played() {
    let mut draw = Draw::new(&Seed([4; 32]));
    let mut won = 0;
    for seed in 0..50 {
        for level in Level::ALL {
            let board = board(seed, seed.into(), level);
            let (duel, uses) = play(&board, &mut draw);
            let proof = Uses::new(uses.clone());
            let text = proof.encode();
            assert_eq!(Uses::decode(&text), Ok(proof));
            assert!(text.len() <= GameId::Yutnori.game().proof_limit);
            let read = GameId::Yutnori.read(&board, &text).unwrap();
            assert_eq!(read.moves() as usize, uses.len());
            let replay = read.replay().unwrap();
            let expected = if duel.position().winner() == Some(duel.player()) {
                won += 1;
                // All levels share a board, and a win against the easy one is not ranked.
                let ranked = level != Level::Easy;
                (Some(Outcome::Win), if ranked { Value::Counted(duel.turns().into()) } else { Value::Unranked })
            } else {
                (Some(Outcome::Loss), Value::Unranked)
            };
            assert_eq!((replay.outcome, replay.value), expected);
            assert!(replay.plies as usize > uses.len());

            let late = GameId::Yutnori.read(&board, &format!("{text} 0a")).unwrap().replay().unwrap_err();
            assert_eq!(late.at as usize, uses.len() + 1);
            let (head, _) = text.rsplit_once(' ').unwrap();
            let cut = GameId::Yutnori.read(&board, head).unwrap().replay().unwrap_err();
            assert_eq!(cut.at as usize, uses.len());
        }
    }
    assert!(won > 20, "{won} of 150");
}

#[test]
fn a_word_has_one_spelling() {
    let board = board(1, 0, Level::Basic);
    for text in ["", "0", "a", "0e", "00a", "+0a", "-1a", "0A", "0a ", " 0a", "0a  1b", "0a,1b", "256a", "0a\n", "0가"]
    {
        assert!(GameId::Yutnori.read(&board, text).is_err(), "{text:?}");
    }
    for text in ["0a", "0a 1b", "10d", "255c"] {
        assert_eq!(Uses::decode(text).unwrap().encode(), text);
    }
}

#[test]
fn no_text_panics() {
    let mut draw = Draw::new(&Seed([6; 32]));
    let honest: Vec<(Board, Vec<Use>)> = (0..12)
        .map(|seed| {
            let board = board(seed, seed.into(), Level::ALL[usize::from(seed) % 3]);
            (board, play(&board, &mut draw).1)
        })
        .collect();
    let (mut read, mut finished) = (0, 0);
    for round in 0..1_000_000_u32 {
        let (board, uses) = &honest[(round % 12) as usize];
        let text = match round % 50 {
            // An honest game with one word changed, or none.
            0 => {
                let mut uses = uses.clone();
                let at = draw.below(u32::try_from(uses.len()).unwrap()) as usize;
                uses[at].piece = u8::try_from(draw.below(4)).unwrap();
                Uses::new(uses).encode()
            }
            1..10 => {
                let word =
                    |draw: &mut Draw| format!("{}{}", draw.below(2), ["a", "b", "c", "d"][draw.below(4) as usize]);
                let words: Vec<String> = (0..=draw.below(6)).map(|_| word(&mut draw)).collect();
                words.join(" ")
            }
            10..23 => {
                let bytes: Vec<u8> = (0..draw.below(24)).map(|_| u8::try_from(draw.below(256)).unwrap()).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => (0..draw.below(12)).map(|_| char::from_u32(draw.below(96) + 32).unwrap()).collect(),
        };
        if let Ok(proof) = GameId::Yutnori.read(board, &text) {
            read += 1;
            finished += u32::from(proof.replay().is_ok());
        }
    }
    assert!(read > 150_000 && finished > 1000, "{read} texts read, {finished} games finished");
}
