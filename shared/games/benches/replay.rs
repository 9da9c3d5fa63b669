//! How long the referee takes to replay a proof: `cargo bench -p games`.
#![allow(clippy::unwrap_used, reason = "a benchmark may fail")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use games::catalogue::{breakout, dungeon, fifteen, g2048, snake, solitaire, sudoku, typing, yacht};
use games::{Board, Draw, Proof, Seed};

fn main() {
    divan::main();
}

const BOARD: Board = Board { seed: Seed([7; 32]), weekday: 0, variation: 0, level: None };

/// A legal run of 2048 of `moves` moves, or of as many as a player gets to who looks six moves ahead.
fn run_of_2048(moves: usize) -> g2048::Moves {
    let mut draw = Draw::new(&BOARD.seed);
    let mut grid = g2048::Grid::start(&mut draw);
    let mut text = String::new();
    while text.len() < moves {
        let (_, best) = foresighted(grid, &draw, 6);
        let Some((direction, letter)) = best else { break };
        grid.slide(direction);
        grid.spawn(&mut draw);
        text.push(letter);
    }
    g2048::Moves::decode(&text).unwrap()
}

/// What a finished game is worth to the player who looks ahead: less than any grid.
const OVER: i32 = -1000;

type Turn = (g2048::Direction, char);

/// How good the grid looks: empty cells, and neighbours that are alike.
fn order(grid: g2048::Grid) -> i32 {
    let cells = grid.exponents().map(i32::from);
    let room = cells.iter().filter(|&&exponent| exponent == 0).count();
    let rows = (0..16).filter(|at| at % 4 < 3).map(|at| (cells[at] - cells[at + 1]).abs());
    let columns = (0..12).map(|at| (cells[at] - cells[at + 4]).abs());
    4 * i32::try_from(room).unwrap() - rows.chain(columns).sum::<i32>()
}

/// The move after which the grid looks best `depth` moves later, all spawns known; no move when the game is over.
fn foresighted(grid: g2048::Grid, draw: &Draw, depth: u32) -> (i32, Option<Turn>) {
    use g2048::Direction::{Down, Left, Right, Up};
    if depth == 0 {
        return (order(grid), None);
    }
    let mut best = (OVER, None);
    for turn in [(Down, 'D'), (Left, 'L'), (Right, 'R'), (Up, 'U')] {
        let (mut next, mut draw) = (grid, draw.clone());
        if next.slide(turn.0) {
            next.spawn(&mut draw);
            let (later, _) = foresighted(next, &draw, depth - 1);
            if best.1.is_none() || later > best.0 {
                best = (later, Some(turn));
            }
        }
    }
    best
}

#[divan::bench(args = [100, 1000])]
fn replay_2048(bencher: Bencher, moves: usize) {
    let run = run_of_2048(moves);
    assert_eq!(run.moves() as usize, moves);
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap());
}

/// The longest game that player gets to on this board, of the 20,000 moves a proof may have.
#[divan::bench]
fn replay_2048_longest(bencher: Bencher) {
    let run = run_of_2048(g2048::LIMIT);
    assert!(run.moves() > 10_000, "{} moves", run.moves());
    bencher.counter(ItemsCount::new(run.moves())).bench(|| black_box(&run).replay(&BOARD).unwrap());
}

/// The longest proof: the blank goes to and fro until the limit.
#[divan::bench]
fn replay_fifteen_longest(bencher: Bencher) {
    let up = fifteen::Frame::deal(&mut Draw::new(&BOARD.seed)).step(fifteen::Step::Up);
    let run = fifteen::Moves::decode(&if up { "UD" } else { "DU" }.repeat(fifteen::LIMIT / 2)).unwrap();
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap_err());
}

/// A snake that follows one closed way through the whole field until it fills it or the ticks are up.
#[divan::bench]
fn replay_snake_longest(bencher: Bencher) {
    use snake::{Field, Heading};
    let mut field = Field::start(Draw::new(&BOARD.seed));
    let mut directions = Vec::new();
    while directions.len() < snake::MAX_TICKS as usize {
        let Some((x, y)) = field.snake().next() else { break };
        // Right along even rows, left along odd ones, and back up the first column.
        let turn = match (x, y % 2) {
            (0, _) if y > 0 => ('U', Heading::Up),
            (1, 1) if y < snake::SIDE - 1 => ('D', Heading::Down),
            (19, 0) => ('D', Heading::Down),
            (_, 0) => ('R', Heading::Right),
            _ => ('L', Heading::Left),
        };
        directions.push(turn.0);
        if !field.tick(turn.1).goes_on() {
            break;
        }
    }
    assert!(directions.len() > 30_000, "{} ticks", directions.len());
    let runs = directions.chunk_by(|a, b| a == b);
    let text: String = runs.map(|run| format!("{}{}", run[0], run.len())).collect();
    let run = snake::Ticks::decode(&text).unwrap();
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap());
}

