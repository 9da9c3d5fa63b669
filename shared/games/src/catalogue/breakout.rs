//! Breakout (벽돌깨기): fixed-point physics, replayed frame by frame.
//!
//! There is no standard, so these rules are ours, written out so that the game can be built again, number for
//! number, in another language. Every quantity is a whole number; `/` rounds towards zero. Lengths are
//! *units* of 1/256 pixel unless pixels are named; `x` runs right and `y` down.
//!
//! # The court
//!
//! * The field is 480 x 640 px, that is 0 to 122,880 and 0 to 163,840 units.
//! * The paddle is 80 px wide; its top lies at 600 px. Its centre is a whole pixel from 40 to 440, and 240 at first.
//! * The ball is a square of 8 x 8 px, named by its centre. Two things overlap when they share more than an edge.
//! * The wall has 6 rows of 10 bricks, each 48 x 20 px, without gaps; row 0 begins at 60 px, column 0 at 0 px.
//!   A brick of row 0 takes two hits, any other one. Broken, a brick of row `r` is worth `10 * (6 - r)` points.
//! * There are 3 balls.
//!
//! # Velocities
//!
//! A frame is a sixtieth of a second and two equal *steps* of the ball. A zone `z` from -4 to 4 gives its
//! velocity a step: `u = 512 + 64 * s` with `s = min(8, bricks broken so far / 20 + walls cleared so far)`, and then
//! `vx = u * SIN[|z|] / 256` with the sign of `z`, `vy = -(u * COS[|z|] / 256)`, where
//! `SIN = [0, 66, 128, 181, 222]` and `COS = [256, 247, 222, 181, 128]` are those of 0, 15, 30, 45 and 60 degrees
//! times 256. So the ball flies at 4 to 8 px a frame, and a new speed is taken up at the paddle or at a serve.
//!
//! # A frame
//!
//! 1. The paddle's centre moves by the proof's pixels and is put back to the nearest of 40 and 440 when it is outside.
//! 2. When there is no ball in play, one is served: its centre at the paddle's centre and at `y` = 596 px, its velocity
//!    that of zone `[-2, -1, 1, 2][below(4)]`. Serves are the only draws.
//! 3. Twice, the ball makes a step:
//!    1. `x += vx`. With its left edge below 0, the ball is set to touch the left wall and `vx = |vx|`; with its right
//!       edge over 480 px, it is set to touch the right wall and `vx = -|vx|`.
//!    2. Every brick that the ball overlaps loses one hit. If there was any, the ball is set to touch the face it came
//!       from (all of them lie in one column), and `vx = -vx`, once.
//!    3. `y += vy`. With its top edge below 0, the ball is set to touch the top and `vy = |vy|`.
//!    4. Bricks as in 2, with `y`, `vy` and one row.
//!    5. The paddle returns the ball when `vy > 0`, the ball's bottom edge was at or above 600 px before this step's
//!       `y += vy` and is below it now, and the ball overlaps the paddle's width. With `o` the ball's `x` minus the
//!       paddle's centre, the zone is `(9 * |o| + 11264) / 22528` with the sign of `o`; the ball is set to
//!       `y` = 596 px and takes that zone's velocity. (11,264 units are half the paddle and half the ball: nine zones
//!       share that reach.) Below the paddle's top nothing returns the ball, and the paddle passes through it.
//!    6. With its bottom edge at or below 640 px, the ball is lost and out of play.
//!
//!    After 2 and after 4: when no brick is left, the wall is cleared. A new wall stands there at once, and the ball is
//!    out of play, but not lost.
//!    A ball that is out of play ends the frame.
//!
//! The run is over with the third ball lost or with the 36,000th frame, and only a run that is over can be handed in.
//! A step is at most 4 px in each direction, less than any brick and the paddle's reach, so nothing is jumped over.
//!
//! # Proof
//!
//! One letter a frame, how far the paddle moves: `0` not at all, `A` to `X` 1 to 24 px to the right, `a` to `x` 1 to 24
//! px to the left. A paddle that moves faster cannot be written.

