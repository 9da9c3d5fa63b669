//! 2048 against Cirulli's own program (`2048_official.json`, recorded from its JavaScript), against cases other
//! engines got wrong, and against a slow second implementation.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use games::catalogue::g2048::{Direction, Grid, LIMIT, Moves};
use games::{Draw, GameId, Proof, Seed, Value};
use proptest::prelude::*;
use serde_json::Value as Json;
use support::{Refusal, SlowDraw, board, counted, numbers, referee, seeds, vectors};

fn grid(tiles: [u32; 16]) -> Grid {
    Grid::from_exponents(tiles.map(|tile| if tile == 0 { 0 } else { tile.ilog2() as u8 })).unwrap()
}

fn tiles(grid: Grid) -> [u32; 16] {
    grid.exponents().map(|exponent| if exponent == 0 { 0 } else { 1 << exponent })
}

fn direction(letter: char) -> Direction {
    match letter {
        'U' => Direction::Up,
        'R' => Direction::Right,
        'D' => Direction::Down,
        'L' => Direction::Left,
        other => panic!("{other} is no direction"),
    }
}

/// Slides `before` and gives the tiles, the gain and whether anything moved.
fn slid(before: [u32; 16], letter: char) -> ([u32; 16], u32, bool) {
    let mut grid = grid(before);
    let moved = grid.slide(direction(letter));
    (tiles(grid), grid.score(), moved)
}

/// `line` as row `at` (or as column, when it is slid up or down) of an empty grid.
fn with_line(line: [u32; 4], at: usize, column: bool) -> [u32; 16] {
    let mut tiles = [0; 16];
    for (i, tile) in line.into_iter().enumerate() {
        tiles[if column { 4 * i + at } else { 4 * at + i }] = tile;
    }
    tiles
}

