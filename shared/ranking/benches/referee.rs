//! What judging costs: opening a ticket, refereeing a run of 1,000 moves, encoding a rank key.

#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs, reason = "a benchmark that cannot go on stops")]

use divan::{Bencher, black_box};
use games::catalogue::g2048::{Direction, Grid};
use games::{Better, Draw, GameId, Seed};
use ranking::{BoardKey, Judgement, Keyring, PlayerId, RankKey, Referee, Submission, Ticket, Tickets, Verdict};

const KEYS: &str = "one:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const BOARD_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const NOON: i64 = 1_796_007_600_000;

fn main() {
    divan::main();
}

fn tickets() -> Tickets {
    Tickets::new(Keyring::parse(KEYS).unwrap())
}

/// A game of `moves` moves on the board of `seed`, by somebody who knows every spawn and keeps the grid empty.
fn play(seed: &Seed, moves: usize) -> String {
    let letters = ['U', 'R', 'D', 'L'];
    let mut draw = Draw::new(seed);
    let mut grid = Grid::start(&mut draw);
    let mut text = String::new();
    while text.len() < moves {
        let (_, best) = roomiest(grid, &draw, 7);
        let which = best.expect("such a game does not end early");
        grid.slide(Direction::ALL[which]);
        grid.spawn(&mut draw);
        text.push(letters[which]);
    }
    text
}

/// The most cells that can be empty after `depth` moves, and the direction that begins them.
fn roomiest(grid: Grid, draw: &Draw, depth: u32) -> (usize, Option<usize>) {
    let empty = grid.exponents().iter().filter(|&&exponent| exponent == 0).count();
    let mut best = (empty, None);
    for (which, direction) in Direction::ALL.into_iter().enumerate().take(if depth == 0 { 0 } else { 4 }) {
        let (mut next, mut draw) = (grid, draw.clone());
        if next.slide(direction) {
            next.spawn(&mut draw);
            let room = roomiest(next, &draw, depth - 1).0;
            if best.1.is_none() || room > best.0 {
                best = (room, Some(which));
            }
        }
    }
    best
}

#[divan::bench]
fn open_a_ticket(bencher: Bencher) {
    let tickets = tickets();
    let ticket = Ticket::start("0".repeat(26), PlayerId::from_random(1), GameId::G2048, 0, None, NOON);
    let signed = tickets.sign(&ticket).unwrap();
    bencher.bench(|| tickets.open(black_box(&signed)).unwrap());
}

#[divan::bench(args = [100, 1000])]
fn referee_a_2048_run(bencher: Bencher, moves: usize) {
    let boards = BoardKey::parse(BOARD_KEY).unwrap();
    let player = PlayerId::from_random(1);
    let ticket = Ticket::start("0".repeat(26), player.clone(), GameId::G2048, 0, None, NOON);
    let proof = play(&boards.seed(GameId::G2048, ticket.date), moves);
    let signed = tickets().sign(&ticket).unwrap();
    let referee = Referee::new(tickets(), boards);
    let submission = Submission {
        player: &player,
        ticket: &signed,
        game: None,
        board: None,
        claimed: None,
        proof: &proof,
        received_at_ms: NOON + 3_600_000,
    };
    bencher.bench(|| match referee.judge(black_box(&submission)) {
        Judgement::Judged { verdict: Verdict::Accepted(run), .. } => run,
        other => panic!("{other:?}"),
    });
}

#[divan::bench]
fn encode_a_rank_key(bencher: Bencher) {
    let ticket = "0".repeat(26);
    bencher.bench(|| RankKey::new(Better::More, black_box(123_456), black_box(NOON), black_box(&ticket)));
}
