//! Which moves a position allows.
//!
//! The moves of a piece are sets of points. Most of them cannot expose the own general, and one look
//! along the lines to it tells which can: only those are tried out.

use super::Move;
use super::position::{Kind, Position};
use super::square::{Set, Square, each, has, highest, lowest, only};
use super::tables::{AROUND, Around, LEAPS, PALACE_DIAGONALS, PALACE_STEPS, RAYS, SOLDIER_STEPS, palace_index};
use crate::Side;

/// What a position that the generals face each other in (빅장) means for the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// Nothing.
    Ignored,
    /// The side to move must break it or pass, and may pass even in check.
    MustBreak,
}

/// The first piece of `occupied` on the way from `from`.
fn first_on<const WAY: usize>(from: Square, occupied: Set) -> Option<Square> {
    match RAYS[from.index()][WAY] & occupied {
        0 => None,
        hit => Some(if WAY < 4 { lowest(hit) } else { highest(hit) }),
    }
}

/// The points a chariot on `from` reaches on one way, the first piece included.
fn slide<const WAY: usize>(from: Square, occupied: Set) -> Set {
    let ray = RAYS[from.index()][WAY];
    first_on::<WAY>(from, occupied).map_or(ray, |hit| ray ^ RAYS[hit.index()][WAY])
}

/// The points a cannon on `from` reaches on one way: those behind the first piece, if that is no cannon,
/// up to the second, if that is no cannon either.
fn hop<const WAY: usize>(from: Square, occupied: Set, cannons: Set) -> Set {
    match first_on::<WAY>(from, occupied) {
        Some(screen) if !has(cannons, screen) => slide::<WAY>(screen, occupied) & !cannons,
        _ => 0,
    }
}

fn chariot(from: Square, o: Set) -> Set {
    let straight = slide::<0>(from, o) | slide::<1>(from, o) | slide::<4>(from, o) | slide::<5>(from, o);
    if !has(PALACE_DIAGONALS, from) {
        return straight;
    }
    straight | slide::<2>(from, o) | slide::<3>(from, o) | slide::<6>(from, o) | slide::<7>(from, o)
}

fn cannon(from: Square, o: Set, c: Set) -> Set {
    let straight = hop::<0>(from, o, c) | hop::<1>(from, o, c) | hop::<4>(from, o, c) | hop::<5>(from, o, c);
    if !has(PALACE_DIAGONALS, from) {
        return straight;
    }
    straight | hop::<2>(from, o, c) | hop::<3>(from, o, c) | hop::<6>(from, o, c) | hop::<7>(from, o, c)
}

/// What a side has to mind about its general before it moves.
struct Watch {
    /// The general is attacked, or the facing must be broken: every move is to be tried.
    urgent: bool,
    /// Moves from here may open an attack.
    from: Set,
    /// Moves to here may open an attack: a screen for a cannon.
    to: Set,
}