mod court;

use std::fmt::Write as _;

pub use court::{Ball, Court, Frame, MAX_FRAMES, MAX_SCORE, PADDLE_SPEED};

use crate::{Board, Draw, Illegal, Malformed, Proof, Replay, Value};

/// The copy check begins with so many frames: ten seconds.
const COPY_FLOOR_FRAMES: usize = 600;

/// So many returns, each one of nine zones, tell two players apart.
const TELLING_RETURNS: usize = 12;

/// So many changes of the paddle's speed, as many as the turns of a snake, tell two players apart who return less than that. A paddle that stands still tells
/// nobody apart.
const TELLING_CHANGES: usize = 20;

/// How far the paddle moves in each frame, in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frames(Vec<i8>);

impl Frames {
    fn pixels(letter: u8) -> Result<i8, &'static str> {
        let (pixels, way) = match letter {
            b'0' => (0, 1),
            b'A'..=b'Z' => (letter - b'A' + 1, 1),
            b'a'..=b'z' => (letter - b'a' + 1, -1),
            _ => return Err("a frame is 0, a letter A to X or a letter a to x"),
        };
        if pixels > PADDLE_SPEED {
            return Err("the paddle moves at most 24 pixels a frame");
        }
        i8::try_from(pixels).map(|pixels| pixels * way).map_err(|_| "the paddle moves at most 24 pixels a frame")
    }

    const fn letter(pixels: i8) -> char {
        let first = if pixels > 0 { b'A' } else { b'a' };
        if pixels == 0 { '0' } else { (first + (pixels.unsigned_abs() - 1) % 26) as char }
    }
}

impl Proof for Frames {
    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Err(Malformed { at: 0, why: "a run has at least one frame" });
        }
        let limit = MAX_FRAMES as usize;
        if text.len() > limit {
            return Err(Malformed { at: limit, why: "a run has at most 36,000 frames" });
        }
        let read = |(at, letter)| Self::pixels(letter).map_err(|why| Malformed { at, why });
        text.bytes().enumerate().map(read).collect::<Result<_, _>>().map(Self)
    }

    fn encode(&self) -> String {
        self.0.iter().map(|&pixels| Self::letter(pixels)).collect()
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut draw = Draw::new(&board.seed);
        let mut court = Court::new();
        let mut returns = Vec::new();
        let mut scoring = 0; // returns up to the last broken brick
        for (at, &pixels) in (1..).zip(&self.0) {
            if court.is_over() {
                return Err(Illegal { at, why: "the run was over before this frame" });
            }
            let frame = court.frame(pixels, || draw.below(4));
            if let Some(zone) = frame.returned {
                returns.push((at, zone));
            }
            if frame.broke {
                scoring = returns.len();
            }
        }
        if !court.is_over() {
            return Err(Illegal { at: self.moves() + 1, why: "the run is not over" });
        }
        let replay = Replay::solo(Value::Counted(court.score().into()), self.moves());
        if self.0.len() < COPY_FLOOR_FRAMES {
            return Ok(replay);
        }
        // The returns decide everything that is scored. What the paddle does between them, and whatever comes
        // after the last broken brick, does not make a copy look new. Only when there are too few returns to tell
        // two players apart, the whole way of the paddle counts, if there is much of one.
        returns.truncate(scoring);
        if returns.len() < TELLING_RETURNS {
            let changes = self.0.windows(2).filter(|pair| pair[0] != pair[1]).count();
            return Ok(if changes < TELLING_CHANGES { replay } else { replay.copyable(self.encode()) });
        }
        let mut canonical = String::new();
        for (at, zone) in returns {
            let _ = write!(canonical, "{at}{zone:+}."); // a String never refuses
        }
        Ok(replay.copyable(canonical))
    }
}
