//! Breakout against a second implementation in C, and by the laws its physics obey.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use games::catalogue::breakout::{Court, Frames, MAX_FRAMES, MAX_SCORE, PADDLE_SPEED};
use games::{GameId, Illegal, Proof, Seed, Value};
use proptest::prelude::*;
use support::{Refusal, SlowDraw, board, counted, dates_of_2026, referee, seeds};

/// How a bot moves the paddle.
#[derive(Clone, Copy, Debug)]
enum Bot {
    /// Stays under the ball as far as its speed allows, and off its centre by up to so many pixels.
    Follow { off: i32 },
    /// Anywhere at any speed.
    Wander,
    /// From wall to wall at full speed.
    Sweep,
}

impl Bot {
    const ALL: [Self; 5] =
        [Self::Follow { off: 0 }, Self::Follow { off: 40 }, Self::Follow { off: 50 }, Self::Wander, Self::Sweep];

    /// Paddle movement, in pixels, before `court`'s next frame; `aim` is anything that changes now and then.
    fn pixels(self, court: &Court, dice: &mut SlowDraw, aim: &mut i32) -> i8 {
        let fastest = i32::from(PADDLE_SPEED);
        let pixels = match self {
            Self::Follow { off } => {
                if dice.below(40) == 0 {
                    *aim = dice.below(2 * off.unsigned_abs() + 1) as i32 - off;
                }
                let target = court.ball().map_or(240, |ball| ball.x / 256) + *aim;
                (target - court.paddle()).clamp(-fastest, fastest)
            }
            Self::Wander => dice.below(2 * fastest.unsigned_abs() + 1) as i32 - fastest,
            Self::Sweep => {
                if court.paddle() == 440 || *aim == 0 {
                    *aim = -1;
                } else if court.paddle() == 40 {
                    *aim = 1;
                }
                *aim * fastest
            }
        };
        pixels as i8
    }
}

fn letter(pixels: i8) -> char {
    match pixels {
        0 => '0',
        1.. => (b'A' + pixels.unsigned_abs() - 1) as char,
        _ => (b'a' + pixels.unsigned_abs() - 1) as char,
    }
}

/// A whole run of `bot` on the board of `seed`, with at most `frames` frames; the proof and the court after each.
fn run(seed: &Seed, bot: Bot, dice: u8, frames: u32) -> (String, Vec<Court>) {
    let mut draw = SlowDraw::new(seed);
    let mut dice = SlowDraw::new(&Seed([dice; 32]));
    let (mut aim, mut court) = (0, Court::new());
    let (mut proof, mut courts) = (String::new(), Vec::new());
    while !court.is_over() && courts.len() < frames as usize {
        let pixels = bot.pixels(&court, &mut dice, &mut aim);
        court.frame(pixels, || draw.below(4));
        proof.push(letter(pixels));
        courts.push(court.clone());
    }
    (proof, courts)
}

/// FNV-1a over all that is seen in every frame, as the C program computes it.
fn hash(courts: &[Court]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut see = |value: i32| {
        for byte in value.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    };
    for court in courts {
        see(court.paddle());
        see(i32::from(court.ball().is_some()));
        if let Some(ball) = court.ball() {
            [ball.x, ball.y, ball.vx, ball.vy].into_iter().for_each(&mut see);
        }
        see(court.score() as i32);
        for row in court.bricks() {
            see(row.iter().fold(0, |row, &hits| row * 3 + i32::from(hits)));
        }
    }
    hash
}

/// Compiles the C program, once per test that needs it.
fn compile(name: &str) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/breakout.c");
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let status =
        Command::new("cc").args(["-std=c99", "-O2", "-Wall", "-Werror", "-o"]).arg(&program).arg(source).status();
    assert!(status.expect("the system has a C compiler, cc").success(), "{source} does not compile");
    program
}

