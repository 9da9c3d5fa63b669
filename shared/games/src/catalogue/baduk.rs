//! Go (바둑), for matches between people: the rules and the count, no computer opponent.
//!
//! Area counting by Tromp and Taylor, positional superko and no suicide, as the Computer Go Server played it:
//!
//! * A stone may be put on an empty point. Chains of the other side without liberties are taken first; then
//!   the stone's own chain must have a liberty.
//! * A move may not make a board that was there before, whoever made it. Passing is always allowed.
//! * Two passes in a row end the game, and so does a number of moves three times the number of points.
//! * A side's area is its stones and the empty regions that touch its stones alone. Every stone on
//!   the board counts as alive: what is dead has to be taken before passing. White adds the komi (덤), 6.5 points.
//!
//! Korean players usually count territory; area counting needs no agreement about dead stones and differs by
//! a point at most.
//!
//! # Notation
//!
//! Files `A` to `T` without `I` and rows from the bottom, or `pass`: `D4 Q16 pass`.

use std::fmt;

use super::go_board::{Points, Stones};
use super::lines::zobrist;
use super::points::{Files, Point};
use crate::{End, Name, Side, TwoPlayer};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "집이 아니라 차지한 자리를 셈(트롬프-테일러), 덤 6.5, 같은 판 모양 금지; 판 위의 돌은 모두 산 것으로 치므로 죽은 돌은 통과 전에 따내야 함",
    en: "area counting (Tromp-Taylor) with 6.5 komi and positional superko; every stone on the board is alive, so what is dead has to be taken before passing",
};

/// Words of the board's sets: up to 19 rows of 20 bits.
const W: usize = 6;

/// Moves after which a game is counted, for each point of the board.
const PLIES_PER_POINT: u32 = 3;

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Files and rows: odd, 5 to 19; matches are played on 9, 13 or 19.
    pub size: u8,
    /// Black's stones before the first move: 0, or 2 to 9 from 9 files on, with White to move first.
    pub handicap: u8,
    /// What White is given, in half points: 13 is 6.5.
    pub komi_halves: u16,
}

impl Setup {
    /// An even game: no handicap, 6.5 points of komi.
    #[must_use]
    pub const fn even(size: u8) -> Self {
        Self { size, handicap: 0, komi_halves: 13 }
    }

    /// A game with `handicap` stones, and half a point of komi so that it cannot be drawn.
    #[must_use]
    pub const fn with_handicap(size: u8, handicap: u8) -> Self {
        Self { size, handicap, komi_halves: 1 }
    }

    /// Where the handicap stones go, as the Go Text Protocol (version 2, section 4.1.1) fixes them: on the
    /// fourth line, on the third below 13 files.
    fn handicap_points(self) -> Vec<Point> {
        let low = if self.size < 13 { 2 } else { 3 };
        let (high, middle) = (self.size.saturating_sub(1 + low), self.size / 2);
        let corners = [(low, low), (high, high), (low, high), (high, low)];
        let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
        let (sides, centre) = match self.handicap {
            6 | 7 => (&sides[..2], self.handicap == 7),
            8 | 9 => (&sides[..], self.handicap == 9),
            handicap => (&sides[..0], handicap == 5),
        };
        let corners = corners.iter().take(self.handicap.into());
        let points = corners.chain(sides).copied().chain(centre.then_some((middle, middle)));
        points.map(|(x, y)| Point::new(x, y)).collect()
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// Puts a stone on a point.
    Play(Point),
    /// Puts none.
    Pass,
}

/// A game of go.
#[derive(Clone, PartialEq)]
pub struct Baduk {
    stones: Stones<W>,
    to_move: Side,
    komi_halves: u16,
    captured: [u32; 2],
    passes: u8,
    plies: u32,
    past: Past,
}

/// How to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    stones: Stones<W>,
    captured: [u32; 2],
    passes: u8,
    played: bool,
}

impl Baduk {
    /// The position that `setup` begins with; `None` for a size or a handicap that there is not.
    #[must_use]
    pub fn new(setup: Setup) -> Option<Self> {
        let Setup { size, handicap, komi_halves } = setup;
        let fits = (5..=19).contains(&size) && size % 2 == 1 && (handicap == 0 || size >= 9);
        if !fits || !matches!(handicap, 0 | 2..=9) {
            return None;
        }
        let mut stones = Stones::new(size);
        let mut hash = 0;
        for bit in setup.handicap_points().into_iter().filter_map(|point| stones.bit(point)).collect::<Vec<_>>() {
            stones.put(Side::First, bit, Points::NONE);
            hash ^= zobrist(Side::First, bit);
        }
        let to_move = if handicap == 0 { Side::First } else { Side::Second };
        let mut past = Past::new(size);
        past.push(hash, &stones);
        Some(Self { stones, to_move, komi_halves, captured: [0; 2], passes: 0, plies: 0, past })
    }

