//! What every game against the computer promises, whatever its rules. A new game is one more line at the end.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use games::catalogue::Kind;
use games::opponent::{VARIATIONS, any_move, play_out};
use games::{Board, Draw, GameId, Level, Match, Opponent, OwnMoves, Proof, Seed, Value};

/// Random proofs thrown at each game. Nearly all are refused as they are read.
const RANDOM_PROOFS: u32 = 1_000_000;

fn board(seed: u8, variation: u32, level: Level) -> Board {
    Board { seed: Seed([seed; 32]), weekday: 0, variation, level: Some(level) }
}

/// A whole game in which the player moves at random, and the proof of it.
fn random_game<G: Opponent>(board: &Board, draw: &mut Draw) -> (Match<G>, OwnMoves<G>) {
    let mut own = Vec::new();
    let game = play_out::<G>(board, |position| {
        let mv = any_move(position, draw);
        own.extend(mv);
        mv
    });
    (game, OwnMoves::new(own))
}

/// Walks through a random game and compares every answer of the rules with the others.
fn rules_agree_with_themselves<G: Opponent + PartialEq + std::fmt::Debug>() {
    let mut draw = Draw::new(&Seed([3; 32]));
    for variation in 0..VARIATIONS {
        let mut position = G::start(variation);
        while position.end().is_none() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert!(!moves.is_empty(), "a game that goes on has a move: {position:?}");
            for &mv in &moves {
                assert!(position.is_legal(mv), "listed, so legal: {mv:?} in {position:?}");
                assert_eq!(position.parse(&position.notation(mv)), Some(mv), "the notation reads back");
                let mut copy = position.clone();
                let undo = copy.make(mv);
                copy.unmake(undo);
                assert_eq!(copy, position, "{mv:?} is taken back whole");
                assert_eq!(copy.key(), position.key());
            }
            // A move that is legal now and then is refused when it is not listed.
            let mut other = position.clone();
            other.make(moves[0]);
            let mut later = Vec::new();
            other.legal_moves(&mut later);
            for mv in later {
                assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv:?} in {position:?}");
            }
            let mv = any_move(&position, &mut draw).unwrap();
            position.play(mv).unwrap();
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert!(moves.iter().all(|&mv| position.play(mv).is_err()), "nothing is played after the end");
    }
}

/// Plays whole games at every level and hands their proofs in; no move may cost more than `most_nodes`. The strongest
/// level, whose games are the dearest, plays one game in each seat.
fn the_referee_finds_the_game_that_was_played<G: Opponent>(id: GameId, most_nodes: u32) {
    let row = id.game();
    assert_eq!((row.kind, row.measure), (Kind::Opponent, G::MEASURE));
    let mut draw = Draw::new(&Seed([4; 32]));
    for &level in row.levels {
        for variation in 0..if level == Level::Strong { 2 } else { VARIATIONS } {
            let board = board(9, variation, level);
            let (game, proof) = random_game::<G>(&board, &mut draw);
            let (outcome, value) = game.result().expect("a game comes to its end");
            assert!(game.most_nodes() <= most_nodes, "{id} {level}: {} nodes for a move", game.most_nodes());

            let text = proof.encode();
            assert!(text.len() <= row.proof_limit, "{id}: {} bytes", text.len());
            let read = id.read(&board, &text).unwrap();
            assert_eq!(read.moves(), game.own_moves());
            let replay = read.replay().unwrap();
            assert_eq!((replay.outcome, replay.value), (Some(outcome), value));
            assert_eq!(replay.plies as usize, game.moves().len());
            if let Value::Counted(value) = value {
                assert!(row.values.contains(&value), "{id}: {value} is not among the values the game can give");
            }

            if level != Level::Easy {
                continue;
            }
            // Without its last move the game is not over, and after its end there is no move.
            let Some((head, last)) = text.rsplit_once(' ') else { continue }; // won or lost with one own move
            let unfinished = id.read(&board, head).unwrap().replay().unwrap_err();
            assert_eq!(unfinished.at, game.own_moves());
            let late = id.read(&board, &format!("{text} {last}")).unwrap().replay().unwrap_err();
            assert_eq!(late.at, game.own_moves() + 1);
            for damaged in [format!(" {text}"), format!("{text} "), text.replacen(' ', "  ", 1), format!("{text}\n")] {
                assert!(id.read(&board, &damaged).is_err(), "{id}: {damaged:?} has another reading");
            }
        }
    }
}