/// Ten minutes with the paddle always under the ball.
#[divan::bench]
fn replay_breakout_longest(bencher: Bencher) {
    let mut draw = Draw::new(&BOARD.seed);
    let mut court = breakout::Court::new();
    let mut text = String::new();
    while !court.is_over() {
        let aim = 30 - i32::try_from(text.len() / 500 % 7).unwrap() * 10;
        let target = court.ball().map_or(240, |ball| ball.x / 256 + aim);
        let pixels = i8::try_from((target - court.paddle()).clamp(-24, 24)).unwrap();
        court.frame(pixels, || draw.below(4));
        let letter = match pixels {
            0 => b'0',
            1.. => b'A' + pixels.unsigned_abs() - 1,
            _ => b'a' + pixels.unsigned_abs() - 1,
        };
        text.push(letter.into());
    }
    assert_eq!(text.len(), breakout::MAX_FRAMES as usize);
    let run = breakout::Frames::decode(&text).unwrap();
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap());
}

/// Twelve rounds in which everything is rolled three times.
#[divan::bench]
fn replay_yacht_longest(bencher: Bencher) {
    let rounds = ["1", "2", "3", "4", "5", "6", "ch", "4k", "fh", "ss", "ls", "ya"];
    let text = rounds.map(|category| format!("00000,00000:{category}")).join(" ");
    let run = yacht::Rounds::decode(&text).unwrap();
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap());
}

/// All forty floors, with a wrong answer on each floor that the hero can afford.
#[divan::bench]
fn replay_dungeon_longest(bencher: Bencher) {
    let floors = dungeon::floors(&mut Draw::new(&BOARD.seed));
    let mut hero = dungeon::Hero::enter(Draw::new(&BOARD.seed));
    let mut tokens = Vec::new();
    for (number, floor) in (1..).zip(floors) {
        let wrong = u32::from(hero.hp() > 15);
        let right = floor.puzzle.count();
        tokens.push(format!("{right}.{wrong}"));
        hero.play(right, wrong);
        if number % 3 == 0
            && let Some(&relic) = hero.offer().first()
        {
            hero.take(relic);
            tokens.push("r0".to_owned());
        }
    }
    let run = dungeon::Reports::decode(&tokens.join(" ")).unwrap();
    bencher.bench(|| black_box(&run).replay(&BOARD).unwrap());
}

/// The stock is drawn and turned over until just enough actions are left to win.
#[divan::bench]
fn replay_solitaire_longest(bencher: Bencher) {
    let board = Board { variation: solitaire::Actions::variation(&BOARD.seed), ..BOARD };
    let solution = solitaire::solve(&board.seed, board.variation).unwrap();
    let passes = (solitaire::LIMIT - solution.split(' ').count()) / 25;
    let text = format!("{}{solution}", format!("{}R ", "D ".repeat(24)).repeat(passes));
    let run = solitaire::Actions::decode(&text).unwrap();
    bencher.bench(|| black_box(&run).replay(&board).unwrap());
}

/// Not a replay: a deal that is looked at up to the bound and given up.
#[divan::bench]
fn search_solitaire_longest(bencher: Bencher) {
    use solitaire::solver::{NODES, Verdict, search};
    let deals = (0..100).map(|variation| solitaire::deal(&BOARD.seed, variation));
    let mut given_up = deals.filter(|deal| search(deal, solitaire::Turn::One, NODES).verdict == Verdict::Unknown);
    let deal = given_up.next().unwrap();
    bencher.bench(|| search(black_box(&deal), solitaire::Turn::One, NODES));
}

/// The day's grid is drawn again to see that its givens are kept.
#[divan::bench(args = [0, 3, 6])]
fn replay_sudoku(bencher: Bencher, weekday: u8) {
    let board = Board { weekday, ..BOARD };
    let run = sudoku::Filled::decode(&sudoku::Puzzle::of(&board).solution.to_string()).unwrap();
    bencher.bench(|| black_box(&run).replay(&board).unwrap());
}

/// As much text as a proof may have, all of it read and its strokes counted.
#[divan::bench]
fn read_typing_longest(bencher: Bencher) {
    let syllable = "\u{1111}\u{1171}\u{11B6}"; // 퓛, decomposed
    let text = syllable.repeat(typing::LIMIT / syllable.len());
    bencher.bench(|| typing::Typed::decode(black_box(&text)).unwrap().replay(&BOARD).unwrap_err());
}