    /// A position with stones on the board and nothing known of its past. `None` when the size is none, a point is
    /// taken twice or lies off the board, or a chain has no liberty.
    #[must_use]
    pub fn position(setup: Setup, stones: impl IntoIterator<Item = (Side, Point)>, to_move: Side) -> Option<Self> {
        let mut game = Self { to_move, ..Self::new(setup)? };
        let mut hash = game.past.hash();
        for (side, point) in stones {
            let bit = game.stones.bit(point)?;
            if game.stones.at(bit).is_some() {
                return None;
            }
            game.stones.put(side, bit, Points::NONE);
            hash ^= zobrist(side, bit);
        }
        game.past = Past::new(setup.size);
        game.past.push(hash, &game.stones);
        let breathes = |side| game.stones.chains(side).all(|(_, liberties)| !liberties.is_empty());
        (breathes(Side::First) && breathes(Side::Second)).then_some(game)
    }

    /// Files of the board.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.stones.size()
    }

    /// Whose stone is on `point`; `None` when it is empty or off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        self.stones.at(self.stones.bit(point)?)
    }

    /// How many stones `side` has taken.
    #[must_use]
    pub const fn captured(&self, side: Side) -> u32 {
        self.captured[side.index()]
    }

    /// The area of each side as the board stands, in points, without komi.
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        [Side::First, Side::Second].map(|side| self.stones.area(side))
    }

    /// Why the side to move may not play on `point`; `None` where it may.
    #[must_use]
    pub fn refusal(&self, point: Point) -> Option<Refusal> {
        let Some(bit) = self.stones.bit(point) else { return Some(Refusal::OffBoard) };
        if self.stones.at(bit).is_some() {
            return Some(Refusal::Occupied);
        }
        if !self.stones.playable(self.to_move).has(bit) {
            return Some(Refusal::Suicide);
        }
        self.repeats(bit, self.stones.takes(self.to_move, bit)).then_some(Refusal::Superko)
    }

    /// Whether a stone on `bit` that takes `taken` makes a board that was there before.
    fn repeats(&self, bit: usize, taken: Points<W>) -> bool {
        let hash = self.hash_after(bit, taken);
        self.past.holds(hash, || {
            let mut after = self.stones;
            after.put(self.to_move, bit, taken);
            after
        })
    }

    fn hash_after(&self, bit: usize, taken: Points<W>) -> u64 {
        let stone = zobrist(self.to_move, bit);
        taken.bits().fold(self.past.hash() ^ stone, |hash, bit| hash ^ zobrist(self.to_move.other(), bit))
    }

    fn is_over(&self) -> bool {
        let size = u32::from(self.size());
        self.passes >= 2 || self.plies >= PLIES_PER_POINT * size * size
    }
}

/// Why a point may not be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such point.
    OffBoard,
    /// There is a stone.
    Occupied,
    /// The stone's chain would have no liberty.
    Suicide,
    /// The board would be as it was before.
    Superko,
}