/// The same board and moves give the same answers, and another seed gives other ones.
fn answers_depend_on_the_seed_alone<G: Opponent>() {
    let line = |seed: u8| {
        let mut draw = Draw::new(&Seed([5; 32]));
        let mut notation = Vec::new();
        for variation in 0..VARIATIONS {
            let (game, _) = random_game::<G>(&board(seed, variation, Level::Basic), &mut draw);
            let start = G::start(variation);
            notation.extend(game.moves().iter().map(|&mv| start.notation(mv)));
        }
        notation
    };
    assert_eq!(line(1), line(1));
    assert!((2..20).any(|seed| line(seed) != line(1)));
}

/// Throws random texts at the referee: noise, moves of the game in no order, and damaged honest proofs.
fn no_text_panics<G: Opponent>(id: GameId) {
    let mut draw = Draw::new(&Seed([6; 32]));
    let honest: Vec<Vec<String>> = (0..VARIATIONS)
        .map(|variation| {
            let (_, proof) = random_game::<G>(&board(7, variation, Level::Easy), &mut draw);
            proof.encode().split(' ').map(str::to_owned).collect()
        })
        .collect();
    let words: Vec<&String> = honest.iter().flatten().collect();
    let below = |draw: &mut Draw, bound: usize| draw.below(u32::try_from(bound).unwrap()) as usize;
    let mut replayed = 0;
    for round in 0..RANDOM_PROOFS {
        let mut text = String::new();
        match round % 100 {
            // The beginning of an honest game, sometimes with one word changed.
            0 => {
                let game = &honest[below(&mut draw, honest.len())];
                let mut head: Vec<&String> = game[..=below(&mut draw, game.len())].iter().collect();
                if draw.below(2) == 0 {
                    let at = below(&mut draw, head.len());
                    head[at] = words[below(&mut draw, words.len())];
                }
                for word in head {
                    text += if text.is_empty() { "" } else { " " };
                    text += word;
                }
            }
            1..10 => {
                for _ in 0..=draw.below(4) {
                    text += if text.is_empty() { "" } else { " " };
                    text += words[below(&mut draw, words.len())];
                }
            }
            _ => {
                for _ in 0..=draw.below(12) {
                    let letter = char::from(u8::try_from(draw.below(96) + 32).unwrap());
                    text.push(letter);
                }
            }
        }
        let variation = draw.below(VARIATIONS + 2); // also ones that no ticket has
        if let Ok(read) = id.read(&board(7, variation, Level::Easy), &text) {
            replayed += 1;
            let _ = read.replay();
        }
    }
    assert!(replayed > RANDOM_PROOFS / 20, "only {replayed} texts were read");
}

macro_rules! games {
    ($($module:ident, $game:ty, $id:ident, $most_nodes:expr;)*) => {$(
        mod $module {
            use super::*;

            #[test]
            fn rules_agree_with_themselves() {
                super::rules_agree_with_themselves::<$game>();
            }

            #[test]
            fn the_referee_finds_the_game_that_was_played() {
                super::the_referee_finds_the_game_that_was_played::<$game>(GameId::$id, $most_nodes);
            }

            #[test]
            fn answers_depend_on_the_seed_alone() {
                super::answers_depend_on_the_seed_alone::<$game>();
            }

            #[test]
            fn no_text_panics() {
                super::no_text_panics::<$game>(GameId::$id);
            }
        }
    )*};
}

games! {
    // Game, its type, its row, and the most nodes that one answer may cost.
    reversi, games::catalogue::reversi::Position, Reversi, 20_000;
    janggi, games::catalogue::janggi::Janggi, Janggi, 6000;
    checkers, games::catalogue::checkers::Position, Checkers, 15_000;
    omok, games::catalogue::omok::Omok, Omok, 8000;
    ojeom, games::catalogue::ojeom::Ojeom, Ojeom, 4000;
    capture_go, games::catalogue::capture_go::CaptureGo, CaptureGo, 8000;
    dots_and_boxes, games::catalogue::dots_and_boxes::Board, DotsAndBoxes, 20_000;
    mu_torere, games::catalogue::mu_torere::Position, MuTorere, 4;
    nim, games::catalogue::nim::Piles, Nim, 12;
}

#[test]
fn the_day_picks_each_of_the_six_variations() {
    let mut seen = [false; VARIATIONS as usize];
    for seed in 0..100 {
        seen[GameId::Nim.variation(&Seed([seed; 32])) as usize] = true;
    }
    assert_eq!(seen, [true; VARIATIONS as usize]);
}

#[test]
fn a_front_end_is_told_who_begins_and_how_the_game_opened() {
    let told = GameId::Nim.opening(&board(1, 3, Level::Strong));
    assert_eq!(
        told,
        serde_json::json!({
            "rules": "nim-3-4-5-last-wins",
            "level": "strong",
            "player": "second",
            "opening": ["2-1"],
            "setup": { "piles": [3, 4, 5] },
        })
    );
}