impl Position {
    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.side_to_move())
    }

    /// Whether the general of `side` is attacked.
    pub(super) fn is_attacked(&self, side: Side) -> bool {
        let enemy = self.of_side(side.other());
        self.attacks(self.general(side), side, enemy, self.occupied(), self.all(Kind::Cannon))
    }

    /// Whether the generals face each other on an open file.
    #[must_use]
    pub fn generals_face(&self) -> bool {
        face(self.general(Side::First), self.general(Side::Second), self.occupied())
    }

    /// Whether the pieces of the set `enemy` attack a general of `side` on `general`.
    fn attacks(&self, general: Square, side: Side, enemy: Set, occupied: Set, cannons: Set) -> bool {
        let around = &AROUND[palace_index(general)];
        if around.soldiers[side.other().index()] & enemy & self.all(Kind::Soldier) != 0 {
            return true;
        }
        let open = |from: Square| around.between[from.index()] & occupied == 0;
        let screened = |from: Square| {
            let between = around.between[from.index()] & occupied;
            between.count_ones() == 1 && between & cannons == 0
        };
        each(self.straightforward(around) & enemy).any(open)
            || each(around.lines & enemy & self.all(Kind::Cannon)).any(screened)
    }

    /// Pieces that attack a general when nothing is between: all but soldiers and cannons.
    fn straightforward(&self, around: &Around) -> Set {
        around.lines & self.all(Kind::Chariot)
            | around.horses & self.all(Kind::Horse)
            | around.elephants & self.all(Kind::Elephant)
    }

    fn watch(&self, facing: bool) -> Watch {
        let us = self.side_to_move();
        let enemy = self.of_side(us.other());
        let around = &AROUND[palace_index(self.general(us))];
        let occupied = self.occupied();
        let attacked = around.soldiers[us.other().index()] & enemy & self.all(Kind::Soldier) != 0;
        let mut watch = Watch { urgent: attacked || facing, from: 0, to: 0 };
        for from in each(self.straightforward(around) & enemy) {
            let between = around.between[from.index()] & occupied;
            match between.count_ones() {
                0 => watch.urgent = true,
                1 => watch.from |= between,
                _ => {}
            }
        }
        for from in each(around.lines & enemy & self.all(Kind::Cannon)) {
            let line = around.between[from.index()];
            let between = line & occupied;
            match between.count_ones() {
                0 => watch.to |= line,
                // A cannon is no screen, but a piece that captures it is one.
                1 if between & self.all(Kind::Cannon) != 0 => watch.to |= between,
                1 => watch.urgent = true,
                2 => watch.from |= between,
                _ => {}
            }
        }
        watch
    }

    /// Whether a move of the piece `kind` leaves the own general attacked, or facing the other one where
    /// that must be broken.
    fn is_suicidal(&self, kind: Kind, from: Square, to: Square, facing: bool) -> bool {
        let us = self.side_to_move();
        let enemy = self.of_side(us.other()) & !only(to);
        let occupied = self.occupied() & !only(from) | only(to);
        let general = if kind == Kind::General { to } else { self.general(us) };
        let cannons = match kind {
            Kind::Cannon => self.all(kind) & !only(from) | only(to),
            _ => self.all(Kind::Cannon) & !only(to),
        };
        facing && face(general, self.general(us.other()), occupied)
            || self.attacks(general, us, enemy, occupied, cannons)
    }

    /// The points that the piece `kind` of `side` on `from` reaches, whatever becomes of the general.
    pub(super) fn reach(&self, side: Side, kind: Kind, from: Square) -> Set {
        let occupied = self.occupied();
        let reach = match kind {
            Kind::Soldier => SOLDIER_STEPS[side.index()][from.index()],
            Kind::Guard | Kind::General => PALACE_STEPS[from.index()],
            Kind::Elephant => self.elephant(from),
            Kind::Horse => self.horse(from),
            Kind::Cannon => cannon(from, occupied, self.all(Kind::Cannon)),
            Kind::Chariot => chariot(from, occupied),
        };
        reach & !self.of_side(side)
    }

    fn horse(&self, from: Square) -> Set {
        let mut reach = 0;
        for leap in &LEAPS[from.index()] {
            if self.is_empty(leap.leg) {
                reach |= leap.ends;
            }
        }
        reach
    }

    fn elephant(&self, from: Square) -> Set {
        let mut reach = 0;
        for leap in &LEAPS[from.index()] {
            if self.is_empty(leap.leg) {
                for (near, far) in leap.near.into_iter().zip(leap.far) {
                    if self.is_empty(near) {
                        reach |= only(far);
                    }
                }
            }
        }
        reach
    }

    const fn is_empty(&self, square: Square) -> bool {
        self.kind_at(square).is_none()
    }

    /// Appends every legal move, by point of departure and then of arrival, the pass last.
    pub fn legal_moves(&self, rule: Facing, moves: &mut Vec<Move>) {
        let facing = rule == Facing::MustBreak && self.generals_face();
        let urgent = self.steps_to(!0, facing, moves);
        if facing || !urgent {
            moves.push(Move::Pass);
        }
    }

    /// Appends the legal captures, in the order of [`legal_moves`](Self::legal_moves).
    pub fn legal_captures(&self, rule: Facing, moves: &mut Vec<Move>) {
        let facing = rule == Facing::MustBreak && self.generals_face();
        self.steps_to(self.of_side(self.side_to_move().other()), facing, moves);
    }

    /// Appends the legal moves to points of `wanted`. Whether there is a check to answer or a facing to break.
    fn steps_to(&self, wanted: Set, facing: bool, moves: &mut Vec<Move>) -> bool {
        let (us, watch) = (self.side_to_move(), self.watch(facing));
        for from in each(self.of_side(us)) {
            let Some(kind) = self.kind_at(from) else { continue };
            let reach = self.reach(us, kind, from) & wanted;
            let doubtful = if watch.urgent || kind == Kind::General || has(watch.from, from) { !0 } else { watch.to };
            for to in each(reach) {
                if !has(doubtful, to) || !self.is_suicidal(kind, from, to, facing) {
                    moves.push(Move::Step { from, to });
                }
            }
        }
        watch.urgent
    }

    /// Whether `mv` is legal: whether it is among [`legal_moves`](Self::legal_moves).
    #[must_use]
    pub fn is_legal(&self, mv: Move, rule: Facing) -> bool {
        let facing = rule == Facing::MustBreak && self.generals_face();
        match mv {
            Move::SetUp(_) => false,
            Move::Pass => facing || !self.in_check(),
            Move::Step { from, to } => self.piece(from).is_some_and(|(side, kind)| {
                side == self.side_to_move()
                    && has(self.reach(side, kind, from), to)
                    && !self.is_suicidal(kind, from, to, facing)
            }),
        }
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn can_move(&self, rule: Facing) -> bool {
        let facing = rule == Facing::MustBreak && self.generals_face();
        facing
            || !self.in_check()
            || each(self.of_side(self.side_to_move())).any(|from| {
                self.piece(from).is_some_and(|(side, kind)| {
                    each(self.reach(side, kind, from)).any(|to| !self.is_suicidal(kind, from, to, facing))
                })
            })
    }
}

/// Whether nothing stands between two generals on one file.
fn face(one: Square, other: Square, occupied: Set) -> bool {
    one.file() == other.file() && AROUND[palace_index(one)].between[other.index()] & occupied == 0
}
