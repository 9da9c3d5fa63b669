//! Positions as text: the FEN of the engines that play janggi.
//!
//! Ranks from 10 down to 1 between slashes, each from file a to i: a capital for Cho, a small letter for
//! Han, a digit for so many empty points. Then the side to move, `w` for Cho and `b` for Han. Engines add
//! `- -`, the plies without progress and the number of the move; they are read and left aside, because a
//! game's past is not in them.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::position::{Kind, Position};
use super::square::{FILES, RANKS, Square};
use super::tables::palace_of;
use crate::Side;

/// The text is no position of a game of janggi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct BadFen {
    /// What is wrong with it.
    pub why: &'static str,
}

const fn bad<T>(why: &'static str) -> Result<T, BadFen> {
    Err(BadFen { why })
}

impl FromStr for Position {
    type Err = BadFen;

    fn from_str(text: &str) -> Result<Self, BadFen> {
        let mut fields = text.split(' ');
        let (placement, side) = (fields.next().unwrap_or_default(), fields.next());
        let to_move = match side {
            Some("w") => Side::First,
            Some("b") => Side::Second,
            _ => return bad("the side to move is w or b"),
        };
        match fields.collect::<Vec<_>>()[..] {
            [] => {}
            ["-", "-", quiet, number] if quiet.parse::<u16>().is_ok() && number.parse::<u16>().is_ok() => {}
            _ => return bad("after the side to move come `- -` and two numbers, or nothing"),
        }
        let pieces = read_placement(placement)?;
        check_places(&pieces)?;
        let position = Self::of(pieces, to_move);
        let generals = [Side::First, Side::Second].map(|side| position.pieces(side, Kind::General).count_ones());
        if generals != [1, 1] {
            return bad("each side has one general");
        }
        if position.is_attacked(to_move.other()) {
            return bad("the side that just moved is in check");
        }
        Ok(position)
    }
}

fn read_placement(placement: &str) -> Result<Vec<(Side, Kind, Square)>, BadFen> {
    let mut pieces = Vec::new();
    let mut ranks = (0..RANKS).rev();
    for row in placement.split('/') {
        let Some(rank) = ranks.next() else { return bad("a board has ten ranks") };
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                file += u8::try_from(empty).unwrap_or(FILES);
            } else {
                let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
                let Some(kind) = kind else { return bad("a piece is one of R C N B A P K") };
                let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
                let Some(square) = Square::new(file, rank) else { return bad("a rank has nine points") };
                pieces.push((side, kind, square));
                file += 1;
            }
            if file > FILES {
                return bad("a rank has nine points");
            }
        }
        if file != FILES {
            return bad("a rank has nine points");
        }
    }
    if ranks.next().is_some() { bad("a board has ten ranks") } else { Ok(pieces) }
}

/// Refuses generals and guards outside their palace, where no game can bring them.
fn check_places(pieces: &[(Side, Kind, Square)]) -> Result<(), BadFen> {
    let palatial = |kind| matches!(kind, Kind::General | Kind::Guard);
    if pieces.iter().any(|&(side, kind, square)| palatial(kind) && palace_of(square) != Some(side)) {
        return bad("a general or guard is outside its palace");
    }
    Ok(())
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            let mut empty = 0;
            for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
                let Some((side, kind)) = self.piece(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                let letter = kind.letter();
                f.write_char(if side == Side::First { letter } else { letter.to_ascii_lowercase() })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_char('/')?;
            }
        }
        f.write_str(if self.side_to_move() == Side::First { " w" } else { " b" })
    }
}