impl TwoPlayer for Baduk {
    type Move = Move;
    type Undo = Undo;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let chains: Vec<_> = self.stones.chains(self.to_move.other()).filter(|(_, free)| free.count() == 1).collect();
        for bit in self.stones.playable(self.to_move).bits() {
            let takes = chains.iter().filter(|(_, liberty)| liberty.has(bit));
            let taken = takes.fold(Points::NONE, |taken, (chain, _)| taken.or(*chain));
            if !self.repeats(bit, taken) {
                moves.push(Move::Play(self.stones.point(bit)));
            }
        }
        moves.push(Move::Pass);
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over()
            && match mv {
                Move::Play(point) => self.refusal(point).is_none(),
                Move::Pass => true,
            }
    }

    fn make(&mut self, mv: Move) -> Undo {
        let Self { stones, captured, passes, .. } = *self;
        let bit = match mv {
            Move::Play(point) => stones.bit(point).filter(|&bit| stones.at(bit).is_none()),
            Move::Pass => None,
        };
        let side = self.to_move;
        if let Some(bit) = bit {
            let taken = stones.takes(side, bit);
            let hash = self.hash_after(bit, taken);
            self.stones.put(side, bit, taken);
            self.captured[side.index()] += taken.count();
            self.past.push(hash, &self.stones);
            self.passes = 0;
        } else {
            self.passes = passes.saturating_add(1);
        }
        self.plies = self.plies.saturating_add(1);
        self.to_move = side.other();
        Undo { stones, captured, passes, played: bit.is_some() }
    }

    fn unmake(&mut self, undo: Undo) {
        let Undo { stones, captured, passes, played } = undo;
        if played {
            self.past.pop();
        }
        self.plies = self.plies.saturating_sub(1);
        self.to_move = self.to_move.other();
        (self.stones, self.captured, self.passes) = (stones, captured, passes);
    }

    /// The margin is in half points, komi included.
    fn end(&self) -> Option<End> {
        if !self.is_over() {
            return None;
        }
        let [black, white] = self.area();
        let (black, white) = (2 * black, 2 * white + u32::from(self.komi_halves));
        let winner = match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Side::Second),
        };
        Some(End { winner, margin: black.abs_diff(white) })
    }

    fn key(&self) -> u64 {
        let turn = zobrist(self.to_move, usize::from(self.passes));
        self.past.key() ^ self.past.hash() ^ turn.rotate_left(1) ^ zobrist(Side::First, 1 << 16 | self.plies as usize)
    }

    fn parse(&self, token: &str) -> Option<Move> {
        if token == "pass" { Some(Move::Pass) } else { Files::GO.parse(token, self.size()).map(Move::Play) }
    }

    fn notation(&self, mv: Move) -> String {
        match mv {
            Move::Play(point) => Files::GO.name(point),
            Move::Pass => "pass".to_owned(),
        }
    }
}

impl fmt::Debug for Baduk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} to move, ply {}, {} passes", self.to_move, self.plies, self.passes)?;
        self.stones.fmt(f)
    }
}

/// Every board that was there, found again by its hash.
#[derive(Clone)]
struct Past {
    boards: Vec<(u64, Stones<W>)>,
    /// The number of a board, from 1, at the place its hash gives or the next free one; 0 is free. Boards leave
    /// in the reverse order of their coming, so a place can simply be cleared.
    places: Vec<u16>,
    /// All hashes together, whatever their order.
    key: u64,
}

impl Past {
    /// Room for a game on `size` files, at most half full.
    fn new(size: u8) -> Self {
        let plies = PLIES_PER_POINT * u32::from(size) * u32::from(size);
        let places = (2 * (plies + 1)).next_power_of_two();
        Self { boards: Vec::new(), places: vec![0; places as usize], key: 0 }
    }

    /// The hash of the board now.
    fn hash(&self) -> u64 {
        self.boards.last().map_or(0, |(hash, _)| *hash)
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// The places to look for `hash` at, in order.
    fn probe(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.places.len() - 1;
        let [low @ .., _, _, _, _] = hash.to_le_bytes();
        let start = u32::from_le_bytes(low) as usize;
        (0..=mask).map(move |i| (start + i) & mask)
    }

    /// Whether the board `make` gives, which has this hash, was there.
    fn holds(&self, hash: u64, make: impl FnOnce() -> Stones<W>) -> bool {
        let numbers = self.probe(hash).map(|place| self.places[place]).take_while(|&number| number != 0);
        let mut same = numbers.filter_map(|number| self.boards.get(usize::from(number) - 1));
        let Some(first) = same.find(|(other, _)| *other == hash) else { return false };
        let board = make();
        first.1 == board || same.any(|(other, stones)| *other == hash && *stones == board)
    }

    fn push(&mut self, hash: u64, stones: &Stones<W>) {
        self.boards.push((hash, *stones));
        let number = u16::try_from(self.boards.len()).unwrap_or(0);
        if let Some(place) = self.probe(hash).find(|&place| self.places[place] == 0) {
            self.places[place] = number;
        }
        self.key ^= hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn pop(&mut self) {
        let number = u16::try_from(self.boards.len()).unwrap_or(0);
        let Some((hash, _)) = self.boards.pop() else { return };
        let place = self.probe(hash).take_while(|&place| self.places[place] != 0).find(|&p| self.places[p] == number);
        if let Some(place) = place {
            self.places[place] = 0;
        }
        self.key ^= hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl PartialEq for Past {
    fn eq(&self, other: &Self) -> bool {
        self.boards == other.boards
    }
}
