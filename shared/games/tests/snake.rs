//! Snake against a slow second implementation and hand-made cases.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use games::catalogue::snake::{Field, Heading, MAX_SCORE, MAX_TICKS, STARVED_AFTER, Tick, Ticks};
use games::{Board, Draw, GameId, Illegal, Proof, Replay, Seed, Value};
use proptest::prelude::*;
use support::{Refusal, SlowDraw, board, counted, dates_of_2026, referee, seeds};

/// A board whose first food needs no detour: where nothing else is said, any board would do.
const SEED: Seed = Seed([3; 32]);

fn play(board: &Board, directions: &str) -> Result<Replay, Refusal> {
    referee(GameId::Snake, board, &run_length(directions))
}

fn run_length(directions: &str) -> String {
    let mut text = String::new();
    for run in directions.as_bytes().chunk_by(|a, b| a == b) {
        text += &format!("{}{}", run[0] as char, run.len());
    }
    text
}

fn heading(letter: char) -> Heading {
    match letter {
        'U' => Heading::Up,
        'R' => Heading::Right,
        'D' => Heading::Down,
        'L' => Heading::Left,
        other => panic!("{other} is no direction"),
    }
}

/// Snake a second time: a list of points, searched from end to end whenever something is asked of it.
#[derive(Clone)]
struct Slow {
    body: Vec<(i32, i32)>, // head first
    facing: (i32, i32),
    food: Option<(i32, i32)>,
    draw: SlowDraw,
    directions: String,
    meals_at: Vec<usize>,
    over: bool,
}

impl Slow {
    fn start(seed: &Seed) -> Self {
        let mut slow = Self {
            body: vec![(10, 10), (9, 10), (8, 10)],
            facing: (1, 0),
            food: None,
            draw: SlowDraw::new(seed),
            directions: String::new(),
            meals_at: Vec::new(),
            over: false,
        };
        slow.lay_food();
        slow
    }

    fn lay_food(&mut self) {
        let field = (0..20).flat_map(|y| (0..20).map(move |x| (x, y)));
        let free: Vec<_> = field.filter(|cell| !self.body.contains(cell)).collect();
        self.food = (!free.is_empty()).then(|| free[self.draw.below(free.len() as u32) as usize]);
    }

    fn score(&self) -> u64 {
        self.body.len() as u64 - 3
    }

    fn delta(letter: char) -> (i32, i32) {
        match letter {
            'U' => (0, -1),
            'R' => (1, 0),
            'D' => (0, 1),
            _ => (-1, 0),
        }
    }

    fn tick(&mut self, letter: char) {
        assert!(!self.over);
        self.directions.push(letter);
        let asked = Self::delta(letter);
        if asked != (-self.facing.0, -self.facing.1) {
            self.facing = asked;
        }
        let next = (self.body[0].0 + self.facing.0, self.body[0].1 + self.facing.1);
        let eats = self.food == Some(next);
        let stays = if eats { self.body.len() } else { self.body.len() - 1 };
        let inside = (0..20).contains(&next.0) && (0..20).contains(&next.1);
        if !inside || self.body[..stays].contains(&next) {
            self.over = true;
            return;
        }
        self.body.truncate(stays);
        self.body.insert(0, next);
        if eats {
            self.meals_at.push(self.directions.len());
            self.lay_food();
            self.over = self.food.is_none();
        } else {
            let last_meal = self.meals_at.last().copied().unwrap_or(0);
            self.over = self.directions.len() - last_meal == 400;
        }
    }

    /// Goes towards the food where nothing is in the way, else anywhere that is free, else straight on.
    fn greedy(&self) -> char {
        let (x, y) = self.body[0];
        let food = self.food.unwrap();
        let free = |&letter: &char| {
            let (dx, dy) = Self::delta(letter);
            let next = (x + dx, y + dy);
            let inside = (0..20).contains(&next.0) && (0..20).contains(&next.1);
            (dx, dy) != (-self.facing.0, -self.facing.1) && inside && !self.body[..self.body.len() - 1].contains(&next)
        };
        let away = |&letter: &char| {
            let (dx, dy) = Self::delta(letter);
            (food.0 - x - dx).abs() + (food.1 - y - dy).abs()
        };
        ['U', 'R', 'D', 'L'].into_iter().filter(free).min_by_key(away).unwrap_or('U')
    }
}

