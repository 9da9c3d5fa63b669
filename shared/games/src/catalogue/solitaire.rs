//! 하루 솔리테어: Klondike, a day's deal that can be won.
//!
//! Seven columns of one to seven cards, the top one of each face up; 24 cards of stock. A draw turns one card
//! up, and the waste may be turned over again without limit, its order kept. A column takes the next lower rank of
//! the other colour, alone or leading a run that lies face up; an empty column takes a king, alone or with its run.
//! A foundation takes its suit from the ace up, and gives its top card back to a column. A face-down card that
//! comes to light turns up by itself. The value is the number of actions: draws, turns of the waste and moves.
//!
//! # The day's deal
//!
//! The day's seed gives a sequence of deals: deal `n` is the deck shuffled by stream `n` of the seed. The
//! day's is the first that the [solver](solve) wins within [`solver::NODES`] positions and in at most
//! [`LONGEST_SOLUTION`] actions; its number is the board's [variation](Board::variation). About nine of ten deals can be
//! won at all (Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games", 2019).
//!
//! # Proof
//!
//! Actions with one blank between: `D` draws, `R` turns the waste over, and `XY` moves from `X` to `Y`, where
//! `1` to `7` are the columns, `W` the waste and `C D H S` the foundations. `XY-n` moves a run of `n` cards, from 2 on.
//! `D W4 67-3 4H H5`. The last action, and none before it, must put the last card on its foundation.

use serde_json::{Value as Json, json};

use crate::{Board, Draw, Illegal, Malformed, Name, Proof, Replay, Seed, Value};

mod position;
mod route;
pub mod solver;
mod table;

pub use table::{Action, Card, Column, Deal, Suit, Table, Turn};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "한 장씩 넘기고, 넘긴 더미는 몇 번이든 다시 넘기며, 기초 더미에서 카드를 되돌려 올 수 있음",
    en: "draw one, any number of turns of the waste, cards may come back from the foundations",
};

/// Most actions in a proof: ten times what the day's deal needs at most.
pub const LIMIT: usize = 2000;

/// Longest proof, in bytes: every token a run of ten cards or more, and a blank.
pub const LIMIT_BYTES: usize = 6 * LIMIT;

/// Every card goes to its foundation, and every card of the stock is drawn.
pub const FEWEST_ACTIONS: u64 = (Card::COUNT + Deal::STOCK) as u64;

/// A deal whose solution is longer is not given out, in actions.
pub const LONGEST_SOLUTION: usize = 200;

/// Deal `variation` of the day of `seed`.
#[must_use]
pub fn deal(seed: &Seed, variation: u32) -> Deal {
    Deal::shuffled(&mut Draw::stream(seed, variation.into()))
}

/// A proof that wins deal `variation` of the day of `seed`; `None` when the solver finds none that is short enough.
#[must_use]
pub fn solve(seed: &Seed, variation: u32) -> Option<String> {
    let search = solver::search(&deal(seed, variation), Turn::One, solver::NODES);
    let solver::Verdict::Winnable(actions) = search.verdict else { return None };
    (actions.len() <= LONGEST_SOLUTION).then(|| Actions(actions).encode())
}

/// The actions of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actions(pub Vec<Action>);

impl Proof for Actions {
    fn variation(seed: &Seed) -> u32 {
        (0..u32::MAX).find(|&variation| solve(seed, variation).is_some()).unwrap_or(0)
    }

    fn opening(board: &Board) -> Json {
        let deal = deal(&board.seed, board.variation);
        let names = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
        json!({
            "columns": deal.columns().each_ref().map(|column| names(column)),
            "stock": names(deal.stock()),
        })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        let mut at = 0;
        let mut actions = Vec::new();
        for token in text.split(' ') {
            if actions.len() == LIMIT {
                return Err(Malformed { at, why: "a run has at most 2,000 actions" });
            }
            let why = "an action is D, R, or from and to among 1-7, W, C, D, H and S, with -n for a run of 2 to 13";
            actions.push(read(token).ok_or(Malformed { at, why })?);
            at += token.len() + 1;
        }
        Ok(Self(actions))
    }

    fn encode(&self) -> String {
        self.0.iter().map(|&action| write(action)).collect::<Vec<_>>().join(" ")
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut table = Table::new(&deal(&board.seed, board.variation), Turn::One);
        for (at, &action) in (1..).zip(&self.0) {
            if table.is_won() {
                return Err(Illegal { at, why: "the game was won before this action" });
            }
            table.play(action).map_err(|why| Illegal { at, why })?;
        }
        if !table.is_won() {
            return Err(Illegal { at: self.moves() + 1, why: "not every card is on its foundation" });
        }
        Ok(Replay::solo(Value::Counted(self.moves().into()), self.moves()))
    }
}

/// Reads one token.
fn read(token: &str) -> Option<Action> {
    let column = Column::from_byte;
    let suit = Suit::from_byte;
    match *token.as_bytes() {
        [b'D'] => Some(Action::Draw),
        [b'R'] => Some(Action::Recycle),
        [b'W', to] => match column(to) {
            Some(to) => Some(Action::WasteToColumn(to)),
            None => suit(to).map(Action::WasteToFoundation),
        },
        [from, to] => match (column(from), column(to)) {
            (Some(from), Some(to)) => run(from, to, 1),
            (Some(from), None) => Some(Action::ColumnToFoundation(from, suit(to)?)),
            (None, Some(to)) => Some(Action::FoundationToColumn(suit(from)?, to)),
            (None, None) => None,
        },
        [from, to, b'-', n @ b'2'..=b'9'] => run(column(from)?, column(to)?, n - b'0'),
        [from, to, b'-', b'1', n @ b'0'..=b'3'] => run(column(from)?, column(to)?, 10 + n - b'0'),
        _ => None,
    }
}

fn run(from: Column, to: Column, cards: u8) -> Option<Action> {
    (from != to).then_some(Action::Run { from, to, cards })
}

/// Writes one token.
fn write(action: Action) -> String {
    match action {
        Action::Draw => "D".into(),
        Action::Recycle => "R".into(),
        Action::WasteToColumn(to) => format!("W{}", to.digit()),
        Action::WasteToFoundation(suit) => format!("W{}", suit.letter()),
        Action::ColumnToFoundation(from, suit) => format!("{}{}", from.digit(), suit.letter()),
        Action::Run { from, to, cards: 1 } => format!("{}{}", from.digit(), to.digit()),
        Action::Run { from, to, cards } => format!("{}{}-{cards}", from.digit(), to.digit()),
        Action::FoundationToColumn(suit, to) => format!("{}{}", suit.letter(), to.digit()),
    }
}
