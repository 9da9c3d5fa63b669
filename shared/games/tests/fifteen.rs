//! The 15 puzzle against Korf's hundred instances, the published counts of positions by distance, parity cases, and
//! a slow second implementation.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use std::collections::{HashMap, HashSet, VecDeque};

use games::catalogue::fifteen::{Frame, LIMIT, Moves, Step};
use games::{Draw, GameId, Illegal, Proof, Seed, Value};
use proptest::prelude::*;
use support::{Refusal, SlowDraw, board, dates_of_2026, numbers, referee, seeds, vectors};

const STEPS: [(Step, char); 4] = [(Step::Up, 'U'), (Step::Right, 'R'), (Step::Down, 'D'), (Step::Left, 'L')];

fn frame(tiles: [u32; 16]) -> Frame {
    Frame::new(tiles.map(|tile| tile as u8)).unwrap()
}

/// How far the tiles, without the blank, are from their places, in rows plus columns.
fn taxicab(frame: &Frame) -> u64 {
    let off = |(cell, &tile): (usize, &u8)| {
        let goal = usize::from(tile) - 1;
        (cell / 4).abs_diff(goal / 4) + (cell % 4).abs_diff(goal % 4)
    };
    frame.tiles().iter().enumerate().filter(|&(_, &tile)| tile > 0).map(off).sum::<usize>() as u64
}

#[test]
fn korfs_instances_are_solvable_and_their_lengths_fit_the_bounds() {
    let vectors = vectors("puzzle15.json");
    let instances = vectors["korf100"].as_array().unwrap();
    assert_eq!(instances.len(), 100);
    let mut sum = 0;
    for instance in instances {
        let start = frame(numbers(&instance["start"]));
        let optimal = instance["optimal"].as_u64().unwrap();
        assert!(start.is_solvable());
        assert!(taxicab(&start) <= optimal && optimal <= 80);
        // Each move changes the tiles' distance by one, so both have the same parity.
        assert_eq!(taxicab(&start) % 2, optimal % 2);
        sum += optimal;
    }
    assert_eq!(sum, 5305, "the published sum of the optimal lengths");
}

#[test]
fn the_shorter_of_korfs_instances_need_exactly_the_published_number_of_moves() {
    let vectors = vectors("puzzle15.json");
    let mut solved = 0;
    for instance in vectors["korf100"].as_array().unwrap() {
        let optimal = instance["optimal"].as_u64().unwrap();
        if optimal > 45 {
            continue;
        }
        let start = frame(numbers(&instance["start"]));
        let mut bound = taxicab(&start);
        while !within(start, None, 0, bound) {
            bound += 2;
        }
        assert_eq!(bound, optimal, "{start:?}");
        solved += 1;
    }
    assert!(solved >= 5, "{solved} instances are short enough");
}

/// Korf's IDA*, over the engine's own moves: whether the goal is at most `bound` moves away.
fn within(frame: Frame, last: Option<Step>, made: u64, bound: u64) -> bool {
    let back = |step| match step {
        Step::Up => Step::Down,
        Step::Down => Step::Up,
        Step::Left => Step::Right,
        Step::Right => Step::Left,
    };
    if frame == Frame::SOLVED {
        return true;
    }
    STEPS.iter().filter(|&&(step, _)| last.map(back) != Some(step)).any(|&(step, _)| {
        let mut next = frame;
        next.step(step) && made + 1 + taxicab(&next) <= bound && within(next, Some(step), made + 1, bound)
    })
}

#[test]
fn as_many_frames_lie_at_each_distance_as_published() {
    let vectors = vectors("puzzle15.json");
    let published = vectors["bfs_15puzzle_by_depth"].as_array().unwrap();
    let mut seen = HashSet::from([*Frame::SOLVED.tiles()]);
    let mut layer = vec![Frame::SOLVED];
    for count in published {
        assert_eq!(Some(layer.len() as u64), count.as_u64());
        assert!(layer.iter().all(Frame::is_solvable));
        let steps = layer.iter().flat_map(|&frame| {
            STEPS.iter().filter_map(move |&(step, _)| {
                let mut next = frame;
                next.step(step).then_some(next)
            })
        });
        layer = steps.filter(|next| seen.insert(*next.tiles())).collect();
    }
}

