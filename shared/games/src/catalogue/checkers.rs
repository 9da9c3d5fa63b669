//! Checkers (체커): English draughts.
//!
//! Squares 1 to 32 are the dark ones, row by row from Black's side. Black's men stand on 1 to 12 and move first,
//! White's on 21 to 32. A man steps and jumps forward only, a king one step or one jump in any direction: no flying
//! kings and no jumping backwards, unlike some games sold under this name in Korea. A jump is compulsory; of several,
//! any may be chosen, but it has to be carried to its end. A man that reaches the last row is crowned and stops there.
//!
//! Who has no move on his turn loses. The game is drawn at the third appearance of a position with the same side to
//! move, after 40 moves of each side without a jump or a man's move (which a player may claim in tournaments and is
//! automatic here), and after 300 plies.
//!
//! # Notation
//!
//! The whole path: `11-15` is a step, `3x10x19` a double jump. Two jumps with the same ends can take different pieces,
//! so no square may be left out.

mod generator;
mod opponent;

use generator::{BOARD, BOTTOM_ROW, Path, Squares, TOP_ROW, View, Walk};

use crate::{End, Name, Side, TwoPlayer, mix};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "영국식 체커: 왕은 한 칸씩, 뒤로 잡지 못하는 졸, 잡기는 꼭 해야 하나 많이 잡지 않아도 됨",
    en: "English draughts: kings go one step, men do not jump backwards, a jump is compulsory but not the longest one",
};

/// Plies without a jump or a man's move after which the game is drawn: 40 moves of each side.
const QUIET_PLIES: u16 = 80;

/// Plies after which the game is drawn.
const MOST_PLIES: u16 = 300;

/// Appearances of a position that draw the game.
const REPETITIONS: usize = 3;

/// A move: the squares the piece touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move(Path);

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.notation())
    }
}

impl Move {
    /// A step, or a path of jumps over squares of the board. `None` for any other path.
    fn new(path: Path) -> Option<Self> {
        let squares: Vec<u32> = path.squares().map(Squares::trailing_zeros).collect();
        let all = |distances: [u32; 2]| {
            squares.windows(2).all(|pair| matches!(pair, &[a, b] if distances.contains(&a.abs_diff(b))))
        };
        let legal = match squares.len() {
            0 | 1 => false,
            2 => all([4, 5]) || all([8, 10]),
            _ => all([8, 10]),
        };
        Some(Self(path)).filter(|mv| legal && mv.taken() & !BOARD == 0)
    }

    /// The pieces this move jumps over.
    fn taken(self) -> Squares {
        let ahead = self.0.squares().skip(1);
        self.0.squares().zip(ahead).fold(0, |taken, (a, b)| {
            let (a, b) = (a.trailing_zeros(), b.trailing_zeros());
            if a.abs_diff(b) >= 8 { taken | 1 << ((a + b) / 2) } else { taken }
        })
    }

    fn notation(self) -> String {
        let mark = if self.taken() == 0 { "-" } else { "x" };
        let names: Vec<String> = self.0.squares().map(|square| number(square).to_string()).collect();
        names.join(mark)
    }
}

/// The number of a square, 1 to 32.
const fn number(square: Squares) -> u32 {
    let bit = square.trailing_zeros();
    bit - bit / 9 + 1
}

/// The square of a number; `None` unless it is written as 1 to 32, without a leading zero.
fn square(text: &str) -> Option<Squares> {
    let digits = text.as_bytes();
    if digits.is_empty() || digits.len() > 2 || digits.first() == Some(&b'0') || !digits.iter().all(u8::is_ascii_digit)
    {
        return None;
    }
    let index = text.parse::<u32>().ok()?.checked_sub(1).filter(|&index| index < 32)?;
    Some(1 << (index + index / 8))
}

/// A position, with the positions since the last jump or man's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pieces: [Squares; 2],
    kings: Squares,
    to_move: Side,
    plies: u16,
    quiet: u16,
    /// The key of every position so far, this one last.
    keys: Vec<u64>,
}

/// What [`TwoPlayer::unmake`] needs of a position of checkers.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pieces: [Squares; 2],
    kings: Squares,
    quiet: u16,
}

impl Position {
    /// The start.
    #[must_use]
    pub fn start() -> Self {
        let men = |first: u32| (first..first + 12).fold(0, |set, index| set | 1 << (index + index / 8));
        Self::of([men(0), men(20)], 0, Side::First)
    }

    fn of(pieces: [Squares; 2], kings: Squares, to_move: Side) -> Self {
        let mut position = Self { pieces, kings, to_move, plies: 0, quiet: 0, keys: Vec::new() };
        position.keys.push(position.placement());
        position
    }

