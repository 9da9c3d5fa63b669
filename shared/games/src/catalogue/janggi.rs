//! Janggi (장기), Korean chess.
//!
//! # Rules
//!
//! Nine files a to i, ten ranks, Cho (초) at the bottom on rank 1 and first to move, Han (한) at the top. Han sets up its
//! horses and elephants first, then Cho ([`SetUp`]).
//!
//! * General (궁) and guards (사) go one step along any drawn line inside their palace; its diagonals join
//!   the centre to the corners.
//! * A chariot (차) goes any distance along a line, palace diagonals included.
//! * A cannon (포) goes and captures like a chariot, but over exactly one piece that is no cannon, and it
//!   never captures a cannon.
//! * A horse (마) goes one step straight and one diagonally outward; an elephant (상) one straight and two
//!   diagonally outward. Neither leaps over a piece on its way.
//! * A soldier (졸, 병) goes one step forward or sideways, in the enemy palace also diagonally forward.
//! * A side may pass unless it is in check. Two passes in a row end the game by points.
//! * A check must be answered; who cannot has lost. The general is never captured.
//!
//! # Where rules differ, ours
//!
//! * **Facing generals (빅장)** have no effect by default ([`BigJang::Off`]), as on the larger Korean
//!   sites. [`BigJang::Score`] is the rule of the Korea Janggi Association: who is faced breaks it or passes, and
//!   a pass ends the game by points; [`BigJang::Draw`] is the old rule, where it is a draw.
//! * **Repetition:** a move that would bring the same pieces with the same side to move about for the third time
//!   is illegal, for both sides. A pass is exempt, and so is the answer to a check: of a perpetual check the
//!   side that gives it must break off.
//! * **Length:** after 200 plies, or 60 plies without a capture or a soldier's move, points decide.
//! * **Points:** 차 13, 포 7, 마 5, 상 3, 사 3, 졸 2, and one and a half for Han, who moves second. They are
//!   counted in half points, and with them no game is drawn.
//!
//! # Notation
//!
//! A set-up is its letters, `NBBN`; a move is the point it leaves and the point it reaches, `a4a5` or
//! `b10c8`; a pass is `--`. [`Position::record`] writes Korean records, `71졸72`.
//!
//! # Against the computer
//!
//! The day fixes the computer's set-up; the player's own is the first token of the proof and counts as the
//! first of the player's moves: `NBBN a4a5 --`.

mod fen;
mod moves;
mod opponent;
mod position;
mod record;
mod setup;
mod square;
mod tables;

pub use fen::BadFen;
pub use moves::Facing;
pub use opponent::MOST_OWN_MOVES;
pub use position::{COMPENSATION, Kind, Position};
pub use setup::{NoSetUp, SetUp};
pub use square::{NoSquare, Square};

use crate::{End, Name, Side, TwoPlayer};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "빅장은 효과 없음; 같은 모양을 세 번째 만드는 수는 둘 수 없으나 장군에 대한 응수는 됨; 200수, 또는 잡음과 졸의 움직임 없이 60수가 지나면 점수로 가림(한에 덤 1.5)",
    en: "facing generals have no effect; a move to the third repetition is illegal, except an answer to check; after 200 plies, or 60 without a capture or a soldier's move, points decide (1.5 more for Han)",
};

/// After so many plies points decide.
pub const MAX_PLIES: usize = 200;

/// After so many plies without a capture or a soldier's move points decide.
pub const MAX_QUIET_PLIES: u16 = 60;

/// Pieces before the first capture.
const ALL_PIECES: u32 = 32;

/// A move. The order of moves is the order in which they are listed and searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Before the first move: the side to choose sets up its horses and elephants.
    SetUp(SetUp),
    /// A piece goes from one point to another and captures what stands there.
    #[expect(missing_docs, reason = "the names say it")]
    Step { from: Square, to: Square },
    /// The side passes.
    Pass,
}

/// What the generals' facing each other (빅장) means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BigJang {
    /// Nothing.
    #[default]
    Off,
    /// The side to move breaks it or ends the game by points.
    Score,
    /// The side to move breaks it or ends the game in a draw.
    Draw,
}

/// The choices a game of janggi is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// What the generals' facing each other means.
    pub big_jang: BigJang,
    /// Whether it means nothing until a piece has been captured.
    pub big_jang_after_capture: bool,
}