/// What the C program says of each line.
fn ask(program: &PathBuf, lines: &[String]) -> Vec<String> {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn hex(seed: &Seed) -> String {
    seed.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_c_implementation_sees_the_same_in_every_frame_of_every_run() {
    let program = compile("breakout-frames");
    let mut lines = Vec::new();
    let mut expected = Vec::new();
    let mut best = 0;
    for (n, seed) in seeds().step_by(7).enumerate() {
        let bot = Bot::ALL[n % Bot::ALL.len()];
        let (proof, courts) = run(&seed, bot, n as u8, MAX_FRAMES);
        let score = courts.last().unwrap().score();
        let replay = referee(GameId::Breakout, &board(seed), &proof).unwrap();
        assert_eq!(replay.value, Value::Counted(score.into()));
        assert_eq!(replay.plies as usize, courts.len());
        lines.push(format!("{} {proof}", hex(&seed)));
        expected.push(format!(
            "over {score} {} {} {:016x}",
            courts.len(),
            courts.last().unwrap().balls(),
            hash(&courts)
        ));
        best = best.max(score);
    }
    let answers = ask(&program, &lines);
    assert_eq!(answers.len(), expected.len());
    for ((answer, expected), line) in answers.iter().zip(&expected).zip(&lines) {
        assert_eq!(answer, expected, "{}", &line[..64]);
    }
    assert!(best > 2 * 2100, "no bot cleared two walls: {best} points");
}

#[test]
fn the_c_implementation_refuses_the_same_unfinished_and_overlong_runs() {
    let program = compile("breakout-refusals");
    let mut lines = Vec::new();
    let mut verdicts = Vec::new();
    for (n, seed) in dates_of_2026().step_by(6).enumerate() {
        let (proof, courts) = run(&seed, Bot::Wander, n as u8, MAX_FRAMES);
        let frames = courts.len();
        for (proof, verdict, at) in [
            (proof.clone(), "over", None),
            (proof[..frames - 1].to_owned(), "unfinished", Some((frames, "the run is not over"))),
            (format!("{proof}0"), "overrun", Some((frames + 1, "the run was over before this frame"))),
        ] {
            let refused = at.map(|(at, why)| Refusal::Illegal(Illegal { at: at as u32, why }));
            assert_eq!(referee(GameId::Breakout, &board(seed), &proof).err(), refused);
            lines.push(format!("{} {proof}", hex(&seed)));
            verdicts.push(verdict);
        }
    }
    let answers = ask(&program, &lines);
    let said: Vec<&str> = answers.iter().map(|answer| answer.split(' ').next().unwrap()).collect();
    assert_eq!(said, verdicts);
}

#[test]
fn the_same_run_ends_the_same_when_it_is_saved_and_taken_up_again() {
    for seed in dates_of_2026().step_by(40) {
        let (proof, courts) = run(&seed, Bot::Follow { off: 50 }, 1, MAX_FRAMES);
        let middle = courts.len() / 2;
        // The court alone, and how many serves were drawn, are all there is to save.
        let mut draw = SlowDraw::new(&seed);
        let mut serves = 0;
        let mut court = Court::new();
        let moves = |range: std::ops::Range<usize>| proof[range].bytes().collect::<Vec<u8>>();
        for byte in moves(0..middle) {
            court.frame(pixels(byte), || {
                serves += 1;
                draw.below(4)
            });
        }
        assert_eq!(court, courts[middle - 1]);
        let (mut resumed, mut again) = (court.clone(), SlowDraw::new(&seed));
        for _ in 0..serves {
            again.below(4);
        }
        for byte in moves(middle..courts.len()) {
            resumed.frame(pixels(byte), || again.below(4));
        }
        assert_eq!(&resumed, courts.last().unwrap());
        assert_eq!(referee(GameId::Breakout, &board(seed), &proof), referee(GameId::Breakout, &board(seed), &proof));
    }
}

fn pixels(letter: u8) -> i8 {
    match letter {
        b'0' => 0,
        b'A'..=b'X' => (letter - b'A' + 1) as i8,
        _ => -((letter - b'a' + 1) as i8),
    }
}

#[test]
fn a_mirrored_run_is_the_mirror_of_the_run() {
    for (n, seed) in dates_of_2026().step_by(12).enumerate() {
        let (proof, courts) = run(&seed, Bot::ALL[n % Bot::ALL.len()], n as u8, 6000);
        let mut draw = SlowDraw::new(&seed);
        let mut mirrored = Court::new();
        for (byte, court) in proof.bytes().zip(&courts) {
            // Serves 0 and 3, and 1 and 2, are each other's mirror.
            mirrored.frame(-pixels(byte), || 3 - draw.below(4));
            assert_eq!(mirrored.paddle(), 480 - court.paddle());
            assert_eq!(mirrored.score(), court.score());
            let seen = mirrored.ball().map(|ball| (480 * 256 - ball.x, ball.y, -ball.vx, ball.vy));
            assert_eq!(seen, court.ball().map(|ball| (ball.x, ball.y, ball.vx, ball.vy)));
            for (row, mirror) in court.bricks().iter().zip(mirrored.bricks()) {
                assert!(row.iter().eq(mirror.iter().rev()));
            }
        }
    }
}

#[test]
fn velocities_come_from_the_tables_and_the_ball_stays_inside_and_overlaps_nothing() {
    // Five angles at nine speeds, from their sines and cosines times 256.
    let speeds = (0..9).map(|s| 512 + 64 * s);
    let angles = [(0, 256), (66, 247), (128, 222), (181, 181), (222, 128)];
    let table: Vec<(i32, i32)> = speeds.flat_map(|u| angles.map(|(sin, cos)| (u * sin / 256, u * cos / 256))).collect();
    let mut seen = std::collections::BTreeSet::new();
    for (n, seed) in dates_of_2026().step_by(9).enumerate() {
        let (_, courts) = run(&seed, Bot::ALL[n % Bot::ALL.len()], n as u8, MAX_FRAMES);
        for court in &courts {
            assert!((40..=440).contains(&court.paddle()));
            let Some(ball) = court.ball() else { continue };
            let velocity = (ball.vx.abs(), ball.vy.abs());
            assert!(table.contains(&velocity), "{ball:?}");
            seen.insert(velocity);
            let (left, right, top, bottom) = (ball.x - 1024, ball.x + 1024, ball.y - 1024, ball.y + 1024);
            assert!(left >= 0 && right <= 480 * 256 && top >= 0 && bottom < 640 * 256, "{ball:?}");
            for (row, bricks) in (0i32..).zip(court.bricks()) {
                for (column, _) in (0i32..).zip(bricks).filter(|&(_, &hits)| hits > 0) {
                    let clear = right <= column * 48 * 256
                        || left >= (column + 1) * 48 * 256
                        || bottom <= (60 + row * 20) * 256
                        || top >= (80 + row * 20) * 256;
                    assert!(clear, "{ball:?} lies in row {row}, column {column}");
                }
            }
            if ball.vy < 0 {
                assert!(bottom <= 600 * 256, "a rising ball is above the paddle");
            }
        }
    }
    assert!(seen.len() > 30, "only {} of the 45 velocities were flown", seen.len());
}

#[test]
fn no_run_scores_more_than_the_catalogue_allows() {
    let (_, courts) = run(&Seed([8; 32]), Bot::Follow { off: 30 }, 3, MAX_FRAMES);
    let best = u64::from(courts.last().unwrap().score());
    assert!(best > 2 * 2100 && best < MAX_SCORE, "{best}");
}

#[test]
fn what_the_paddle_does_between_returns_does_not_make_a_copy_look_new() {
    let mut copies = 0;
    for (n, seed) in dates_of_2026().step_by(15).enumerate() {
        let (proof, _) = run(&seed, Bot::Follow { off: 46 }, n as u8, MAX_FRAMES);
        let honest = referee(GameId::Breakout, &board(seed), &proof).unwrap();
        if honest.copyable.as_ref().is_none_or(|canonical| *canonical == proof) {
            continue;
        }
        // A twitch to the right and back, somewhere while the ball is far from the paddle.
        let bytes = proof.as_bytes();
        let twitches = (1..bytes.len() - 1).filter(|&at| bytes[at] == b'0' && bytes[at + 1] == b'0');
        for at in twitches.step_by(97) {
            let mut twitched = bytes.to_vec();
            twitched[at..at + 2].copy_from_slice(b"Aa");
            let twitched = String::from_utf8(twitched).unwrap();
            let Ok(copy) = referee(GameId::Breakout, &board(seed), &twitched) else { continue };
            if counted(&copy) == counted(&honest) {
                assert_eq!(copy.copyable, honest.copyable);
                copies += 1;
            }
        }
    }
    assert!(copies > 10, "{copies}");
}

#[test]
fn two_runs_that_return_the_ball_differently_are_no_copies() {
    let seed = Seed([12; 32]);
    let copyable = |dice| {
        let (proof, _) = run(&seed, Bot::Follow { off: 40 }, dice, MAX_FRAMES);
        referee(GameId::Breakout, &board(seed), &proof).unwrap().copyable.unwrap()
    };
    assert_ne!(copyable(1), copyable(2));
}

#[test]
fn a_short_run_is_held_against_its_exact_copy_and_one_below_ten_seconds_against_nobody() {
    let (mut short, mut shorter) = (0, 0);
    for seed in dates_of_2026().step_by(5) {
        let (proof, courts) = run(&seed, Bot::Sweep, 1, MAX_FRAMES);
        let returns = courts.windows(2).filter(|pair| {
            let rising = |court: &Court| court.ball().is_some_and(|ball| ball.vy < 0 && ball.y > 500 * 256);
            pair[0].ball().is_some() && !rising(&pair[0]) && rising(&pair[1])
        });
        let copyable = referee(GameId::Breakout, &board(seed), &proof).unwrap().copyable;
        let frames = proof.as_bytes();
        let changes = frames.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if proof.len() < 600 {
            assert_eq!(copyable, None);
            shorter += 1;
        } else if returns.count() < 12 {
            assert_eq!(copyable, (changes >= 20).then_some(proof));
            short += u32::from(changes >= 20);
        }
    }
    assert!(short > 5, "{short} short and {shorter} shorter");
}

#[test]
fn two_players_who_leave_the_paddle_alone_are_no_copies() {
    let mut long = 0;
    for seed in dates_of_2026().step_by(20) {
        let mut court = Court::new();
        let mut draw = SlowDraw::new(&seed);
        let mut frames = 0;
        while !court.is_over() {
            court.frame(0, || draw.below(4));
            frames += 1;
        }
        let idle = referee(GameId::Breakout, &board(seed), &"0".repeat(frames)).unwrap();
        assert_eq!(idle.copyable, None);
        long += u32::from(frames >= 600);
    }
    assert!(long > 10, "{long}");
}

#[test]
fn a_frame_is_one_letter_and_the_paddle_has_a_top_speed() {
    for text in ["0", "AX0ax", "X", "x"] {
        assert_eq!(Frames::decode(text).unwrap().encode(), text);
    }
    for (text, at) in [("", 0), ("Y", 0), ("0y", 1), ("00z", 2), ("1", 0), ("0 0", 1), ("0\n", 1), ("벽", 0)] {
        assert_eq!(Frames::decode(text).unwrap_err().at, at, "{text:?}");
    }
    assert!(Frames::decode(&"0".repeat(MAX_FRAMES as usize)).is_ok());
    assert!(Frames::decode(&"0".repeat(MAX_FRAMES as usize + 1)).is_err());
}

#[test]
fn frames_are_paced_at_nine_tenths_of_a_sixtieth_of_a_second() {
    let reading = GameId::Breakout.read(&board(Seed([0; 32])), &"0".repeat(600)).unwrap();
    assert_eq!((reading.moves(), reading.least_elapsed_us()), (600, 9_000_000));
}

proptest! {
    #[test]
    fn a_proof_reads_back_as_it_was_written(text in "[0A-Xa-x]{1,400}") {
        let frames = Frames::decode(&text).unwrap();
        prop_assert_eq!(frames.moves() as usize, text.len());
        prop_assert_eq!(frames.encode(), text);
    }
}
