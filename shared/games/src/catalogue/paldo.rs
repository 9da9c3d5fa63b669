//! Paldo-yuram (팔도유람), a race through the eight provinces after the travel boards of Joseon (남승도, 승람도).
//!
//! There is no one board that everybody plays on; this one is ours. Two travellers leave Hanyang (stop 0), pass
//! five stops in each of Gyeonggi, Chungcheong, Gyeongsang, Jeolla, Hwanghae, Pyeongan, Hamgyeong and Gangwon (stops
//! 1 to 40) and win by being the first back in Hanyang (41 or beyond).
//!
//! A turn rolls two yunmok, five-faced dice, and goes by exactly one of them. The third stop of a province is a
//! landmark: who stops there rolls once more, but only once a turn. Who stops where the other one is, and it
//! is no landmark, sends the other back to the last stop before that province.
//!
//! # Proof
//!
//! One digit for each roll of the player: `0` goes by the first die and `1` by the second. The rolls of both
//! sides come from the board's seed in the order of play, two draws of five each.
//!
//! # Against the computer
//!
//! `easy` takes the larger die, `basic` looks at what the stop brings at once, and `strong` plays perfectly. Of the
//! six variations only who begins matters, because the dice already make every day's journey another one.

mod opponent;

use serde_json::{Value as Json, json};

pub use opponent::{Choose, best, chance, greedy, larger};

use crate::opponent::{VARIATION, VARIATIONS, player_side, won};
use crate::{Board, Draw, Illegal, IllegalMove, Level, Malformed, Name, Outcome, Proof, Replay, Seed, Side, Value};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "주사위 둘을 굴려 하나만 씀, 셋째 자리 명승에서 한 번 더, 명승이 아닌 자리에서 잡히면 그 도 앞으로",
    en: "two dice are rolled and one is used, a landmark rolls once more, who is caught off a landmark goes back before that province",
};

/// Back in Hanyang.
pub const HOME: u8 = 41;

/// Stops of a province.
const PROVINCE: u8 = 5;

/// Faces of a yunmok: 도, 개, 걸, 윷, 모.
pub const FACES: u8 = 5;

/// Most rolls of the player in a proof, about thirty times as many as a journey takes.
pub const LIMIT: usize = 400;

/// Fewest turns to the goal: 41 stops at ten a turn, five by each of two rolls.
pub const MIN_TURNS: u64 = 5;

/// Where the travellers are and who rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    stops: [u8; 2],
    to_move: Side,
    /// Whether this roll is the turn's second, won on a landmark.
    extra: bool,
}

impl Race {
    /// Both in Hanyang.
    pub const START: Self = Self { stops: [0; 2], to_move: Side::First, extra: false };

    /// A race under way. `None` when a stop is not on the road.
    #[must_use]
    pub const fn new(stops: [u8; 2], to_move: Side, extra: bool) -> Option<Self> {
        if stops[0] < HOME && stops[1] < HOME { Some(Self { stops, to_move, extra }) } else { None }
    }

    /// The stop of `side`: 0 to 40, or [`HOME`].
    #[must_use]
    pub const fn stop(self, side: Side) -> u8 {
        self.stops[side.index()]
    }

    /// The side that rolls next.
    #[must_use]
    pub const fn side_to_move(self) -> Side {
        self.to_move
    }

    /// Whether the next roll is an extra one, won on a landmark.
    #[must_use]
    pub const fn is_extra(self) -> bool {
        self.extra
    }

    /// Who is back in Hanyang.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| self.stop(side) >= HOME)
    }

    /// The race after the side to move went `steps` stops on.
    #[must_use]
    pub fn after(mut self, steps: u8) -> Self {
        let (side, other) = (self.to_move, self.to_move.other());
        let stop = self.stop(side).saturating_add(steps).min(HOME);
        self.stops[side.index()] = stop;
        if is_landmark(stop) && !self.extra {
            self.extra = true;
            return self;
        }
        if stop == self.stop(other) && !is_landmark(stop) {
            self.stops[other.index()] = before_province(stop);
        }
        self.to_move = other;
        self.extra = false;
        self
    }
}

/// Whether `stop` is the third of its province.
#[must_use]
pub const fn is_landmark(stop: u8) -> bool {
    stop < HOME && stop % PROVINCE == 3
}

/// The last stop before the province of `stop`.
const fn before_province(stop: u8) -> u8 {
    stop.saturating_sub(1) / PROVINCE * PROVINCE
}

