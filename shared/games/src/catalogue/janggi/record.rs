//! Moves as Korean game records write them.

use super::Move;
use super::position::{Kind, Position};
use super::square::{RANKS, Square};
use crate::Side;

/// The name of a piece in a record; the two sides call their soldiers and generals differently.
const fn name(side: Side, kind: Kind) -> &'static str {
    match (kind, side) {
        (Kind::Soldier, Side::First) => "졸",
        (Kind::Soldier, Side::Second) => "병",
        (Kind::Guard, _) => "사",
        (Kind::Elephant, _) => "상",
        (Kind::Horse, _) => "마",
        (Kind::Cannon, _) => "포",
        (Kind::Chariot, _) => "차",
        (Kind::General, _) => "장",
    }
}

/// A point as two digits: the rank from Han's side with 0 for the tenth, then the file.
fn digits(square: Square) -> String {
    format!("{}{}", (RANKS - square.rank()) % 10, square.file() + 1)
}

impl Position {
    /// Writes a legal move as a record of the Korea Janggi Association does: `71졸72`, with the captured
    /// piece as in `74상42병`, with `장군` for a check; `한수쉼` is a pass.
    #[must_use]
    pub fn record(&self, mv: Move) -> String {
        let Move::Step { from, to } = mv else {
            return match mv {
                Move::SetUp(set_up) => set_up.korean().to_owned(),
                _ => "한수쉼".to_owned(),
            };
        };
        let piece = |square| self.piece(square).map_or("", |(side, kind)| name(side, kind));
        let mut after = self.clone();
        after.make(mv);
        let check = if after.in_check() { "장군" } else { "" };
        format!("{}{}{}{}{check}", digits(from), piece(from), digits(to), piece(to))
    }
}