    /// Reads a position as draughts programs write it: the side to move and each side's pieces, `W:B12:W16,K19`.
    /// `None` when the text is anything else, or a piece stands where another does.
    #[must_use]
    pub fn from_fen(fen: &str) -> Option<Self> {
        let mut parts = fen.split(':');
        let to_move = match parts.next()? {
            "B" => Side::First,
            "W" => Side::Second,
            _ => return None,
        };
        let (black, white) = (parts.next()?.strip_prefix('B')?, parts.next()?.strip_prefix('W')?);
        if parts.next().is_some() {
            return None;
        }
        let (mut pieces, mut kings) = ([0; 2], 0);
        for (side, list) in [black, white].into_iter().enumerate() {
            for piece in list.split(',').filter(|_| !list.is_empty()) {
                let (name, king) = piece.strip_prefix('K').map_or((piece, false), |name| (name, true));
                let place = square(name).filter(|place| (pieces[0] | pieces[1]) & place == 0)?;
                *pieces.get_mut(side)? |= place;
                kings |= if king { place } else { 0 };
            }
        }
        Some(Self::of(pieces, kings, to_move))
    }

    /// How many men and how many kings a side has.
    #[must_use]
    pub const fn count(&self, side: Side) -> (u32, u32) {
        let own = self.pieces[side.index()];
        ((own & !self.kings).count_ones(), (own & self.kings).count_ones())
    }

    /// Counts the ways to play `depth` moves; a jump with its whole path is one. Draws end no line, as is usual.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match self.to_move {
            Side::First => self.black().perft(depth),
            Side::Second => self.white().perft(depth),
        }
    }

    const fn black(&self) -> View<true> {
        View { own: self.pieces[0], enemy: self.pieces[1], kings: self.kings }
    }

    const fn white(&self) -> View<false> {
        View { own: self.pieces[1], enemy: self.pieces[0], kings: self.kings }
    }

    fn each_move(&self, found: &mut impl FnMut(Walk)) {
        match self.to_move {
            Side::First => self.black().each_move(found),
            Side::Second => self.white().each_move(found),
        }
    }

    const fn can_move(&self) -> bool {
        match self.to_move {
            Side::First => self.black().can_move(),
            Side::Second => self.white().can_move(),
        }
    }

    /// Whether the side to move has to jump.
    const fn must_jump(&self) -> bool {
        match self.to_move {
            Side::First => self.black().jumpers() != 0,
            Side::Second => self.white().jumpers() != 0,
        }
    }

    /// The key of the pieces and the side to move.
    const fn placement(&self) -> u64 {
        let [black, white] = self.pieces;
        mix(black ^ mix(white ^ mix(self.kings << 1 | self.to_move.index() as u64)))
    }

    /// Whether this position stands for the third time. Only positions since the last jump or man's move can be equal.
    fn is_repeated(&self) -> bool {
        let Some((now, past)) = self.keys.split_last() else { return false };
        let same = past.iter().rev().take(self.quiet.into()).skip(1).step_by(2).filter(|&key| key == now);
        same.count() + 1 >= REPETITIONS
    }
}

impl TwoPlayer for Position {
    type Move = Move;
    type Undo = Undo;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.each_move(&mut |walk| moves.push(Move(walk.path)));
    }

    fn is_legal(&self, mv: Move) -> bool {
        let mut listed = false;
        self.each_move(&mut |walk| listed |= walk.path == mv.0);
        listed
    }

    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { pieces: self.pieces, kings: self.kings, quiet: self.quiet };
        let mut squares = mv.0.squares();
        let from = squares.next().unwrap_or(0);
        let to = squares.last().unwrap_or(from);
        let walk = Walk { from, to, taken: mv.taken(), path: mv.0 };
        let irreversible = walk.taken != 0 || self.kings & from == 0;
        let (pieces, kings) = match self.to_move {
            Side::First => {
                let [black, white, kings] = self.black().after(walk);
                ([black, white], kings)
            }
            Side::Second => {
                let [white, black, kings] = self.white().after(walk);
                ([black, white], kings)
            }
        };
        (self.pieces, self.kings) = (pieces, kings);
        self.to_move = self.to_move.other();
        self.plies = self.plies.saturating_add(1);
        self.quiet = if irreversible { 0 } else { self.quiet.saturating_add(1) };
        self.keys.push(self.placement());
        undo
    }

    fn unmake(&mut self, undo: Undo) {
        (self.pieces, self.kings, self.quiet) = (undo.pieces, undo.kings, undo.quiet);
        self.to_move = self.to_move.other();
        self.plies = self.plies.saturating_sub(1);
        self.keys.pop();
    }

    fn end(&self) -> Option<End> {
        if !self.can_move() {
            return Some(End::won(self.to_move.other()));
        }
        let drawn = self.quiet >= QUIET_PLIES || self.plies >= MOST_PLIES || self.is_repeated();
        drawn.then_some(End::DRAW)
    }

    /// The pieces and the side to move. How often a position stood, and how long nothing has happened, are left out:
    /// a search would find hardly anything again if they counted.
    fn key(&self) -> u64 {
        self.keys.last().copied().unwrap_or(0)
    }

    fn parse(&self, token: &str) -> Option<Move> {
        let jump = token.contains('x');
        let mut path: Option<Path> = None;
        for name in token.split(if jump { 'x' } else { '-' }) {
            let place = square(name)?;
            path = Some(match path {
                None => Path::from(place),
                Some(path) if path.len() < Path::LONGEST => path.then(place),
                Some(_) => return None,
            });
        }
        path.and_then(Move::new).filter(|mv| (mv.taken() != 0) == jump)
    }

    fn notation(&self, mv: Move) -> String {
        mv.notation()
    }
}
