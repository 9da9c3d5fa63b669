//! Moves of checkers on sets of squares.
//!
//! The 32 dark squares lie in one word with a gap after every eighth (Samuel, "Some studies in machine learning using
//! the game of checkers", 1959), so that a step is a shift by 4 or by 5 from every square and whatever leaves the
//! board falls into a gap. Black's men go towards higher bits.

/// A set of squares: square `n` of the usual numbering, 1 to 32, is the bit `(n - 1) + (n - 1) / 8`.
pub(super) type Squares = u64;

/// All 32 squares, without the gaps.
pub(super) const BOARD: Squares = 0xFF | 0xFF << 9 | 0xFF << 18 | 0xFF << 27;

/// Squares 1 to 4, where White's men are crowned.
pub(super) const TOP_ROW: Squares = 0xF;

/// Squares 29 to 32, where Black's men are crowned.
pub(super) const BOTTOM_ROW: Squares = 0xF << 31;

/// The two diagonals, as distances between neighbouring bits.
const STEPS: [u32; 2] = [4, 5];

/// The pieces as the side to move sees them. `BLACK` says which side that is.
#[derive(Clone, Copy)]
pub(super) struct View<const BLACK: bool> {
    pub(super) own: Squares,
    pub(super) enemy: Squares,
    pub(super) kings: Squares,
}

const fn forward<const BLACK: bool>(squares: Squares, step: u32) -> Squares {
    if BLACK { squares << step } else { squares >> step }
}

const fn backward<const BLACK: bool>(squares: Squares, step: u32) -> Squares {
    if BLACK { squares >> step } else { squares << step }
}

/// One move of one piece, as the generator finds it.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    /// Where the piece stood.
    pub(super) from: Squares,
    /// Where it stops.
    pub(super) to: Squares,
    /// The pieces it jumped over.
    pub(super) taken: Squares,
    /// Every square it touched.
    pub(super) path: Path,
}

/// The squares a piece touches, as a word: the first in the highest six bits, then the others, and how many they are
/// in the lowest four. No piece touches more than ten: a jumper only reaches eight squares of the board, which nine
/// jumps connect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path(u64);

impl Path {
    /// Most squares of a path.
    pub(super) const LONGEST: u32 = 10;

    /// A path that starts on `square`.
    pub(super) const fn from(square: Squares) -> Self {
        Self((square.trailing_zeros() as u64) << 58 | 1)
    }

    /// How many squares are touched.
    pub(super) const fn len(self) -> u32 {
        (self.0 & 0xF) as u32 // four bits
    }

    /// The same path and then `square`; unchanged when it is full.
    pub(super) const fn then(self, square: Squares) -> Self {
        let len = self.len();
        if len >= Self::LONGEST {
            return self;
        }
        Self((self.0 | (square.trailing_zeros() as u64) << (58 - 6 * len)) + 1)
    }

    /// The squares, first to last.
    pub(super) fn squares(self) -> impl Iterator<Item = Squares> {
        (0..self.len().min(Self::LONGEST)).map(move |at| 1 << (self.0 >> (58 - 6 * at) & 0x3F))
    }
}

impl<const BLACK: bool> View<BLACK> {
    const LAST_ROW: Squares = if BLACK { BOTTOM_ROW } else { TOP_ROW };

    const fn empty(self) -> Squares {
        BOARD & !(self.own | self.enemy)
    }

    /// The own pieces that can jump.
    pub(super) const fn jumpers(self) -> Squares {
        let (empty, kings) = (self.empty(), self.own & self.kings);
        let [a, b] = STEPS;
        self.own & backward::<BLACK>(self.enemy & backward::<BLACK>(empty, a), a)
            | self.own & backward::<BLACK>(self.enemy & backward::<BLACK>(empty, b), b)
            | kings & forward::<BLACK>(self.enemy & forward::<BLACK>(empty, a), a)
            | kings & forward::<BLACK>(self.enemy & forward::<BLACK>(empty, b), b)
    }