#[test]
fn a_greedy_bot_scores_what_the_slow_implementation_counts() {
    let mut best = 0;
    for seed in dates_of_2026() {
        let mut slow = Slow::start(&seed);
        while !slow.over {
            let letter = slow.greedy();
            slow.tick(letter);
        }
        let replay = play(&board(seed), &slow.directions).unwrap();
        assert_eq!(replay.value, Value::Counted(slow.score()), "{seed:?}");
        assert_eq!(replay.plies as usize, slow.directions.len());
        best = best.max(slow.score());

        let at = replay.plies + 1;
        let refused = play(&board(seed), &(slow.directions + "U"));
        assert_eq!(refused, Err(Refusal::Illegal(Illegal { at, why: "the run was over before this tick" })));
    }
    assert!(best >= 30, "the bot never got further than {best}");
}

#[test]
fn random_walks_agree_with_the_slow_implementation_tick_by_tick() {
    for (n, seed) in seeds().enumerate() {
        let mut slow = Slow::start(&seed);
        let mut field = Field::start(Draw::new(&seed));
        let mut dice = SlowDraw::new(&Seed([n as u8; 32]));
        loop {
            // Mostly towards the food, sometimes anywhere, reversals included.
            let letter = if dice.below(8) > 0 { slow.greedy() } else { ['U', 'R', 'D', 'L'][dice.below(4) as usize] };
            slow.tick(letter);
            let tick = field.tick(heading(letter));
            assert_eq!(slow.over, !tick.goes_on());
            assert_eq!(slow.score(), u64::from(field.score()));
            if slow.over {
                break;
            }
            let body: Vec<_> = field.snake().map(|(x, y)| (i32::from(x), i32::from(y))).collect();
            assert_eq!(body, slow.body);
            let (x, y) = field.food();
            assert_eq!(Some((x.into(), y.into())), slow.food);
            assert!(!body.contains(&(x.into(), y.into())), "food never lies on the snake");
        }
    }
}

#[test]
fn the_front_end_is_told_where_the_first_food_lies() {
    for seed in seeds().step_by(50) {
        let (x, y) = Slow::start(&seed).food.unwrap();
        assert_eq!(GameId::Snake.opening(&board(seed)), serde_json::json!({ "food": [x, y] }));
    }
}

#[test]
fn the_snake_may_enter_the_cell_its_tail_leaves_and_dies_on_any_other() {
    // Four long, it can turn in a square of four cells for ever; five long, it bites itself on the fourth turn.
    let mut seen = [0, 0];
    for seed in seeds().step_by(10) {
        for (meals, survives) in [(1, true), (2, false)] {
            let mut slow = Slow::start(&seed);
            while slow.score() < meals {
                let letter = slow.greedy();
                slow.tick(letter);
            }
            // Back along its own side, on the side of the field's middle, and so round and round.
            let (x, y) = slow.body[0];
            let (on, back) = [('U', 'D'), ('D', 'U'), ('L', 'R'), ('R', 'L')]
                .into_iter()
                .find(|&(on, _)| Slow::delta(on) == slow.facing)
                .unwrap();
            let (side, home) = match on {
                'U' | 'D' => {
                    if x < 10 {
                        ('R', 'L')
                    } else {
                        ('L', 'R')
                    }
                }
                _ => {
                    if y < 10 {
                        ('D', 'U')
                    } else {
                        ('U', 'D')
                    }
                }
            };
            let square = [side, back, home, on];
            let start = slow.score();
            for letter in square.into_iter().cycle().take(12) {
                if !slow.over {
                    slow.tick(letter);
                }
            }
            if slow.score() > start {
                continue; // the next food lay in the square
            }
            assert_eq!(!slow.over, survives);
            seen[usize::from(survives)] += 1;
            let replay = play(&board(seed), &slow.directions).unwrap();
            assert_eq!(counted(&replay), start);
            assert_eq!(play(&board(seed), &format!("{}R", slow.directions)).is_ok(), survives);
        }
    }
    assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
}