/// Which of the two dice a traveller goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// The first.
    First,
    /// The second.
    Second,
}

impl Die {
    /// The value of this die in `roll`.
    #[must_use]
    pub const fn of(self, roll: [u8; 2]) -> u8 {
        match self {
            Self::First => roll[0],
            Self::Second => roll[1],
        }
    }
}

/// A race against the computer as it goes on; whenever it is not over, the player has a roll to use.
#[derive(Clone, Debug)]
pub struct Duel {
    race: Race,
    player: Side,
    choose: Choose,
    dice: Draw,
    roll: [u8; 2],
    turns: u32,
    rolls: u32,
}

impl Duel {
    /// Begins the race of `board`; where the computer begins, its first turn is played.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let mut duel = Self {
            race: Race::START,
            player: player_side(board.variation % VARIATIONS),
            choose: opponent::of(board.level.unwrap_or(Level::Basic)),
            dice: Draw::new(&board.seed),
            roll: [0; 2],
            turns: 0,
            rolls: 0,
        };
        duel.roll_on();
        duel
    }

    /// Where the travellers are.
    #[must_use]
    pub const fn race(&self) -> Race {
        self.race
    }

    /// The player's seat.
    #[must_use]
    pub const fn player(&self) -> Side {
        self.player
    }

    /// The dice the player has to choose from, 1 to 5 each; those of the last roll once the race is over.
    #[must_use]
    pub const fn roll(&self) -> [u8; 2] {
        self.roll
    }

    /// Turns the player has begun.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Goes by one of the player's dice, and plays the computer's turns until the player rolls again.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when the race is over.
    pub fn play(&mut self, die: Die) -> Result<(), IllegalMove> {
        if self.race.winner().is_some() {
            return Err(IllegalMove { why: "the race is over" });
        }
        self.race = self.race.after(die.of(self.roll));
        self.roll_on();
        Ok(())
    }

    /// Rolls for whoever is to roll, until it is the player or the race is over. The computer has one turn at a
    /// time, two rolls at most.
    fn roll_on(&mut self) {
        while self.race.winner().is_none() {
            self.roll = [0; 2].map(|_: u8| 1 + u8::try_from(self.dice.below(FACES.into())).unwrap_or(0));
            self.rolls = self.rolls.saturating_add(1);
            if self.race.to_move == self.player {
                self.turns = self.turns.saturating_add(u32::from(!self.race.extra));
                return;
            }
            self.race = self.race.after((self.choose)(self.race, self.roll).of(self.roll));
        }
    }
}

/// The player's choices, one a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices(Vec<Die>);

impl Choices {
    /// The proof of these choices.
    #[must_use]
    pub const fn new(choices: Vec<Die>) -> Self {
        Self(choices)
    }
}

impl Proof for Choices {
    fn variation(seed: &Seed) -> u32 {
        Draw::stream(seed, VARIATION).below(VARIATIONS)
    }

    fn opening(board: &Board) -> Json {
        json!({
            "rules": "paldo-two-yunmok",
            "level": board.level.unwrap_or(Level::Basic),
            "player": player_side(board.variation % VARIATIONS),
        })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Err(Malformed { at: 0, why: "a race has at least one roll of the player" });
        }
        if text.len() > LIMIT {
            return Err(Malformed { at: LIMIT, why: "a race has at most 400 rolls of the player" });
        }
        let read = |(at, letter)| match letter {
            '0' => Ok(Die::First),
            '1' => Ok(Die::Second),
            _ => Err(Malformed { at, why: "a choice is 0 or 1" }),
        };
        text.char_indices().map(read).collect::<Result<_, _>>().map(Self)
    }

    fn encode(&self) -> String {
        let digit = |&die| if die == Die::First { '0' } else { '1' };
        self.0.iter().map(digit).collect()
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut duel = Duel::new(board);
        for (at, &die) in (1..).zip(&self.0) {
            duel.play(die).map_err(|IllegalMove { why }| Illegal { at, why })?;
        }
        let Some(winner) = duel.race.winner() else {
            return Err(Illegal { at: self.moves().saturating_add(1), why: "the race is not over" });
        };
        let (outcome, value) = if winner == duel.player {
            (Outcome::Win, won(board.level.unwrap_or(Level::Basic), duel.turns.into()))
        } else {
            (Outcome::Loss, Value::Unranked)
        };
        Ok(Replay { value, outcome: Some(outcome), plies: duel.rolls, copyable: None })
    }
}
