//! The physics of breakout, as the module above describes them.

/// Units in a pixel.
const PX: i32 = 256;
const WIDTH: i32 = 480 * PX;
const HEIGHT: i32 = 640 * PX;

const PADDLE_HALF: i32 = 40;
const PADDLE_TOP: i32 = 600 * PX;
const PADDLE_START: i32 = 240;
const PADDLE_BOUNDS: (i32, i32) = (40, 440);

/// The fastest paddle, in pixels a frame.
pub const PADDLE_SPEED: u8 = 24;

const BALL_HALF: i32 = 4 * PX;
const BALLS: u32 = 3;

const ROWS: usize = 6;
const COLUMNS: usize = 10;
const BRICK: (i32, i32) = (48 * PX, 20 * PX);
const WALL_TOP: i32 = 60 * PX;

/// Hits that a brick of each row takes.
const HITS: [u8; ROWS] = [2, 1, 1, 1, 1, 1];
/// Points for a broken brick of each row.
const POINTS: [u32; ROWS] = [60, 50, 40, 30, 20, 10];
const BRICKS: u32 = 60;
const POINTS_OF_A_WALL: u64 = 2100;

/// Steps of the ball in a frame.
const STEPS: u32 = 2;
const SLOWEST: i32 = 512;
const FASTER_BY: i32 = 64;
const FASTEST: u32 = 8;
const FASTER_EVERY: u32 = 20;
const SIN: [i32; 5] = [0, 66, 128, 181, 222];
const COS: [i32; 5] = [256, 247, 222, 181, 128];
const SERVES: [i32; 4] = [-2, -1, 1, 2];

/// Half the paddle and half the ball: how far off the paddle's centre the ball can be met.
const REACH: i32 = PADDLE_HALF * PX + BALL_HALF;

/// Most frames in a run: ten minutes.
pub const MAX_FRAMES: u32 = 36_000;

/// Frames that a ball at full speed needs from the paddle to the wall, at least: 412 px at 8 px a frame.
const FRAMES_TO_A_WALL: u32 = 51;

/// No run can score more: each wall costs at least the way up to it.
pub const MAX_SCORE: u64 = (MAX_FRAMES / FRAMES_TO_A_WALL + 1) as u64 * POINTS_OF_A_WALL;

/// The ball in play: its centre and its velocity a step, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Ball {
    pub x: i32,
    pub y: i32,
    pub vx: i32,
    pub vy: i32,
}

/// What happened in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The zone in which the paddle returned the ball.
    pub returned: Option<i32>,
    /// Whether a brick broke.
    pub broke: bool,
}

/// The court in the middle of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Court {
    paddle: i32,
    ball: Option<Ball>,
    bricks: [[u8; COLUMNS]; ROWS],
    standing: u32,
    broken: u32,
    cleared: u32,
    score: u32,
    balls: u32,
    frames: u32,
}

impl Default for Court {
    fn default() -> Self {
        Self::new()
    }
}

impl Court {
    /// The start of a run.
    #[must_use]
    pub fn new() -> Self {
        Self {
            paddle: PADDLE_START,
            ball: None,
            bricks: HITS.map(|hits| [hits; COLUMNS]),
            standing: BRICKS,
            broken: 0,
            cleared: 0,
            score: 0,
            balls: BALLS,
            frames: 0,
        }
    }

    /// Points so far.
    #[must_use]
    pub const fn score(&self) -> u32 {
        self.score
    }

    /// Balls left, the one in play included.
    #[must_use]
    pub const fn balls(&self) -> u32 {
        self.balls
    }

    /// The paddle's centre, in pixels.
    #[must_use]
    pub const fn paddle(&self) -> i32 {
        self.paddle
    }

    /// The ball, while one is in play.
    #[must_use]
    pub const fn ball(&self) -> Option<Ball> {
        self.ball
    }

    /// The hits that each brick still takes, row by row from the top; 0 is a gap.
    #[must_use]
    pub const fn bricks(&self) -> &[[u8; COLUMNS]; ROWS] {
        &self.bricks
    }