#[test]
fn the_way_back_is_read_as_keep_going() {
    let mut field = Field::start(Draw::new(&SEED));
    assert!(field.tick(Heading::Left).goes_on());
    assert_eq!((field.heading(), field.snake().next()), (Heading::Right, Some((11, 10))));
    // Left and down after up are two ticks and so two turns; down straight after up is not a turn.
    field.tick(Heading::Up);
    field.tick(Heading::Down);
    assert_eq!((field.heading(), field.snake().next()), (Heading::Up, Some((11, 8))));
    field.tick(Heading::Left);
    field.tick(Heading::Down);
    assert_eq!((field.heading(), field.snake().next()), (Heading::Down, Some((10, 9))));
}

#[test]
fn a_wall_ends_the_run_on_its_tick() {
    // Ten cells to the right wall at most nine further ticks stay inside, whatever is eaten on the way.
    for (way, inside) in [("R", 9), ("U", 10), ("D", 9), ("UL", 10)] {
        let (turn, way) = way.split_at(way.len() - 1);
        let walk = format!("{turn}{}", way.repeat(inside));
        assert!(play(&board(SEED), &walk).is_ok());
        let crash = format!("{walk}{way}");
        assert!(play(&board(SEED), &crash).is_ok(), "the crash is the last tick");
        let at = crash.len() as u32 + 1;
        let refused = play(&board(SEED), &format!("{crash}{way}"));
        assert_eq!(refused, Err(Refusal::Illegal(Illegal { at, why: "the run was over before this tick" })));
    }
}

#[test]
fn four_hundred_ticks_without_food_end_the_run() {
    for seed in seeds().step_by(20) {
        let mut field = Field::start(Draw::new(&seed));
        let circle = [Heading::Up, Heading::Left, Heading::Down, Heading::Right];
        let ticks: Vec<Tick> = circle.into_iter().cycle().take(400).map(|way| field.tick(way)).collect();
        if ticks.contains(&Tick::Ate) {
            continue;
        }
        assert_eq!(ticks.iter().position(|tick| !tick.goes_on()), Some(STARVED_AFTER as usize - 1));
        assert_eq!(ticks.last(), Some(&Tick::Starved));
        assert!(play(&board(seed), &"ULDR".repeat(100)).is_ok());
        assert!(play(&board(seed), &format!("{}U", "ULDR".repeat(100))).is_err());
    }
}

/// Where a cell lies on a closed way through the whole field: right along even rows, left along odd ones, and back
/// up the first column.
fn place((x, y): (i32, i32)) -> i32 {
    match (x, y) {
        (0, y) => (400 - y) % 400,
        (x, y) if y % 2 == 0 => y * 19 + x,
        (x, y) => y * 19 + 20 - x,
    }
}

/// Follows the closed way, with short cuts that never overtake the tail.
fn careful(slow: &Slow) -> char {
    let head = slow.body[0];
    let ahead = |cell| (place(cell) - place(head)).rem_euclid(400);
    let tail = ahead(slow.body[slow.body.len() - 1]);
    let tail = if tail == 0 { 400 } else { tail };
    let food = ahead(slow.food.unwrap());
    let room = if slow.body.len() < 200 { tail - 5 } else { 1 };
    let steps = ['U', 'R', 'D', 'L'].into_iter().filter_map(|letter| {
        let (dx, dy) = Slow::delta(letter);
        let next = (head.0 + dx, head.1 + dy);
        let inside = (0..20).contains(&next.0) && (0..20).contains(&next.1);
        inside.then(|| (ahead(next), letter))
    });
    steps.filter(|&(step, _)| step == 1 || step <= food && step < room).max().unwrap().1
}

#[test]
fn a_snake_that_fills_the_field_scores_the_most_there_is() {
    for seed in dates_of_2026().take(6) {
        let mut slow = Slow::start(&seed);
        while !slow.over {
            let letter = careful(&slow);
            slow.tick(letter);
        }
        assert_eq!(slow.score(), MAX_SCORE);
        assert!(slow.directions.len() <= MAX_TICKS as usize);
        let replay = play(&board(seed), &slow.directions).unwrap();
        assert_eq!(counted(&replay), MAX_SCORE);
        assert!(play(&board(seed), &(slow.directions + "R")).is_err(), "the run is over");
    }
}