#[test]
fn every_line_slides_as_in_the_original_in_every_row_and_column() {
    let vectors = vectors("2048_official.json");
    let lines = vectors["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 200);
    for case in lines {
        let line = numbers(&case["in"]);
        for at in 0..4 {
            for (letter, name, column) in
                [('L', "left", false), ('R', "right", false), ('U', "left", true), ('D', "right", true)]
            {
                let expected = with_line(numbers(&case[name]), at, column);
                let gain = case[format!("{name}Gain")].as_u64().unwrap() as u32;
                let moved = case[format!("{name}Moved")].as_bool().unwrap();
                assert_eq!(slid(with_line(line, at, column), letter), (expected, gain, moved), "{line:?} {letter}");
            }
        }
    }
}

#[test]
fn every_board_slides_as_in_the_original_in_every_direction() {
    let vectors = vectors("2048_official.json");
    let boards = vectors["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 200);
    for case in boards {
        let before = numbers(&case["in"]);
        for letter in ['U', 'R', 'D', 'L'] {
            let expected = &case[letter.to_string()];
            let gain = expected["gain"].as_u64().unwrap() as u32;
            let moved = expected["moved"].as_bool().unwrap();
            assert_eq!(slid(before, letter), (numbers(&expected["out"]), gain, moved), "{before:?} {letter}");
        }
    }
}

#[test]
fn whole_games_of_the_original_end_with_its_grid_and_score() {
    let vectors = vectors("2048_official.json");
    let games = vectors["games"].as_array().unwrap();
    assert_eq!(games.len(), 40);
    for game in games {
        let mut spawns = game["spawns"].as_array().unwrap().iter().map(numbers::<2>);
        let mut put = |tiles: &mut [u32; 16]| {
            let [cell, value] = spawns.next().unwrap();
            assert_eq!(tiles[cell as usize], 0, "the original spawns on empty cells");
            tiles[cell as usize] = value;
        };
        let mut now = [0; 16];
        put(&mut now);
        put(&mut now);
        let mut score = 0;
        for letter in game["moves"].as_str().unwrap().chars() {
            assert!(!grid(now).is_over());
            let (after, gain, moved) = slid(now, letter);
            assert!(moved);
            now = after;
            score += gain;
            put(&mut now);
        }
        assert_eq!(now, numbers(&game["final"]));
        assert_eq!(Json::from(score), game["score"]);
        assert_eq!(Json::from(grid(now).is_over()), game["over"]);
    }
}

#[test]
fn a_tile_made_by_this_move_does_not_merge_again() {
    for (line, letter, expected, gain) in [
        ([2, 2, 4, 0], 'L', [4, 4, 0, 0], 4),
        ([8, 4, 4, 0], 'R', [0, 0, 8, 8], 8),
        ([8, 8, 16, 0], 'L', [16, 16, 0, 0], 16),
        ([2, 4, 2, 2], 'D', [0, 2, 4, 4], 4),
        ([4, 2, 2, 0], 'L', [4, 4, 0, 0], 4),
        ([0, 2, 2, 4], 'R', [0, 0, 4, 4], 4),
    ] {
        let column = letter == 'D';
        assert_eq!(slid(with_line(line, 1, column), letter), (with_line(expected, 1, column), gain, true), "{line:?}");
    }
}

#[test]
fn two_pairs_in_a_row_both_merge() {
    assert_eq!(slid(with_line([2, 2, 2, 2], 3, false), 'R'), (with_line([0, 0, 4, 4], 3, false), 8, true));
}

#[test]
fn a_move_that_changes_nothing_is_refused_and_named() {
    // The slow implementation finds, on several boards, a letter that moves nothing after a few that do.
    let mut found = 0;
    for seed in seeds().take(200) {
        let mut slow = Slow::start(&seed);
        let mut proof = String::new();
        for _ in 0..60 {
            let dead = ['U', 'R', 'D', 'L'].into_iter().find(|&letter| slow.slid(letter).0 == slow.tiles);
            if let Some(letter) = dead {
                let refused = referee(GameId::G2048, &board(seed), &format!("{proof}{letter}")).unwrap_err();
                let Refusal::Illegal(illegal) = refused else { panic!("{refused:?}") };
                assert_eq!(illegal.at as usize, proof.len() + 1);
                found += 1;
                break;
            }
            let letter = ['U', 'R', 'D', 'L'].into_iter().find(|&letter| slow.play(letter)).unwrap();
            proof.push(letter);
        }
    }
    assert!(found > 50, "only {found} boards had a dead direction");
}

#[test]
fn a_spawn_never_moves_a_tile_and_fills_the_only_empty_cell() {
    let mut draw = Draw::new(&Seed([5; 32]));
    for empty in 0..16 {
        let mut full = [8; 16];
        full[empty] = 0;
        let mut grid = grid(full);
        grid.spawn(&mut draw);
        let after = tiles(grid);
        assert!(after[empty] == 2 || after[empty] == 4);
        assert_eq!((0..16).filter(|&cell| after[cell] != full[cell]).collect::<Vec<_>>(), [empty]);
        grid.spawn(&mut draw);
        assert_eq!(tiles(grid), after, "nothing spawns on a full grid");
    }
}

#[test]
fn a_bot_scores_what_the_slow_implementation_counts() {
    for seed in seeds().step_by(7) {
        let mut slow = Slow::start(&seed);
        let mut proof = String::new();
        // Keeps the large tiles in a corner: left, down, and the others only when those are dead.
        while let Some(letter) = ['L', 'D', 'R', 'U'].into_iter().find(|&letter| slow.play(letter)) {
            proof.push(letter);
        }
        let replay = referee(GameId::G2048, &board(seed), &proof).unwrap();
        assert_eq!(replay.value, Value::Counted(slow.score.into()), "{seed:?}");
        assert_eq!(replay.plies as usize, proof.len());
        let counts = if slow.scoring >= 40 { slow.scoring } else { proof.len() };
        assert_eq!(replay.copyable, (proof.len() >= 40).then(|| proof[..counts].to_owned()));

        // Once no tile can move, nothing more is accepted; a shorter run is worth what it had.
        for letter in ['U', 'R', 'D', 'L'] {
            assert!(referee(GameId::G2048, &board(seed), &format!("{proof}{letter}")).is_err());
        }
        let part = referee(GameId::G2048, &board(seed), &proof[..proof.len() / 2]).unwrap();
        assert!(counted(&part) < counted(&replay));
    }
}

/// 2048 a second time: a plain grid of numbers, one cell at a time, turned until the move goes left.
struct Slow {
    tiles: [u32; 16],
    score: u32,
    moves: usize,
    /// Moves up to the last one that scored.
    scoring: usize,
    draw: SlowDraw,
}

impl Slow {
    fn start(seed: &Seed) -> Self {
        let mut slow = Self { tiles: [0; 16], score: 0, moves: 0, scoring: 0, draw: SlowDraw::new(seed) };
        slow.spawn();
        slow.spawn();
        slow
    }

    fn spawn(&mut self) {
        let empty: Vec<usize> = (0..16).filter(|&cell| self.tiles[cell] == 0).collect();
        let cell = empty[self.draw.below(empty.len() as u32) as usize];
        self.tiles[cell] = if self.draw.below(10) == 9 { 4 } else { 2 };
    }

    fn slid(&self, letter: char) -> ([u32; 16], u32) {
        let mut gain = 0;
        let mut after = [0; 16];
        for line in 0..4 {
            let cell = |i: usize| match letter {
                'L' => 4 * line + i,
                'R' => 4 * line + 3 - i,
                'U' => 4 * i + line,
                _ => 4 * (3 - i) + line,
            };
            let mut queue: Vec<u32> = (0..4).map(|i| self.tiles[cell(i)]).filter(|&tile| tile > 0).collect();
            queue.reverse();
            for i in 0..4 {
                let Some(mut tile) = queue.pop() else { break };
                if queue.last() == Some(&tile) {
                    queue.pop();
                    tile *= 2;
                    gain += tile;
                }
                after[cell(i)] = tile;
            }
        }
        (after, gain)
    }

    fn play(&mut self, letter: char) -> bool {
        let (after, gain) = self.slid(letter);
        let moved = after != self.tiles;
        if moved {
            self.tiles = after;
            self.score += gain;
            self.moves += 1;
            self.scoring = if gain > 0 { self.moves } else { self.scoring };
            self.spawn();
        }
        moved
    }
}

#[test]
fn a_move_that_earns_nothing_does_not_make_a_copy_look_new() {
    let mut copies = 0;
    for seed in seeds().step_by(5) {
        let mut slow = Slow::start(&seed);
        let mut proof = String::new();
        while slow.scoring < 60
            && let Some(letter) = ['L', 'D', 'R', 'U'].into_iter().find(|&letter| slow.play(letter))
        {
            proof.push(letter);
        }
        let idle = ['L', 'D', 'R', 'U'].into_iter().find(|&letter| {
            let (after, gain) = slow.slid(letter);
            after != slow.tiles && gain == 0
        });
        if let (60, Some(letter)) = (slow.scoring, idle) {
            let honest = referee(GameId::G2048, &board(seed), &proof).unwrap();
            let copy = referee(GameId::G2048, &board(seed), &format!("{proof}{letter}")).unwrap();
            assert!(honest.copyable.is_some());
            assert_eq!((copy.value, &copy.copyable), (honest.value, &honest.copyable));
            copies += 1;
        }
    }
    assert!(copies > 20, "{copies}");
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
fn the_length_limit_is_exact() {
    assert!(Moves::decode(&"U".repeat(LIMIT)).is_ok());
    assert!(Moves::decode(&"U".repeat(LIMIT + 1)).is_err());
    assert!(GameId::G2048.read(&board(Seed([0; 32])), &"U".repeat(LIMIT + 1)).is_err());
}