    /// Whether the last ball is lost or the time is up.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.balls == 0 || self.frames == MAX_FRAMES
    }

    /// Plays one frame with the paddle moved by `pixels`; `serve` draws a number below 4 when a ball is
    /// served. Nothing happens once the run is over.
    pub fn frame(&mut self, pixels: i8, serve: impl FnOnce() -> u32) -> Frame {
        let mut frame = Frame::default();
        if self.is_over() {
            return frame;
        }
        self.frames += 1;
        self.paddle = (self.paddle + i32::from(pixels)).clamp(PADDLE_BOUNDS.0, PADDLE_BOUNDS.1);
        let broken = self.broken;
        let mut ball = self.ball.unwrap_or_else(|| self.served(serve()));
        self.ball = None;
        for _ in 0..STEPS {
            if !self.step(&mut ball, &mut frame) {
                return Frame { broke: self.broken > broken, ..frame };
            }
        }
        self.ball = Some(ball);
        Frame { broke: self.broken > broken, ..frame }
    }

    fn served(&self, drawn: u32) -> Ball {
        let zone = SERVES[drawn as usize % SERVES.len()];
        let (vx, vy) = self.velocity(zone);
        Ball { x: self.paddle * PX, y: PADDLE_TOP - BALL_HALF, vx, vy }
    }

    /// The velocity that `zone` gives at the present speed.
    fn velocity(&self, zone: i32) -> (i32, i32) {
        let faster = (self.broken / FASTER_EVERY + self.cleared).min(FASTEST);
        let length = SLOWEST + FASTER_BY * i32::try_from(faster).unwrap_or(0);
        let angle = zone.unsigned_abs().min(4) as usize;
        (length * SIN[angle] / 256 * zone.signum(), -(length * COS[angle] / 256))
    }

    /// One step of the ball. Whether it is still in play.
    fn step(&mut self, ball: &mut Ball, frame: &mut Frame) -> bool {
        ball.x += ball.vx;
        if ball.x < BALL_HALF {
            ball.x = BALL_HALF;
            ball.vx = ball.vx.abs();
        } else if ball.x > WIDTH - BALL_HALF {
            ball.x = WIDTH - BALL_HALF;
            ball.vx = -ball.vx.abs();
        }
        if let Some((_, column)) = self.hit_bricks(ball) {
            let left = column * BRICK.0;
            ball.x = if ball.vx > 0 { left - BALL_HALF } else { left + BRICK.0 + BALL_HALF };
            ball.vx = -ball.vx;
            if self.is_cleared() {
                return false;
            }
        }

        let bottom_before = ball.y + BALL_HALF;
        ball.y += ball.vy;
        if ball.y < BALL_HALF {
            ball.y = BALL_HALF;
            ball.vy = ball.vy.abs();
        }
        if let Some((row, _)) = self.hit_bricks(ball) {
            let top = WALL_TOP + row * BRICK.1;
            ball.y = if ball.vy > 0 { top - BALL_HALF } else { top + BRICK.1 + BALL_HALF };
            ball.vy = -ball.vy;
            if self.is_cleared() {
                return false;
            }
        }

        let offset = ball.x - self.paddle * PX;
        let reaches_top = bottom_before <= PADDLE_TOP && ball.y + BALL_HALF > PADDLE_TOP;
        if ball.vy > 0 && reaches_top && offset.abs() < REACH {
            let zone = (9 * offset.abs() + REACH) / (2 * REACH) * offset.signum();
            ball.y = PADDLE_TOP - BALL_HALF;
            (ball.vx, ball.vy) = self.velocity(zone);
            frame.returned = Some(zone);
        }
        if ball.y + BALL_HALF >= HEIGHT {
            self.balls -= 1;
            return false;
        }
        true
    }

    /// Takes a hit from every brick that the ball overlaps. Row and column of one of them.
    fn hit_bricks(&mut self, ball: &Ball) -> Option<(i32, i32)> {
        let mut hit = None;
        // The ball is smaller than a brick: its corners overlap all that it overlaps.
        let rows = [ball.y - BALL_HALF, ball.y + BALL_HALF - 1].map(|y| (y - WALL_TOP).div_euclid(BRICK.1));
        let columns = [ball.x - BALL_HALF, ball.x + BALL_HALF - 1].map(|x| x.div_euclid(BRICK.0));
        for row in rows[0]..=rows[1] {
            for column in columns[0]..=columns[1] {
                let (Ok(r), Ok(c)) = (usize::try_from(row), usize::try_from(column)) else { continue };
                let Some(hits @ 1..) = self.bricks.get_mut(r).and_then(|bricks| bricks.get_mut(c)) else { continue };
                *hits -= 1;
                if *hits == 0 {
                    self.standing -= 1;
                    self.broken += 1;
                    self.score += POINTS[r];
                }
                hit = Some((row, column));
            }
        }
        hit
    }

    /// Whether the wall is cleared; a new one then stands there.
    fn is_cleared(&mut self) -> bool {
        let cleared = self.standing == 0;
        if cleared {
            self.cleared += 1;
            self.standing = BRICKS;
            self.bricks = HITS.map(|hits| [hits; COLUMNS]);
        }
        cleared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A court with one ball in play and only the bricks named, `(row, column)`.
    fn court(ball: Ball, paddle: i32, bricks: &[(usize, usize)]) -> Court {
        let mut court = Court { ball: Some(ball), paddle, bricks: [[0; COLUMNS]; ROWS], standing: 0, ..Court::new() };
        for &(row, column) in bricks {
            court.bricks[row][column] = HITS[row];
            court.standing += 1;
        }
        court
    }

    fn frame(court: &mut Court) -> Frame {
        court.frame(0, || panic!("no ball is served"))
    }

    const FAR: (usize, usize) = (0, 9);

    #[test]
    fn two_bricks_hit_at_once_both_lose_a_hit_and_the_ball_turns_once() {
        // Flying up between columns 3 and 4, its second step takes its top edge from 180 to 178 px, into both bricks of the lowest row.
        let ball = Ball { x: 192 * PX, y: 186 * PX, vx: 0, vy: -512 };
        let mut court = court(ball, 240, &[(5, 3), (5, 4), FAR]);
        assert!(frame(&mut court).broke);
        assert_eq!((court.score, court.standing), (20, 1));
        assert_eq!(court.ball, Some(Ball { x: 192 * PX, y: 184 * PX, vx: 0, vy: 512 }));
    }

    #[test]
    fn a_ball_is_set_to_touch_the_face_it_met() {
        // From the left into column 5 (240 px), within row 2 (100 to 120 px).
        let ball = Ball { x: 234 * PX, y: 110 * PX, vx: 700, vy: 0 };
        let mut one = court(ball, 240, &[(2, 5), FAR]);
        let mut step = Frame::default();
        let mut ball = ball;
        assert!(one.step(&mut ball, &mut step));
        assert_eq!((ball.x, ball.vx), (236 * PX, -700));
        assert_eq!((one.bricks[2][5], one.score), (0, 40));
        // From below into row 5, whose lower face lies at 180 px.
        let mut ball = Ball { x: 20 * PX, y: 185 * PX, vx: 0, vy: -512 };
        let mut two = court(ball, 240, &[(5, 0), FAR]);
        assert!(two.step(&mut ball, &mut step));
        assert_eq!((ball.y, ball.vy), (184 * PX, 512));
    }

    #[test]
    fn touching_an_edge_is_no_hit() {
        let mut ball = Ball { x: 20 * PX, y: 186 * PX, vx: 0, vy: -512 };
        let mut court = court(ball, 240, &[(5, 0), FAR]);
        assert!(court.step(&mut ball, &mut Frame::default()));
        assert_eq!((ball.y, ball.vy, court.score), (184 * PX, -512, 0));
    }

    #[test]
    fn a_brick_of_the_top_row_takes_two_hits() {
        let mut ball = Ball { x: 20 * PX, y: 85 * PX, vx: 0, vy: -512 };
        let mut court = court(ball, 240, &[(0, 0), FAR]);
        assert!(court.step(&mut ball, &mut Frame::default()));
        assert_eq!((court.bricks[0][0], court.score, ball.vy), (1, 0, 512));
        let mut again = Ball { vy: -512, ..ball };
        assert!(court.step(&mut again, &mut Frame::default()));
        assert_eq!((court.bricks[0][0], court.score, again.vy), (0, 60, 512));
    }

    #[test]
    fn a_ball_at_the_paddles_side_goes_up_from_its_top_and_is_never_turned_twice() {
        // It comes down past the right end with half a corner over the paddle.
        let ball = Ball { x: 283 * PX, y: 595 * PX, vx: -100, vy: 512 };
        let mut court = court(ball, 240, &[FAR]);
        let returned = frame(&mut court).returned;
        assert_eq!(returned, Some(4));
        let ball = court.ball.unwrap();
        assert!(ball.vy < 0 && ball.y <= PADDLE_TOP - BALL_HALF);
        for _ in 0..5 {
            assert_eq!(frame(&mut court).returned, None);
            assert!(court.ball.unwrap().vy < 0);
        }
    }

    #[test]
    fn a_ball_below_the_paddles_top_is_lost_even_under_the_paddle() {
        let ball = Ball { x: 240 * PX, y: 597 * PX, vx: 0, vy: 512 };
        let mut court = court(ball, 240, &[FAR]);
        while court.ball.is_some() {
            assert_eq!(frame(&mut court).returned, None);
        }
        assert_eq!(court.balls, 2);
    }

    #[test]
    fn the_zone_is_the_ninth_of_the_reach_that_was_met() {
        // The reach is 88 px, a ninth of it 9.78 px: the middle zone ends 4.89 px off the centre.
        for (offset, zone) in [(0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (24, 2), (25, 3), (34, 3), (35, 4), (43, 4)] {
            for way in [1, -1] {
                let x = (240 + offset * way) * PX;
                let mut court = court(Ball { x, y: 595 * PX, vx: 0, vy: 512 }, 240, &[FAR]);
                assert_eq!(frame(&mut court).returned, Some(zone * way), "{offset} px off the centre");
            }
        }
        let mut court = court(Ball { x: 284 * PX, y: 595 * PX, vx: 0, vy: 512 }, 240, &[FAR]);
        assert_eq!(frame(&mut court).returned, None, "44 px off, only the edges touch");
    }

    #[test]
    fn the_side_walls_and_the_top_reflect() {
        let mut court = Court::new();
        let mut ball = Ball { x: 5 * PX, y: 300 * PX, vx: -512, vy: -512 };
        assert!(court.step(&mut ball, &mut Frame::default()));
        assert_eq!((ball.x, ball.vx), (4 * PX, 512));
        let mut ball = Ball { x: 475 * PX, y: 300 * PX, vx: 512, vy: -512 };
        assert!(court.step(&mut ball, &mut Frame::default()));
        assert_eq!((ball.x, ball.vx), (476 * PX, -512));
        let mut ball = Ball { x: 300 * PX, y: 5 * PX, vx: 0, vy: -512 };
        assert!(court.step(&mut ball, &mut Frame::default()));
        assert_eq!((ball.y, ball.vy), (4 * PX, 512));
    }

    #[test]
    fn a_cleared_wall_stands_again_and_the_next_ball_is_served_faster() {
        let ball = Ball { x: 20 * PX, y: 185 * PX, vx: 0, vy: -512 };
        let mut court = court(ball, 100, &[(5, 0)]);
        let cleared = frame(&mut court);
        assert!(cleared.broke);
        assert_eq!((court.ball, court.standing, court.balls, court.cleared), (None, 60, 3, 1));
        assert_eq!(court.bricks, Court::new().bricks);
        court.frame(24, || 3);
        // Zone 2 at 576 units a step, two steps on from the paddle's new centre.
        let (vx, vy) = (576 * 128 / 256, -(576 * 222 / 256));
        assert_eq!(court.ball, Some(Ball { x: 124 * PX + 2 * vx, y: 596 * PX + 2 * vy, vx, vy }));
    }
}