#[test]
fn only_long_runs_with_turns_are_held_against_a_copy() {
    for seed in dates_of_2026().step_by(30) {
        let mut slow = Slow::start(&seed);
        while slow.score() < 12 && !slow.over {
            let letter = careful(&slow);
            slow.tick(letter);
        }
        let runs = slow.directions.as_bytes().chunk_by(|a, b| a == b).count();
        let replay = play(&board(seed), &slow.directions).unwrap();
        let long = slow.directions.len() >= 100 && runs > 20;
        assert_eq!(replay.copyable, long.then(|| run_length(&slow.directions)), "{}", slow.directions);
        let straight = play(&board(seed), "RRRRRR").unwrap();
        assert_eq!(straight.copyable, None);
    }
}

#[test]
fn neither_an_ignored_reversal_nor_idle_ticks_make_a_copy_look_new() {
    let mut copies = 0;
    for seed in dates_of_2026().step_by(11) {
        let mut slow = Slow::start(&seed);
        while slow.score() < 25 {
            let letter = careful(&slow);
            slow.tick(letter);
        }
        let honest = play(&board(seed), &slow.directions).unwrap();
        assert!(honest.copyable.is_some());

        // Wherever the snake keeps its heading, the way back does the same.
        let mut letters: Vec<u8> = slow.directions.bytes().collect();
        for i in 1..letters.len() {
            if letters[i] == letters[i - 1]
                && slow.directions.as_bytes()[i - 1] == slow.directions.as_bytes()[i]
                && i % 3 == 0
            {
                letters[i] = match letters[i] {
                    b'U' => b'D',
                    b'D' => b'U',
                    b'L' => b'R',
                    _ => b'L',
                };
            }
        }
        let disguised = String::from_utf8(letters).unwrap();
        assert_ne!(disguised, slow.directions);
        let copy = play(&board(seed), &disguised).unwrap();
        assert_eq!((copy.value, &copy.copyable), (honest.value, &honest.copyable));

        let mut longer = slow.clone();
        let letter = careful(&longer);
        longer.tick(letter);
        if longer.score() == slow.score() {
            let copy = play(&board(seed), &longer.directions).unwrap();
            assert_eq!((copy.value, &copy.copyable), (honest.value, &honest.copyable));
            copies += 1;
        }
    }
    assert!(copies > 10);
}

#[test]
fn a_proof_is_runs_of_ticks_written_in_one_way() {
    for text in ["R1", "R12U3", "L40000", "R1U1R1", "R20000U20000"] {
        assert_eq!(Ticks::decode(text).unwrap().encode(), text);
    }
    let malformed = [
        "",
        "R",
        "12",
        "R0",
        "R01",
        "R1R2",
        "r1",
        "R1 U1",
        "R1U",
        "R1\n",
        "R-1",
        "R40001",
        "R40000U1",
        "R99999999999999999999",
        "R1X1",
        "위1",
    ];
    for text in malformed {
        assert!(Ticks::decode(text).is_err(), "{text:?}");
    }
}

#[test]
fn ticks_are_paced_at_forty_milliseconds() {
    let reading = GameId::Snake.read(&board(SEED), "R9U3").unwrap();
    assert_eq!((reading.moves(), reading.least_elapsed_us()), (12, 12 * 40_000));
}

proptest! {
    #[test]
    fn a_proof_reads_back_as_it_was_written(directions in "[URDL]{1,400}") {
        let text = run_length(&directions);
        let ticks = Ticks::decode(&text).unwrap();
        prop_assert_eq!(ticks.moves() as usize, directions.len());
        prop_assert_eq!(ticks.encode(), text);
    }

    #[test]
    fn a_text_is_refused_or_is_the_only_way_to_write_its_ticks(text in "([URDL][0-9]{0,3}){0,8}|.{0,12}") {
        if let Ok(ticks) = Ticks::decode(&text) {
            prop_assert_eq!(ticks.encode(), text);
        }
    }
}
