//! What every game against the computer promises, whatever its rules. A new game is one more line at the end.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use games::opponent::{VARIATIONS, any_move, play_out};
use games::{Board, Draw, GameId, Kind, Level, Match, Opponent, OwnMoves, Proof, Seed, Value};

/// Random proofs thrown at each game. Nearly all are refused as they are read.
const RANDOM_PROOFS: u32 = 1_000_000;

/// Three variations with another opening each; the player begins two of the games.
const ONE_OF_EACH_OPENING: [u32; 3] = [0, 3, 4];

fn board(seed: u8, variation: u32, level: Level) -> Board {
    Board { seed: Seed([seed; 32]), weekday: 0, variation, level: Some(level) }
}

/// A whole game in which `player` chooses the player's moves, and the proof of it.
fn game_of<G: Opponent>(board: &Board, mut player: impl FnMut(&G) -> Option<G::Move>) -> (Match<G>, OwnMoves<G>) {
    let mut own = Vec::new();
    let game = play_out::<G>(board, |position| {
        let mv = player(position);
        own.extend(mv);
        mv
    });
    (game, OwnMoves::new(own))
}

/// A whole game in which the player moves at random, and the proof of it.
fn random_game<G: Opponent>(board: &Board, draw: &mut Draw) -> (Match<G>, OwnMoves<G>) {
    game_of(board, |position| any_move(position, draw))
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

/// What the opponent of a game may spend, in positions visited, as the game's opponent says it.
struct Nodes {
    /// For one answer of `easy`, `basic` and `strong`.
    answer: [u32; 3],
    /// For all answers of `strong` in one game.
    game: u64,
}

/// Plays whole games at every level and hands their proofs in; no answer and no game may cost more than `most`. The
/// strongest level, whose games are the dearest, plays each of the three openings, and meets somebody who resists.
fn the_referee_finds_the_game_that_was_played<G: Opponent + PartialEq + std::fmt::Debug>(id: GameId, most: &Nodes) {
    let row = id.game();
    assert_eq!((row.kind, row.measure, row.levels), (Kind::Opponent, G::MEASURE, &Level::ALL[..]));
    let mut draw = Draw::new(&Seed([4; 32]));
    for (level, most_nodes) in Level::ALL.into_iter().zip(most.answer) {
        let mut dearest = 0;
        for variation in if level == Level::Strong { &ONE_OF_EACH_OPENING[..] } else { &[0, 1, 2, 3, 4, 5] } {
            let board = board(9, *variation, level);
            let (game, proof) = if level == Level::Strong {
                game_of::<G>(&board, |position| position.choose(Level::Basic, &mut draw).mv)
            } else {
                random_game::<G>(&board, &mut draw)
            };
            let (outcome, value) = game.result().expect("a game comes to its end");
            let answers = game.moves().len() as u64 - u64::from(game.own_moves()) - G::opening(*variation).len() as u64;
            assert!(game.most_nodes() <= most_nodes, "{id} {level}: {} nodes for an answer", game.most_nodes());
            assert!(game.nodes() <= answers * u64::from(most_nodes), "{id} {level}: {answers} answers, {game:?}");
            assert!(game.nodes() <= most.game, "{id} {level}: {} nodes for a game", game.nodes());
            dearest = dearest.max(game.most_nodes());

            let text = proof.encode();
            assert!(text.len() <= row.proof_limit, "{id}: {} bytes", text.len());
            assert_eq!(OwnMoves::<G>::decode(&text), Ok(proof));
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
        // What the level below may spend is not enough for this one, or its bound would say nothing.
        let below = most.answer.into_iter().take_while(|&nodes| nodes < most_nodes).last().unwrap_or(0);
        assert!(dearest > below, "{id} {level}: {dearest} nodes at most, of {most_nodes}");
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

/// Throws random texts at the referee: bytes, letters, moves of the game in no order, and honest proofs, whole, cut and
/// damaged. Most meet `easy`, whose answers are quick, and a few the other levels.
fn no_text_panics<G: Opponent>(id: GameId) {
    let mut draw = Draw::new(&Seed([6; 32]));
    let honest: Vec<(Board, Vec<String>)> = Level::ALL
        .into_iter()
        .flat_map(|level| (0..VARIATIONS).map(move |variation| board(7, variation, level)))
        .map(|board| {
            let (_, proof) = random_game::<G>(&board, &mut draw);
            (board, proof.encode().split(' ').map(str::to_owned).collect())
        })
        .collect();
    let words: Vec<&str> = honest.iter().flat_map(|(_, game)| game).map(String::as_str).collect();
    let below = |draw: &mut Draw, bound: usize| draw.below(u32::try_from(bound).unwrap()) as usize;
    let (mut replayed, mut finished) = (0, [0; 3]);
    for round in 0..RANDOM_PROOFS {
        let level = match draw.below(if round % 100 == 0 { 1000 } else { 10_000 }) {
            0 => Level::Strong,
            1..5 => Level::Basic,
            _ => Level::Easy,
        };
        let mut variation = draw.below(VARIATIONS + 2); // also ones that no ticket has
        let text = match round % 100 {
            // An honest game or its beginning, sometimes with one word changed, mostly on its own board.
            0 => {
                let games: Vec<_> = honest.iter().filter(|(board, _)| board.level == Some(level)).collect();
                let (board, game) = games[below(&mut draw, games.len())];
                let length = if draw.below(2) == 0 { 1 + below(&mut draw, game.len()) } else { game.len() };
                let mut words_of: Vec<&str> = game[..length].iter().map(String::as_str).collect();
                if draw.below(2) == 0 {
                    words_of[below(&mut draw, length)] = words[below(&mut draw, words.len())];
                }
                if draw.below(4) != 0 {
                    variation = board.variation;
                }
                words_of.join(" ")
            }
            1..10 => {
                let any: Vec<&str> = (0..=draw.below(4)).map(|_| words[below(&mut draw, words.len())]).collect();
                any.join(" ")
            }
            10..35 => {
                let bytes: Vec<u8> = (0..=draw.below(24)).map(|_| u8::try_from(draw.below(256)).unwrap()).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => (0..=draw.below(12)).map(|_| char::from(u8::try_from(draw.below(96) + 32).unwrap())).collect(),
        };
        if let Ok(read) = id.read(&board(7, variation, level), &text) {
            replayed += 1;
            finished[level as usize] += u32::from(read.replay().is_ok());
        }
    }
    assert!(replayed > RANDOM_PROOFS / 20, "only {replayed} texts were read");
    assert!(finished[0] > 1000 && finished[1] > 10 && finished[2] > 0, "{finished:?} games came to their end");
}

macro_rules! games {
    ($($module:ident, $game:ty, $id:ident, $answer:expr, $whole:expr;)*) => {$(
        mod $module {
            use super::*;

            #[test]
            fn rules_agree_with_themselves() {
                super::rules_agree_with_themselves::<$game>();
            }

            #[test]
            fn the_referee_finds_the_game_that_was_played() {
                let most = Nodes { answer: $answer, game: $whole };
                super::the_referee_finds_the_game_that_was_played::<$game>(GameId::$id, &most);
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
    // Game, its type, its row, the most nodes that one answer of `easy`, `basic` and `strong` may cost, and the most that
    // all answers of `strong` in one game may: as many answers as a game can have, and late stones are cheaper.
    reversi, games::catalogue::reversi::Position, Reversi, [200, 3000, 20_000], 30 * 20_000;
    janggi, games::catalogue::janggi::Janggi, Janggi, [200, 1500, 6000], 100 * 6000;
    checkers, games::catalogue::checkers::Position, Checkers, [200, 3000, 15_000], 150 * 15_000;
    omok, games::catalogue::omok::Omok, Omok, [1, 400, 8000], 30 * 8000 + 83 * 2500;
    ojeom, games::catalogue::ojeom::Ojeom, Ojeom, [1, 400, 4000], 38 * 4000 + 151 * 1000;
    capture_go, games::catalogue::capture_go::CaptureGo, CaptureGo, [1, 600, 8000], 41 * 8000;
    dots_and_boxes, games::catalogue::dots_and_boxes::Board, DotsAndBoxes, [1, 1, 20_000], 38 * 20_000;
    mu_torere, games::catalogue::mu_torere::Position, MuTorere, [4; 3], 60 * 4;
    nim, games::catalogue::nim::Piles, Nim, [12; 3], 12 + 10 + 8 + 6 + 4 + 2;
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
