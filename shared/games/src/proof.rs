//! What a game makes of a proof: read it, weigh it, replay it.
//!
//! The three steps are apart because the referee has cheap checks to make between them.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::{Board, Game, Seed};

/// A proof of one game, already read into its moves. Each game has one type that implements this.
pub trait Proof: Sized + 'static {
    /// Which variation of the game is played on the day of `seed`; 0 for a game with only one.
    fn variation(seed: &Seed) -> u32 {
        let _ = seed;
        0
    }

    /// What a front end needs, beside the seed, to show `board`: a JSON object.
    fn opening(board: &Board) -> Json {
        let _ = board;
        json!({})
    }

    /// Reads the strict text form. A text has at most one reading, and nothing may be left over.
    ///
    /// # Errors
    ///
    /// [`Malformed`] when the text is not exactly one proof of this game.
    fn decode(text: &str) -> Result<Self, Malformed>;

    /// The text form: `decode(encode(p)) == p`.
    fn encode(&self) -> String;

    /// How many moves (ticks, frames, strokes) the player made.
    fn moves(&self) -> u32;

    /// The shortest elapsed time, in microseconds, in which a person can have made these moves.
    fn least_elapsed_us(&self, game: &Game) -> u64 {
        u64::from(self.moves()) * u64::from(game.limits.min_us_per_move)
    }

    /// Whether the values the referee has to believe (they cannot be replayed) are possible at all.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`] when the game cannot give such a value.
    fn check_trusted(&self, board: &Board) -> Result<(), OutOfRange> {
        let _ = board;
        Ok(())
    }

    /// Plays the proof on `board` from the beginning.
    ///
    /// # Errors
    ///
    /// [`Illegal`] at the first move the rules refuse, or when the game has to be finished and is not.
    fn replay(&self, board: &Board) -> Result<Replay, Illegal>;
}

/// What a replay found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What the run is worth.
    pub value: Value,
    /// Who won, in games with a winner; always from the player's side.
    pub outcome: Option<Outcome>,
    /// Moves of both sides in games with an opponent; the player's own elsewhere.
    pub plies: u32,
    /// The canonical moves, when the run is long enough that two people do not honestly play it alike.
    /// Moves without effect are not in it, so that adding one does not make a copy look new.
    pub copyable: Option<String>,
}

impl Replay {
    /// A replay of a game without an opponent that is worth `value` after `moves` moves.
    #[must_use]
    pub fn solo(value: Value, moves: u32) -> Self {
        Self { value, outcome: None, plies: moves, copyable: None }
    }

    /// The same replay with `canonical` moves that nobody else may hand in again.
    #[must_use]
    pub fn copyable(self, canonical: String) -> Self {
        Self { copyable: Some(canonical), ..self }
    }
}

/// What a run is worth on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number the replay counted, in the unit of the game's [`Measure`](crate::Measure).
    Counted(u64),
    /// The milliseconds between ticket and submission, on the server's clock.
    Elapsed,
    /// Nothing: a game against an opponent that was not won, or won against the easy one, is recorded and not ranked.
    Unranked,
}

/// How a game against an opponent ended, from the player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player won.
    Win,
    /// Nobody won.
    Draw,
    /// The opponent won.
    Loss,
}

/// The text is not a proof of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the proof cannot be read at byte {at}: {why}")]
pub struct Malformed {
    /// Where reading stopped, in bytes from the start.
    pub at: usize,
    /// What was expected there.
    pub why: &'static str,
}

/// A move the rules refuse, or a game that is not at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {at} of the proof is refused: {why}")]
pub struct Illegal {
    /// The player's move, counted from 1; one past the last when an end is missing.
    pub at: u32,
    /// The rule that refuses it.
    pub why: &'static str,
}

/// A trusted value that the game cannot give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the value is out of range: {why}")]
pub struct OutOfRange {
    /// The bound that was passed.
    pub why: &'static str,
}

/// A proof that was read, whatever its game: what the referee holds between its checks.
pub trait Reading {
    /// See [`Proof::moves`].
    fn moves(&self) -> u32;

    /// See [`Proof::least_elapsed_us`].
    fn least_elapsed_us(&self) -> u64;

    /// See [`Proof::check_trusted`].
    ///
    /// # Errors
    ///
    /// [`OutOfRange`] when the game cannot give such a value.
    fn check_trusted(&self) -> Result<(), OutOfRange>;

    /// See [`Proof::replay`].
    ///
    /// # Errors
    ///
    /// [`Illegal`] when the rules refuse the proof.
    fn replay(&self) -> Result<Replay, Illegal>;
}

/// Joins a proof to its board and its catalogue row.
pub(crate) struct Read<P> {
    pub(crate) proof: P,
    pub(crate) board: Board,
    pub(crate) game: &'static Game,
}

impl<P: Proof> Reading for Read<P> {
    fn moves(&self) -> u32 {
        self.proof.moves()
    }

    fn least_elapsed_us(&self) -> u64 {
        self.proof.least_elapsed_us(self.game)
    }

    fn check_trusted(&self) -> Result<(), OutOfRange> {
        self.proof.check_trusted(&self.board)
    }

    fn replay(&self) -> Result<Replay, Illegal> {
        self.proof.replay(&self.board)
    }
}