/// A game: the position and what of its past the rules need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Janggi {
    settings: Settings,
    /// What each side set up, or has yet to.
    set_ups: [Option<SetUp>; 2],
    position: Position,
    /// Keys of the positions so far, the present one last.
    history: Vec<u64>,
    /// Keys that came about twice: nobody may bring them about again.
    recurred: Vec<u64>,
    /// Plies since a capture: no earlier position can come about again.
    since_capture: usize,
    /// Plies since a capture or a soldier's move.
    quiet: u16,
    /// Whether the last move was a pass.
    passed: bool,
    end: Option<End>,
}

/// What takes a move back.
#[derive(Debug)]
pub struct Undo {
    mv: Move,
    set_ups: [Option<SetUp>; 2],
    captured: Option<Kind>,
    recurred: bool,
    since_capture: usize,
    quiet: u16,
    passed: bool,
    end: Option<End>,
}

impl Janggi {
    /// A game in which both sides have yet to set up, Han first.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { set_ups: [None; 2], ..Self::from_position(Position::start(SetUp::Nbbn, SetUp::Nbbn), settings) }
    }

    /// A game that begins with Cho's first move.
    #[must_use]
    pub fn start(cho: SetUp, han: SetUp, settings: Settings) -> Self {
        Self { set_ups: [Some(cho), Some(han)], ..Self::from_position(Position::start(cho, han), settings) }
    }

    /// A game that begins at `position`.
    #[must_use]
    pub fn from_position(position: Position, settings: Settings) -> Self {
        let mut game = Self {
            settings,
            set_ups: [Some(SetUp::Nbbn); 2],
            history: vec![position.key()],
            position,
            recurred: Vec::new(),
            since_capture: 0,
            quiet: 0,
            passed: false,
            end: None,
        };
        game.end = game.find_end(None);
        game
    }

    /// The same game with `set_up` already chosen for `side`.
    #[must_use]
    pub fn with_set_up(mut self, side: Side, set_up: SetUp) -> Self {
        self.set_ups[side.index()] = Some(set_up);
        self.set_pieces();
        self
    }

    /// The pieces on the board. While a side has yet to set up, its horses stand outside.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plies played, set-ups not counted.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len().saturating_sub(1)
    }

    /// Appends the legal captures, in the order of the moves.
    pub fn legal_captures(&self, moves: &mut Vec<Move>) {
        if self.end.is_none() && self.setting_up().is_none() {
            self.position.legal_captures(self.facing(), moves);
        }
    }

    /// What the facing generals mean in the present position.
    fn facing(&self) -> Facing {
        let Settings { big_jang, big_jang_after_capture } = self.settings;
        let untouched = || self.position.occupied().count_ones() == ALL_PIECES;
        match big_jang {
            BigJang::Off => Facing::Ignored,
            _ if big_jang_after_capture && untouched() => Facing::Ignored,
            _ => Facing::MustBreak,
        }
    }

    /// The side that has to set up now.
    fn setting_up(&self) -> Option<Side> {
        match self.set_ups {
            [_, None] => Some(Side::Second),
            [None, _] => Some(Side::First),
            _ => None,
        }
    }

    /// Puts the pieces as the sides have set them up.
    fn set_pieces(&mut self) {
        let [cho, han] = self.set_ups.map(|set_up| set_up.unwrap_or(SetUp::Nbbn));
        self.position = Position::start(cho, han);
        self.history = vec![self.position.key()];
    }

    /// Whether `mv` would bring a position about for the third time, and may not.
    fn repeats(&self, mv: Move) -> bool {
        let Move::Step { to, .. } = mv else { return false };
        !self.recurred.is_empty()
            && self.position.kind_at(to).is_none()
            && self.recurred.contains(&self.position.key_after_quiet(mv))
            && !self.position.in_check()
    }

    /// Enters the present position in the history. Whether it came about for the second time.
    fn remember(&mut self) -> bool {
        let key = self.position.key();
        let earlier = self.history.iter().rev().take(self.since_capture).skip(1).step_by(2);
        let recurred = earlier.filter(|&&before| before == key).count() == 1;
        self.history.push(key);
        if recurred {
            self.recurred.push(key);
        }
        recurred
    }

    /// How the game stands after `last`, which is `None` at its beginning.
    fn find_end(&self, last: Option<(Move, bool)>) -> Option<End> {
        if let Some((Move::Pass, faced)) = last {
            match self.settings.big_jang {
                BigJang::Draw if faced => return Some(End::DRAW),
                _ if faced || self.passed => return Some(self.count()),
                _ => {}
            }
        }
        if !self.position.can_move(self.facing()) {
            return Some(End::won(self.position.side_to_move().other()));
        }
        (self.plies() >= MAX_PLIES || self.quiet >= MAX_QUIET_PLIES).then(|| self.count())
    }

    /// The result by points. With the compensation they are never equal.
    fn count(&self) -> End {
        let [cho, han] = [Side::First, Side::Second].map(|side| self.position.half_points(side));
        End::won(if cho > han { Side::First } else { Side::Second })
    }
}

