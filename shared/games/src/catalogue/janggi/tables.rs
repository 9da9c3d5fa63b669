//! How each piece moves on an empty board, worked out when the crate is compiled.

use super::square::{FILES, POINTS, RANKS, Set, Square, only};
use crate::Side;

/// The eight ways a line can run. The first four raise the index of a point, the last four lower it, so
/// that the nearest piece on a line is the lowest or the highest of those on it. The ways along files and ranks
/// are 0, 1 and their opposites 4, 5; the others follow the diagonals of a palace.
pub(super) const WAYS: usize = 8;

/// The ways along files and ranks.
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];

/// File and rank steps of the ways.
const STEPS: [(i8, i8); WAYS] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

/// Points of both palaces.
pub(super) const PALACE_POINTS: usize = 18;

/// The point `files` to the right of and `ranks` above `from`.
const fn offset(from: Square, files: i8, ranks: i8) -> Option<Square> {
    match (from.file().checked_add_signed(files), from.rank().checked_add_signed(ranks)) {
        (Some(file), Some(rank)) => Square::new(file, rank),
        _ => None,
    }
}

/// The side whose palace `square` belongs to.
pub(super) const fn palace_of(square: Square) -> Option<Side> {
    match (square.file(), square.rank()) {
        (3..=5, 0..=2) => Some(Side::First),
        (3..=5, 7..=9) => Some(Side::Second),
        _ => None,
    }
}

/// Where in [`AROUND`] a point of a palace is; 0 for points outside.
pub(super) const fn palace_index(square: Square) -> usize {
    match palace_of(square) {
        Some(Side::First) => square.rank() as usize * 3 + square.file() as usize - 3,
        Some(Side::Second) => 9 + (square.rank() as usize - 7) * 3 + square.file() as usize - 3,
        None => 0,
    }
}

/// The palace of each side.
pub(super) const PALACES: [Set; 2] = {
    let mut palaces = [0; 2];
    let mut index = 0;
    while index < POINTS {
        if let Some(side) = palace_of(Square::at(index)) {
            palaces[side.index()] |= only(Square::at(index));
        }
        index += 1;
    }
    palaces
};

/// Whether `square` is the centre or a corner of a palace, where the diagonals run.
const fn on_palace_diagonal(square: Square) -> bool {
    palace_of(square).is_some() && (square.file() + square.rank() % 7) % 2 == 1
}

/// Centres and corners of both palaces.
pub(super) const PALACE_DIAGONALS: Set = {
    let mut set = 0;
    let mut index = 0;
    while index < POINTS {
        if on_palace_diagonal(Square::at(index)) {
            set |= only(Square::at(index));
        }
        index += 1;
    }
    set
};

/// The next point from `from` along a drawn line, if the line goes on that way.
const fn next(from: Square, way: usize) -> Option<Square> {
    let (files, ranks) = STEPS[way];
    let Some(to) = offset(from, files, ranks) else { return None };
    // Each palace has its own diagonals, and the two are far apart.
    if files != 0 && ranks != 0 && !(on_palace_diagonal(from) && on_palace_diagonal(to)) {
        return None;
    }
    Some(to)
}

/// The points that follow each point on each way.
pub(super) static RAYS: [[Set; WAYS]; POINTS] = {
    let mut rays = [[0; WAYS]; POINTS];
    let mut way = 0;
    while way < WAYS {
        let mut index = 0;
        while index < POINTS {
            let mut at = Square::at(index);
            while let Some(to) = next(at, way) {
                rays[index][way] |= only(to);
                at = to;
            }
            index += 1;
        }
        way += 1;
    }
    rays
};

/// One step along any line inside the palace, for the general and the guards.
pub(super) static PALACE_STEPS: [Set; POINTS] = {
    let mut steps = [0; POINTS];
    let mut index = 0;
    while index < POINTS {
        let from = Square::at(index);
        let mut way = 0;
        while way < WAYS {
            if let (Some(_), Some(to)) = (palace_of(from), next(from, way))
                && palace_of(to).is_some()
            {
                steps[index] |= only(to);
            }
            way += 1;
        }
        index += 1;
    }
    steps
};

/// One step forward or sideways, and in the other side's palace diagonally forward: the soldiers, by side.
pub(super) static SOLDIER_STEPS: [[Set; POINTS]; 2] = {
    let mut steps = [[0; POINTS]; 2];
    let mut index = 0;
    while index < POINTS {
        let from = Square::at(index);
        let mut way = 0;
        while way < WAYS {
            if let Some(to) = next(from, way) {
                let (files, ranks) = STEPS[way];
                let diagonal = files != 0 && ranks != 0;
                if ranks >= 0 && !(diagonal && matches!(palace_of(to), Some(Side::First))) {
                    steps[0][index] |= only(to);
                }
                if ranks <= 0 && !(diagonal && matches!(palace_of(to), Some(Side::Second))) {
                    steps[1][index] |= only(to);
                }
            }
            way += 1;
        }
        index += 1;
    }
    steps
};