#[test]
fn the_lower_right_nine_cells_are_the_8_puzzle_with_its_published_distances() {
    let vectors = vectors("puzzle15.json");
    let published = vectors["bfs_8puzzle_by_depth"].as_array().unwrap();
    assert_eq!(published.len(), 32, "A089473: no frame is further than 31 moves");
    let mut seen = HashSet::from([*Frame::SOLVED.tiles()]);
    let mut layer = vec![Frame::SOLVED];
    for count in published {
        assert_eq!(Some(layer.len() as u64), count.as_u64());
        let steps = layer.iter().flat_map(|&frame| {
            STEPS.iter().filter_map(move |&(step, _)| {
                let mut next = frame;
                let moved = next.step(step);
                let blank = next.tiles().iter().position(|&tile| tile == 0).unwrap();
                (moved && blank / 4 > 0 && blank % 4 > 0).then_some(next)
            })
        });
        layer = steps.filter(|next| seen.insert(*next.tiles())).collect();
    }
    assert!(layer.is_empty());
    assert_eq!(seen.len(), 181_440, "half of the orders of nine");
}

#[test]
fn parity_decides_what_can_be_solved() {
    let vectors = vectors("puzzle15.json");
    let cases = vectors["parity"].as_array().unwrap();
    assert_eq!(cases.len(), 62);
    for case in cases {
        assert_eq!(Some(frame(numbers(&case["board"])).is_solvable()), case["solvable"].as_bool(), "{case}");
    }
}

#[test]
fn the_classic_swap_is_unsolvable_and_one_slide_is_not() {
    assert!(!frame([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]).is_solvable());
    let mut slid = frame([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15]);
    assert!(slid.is_solvable());
    assert!(slid.step(Step::Right));
    assert_eq!(slid, Frame::SOLVED);
    assert_eq!(Frame::new([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0]), None, "1 is there twice");
    assert_eq!(Frame::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]), None, "there is no blank");
}

#[test]
fn every_date_deals_a_frame_that_can_be_solved_and_is_not() {
    for seed in seeds() {
        let frame = Frame::deal(&mut Draw::new(&seed));
        assert_ne!(frame, Frame::SOLVED);
        assert!(frame.is_solvable());
        assert!(Slow::deal(&seed).is_solvable());
        let opening = GameId::Fifteen.opening(&board(seed));
        assert_eq!(numbers::<16>(&opening["tiles"]), frame.tiles().map(u32::from));
    }
}

#[test]
fn a_bot_needs_as_many_moves_as_the_slow_implementation_counts() {
    for seed in dates_of_2026().step_by(3) {
        let mut slow = Slow::deal(&seed);
        let proof = solve(&mut slow);
        assert!(slow.is_solved());
        let replay = referee(GameId::Fifteen, &board(seed), &proof).unwrap();
        assert_eq!(replay.value, Value::Counted(slow.moves));
        assert_eq!(u64::from(replay.plies), slow.moves);
        assert_eq!(replay.copyable, None, "the shortest solution may honestly be found twice");

        // Stopping a move early leaves it unsolved; a move after the end is one too many.
        let short = &proof[..proof.len() - 1];
        let at = |at, why| Err(Refusal::Illegal(Illegal { at, why }));
        let moves = replay.plies;
        if !short.is_empty() {
            assert_eq!(referee(GameId::Fifteen, &board(seed), short), at(moves, "the puzzle is not solved"));
        }
        let long = format!("{proof}U");
        assert_eq!(
            referee(GameId::Fifteen, &board(seed), &long),
            at(moves + 1, "the puzzle was solved before this move")
        );
    }
}

/// The 15 puzzle a second time: rows of numbers and the blank's own coordinates.
struct Slow {
    rows: [[u8; 4]; 4],
    moves: u64,
}

impl Slow {
    fn deal(seed: &Seed) -> Self {
        let mut draw = SlowDraw::new(seed);
        let mut tiles: Vec<u8> = (1..16).chain([0]).collect();
        draw.shuffle(&mut tiles);
        let mut slow = Self { rows: std::array::from_fn(|y| std::array::from_fn(|x| tiles[4 * y + x])), moves: 0 };
        if !slow.is_solvable() {
            let first: Vec<usize> = (0..16).filter(|&i| tiles[i] > 0).take(2).collect();
            tiles.swap(first[0], first[1]);
            slow.rows = std::array::from_fn(|y| std::array::from_fn(|x| tiles[4 * y + x]));
        }
        slow
    }

    /// Carries the blank home and then counts the exchanges that sort the tiles: an even number can be solved.
    fn is_solvable(&self) -> bool {
        let mut home = Self { rows: self.rows, moves: 0 };
        for (dx, dy) in [[(0, 1); 3], [(1, 0); 3]].concat() {
            home.push(dx, dy);
        }
        let mut tiles = home.rows.concat();
        let mut exchanges = 0;
        for place in 0..15 {
            while usize::from(tiles[place]) != place + 1 {
                let goal = usize::from(tiles[place]) - 1;
                tiles.swap(place, goal);
                exchanges += 1;
            }
        }
        exchanges % 2 == 0
    }

