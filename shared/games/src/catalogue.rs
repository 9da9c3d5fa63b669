//! The catalogue: one row a game. Adding a game is one file in `catalogue/` and one row here.
//!
//! A row is plain data that the referee, the boards and `GET /v1/games` read; the macro turns the rows
//! into [`GameId`] and joins each to the proof type that replays it. Limits are meant to be tuned here
//! and nowhere else.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::proof::Read;
use crate::{
    Board, CopyCheck, Game, Kind, Level, Limits, Malformed, Measure, Name, Opponent, OwnMoves, Proof, Reading, Seed,
};

pub mod baduk;
pub mod breakout;
pub mod capture_go;
pub mod checkers;
pub mod dots_and_boxes;
pub mod dungeon;
pub mod external;
pub mod fifteen;
pub mod g2048;
mod go_board;
pub mod janggi;
mod lines;
pub mod mu_torere;
pub mod nim;
pub mod ojeom;
pub mod omok;
pub mod paldo;
pub mod points;
pub mod reversi;
mod shapes;
pub mod snake;
pub mod solitaire;
pub mod sudoku;
mod threats;
pub mod timed;
pub mod typing;
pub mod yacht;
pub mod yutnori;

const SECOND: u64 = 1000;
const HOUR: u64 = 3600 * SECOND;

/// Aiming once is over in less than half a second.
const WARMUP_MIN_MS: u64 = 400;

const fn limits(min_ms: u64, max_ms: u64, min_ms_per_move: u32) -> Limits {
    Limits { min_ms, max_ms, min_us_per_move: min_ms_per_move * 1000 }
}

/// What most rows share; a row names only what differs.
const REPLAYED: Game = Game {
    name: Name { ko: "", en: "" },
    choices: None,
    kind: Kind::Replayed,
    measure: Measure::Score,
    proof_format: "",
    proof_limit: 64 * 1024,
    compete_only: false,
    limits: limits(2 * SECOND, 2 * HOUR, 0),
    values: 0..=u32::MAX as u64,
    copy_check: None,
    levels: &[],
    rules: 1,
    shards: 1,
};

/// A game whose time alone is measured.
const TIMED: Game = Game {
    kind: Kind::Timed,
    measure: Measure::Time,
    proof_format: timed::FORMAT,
    proof_limit: timed::LIMIT,
    values: 2 * SECOND..=2 * HOUR,
    ..REPLAYED
};

/// A timed game whose basic play sends nothing: only a run that was asked to compete is recorded.
const COMPETED: Game = Game { compete_only: true, ..TIMED };

/// A game that ranks by itself.
const EXTERNAL: Game = Game {
    kind: Kind::External,
    measure: Measure::Rank,
    proof_format: external::FORMAT,
    proof_limit: 0,
    values: 0..=external::MOST,
    ..REPLAYED
};

/// A game against the computer.
const OPPONENT: Game = Game {
    kind: Kind::Opponent,
    measure: Measure::Turns,
    proof_limit: 8 * 1024,
    limits: limits(5 * SECOND, 4 * HOUR, 150),
    levels: &Level::ALL,
    ..REPLAYED
};

macro_rules! catalogue {
    ($($variant:ident $id:literal => $proof:ty, $row:expr;)*) => {
        /// A game, by its stable identifier.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum GameId {
            $(#[doc = concat!("`", $id, "`")] $variant,)*
        }

        impl GameId {
            /// Every game, in the catalogue's order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Every game with tickets, runs and boards, in that order.
            pub fn with_runs() -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied().filter(|game| game.game().kind.has_runs())
            }

            /// The stable identifier, as in paths and tickets.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// The catalogue's row.
            #[must_use]
            pub fn game(self) -> &'static Game {
                match self { $(Self::$variant => { static ROW: Game = $row; &ROW })* }
            }

            /// Which variation is played on the day of `seed`. May take long for a game whose board has
            /// to be searched for; callers keep the answer.
            #[must_use]
            pub fn variation(self, seed: &Seed) -> u32 {
                match self { $(Self::$variant => <$proof>::variation(seed),)* }
            }

            /// What a front end needs, beside the seed, to show `board`.
            #[must_use]
            pub fn opening(self, board: &Board) -> Json {
                match self { $(Self::$variant => <$proof>::opening(board),)* }
            }

            /// Reads a proof of this game to be played on `board`.
            ///
            /// # Errors
            ///
            /// [`Malformed`] when the text is too long or is not exactly one proof of this game.
            pub fn read(self, board: &Board, text: &str) -> Result<Box<dyn Reading>, Malformed> {
                let game = self.game();
                if text.len() > game.proof_limit {
                    return Err(Malformed { at: game.proof_limit, why: "the proof is over the game's size limit" });
                }
                match self {
                    $(Self::$variant => {
                        let proof = <$proof>::decode(text)?;
                        Ok(Box::new(Read { proof, board: *board, game }))
                    })*
                }
            }
        }
    };
}