    /// Where steps lead to, ahead and back, along each diagonal.
    const fn steps(self) -> [[Squares; 2]; 2] {
        let (empty, kings) = (self.empty(), self.own & self.kings);
        let [a, b] = STEPS;
        [
            [forward::<BLACK>(self.own, a) & empty, backward::<BLACK>(kings, a) & empty],
            [forward::<BLACK>(self.own, b) & empty, backward::<BLACK>(kings, b) & empty],
        ]
    }

    /// How many steps there are, whether or not a jump forbids them.
    pub(super) const fn count_steps(self) -> u32 {
        let [[a, b], [c, d]] = self.steps();
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether the side has a move.
    pub(super) const fn can_move(self) -> bool {
        self.count_steps() > 0 || self.jumpers() != 0
    }

    /// Finds every legal move: all jumps, carried to their end, or all steps when there is no jump.
    pub(super) fn each_move(self, found: &mut impl FnMut(Walk)) {
        let mut jumpers = self.jumpers();
        if jumpers == 0 {
            self.each_step(found);
            return;
        }
        while jumpers != 0 {
            let from = jumpers & jumpers.wrapping_neg();
            let walk = Walk { from, to: from, taken: 0, path: Path::from(from) };
            self.each_jump(walk, self.kings & from != 0, self.empty() | from, found);
            jumpers ^= from;
        }
    }

    fn each_step(self, found: &mut impl FnMut(Walk)) {
        for (step, [ahead, back]) in STEPS.into_iter().zip(self.steps()) {
            for (mut targets, is_ahead) in [(ahead, true), (back, false)] {
                while targets != 0 {
                    let to = targets & targets.wrapping_neg();
                    let from = if is_ahead { backward::<BLACK>(to, step) } else { forward::<BLACK>(to, step) };
                    found(Walk { from, to, taken: 0, path: Path::from(from).then(to) });
                    targets ^= to;
                }
            }
        }
    }

    /// Carries `walk` on from where it stands. `empty` holds the square it came from: a piece may cross it again.
    fn each_jump(self, walk: Walk, king: bool, empty: Squares, found: &mut impl FnMut(Walk)) {
        let mut stuck = true;
        let enemy = self.enemy & !walk.taken;
        for step in STEPS {
            for ahead in [true, false] {
                if !ahead && !king {
                    continue;
                }
                let beyond =
                    |square| if ahead { forward::<BLACK>(square, step) } else { backward::<BLACK>(square, step) };
                let over = beyond(walk.to) & enemy;
                let to = beyond(over) & empty;
                if to == 0 {
                    continue;
                }
                stuck = false;
                let next = Walk { to, taken: walk.taken | over, path: walk.path.then(to), ..walk };
                if !king && to & Self::LAST_ROW != 0 {
                    found(next); // crowned, and the turn ends
                } else {
                    self.each_jump(next, king, empty, found);
                }
            }
        }
        if stuck && walk.taken != 0 {
            found(walk);
        }
    }

    /// The own pieces, the enemy's and the kings after `walk`, from the side of who moved.
    pub(super) const fn after(self, walk: Walk) -> [Squares; 3] {
        let moved_king = if self.kings & walk.from != 0 { walk.to } else { walk.to & Self::LAST_ROW };
        [self.own & !walk.from | walk.to, self.enemy & !walk.taken, self.kings & !(walk.from | walk.taken) | moved_king]
    }

    /// Counts the ways to play `depth` moves, each jump with its whole path one move.
    pub(super) fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 && self.jumpers() == 0 {
            return self.count_steps().into();
        }
        let mut ways = 0;
        self.each_move(&mut |walk| {
            ways += match (depth, self.after(walk)) {
                (1, _) => 1,
                (_, [enemy, own, kings]) if BLACK => View::<false> { own, enemy, kings }.perft(depth - 1),
                (_, [enemy, own, kings]) => View::<true> { own, enemy, kings }.perft(depth - 1),
            };
        });
        ways
    }
}