impl TwoPlayer for Janggi {
    type Move = Move;
    type Undo = Undo;

    fn side_to_move(&self) -> Side {
        self.setting_up().unwrap_or(self.position.side_to_move())
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.end.is_some() {
            return;
        }
        if self.setting_up().is_some() {
            moves.extend(SetUp::ALL.map(Move::SetUp));
            return;
        }
        let start = moves.len();
        self.position.legal_moves(self.facing(), moves);
        if !self.recurred.is_empty() {
            let mut listed = moves.split_off(start);
            listed.retain(|&mv| !self.repeats(mv));
            moves.append(&mut listed);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        if self.end.is_some() {
            return false;
        }
        match self.setting_up() {
            Some(_) => matches!(mv, Move::SetUp(_)),
            None => self.position.is_legal(mv, self.facing()) && !self.repeats(mv),
        }
    }

    fn make(&mut self, mv: Move) -> Undo {
        let mut undo = Undo {
            mv,
            set_ups: self.set_ups,
            captured: None,
            recurred: false,
            since_capture: self.since_capture,
            quiet: self.quiet,
            passed: self.passed,
            end: self.end,
        };
        if let Move::SetUp(set_up) = mv {
            if let Some(side) = self.setting_up() {
                self.set_ups[side.index()] = Some(set_up);
                self.set_pieces();
            }
            return undo;
        }
        let faced = self.facing() == Facing::MustBreak && self.position.generals_face();
        let soldier = match mv {
            Move::Step { from, .. } => self.position.kind_at(from) == Some(Kind::Soldier),
            _ => false,
        };
        undo.captured = self.position.make(mv);
        self.since_capture = if undo.captured.is_some() { 0 } else { self.since_capture.saturating_add(1) };
        self.quiet = if undo.captured.is_some() || soldier { 0 } else { self.quiet.saturating_add(1) };
        undo.recurred = self.remember();
        self.end = self.find_end(Some((mv, faced)));
        self.passed = mv == Move::Pass;
        undo
    }

    fn unmake(&mut self, undo: Undo) {
        let Undo { mv, set_ups, captured, recurred, since_capture, quiet, passed, end } = undo;
        if let Move::SetUp(_) = mv {
            if self.set_ups != set_ups {
                self.set_ups = set_ups;
                self.set_pieces();
            }
            return;
        }
        self.position.unmake(mv, captured);
        self.history.pop();
        if recurred {
            self.recurred.pop();
        }
        (self.since_capture, self.quiet, self.passed, self.end) = (since_capture, quiet, passed, end);
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    /// The pieces and the side to move, whether a pass would end the game, which positions may not recur, and
    /// how near the end by length is once it is near.
    fn key(&self) -> u64 {
        const PASSED: u64 = 0x6A09_E667_F3BC_C908; // the square root of 2, as good as any
        const NEAR: usize = 16; // deeper than any search looks
        let set_up = match self.setting_up() {
            None => 0,
            Some(side) => side.index() as u64 + 1,
        };
        let left = MAX_PLIES.saturating_sub(self.plies());
        let left = left.min(MAX_QUIET_PLIES.saturating_sub(self.quiet).into());
        let clock = if left < NEAR { left as u64 + 1 } else { 0 };
        let passed = if self.passed { PASSED } else { 0 };
        let recurred = self.recurred.iter().fold(0, |keys, key| keys ^ key.rotate_left(32));
        self.position.key() ^ passed ^ recurred ^ clock.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ set_up << 60
    }

    fn parse(&self, token: &str) -> Option<Move> {
        if token == "--" {
            return Some(Move::Pass);
        }
        if let Ok(set_up) = token.parse() {
            return Some(Move::SetUp(set_up));
        }
        let second = token.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
        let (from, to) = token.split_at(second);
        let (from, to) = (from.parse().ok()?, to.parse().ok()?);
        (from != to).then_some(Move::Step { from, to })
    }

    fn notation(&self, mv: Move) -> String {
        match mv {
            Move::SetUp(set_up) => set_up.to_string(),
            Move::Step { from, to } => format!("{from}{to}"),
            Move::Pass => "--".to_owned(),
        }
    }
}