catalogue! {
    // Puzzles and arcade.
    G2048 "2048" => g2048::Moves, Game {
        name: Name { ko: "2048", en: "2048" },
        proof_format: "one letter a move: U, R, D or L",
        proof_limit: g2048::LIMIT,
        limits: limits(5 * SECOND, 6 * HOUR, 40),
        values: 0..=g2048::MAX_SCORE,
        copy_check: Some(CopyCheck { floor: "40 moves" }),
        ..REPLAYED
    };

    Fifteen "fifteen" => fifteen::Moves, Game {
        name: Name { ko: "15퍼즐", en: "15 puzzle" },
        measure: Measure::Moves,
        proof_format: "one letter a move, the way the blank goes: U, R, D or L",
        proof_limit: fifteen::LIMIT,
        limits: limits(2 * SECOND, 2 * HOUR, 40),
        values: 1..=fifteen::LIMIT as u64,
        ..REPLAYED
    };

    Snake "snake" => snake::Ticks, Game {
        name: Name { ko: "스네이크", en: "Snake" },
        choices: Some(snake::RULE_CHOICES),
        proof_format: "runs of ticks, a direction (U, R, D or L) and a count each: R12U3",
        proof_limit: 2 * snake::MAX_TICKS as usize, // every tick a run of its own
        limits: limits(2 * SECOND, HOUR, 40),
        values: 0..=snake::MAX_SCORE,
        copy_check: Some(CopyCheck { floor: "100 ticks with 20 turns" }),
        ..REPLAYED
    };

    Breakout "breakout" => breakout::Frames, Game {
        name: Name { ko: "벽돌깨기", en: "Breakout" },
        proof_format: "one letter a frame, the paddle's way in pixels: 0, A to X (1 to 24 right), a to x (1 to 24 left)",
        proof_limit: breakout::MAX_FRAMES as usize,
        limits: limits(2 * SECOND, HOUR, 15), // nine tenths of a sixtieth of a second
        values: 0..=breakout::MAX_SCORE,
        copy_check: Some(CopyCheck { floor: "600 frames" }),
        ..REPLAYED
    };

    Dungeon "dungeon" => dungeon::Reports, Game {
        name: Name { ko: "퍼즐던전", en: "Puzzle dungeon" },
        measure: Measure::Depth,
        proof_format: "right.wrong for each floor, r0 to r2 for each relic taken, one blank between: 5.1 6.0 8.2 r1",
        proof_limit: dungeon::LIMIT,
        limits: limits(20 * SECOND, 2 * HOUR, 0),
        values: 0..=dungeon::MAX_VALUE,
        copy_check: Some(CopyCheck { floor: "12 passed floors, 4 of them with a wrong answer" }),
        ..REPLAYED
    };

    Yacht "yacht" => yacht::Rounds, Game {
        name: Name { ko: "야추", en: "Yacht" },
        choices: Some(yacht::RULE_CHOICES),
        proof_format: "twelve rounds, one blank between, of masks (1 keeps a die) and a category: 10110,00001:fh",
        proof_limit: yacht::LIMIT,
        limits: limits(20 * SECOND, HOUR, 0),
        values: 0..=yacht::MAX_SCORE,
        ..REPLAYED
    };

    Solitaire "solitaire" => solitaire::Actions, Game {
        name: Name { ko: "하루 솔리테어", en: "Daily solitaire" },
        choices: Some(solitaire::RULE_CHOICES),
        measure: Measure::Moves,
        proof_format: "actions with blanks between: D, R, XY or XY-n with X and Y of 1-7, W, C, D, H, S",
        proof_limit: solitaire::LIMIT_BYTES,
        compete_only: true,
        limits: limits(20 * SECOND, 2 * HOUR, 80),
        values: solitaire::FEWEST_ACTIONS..=solitaire::LIMIT as u64,
        ..REPLAYED
    };

    Typing "typing" => typing::Typed, Game {
        name: Name { ko: "타자 연습 하루 한 판", en: "Daily typing" },
        measure: Measure::Time,
        proof_format: "the typed text; a Hangul stroke takes at least 30 ms and a Latin one 48 ms",
        proof_limit: typing::LIMIT,
        limits: Limits { min_ms: 0, max_ms: HOUR, min_us_per_move: typing::HANGUL_US },
        values: 0..=HOUR,
        ..REPLAYED
    };

    Sudoku "sudoku" => sudoku::Filled, Game {
        name: Name { ko: "스도쿠", en: "Sudoku" },
        measure: Measure::Time,
        proof_format: "the filled grid, 81 digits row by row",
        proof_limit: sudoku::CELLS,
        limits: limits(45 * SECOND, 3 * HOUR, 0),
        values: 45 * SECOND..=3 * HOUR,
        ..REPLAYED
    };

    // Board games against the computer.
    Reversi "reversi" => OwnMoves<reversi::Position>, Game {
        name: Name { ko: "뒤집기", en: "Reversi" },
        choices: Some(reversi::RULE_CHOICES),
        measure: reversi::Position::MEASURE,
        proof_format: "own moves as squares, file and row from the top, without passes, one blank between: f5 d6",
        values: 1..=64,
        ..OPPONENT
    };

    Janggi "janggi" => OwnMoves<janggi::Janggi>, Game {
        name: Name { ko: "장기", en: "Janggi" },
        choices: Some(janggi::RULE_CHOICES),
        measure: janggi::Janggi::MEASURE,
        proof_format: "own set-up and moves, a pass is --, one blank between: NBBN a4a5 b10c8 --",
        values: 2..=janggi::MOST_OWN_MOVES,
        ..OPPONENT
    };

    Checkers "checkers" => OwnMoves<checkers::Position>, Game {
        name: Name { ko: "체커", en: "Checkers" },
        choices: Some(checkers::RULE_CHOICES),
        proof_format: "own moves with every square touched, numbered 1 to 32, one blank between: 11-15 3x10x19",
        values: 1..=150,
        ..OPPONENT
    };

    Omok "omok" => OwnMoves<omok::Omok>, Game {
        name: Name { ko: "오목", en: "Omok" },
        choices: Some(omok::RULE_CHOICES),
        measure: omok::Omok::MEASURE,
        proof_format: "own stones, files a to o and rows from the bottom, one blank between: h8 g9 i7",
        values: 4..=113, // an opening holds one of the five stones, and half of the 225 points are the player's
        ..OPPONENT
    };

    Ojeom "ojeom" => OwnMoves<ojeom::Ojeom>, Game {
        name: Name { ko: "오점", en: "Ojeom" },
        choices: Some(ojeom::RULE_CHOICES),
        measure: ojeom::Ojeom::MEASURE,
        proof_format: "own stones, files a to t without i and rows from the bottom, one blank between: k10 l11 k7",
        values: 4..=ojeom::MOST_PLIES as u64 / 2 + 1, // an opening holds one of the five stones
        ..OPPONENT
    };

    CaptureGo "capture-go" => OwnMoves<capture_go::CaptureGo>, Game {
        name: Name { ko: "잡기 바둑", en: "Capture go" },
        choices: Some(capture_go::RULE_CHOICES),
        measure: capture_go::CaptureGo::MEASURE,
        proof_format: "own stones, files A to J without I and rows from the bottom, one blank between: E5 D4 E3",
        values: 1..=41, // half of the 81 points
        ..OPPONENT
    };

    DotsAndBoxes "dots-and-boxes" => OwnMoves<dots_and_boxes::Board>, Game {
        name: Name { ko: "점과 상자", en: "Dots and boxes" },
        measure: dots_and_boxes::Board::MEASURE,
        proof_format: "own moves, h or v with row and column from the top left, one blank between: h03 v31",
        values: 1..=16,
        ..OPPONENT
    };

    Nim "nim" => OwnMoves<nim::Piles>, Game {
        name: Name { ko: "님", en: "Nim" },
        measure: nim::Piles::MEASURE,
        proof_format: "own moves, i-k takes k objects from pile i, one blank between: 1-2 3-1",
        values: 1..=6,
        ..OPPONENT
    };

    MuTorere "mu-torere" => OwnMoves<mu_torere::Position>, Game {
        name: Name { ko: "무 토레레", en: "Mu torere" },
        proof_format: "own moves, the point whose piece moves: 1 to 8 on the ring, 0 the centre, one blank between: 1 0",
        values: 1..=60,
        ..OPPONENT
    };

    // Between people only.
    Baduk "baduk" => external::NoProof, Game {
        name: Name { ko: "바둑", en: "Baduk" },
        choices: Some(baduk::RULE_CHOICES),
        kind: Kind::Match,
        measure: Measure::Margin,
        proof_format: "none: a match is played or reported move by move, D4 or pass",
        proof_limit: 0,
        values: 0..=2 * 361 + 13, // half points
        ..REPLAYED
    };

    // Races with dice against the computer.
    Paldo "paldo" => paldo::Choices, Game {
        name: Name { ko: "팔도유람", en: "Paldo-yuram" },
        choices: Some(paldo::RULE_CHOICES),
        proof_format: "0 or 1 for each own roll, the die to go by: 0110",
        proof_limit: paldo::LIMIT,
        limits: limits(5 * SECOND, HOUR, 100),
        values: paldo::MIN_TURNS..=paldo::LIMIT as u64,
        ..OPPONENT
    };

    Yutnori "yutnori" => yutnori::Uses, Game {
        name: Name { ko: "윷놀이", en: "Yutnori" },
        choices: Some(yutnori::RULE_CHOICES),
        proof_format: "the number of a throw in its turn, from 0, and a piece, one blank between: 0a 1b",
        proof_limit: yutnori::LIMIT,
        limits: limits(5 * SECOND, HOUR, 100),
        values: 1..=yutnori::MOST_TURNS,
        ..OPPONENT
    };

    // Timed games.
    Troy "troy" => timed::Counters, Game {
        name: Name { ko: "트로이 전술", en: "Troy tactics" },
        ..COMPETED
    };

    Odyssey "odyssey" => timed::Counters, Game {
        name: Name { ko: "오디세이 퀴즈", en: "Odyssey quiz" },
        ..COMPETED
    };

    CatchMove "catch-move" => timed::Counters, Game {
        name: Name { ko: "잡는 수", en: "Catching move" },
        ..COMPETED
    };

    Warmup "warmup" => timed::Counters, Game {
        name: Name { ko: "손풀기", en: "Warm-up" },
        limits: limits(WARMUP_MIN_MS, 2 * HOUR, 0),
        values: WARMUP_MIN_MS..=2 * HOUR,
        ..COMPETED
    };

    Kankani "kankani" => timed::Counters, Game {
        name: Name { ko: "칸칸이", en: "Kankani" },
        ..TIMED
    };

    Stamp "stamp" => timed::Counters, Game {
        name: Name { ko: "도장", en: "Stamp" },
        ..TIMED
    };

    Gwageo "gwageo" => timed::Counters, Game {
        name: Name { ko: "과거", en: "Gwageo" },
        ..TIMED
    };

    Jogakbo "jogakbo" => timed::Counters, Game {
        name: Name { ko: "조각보", en: "Jogakbo" },
        ..TIMED
    };

    Samsam "samsam" => timed::Counters, Game {
        name: Name { ko: "삼삼오오", en: "Samsam-oo" },
        ..TIMED
    };

    TypingGame "typing-game" => timed::Counters, Game {
        name: Name { ko: "타자 게임", en: "Typing game" },
        limits: limits(2 * SECOND, 2 * HOUR, 30), // the pace of a Hangul stroke, for the strokes the app counted
        ..TIMED
    };

    // Games that rank by themselves.
    StockRoom "stock-room" => external::NoProof, Game {
        name: Name { ko: "주식방", en: "Stock room" },
        ..EXTERNAL
    };

    Gambitry "gambitry" => external::NoProof, Game {
        name: Name { ko: "Gambitry 사다리", en: "Gambitry ladder" },
        ..EXTERNAL
    };
}

/// No game has this identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such game")]
pub struct UnknownGame;

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Self::ALL.iter().copied().find(|game| game.as_str() == text).ok_or(UnknownGame)
    }
}

impl Serialize for GameId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_identifier_reads_back() {
        for &game in GameId::ALL {
            assert_eq!(game.as_str().parse(), Ok(game));
        }
        assert_eq!("chess".parse::<GameId>(), Err(UnknownGame));
    }

    #[test]
    fn every_row_is_complete() {
        for &id in GameId::ALL {
            let game = id.game();
            assert!(!game.name.ko.is_empty() && !game.name.en.is_empty(), "{id} has no name");
            assert!(!game.proof_format.is_empty(), "{id} does not say what its proof looks like");
            assert!(game.limits.min_ms < game.limits.max_ms, "{id} leaves no time to play");
            assert!(!game.values.is_empty(), "{id} has no possible value");
            assert!(game.shards >= 1, "{id} has no board");
            assert_eq!(game.kind == Kind::Opponent, !game.levels.is_empty(), "{id}: levels and opponent");
        }
    }
}
