//! Mu torere against published counts, a table computed elsewhere, and the worked example of the rules page.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeSet;

use games::catalogue::mu_torere::{Forecast, Placement, Position, reachable};
use games::opponent::VARIATIONS;
use games::{End, Opponent, Side, TwoPlayer, perft};
use serde_json::Value as Json;

fn vectors() -> Json {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/games/mu_torere.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Reads nine points, ring and then centre, and the side to move: `AAAABBBB.A`.
fn placement(text: &str) -> Placement {
    let of = |side| text[..9].char_indices().filter(|&(_, piece)| piece == side).map(|(point, _)| 1 << point).sum();
    let to_move = if text.ends_with('A') { Side::First } else { Side::Second };
    Placement::new(of('A'), of('B'), to_move).unwrap()
}

fn legal(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|mv| position.notation(mv)).collect()
}

fn play(position: &mut Position, token: &str) {
    let mv = position.parse(token).unwrap();
    position.play(mv).unwrap_or_else(|refused| panic!("{token}: {refused}"));
}

#[test]
fn every_placement_is_worth_what_another_program_found() {
    let vectors = vectors();
    let values = vectors["values"].as_object().unwrap();
    assert_eq!((values.len(), reachable()), (1180, 1180));
    let mut counts = [0; 3];
    for (text, value) in values {
        let plies = u8::try_from(value[1].as_i64().unwrap().max(0)).unwrap();
        let (kind, forecast) = match value[0].as_str().unwrap() {
            "W" => (0, Forecast::Win(plies)),
            "L" => (1, Forecast::Loss(plies)),
            _ => (2, Forecast::Draw),
        };
        assert_eq!(placement(text).forecast(), Some(forecast), "{text}");
        counts[kind] += 1;
    }
    assert_eq!(counts, [208, 128, 844], "the published numbers of won, lost and drawn positions");
}

#[test]
fn boards_that_differ_only_by_a_turn_or_a_mirror_are_46_of_630() {
    let mut boards = BTreeSet::new();
    let mut shapes = BTreeSet::new();
    for (first, second) in (0..512).flat_map(|first| (0..512).map(move |second| (first, second))) {
        let sides = [Side::First, Side::Second].into_iter();
        if sides.filter_map(|side| Placement::new(first, second, side)?.forecast()).next().is_none() {
            continue; // no game reaches it
        }
        boards.insert((first, second));
        let turned = |points: u16, by: u32| points & 256 | (points & 255) << by & 255 | (points & 255) >> (8 - by);
        let mirrored = |points: u16| points & 256 | (points & 255).reverse_bits() >> 8;
        let both = (0..8).flat_map(|by| {
            let (first, second) = (turned(first, by), turned(second, by));
            [(first, second), (mirrored(first), mirrored(second))]
        });
        shapes.extend(both.min());
    }
    // Jelliss' 46, of all 630 ways to place the pieces.
    assert_eq!((boards.len(), shapes.len()), (630, 46));
}

/// The lines of play of `depth` moves from `placement` when no repetition ends a game, as they were counted elsewhere.
fn lines(placement: Placement, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    Position::new(placement).legal_moves(&mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut position = Position::new(placement);
        position.make(mv);
        position.placement()
    });
    after.map(|after| lines(after, depth - 1)).sum()
}

#[test]
fn lines_of_play_are_as_many_as_counted_elsewhere() {
    let vectors = vectors();
    let counts = vectors["perft"].as_array().unwrap();
    assert_eq!(counts.len(), 14);
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(lines(Placement::START, depth), count.as_u64().unwrap(), "depth {depth}");
        if depth <= 8 {
            // A position of a game counts the same until it can stand for the third time.
            assert_eq!(perft(&mut Position::start(0), depth), count.as_u64().unwrap(), "depth {depth}");
        }
    }
}

#[test]
fn the_piece_on_one_may_go_to_the_centre_and_the_one_on_two_may_not() {
    let mut position = Position::start(0);
    assert_eq!(legal(&position), ["1", "4"]);
    assert!(!position.is_legal(position.parse("2").unwrap()));
    play(&mut position, "1");
    assert_eq!(position.placement(), placement(".AAABBBBAB"));
    assert_eq!(position.side_to_move(), Side::Second);
}

#[test]
fn who_cannot_move_loses() {
    let lost = vectors()["values"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, value)| value[0] == "L" && value[1] == 0)
        .map(|(text, _)| Position::new(placement(text)))
        .collect::<Vec<_>>();
    assert_eq!(lost.len(), 80);
    for position in lost {
        assert!(legal(&position).is_empty());
        assert_eq!(position.end(), Some(End::won(position.side_to_move().other())));
    }
}

#[test]
fn the_third_appearance_of_a_position_is_a_draw() {
    // Nobody makes a mistake, so the game goes round in circles.
    let mut position = Position::start(0);
    let mut seen = vec![position.placement()];
    while position.end().is_none() {
        let even = legal(&position).into_iter().find(|token| {
            let mut after = position.clone();
            play(&mut after, token);
            after.placement().forecast() == Some(Forecast::Draw)
        });
        play(&mut position, &even.expect("an even game has a move that keeps it even"));
        seen.push(position.placement());
        let times = seen.iter().filter(|&&past| past == position.placement()).count();
        assert_eq!(position.end(), (times == 3).then_some(End::DRAW), "after {} plies", seen.len() - 1);
    }
    assert!(seen.len() < 120);
}

#[test]
fn every_opening_leaves_an_even_game() {
    for variation in 0..VARIATIONS {
        let mut position = Position::start(variation);
        for token in Position::opening(variation) {
            play(&mut position, token);
        }
        assert_eq!(position.placement().forecast(), Some(Forecast::Draw), "variation {variation}");
    }
}

#[test]
fn a_point_has_one_name() {
    for token in ["9", "00", "01", "", "-1", " 1", "1 ", "a"] {
        assert_eq!(Position::start(0).parse(token), None, "{token}");
    }
}
