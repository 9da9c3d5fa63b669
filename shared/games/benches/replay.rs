//! How long the referee takes to replay a proof: `cargo bench -p games`.
#![allow(clippy::unwrap_used, reason = "a benchmark may fail")]

use divan::{Bencher, black_box};
use games::catalogue::{fifteen, g2048};
use games::{Board, Draw, Proof, Seed};

fn main() {
    divan::main();
}

const BOARD: Board = Board { seed: Seed([7; 32]), weekday: 0, variation: 0, level: None };

/// A legal run of 2048 of `moves` moves.
fn run_of_2048(moves: usize) -> g2048::Moves {
    let mut draw = Draw::new(&BOARD.seed);
    let mut grid = g2048::Grid::start(&mut draw);
    let mut text = String::new();
    while text.len() < moves {
        let (_, best) = roomiest(grid, &draw, 6);
        let Some((direction, letter)) = best else { panic!("the game ended after {} moves", text.len()) };
        grid.slide(direction);
        grid.spawn(&mut draw);
        text.push(letter);
    }
    g2048::Moves::decode(&text).unwrap()
}

type Turn = (g2048::Direction, char);

/// The move that keeps the most cells empty over the next `depth` moves, all spawns known.
fn roomiest(grid: g2048::Grid, draw: &Draw, depth: u32) -> (usize, Option<Turn>) {
    use g2048::Direction::{Down, Left, Right, Up};
    let room = grid.exponents().iter().filter(|&&exponent| exponent == 0).count();
    let mut best = (room, None);
    if depth == 0 {
        return best;
    }
    for turn in [(Down, 'D'), (Left, 'L'), (Right, 'R'), (Up, 'U')] {
        let (mut next, mut draw) = (grid, draw.clone());
        if next.slide(turn.0) {
            next.spawn(&mut draw);
            let (later, _) = roomiest(next, &draw, depth - 1);
            if best.1.is_none() || room + later > best.0 {
                best = (room + later, Some(turn));
            }
        }
    }
    best
}

#[divan::bench(args = [100, 1000])]
fn replay_2048(bencher: Bencher, moves: usize) {
    let run = run_of_2048(moves);
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap());
}

/// The longest proof: the blank goes to and fro until the limit.
#[divan::bench]
fn replay_fifteen_longest(bencher: Bencher) {
    let up = fifteen::Frame::deal(&mut Draw::new(&BOARD.seed)).step(fifteen::Step::Up);
    let run = fifteen::Moves::decode(&if up { "UD" } else { "DU" }.repeat(fifteen::LIMIT / 2)).unwrap();
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap_err());
}