/// What a leaping piece (horse or elephant) can reach over one neighbouring point.
#[derive(Clone, Copy)]
pub(super) struct Leap {
    /// The orthogonal neighbour it passes first; its own point where there is none to pass.
    pub(super) leg: Square,
    /// The points one diagonal step outward from the leg, left and right. A horse ends here, an
    /// elephant passes; the leaper's own point where the board ends.
    pub(super) near: [Square; 2],
    /// The set of both.
    pub(super) ends: Set,
    /// The points two diagonal steps outward, where an elephant ends; its own point off the board.
    pub(super) far: [Square; 2],
}

/// The four leaps from each point. "Its own point" stands for "off the board" because the leaper itself
/// is in the way there.
pub(super) static LEAPS: [[Leap; 4]; POINTS] = {
    let nowhere = Square::at(0);
    let mut leaps = [[Leap { leg: nowhere, near: [nowhere; 2], ends: 0, far: [nowhere; 2] }; 4]; POINTS];
    let mut index = 0;
    while index < POINTS {
        let from = Square::at(index);
        let mut way = 0;
        while way < 4 {
            let (files, ranks) = STEPS[STRAIGHT[way]];
            let leap = &mut leaps[index][way];
            *leap = Leap { leg: from, near: [from; 2], ends: 0, far: [from; 2] };
            if let Some(leg) = offset(from, files, ranks) {
                leap.leg = leg;
                let mut turn = 0;
                while turn < 2 {
                    let sideways = if turn == 0 { -1 } else { 1 };
                    // Turning swaps the axes: going up, the diagonals lean left and right.
                    let (df, dr) = (files + sideways * ranks, ranks + sideways * files);
                    if let Some(near) = offset(leg, df, dr) {
                        leap.near[turn] = near;
                        leap.ends |= only(near);
                        if let Some(far) = offset(near, df, dr) {
                            leap.far[turn] = far;
                        }
                    }
                    turn += 1;
                }
            }
            way += 1;
        }
        index += 1;
    }
    leaps
};

/// From where a general on one point of a palace can be attacked.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// Points on a line with the general: chariots and cannons.
    pub(super) lines: Set,
    /// Points a horse's move away.
    pub(super) horses: Set,
    /// Points an elephant's move away.
    pub(super) elephants: Set,
    /// Points from which a soldier of each side steps onto the general.
    pub(super) soldiers: [Set; 2],
    /// What lies between the general and each point of the sets above. The kinds of pieces never share
    /// a point, so one table serves all of them.
    pub(super) between: [Set; POINTS],
}

/// [`Around`] of every palace point, by [`palace_index`].
pub(super) static AROUND: [Around; PALACE_POINTS] = {
    let empty = Around { lines: 0, horses: 0, elephants: 0, soldiers: [0; 2], between: [0; POINTS] };
    let mut table = [empty; PALACE_POINTS];
    let mut index = 0;
    while index < POINTS {
        let general = Square::at(index);
        if palace_of(general).is_some() {
            table[palace_index(general)] = around(general);
        }
        index += 1;
    }
    table
};

const fn around(general: Square) -> Around {
    let mut around = Around { lines: 0, horses: 0, elephants: 0, soldiers: [0; 2], between: [0; POINTS] };
    let mut way = 0;
    while way < WAYS {
        let (mut at, mut passed) = (general, 0);
        while let Some(to) = next(at, way) {
            around.lines |= only(to);
            around.between[to.index()] = passed;
            passed |= only(to);
            at = to;
        }
        way += 1;
    }
    let mut index = 0;
    while index < POINTS {
        let from = Square::at(index);
        if SOLDIER_STEPS[0][index] & only(general) != 0 {
            around.soldiers[0] |= only(from);
        }
        if SOLDIER_STEPS[1][index] & only(general) != 0 {
            around.soldiers[1] |= only(from);
        }
        let mut way = 0;
        while way < 4 {
            let leap = LEAPS[index][way];
            let mut turn = 0;
            while turn < 2 {
                if leap.near[turn].index() == general.index() && index != general.index() {
                    around.horses |= only(from);
                    around.between[index] = only(leap.leg);
                }
                if leap.far[turn].index() == general.index() && index != general.index() {
                    around.elephants |= only(from);
                    around.between[index] = only(leap.leg) | only(leap.near[turn]);
                }
                turn += 1;
            }
            way += 1;
        }
        index += 1;
    }
    around
}

const _: () = assert!(FILES as usize * RANKS as usize == POINTS);