    fn is_solved(&self) -> bool {
        self.rows == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 0]]
    }

    fn find(&self, tile: u8) -> (usize, usize) {
        let y = self.rows.iter().position(|row| row.contains(&tile)).unwrap();
        (self.rows[y].iter().position(|&other| other == tile).unwrap(), y)
    }

    fn push(&mut self, dx: isize, dy: isize) -> bool {
        let (x, y) = self.find(0);
        let (Some(to_x), Some(to_y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else { return false };
        if to_x > 3 || to_y > 3 {
            return false;
        }
        self.rows[y][x] = self.rows[to_y][to_x];
        self.rows[to_y][to_x] = 0;
        self.moves += 1;
        true
    }
}

/// Solves by groups of tiles, each brought home by the shortest way that leaves the earlier ones alone at its end.
fn solve(slow: &mut Slow) -> String {
    let mut proof = String::new();
    let mut home: Vec<u8> = Vec::new();
    for group in [&[1, 2][..], &[3, 4], &[5, 6], &[7, 8], &[9, 13], &[10, 14], &[11, 12, 15]] {
        for step in bring_home(slow, group, &home) {
            let (dx, dy) = delta(step);
            assert!(slow.push(dx, dy));
            proof.push(step);
        }
        home.extend(group);
    }
    proof
}

fn delta(step: char) -> (isize, isize) {
    match step {
        'U' => (0, -1),
        'R' => (1, 0),
        'D' => (0, 1),
        _ => (-1, 0),
    }
}

/// Breadth first over the cells of `group` and of the blank; `home` stays where it is.
fn bring_home(slow: &Slow, group: &[u8], home: &[u8]) -> Vec<char> {
    let cell = |tile| {
        let (x, y) = slow.find(tile);
        4 * y + x
    };
    let fixed: Vec<usize> = home.iter().map(|&tile| usize::from(tile) - 1).collect();
    let start: Vec<usize> = group.iter().map(|&tile| cell(tile)).chain([cell(0)]).collect();
    let goal: Vec<usize> = group.iter().map(|&tile| usize::from(tile) - 1).collect();
    let mut from: HashMap<Vec<usize>, (Vec<usize>, char)> = HashMap::new();
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(now) = queue.pop_front() {
        // The last group has the blank's place left over, so it is home as well.
        if now[..group.len()] == goal[..] {
            let (mut path, mut at) = (Vec::new(), now);
            while at != start {
                let (before, step) = from[&at].clone();
                path.push(step);
                at = before;
            }
            path.reverse();
            return path;
        }
        let blank = *now.last().unwrap();
        for (_, letter) in STEPS {
            let (dx, dy) = delta(letter);
            let (x, y) = ((blank % 4).wrapping_add_signed(dx), (blank / 4).wrapping_add_signed(dy));
            let to = 4usize.wrapping_mul(y).wrapping_add(x);
            if x > 3 || y > 3 || fixed.contains(&to) {
                continue;
            }
            let mut next: Vec<usize> = now.iter().map(|&at| if at == to { blank } else { at }).collect();
            *next.last_mut().unwrap() = to;
            if next != start && !from.contains_key(&next) {
                from.insert(next.clone(), (now.clone(), letter));
                queue.push_back(next);
            }
        }
    }
    unreachable!("a solvable frame can be solved group by group")
}

proptest! {
    #[test]
    fn a_proof_reads_back_as_it_was_written(text in "[URDL]{1,400}") {
        let moves = Moves::decode(&text).unwrap();
        prop_assert_eq!(moves.moves() as usize, text.len());
        prop_assert_eq!(moves.encode(), text);
    }

    #[test]
    fn a_text_is_refused_or_is_the_only_way_to_write_its_moves(text in "[URDLurdl \\n0]{0,12}|.{0,12}") {
        if let Ok(moves) = Moves::decode(&text) {
            prop_assert_eq!(moves.encode(), text);
        }
    }
}

#[test]
fn a_proof_is_letters_up_to_a_limit() {
    assert!(Moves::decode(&"U".repeat(LIMIT)).is_ok());
    assert!(Moves::decode(&"U".repeat(LIMIT + 1)).is_err());
    for text in ["", "u", "U D", "U\n", "위"] {
        assert!(Moves::decode(text).is_err(), "{text:?}");
    }
}
