//! Yutnori (윷놀이): four sticks, four pieces a side, first to bring all home.
//!
//! A throw of four sticks is 도 (one flat side up, 1 step), 개 (2), 걸 (3), 윷 (4) or 모 (none, 5); one stick is marked, and
//! when it alone lies flat the throw is 백도, one step back. Who stops on corner 5, corner 10 or the centre takes
//! the short way from there; who passes goes straight on. A piece is home only *past* station 0.
//! Pieces of a side that meet go on together for good; a piece that stops on an enemy's station sends all the
//! enemies there back to the start.
//!
//! # Where rules differ, ours
//!
//! * 윷, 모 and a capture each give one more throw, but a capture made with 윷 or 모 gives no second one.
//! * All throws due are thrown first; then they are used in any order on any pieces. After a capture the new
//!   throw joins those that are left.
//! * 백도 from station 1 leads to 0. A throw that no piece can use is lost, such as 백도 with nothing on the board.
//!
//! # Proof
//!
//! One word for each throw used, one blank between: the throw's number in its turn, from 0, and the piece, `a` to `d`.
//! `0a 1b` uses the first throw on piece a and the second on b; any piece names its whole stack. Throws come
//! from the board's seed in the order of play, one draw of sixteen each, a set bit for a flat side.
//!
//! # Against the computer
//!
//! `easy` moves at random, `basic` takes what a throw brings at once, and `strong` also weighs what the enemy's next throw can
//! take. Of the six variations only who begins matters, because the throws already make every day's game another one.

mod course;
mod opponent;
mod position;

use serde_json::{Value as Json, json};

pub use course::{Piece, Place, Route};
pub use opponent::choose;
pub use position::{Position, Throw, Use};

use crate::opponent::{CHOICES, VARIATION, VARIATIONS, player_side, won};
use crate::{Board, Draw, Illegal, IllegalMove, Level, Malformed, Name, Outcome, Proof, Replay, Seed, Side, Value};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "윷, 모와 잡기에 한 번씩 더(윷이나 모로 잡아도 한 번), 뒷도는 한 칸 뒤로, 나온 윷은 아무 순서로 씀, 참먹이를 지나야 남",
    en: "a throw more for yut, mo and a capture, but one for both; back-do goes one step back; throws are used in any order; home is past the start",
};

/// Longest proof in bytes, some thirty times a usual game.
pub const LIMIT: usize = 4096;

/// Most turns of the player in a proof of that length, which has a word of two letters and a blank for each.
pub const MOST_TURNS: u64 = LIMIT as u64 / 3 + 1;

/// A game against the computer as it goes on; whenever it is not over, the player has a throw to use.
#[derive(Clone, Debug)]
pub struct Duel {
    position: Position,
    player: Side,
    level: Level,
    sticks: Draw,
    choices: Draw,
    turns: u32,
    uses: u32,
}

impl Duel {
    /// Begins the game of `board`; where the computer begins, its first turn is played.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let mut duel = Self {
            position: Position::START,
            player: player_side(board.variation % VARIATIONS),
            level: board.level.unwrap_or(Level::Basic),
            sticks: Draw::new(&board.seed),
            choices: Draw::stream(&board.seed, CHOICES),
            turns: 0,
            uses: 0,
        };
        duel.begin_turn();
        duel.play_on();
        duel
    }

    /// The pieces, the side to move and its throws.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The player's seat.
    #[must_use]
    pub const fn player(&self) -> Side {
        self.player
    }

    /// Turns the player has begun.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Uses one of the player's throws, and plays the computer's turns until the player has a throw to use.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when there is no such throw, or the piece cannot move by it.
    pub fn play(&mut self, mv: Use) -> Result<(), IllegalMove> {
        self.use_throw(mv)?;
        self.play_on();
        Ok(())
    }

    fn use_throw(&mut self, mv: Use) -> Result<(), IllegalMove> {
        let Some(again) = self.position.play(mv) else {
            return Err(IllegalMove { why: "there is no such throw left, or the piece cannot move by it" });
        };
        self.uses = self.uses.saturating_add(1);
        if again {
            self.throw();
        }
        Ok(())
    }

    fn begin_turn(&mut self) {
        self.turns = self.turns.saturating_add(u32::from(self.position.side_to_move() == self.player));
        self.throw();
    }

    /// Throws once, and again after each 윷 and 모: seven throws of eight are the last.
    fn throw(&mut self) {
        while self.position.add(Throw::of_sticks(self.sticks.below(16))).throws_again() {}
    }

    /// Goes on until the player has a throw to use or the game is over. A turn is lost only to a throw that is
    /// 백도 alone, so turns do not follow one another for long.
    fn play_on(&mut self) {
        while self.position.winner().is_none() {
            if !self.position.can_use() {
                self.position.pass_turn();
                self.begin_turn();
            } else if self.position.side_to_move() == self.player {
                return;
            } else {
                let mv = opponent::choose(&self.position, self.level, &mut self.choices);
                if mv.is_none_or(|mv| self.use_throw(mv).is_err()) {
                    return;
                }
            }
        }
    }
}

/// The uses of the player's throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses(Vec<Use>);

impl Uses {
    /// The proof of these uses.
    #[must_use]
    pub const fn new(uses: Vec<Use>) -> Self {
        Self(uses)
    }
}

impl Proof for Uses {
    fn variation(seed: &Seed) -> u32 {
        Draw::stream(seed, VARIATION).below(VARIATIONS)
    }

    fn opening(board: &Board) -> Json {
        json!({
            "rules": "yutnori-backdo-one-extra",
            "level": board.level.unwrap_or(Level::Basic),
            "player": player_side(board.variation % VARIATIONS),
        })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.len() > LIMIT {
            return Err(Malformed { at: LIMIT, why: "a game has at most 4,096 bytes" });
        }
        let (mut uses, mut at) = (Vec::new(), 0);
        for word in text.split(' ') {
            let why = "a word is the number of a throw, from 0, and a piece, a to d";
            uses.push(word.parse().map_err(|_| Malformed { at, why })?);
            at += word.len() + 1;
        }
        Ok(Self(uses))
    }

    fn encode(&self) -> String {
        let words: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut duel = Duel::new(board);
        for (at, &mv) in (1..).zip(&self.0) {
            duel.play(mv).map_err(|IllegalMove { why }| Illegal { at, why })?;
        }
        let Some(winner) = duel.position.winner() else {
            return Err(Illegal { at: self.moves().saturating_add(1), why: "the game is not over" });
        };
        let (outcome, value) = if winner == duel.player {
            (Outcome::Win, won(duel.level, duel.turns.into()))
        } else {
            (Outcome::Loss, Value::Unranked)
        };
        Ok(Replay { value, outcome: Some(outcome), plies: duel.uses, copyable: None })
    }
}
