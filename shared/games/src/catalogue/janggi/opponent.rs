//! The computer's judgement of a position, and how far it looks.

use serde_json::{Value as Json, json};

use super::position::Kind;
use super::square::{Set, each};
use super::tables::PALACES;
use super::{Janggi, Move, SetUp, Settings};
use crate::opponent::{opening_of, player_side};
use crate::search::search;
use crate::{Budget, Choice, Draw, Evaluate, Level, Measure, Opponent, Side, TwoPlayer};

/// Most moves of the player in a game that was won: the set-up and every second of 200 plies.
pub const MOST_OWN_MOVES: u64 = 101;

/// The computer's set-up in each of the day's openings. Left and right are alike, so that the one left out, the
/// mirror of the first, would bring nothing new.
const SET_UPS: [SetUp; 3] = [SetUp::Bnbn, SetUp::Nbbn, SetUp::Bnnb];

/// How far each level looks.
const fn budget(level: Level) -> Budget {
    match level {
        Level::Easy => Budget { depth: 1, quiescence: 0, nodes: 200 },
        Level::Basic => Budget { depth: 2, quiescence: 2, nodes: 1500 },
        Level::Strong => Budget { depth: 5, quiescence: 4, nodes: 6000 },
    }
}

/// One point of the Association's count, in the unit of the evaluation.
const POINT: i32 = 10;

/// Each point that a piece of a kind reaches.
const fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::Chariot | Kind::Horse => 2,
        Kind::Cannon | Kind::Elephant => 1,
        _ => 0,
    }
}

/// Each point of the enemy palace that a piece reaches.
const PRESSURE: i32 = 3;

/// A soldier for each rank it has gone, up to the rank before the last but one: beyond, it has no way on.
const ADVANCE: i32 = 2;

/// A general on the back rank of its palace, where fewer lines lead to it.
const SHELTERED: i32 = 6;

impl Janggi {
    /// What the pieces of `side` are worth where they stand.
    fn worth(&self, side: Side) -> i32 {
        let position = &self.position;
        let palace = PALACES[side.other().index()];
        let mut worth = i32::from(position.half_points(side)) * POINT / 2;
        for kind in [Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Chariot] {
            for from in each(position.pieces(side, kind)) {
                let reach = position.reach(side, kind, from);
                worth += mobility(kind) * count(reach) + PRESSURE * count(reach & palace);
            }
        }
        for from in each(position.pieces(side, Kind::Soldier)) {
            worth += ADVANCE * i32::from(advanced(side, from.rank()).min(7));
        }
        if advanced(side, position.general(side).rank()) == 0 {
            worth += SHELTERED;
        }
        worth
    }
}

/// A rank as seen from the side's own back rank, which is 0.
const fn advanced(side: Side, rank: u8) -> u8 {
    match side {
        Side::First => rank,
        Side::Second => 9_u8.saturating_sub(rank),
    }
}

fn count(set: Set) -> i32 {
    set.count_ones().try_into().unwrap_or(0)
}

impl Evaluate for Janggi {
    fn evaluate(&self) -> i32 {
        let side = self.side_to_move();
        self.worth(side) - self.worth(side.other())
    }

    /// Captures of the dearest piece by the cheapest first.
    fn order(&self, mv: Move) -> i32 {
        let Move::Step { from, to } = mv else { return 0 };
        let points = |kind: Option<Kind>| kind.map_or(0, |kind| i32::from(kind.points()));
        match self.position.kind_at(to) {
            captured @ Some(_) => 100 * points(captured) - points(self.position.kind_at(from)),
            None => 0,
        }
    }

    fn slot(mv: Move) -> usize {
        match mv {
            Move::Step { from, to } => from.index() + 90 * to.index(),
            _ => 0,
        }
    }

    /// Captures, and in check every answer to it.
    fn noisy(&self, moves: &mut Vec<Move>) {
        if self.position.in_check() { self.legal_moves(moves) } else { self.legal_captures(moves) }
    }

    fn is_forced(&self) -> bool {
        self.position.in_check()
    }
}

impl Opponent for Janggi {
    const RULES: &'static str = "janggi-facing-off-third-repetition-banned-200-60";
    const MEASURE: Measure = Measure::Turns;

    fn start(variation: u32) -> Self {
        let set_up = SET_UPS.get(opening_of(variation) as usize).copied().unwrap_or(SetUp::Nbbn);
        Self::new(Settings::default()).with_set_up(player_side(variation).other(), set_up)
    }

    /// The set-ups, where they are known: `{"cho": null, "han": "NBBN"}`.
    fn setup(&self) -> Json {
        let [cho, han] = self.set_ups.map(|set_up| set_up.map(SetUp::as_str));
        json!({ "cho": cho, "han": han })
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Move> {
        if self.setting_up().is_some() {
            let mut set_ups = SetUp::ALL;
            draw.shuffle(&mut set_ups);
            return Choice { mv: set_ups.first().copied().map(Move::SetUp), nodes: 0 };
        }
        search(self, budget(level), draw).into()
    }
}
