//! How strong the computer opponents are: each level against the one below it, from varied openings.
//!
//! ```text
//! cargo run --release -p games --example strength [game [games [random opening plies]]]
//! ```
//!
//! Both sides begin equally often. A draw counts half. The opening is the variation's own, followed by random
//! moves, the same for both games of a pair. A new game is one more line in `main`.

use std::env;
use std::time::{Duration, Instant};

use games::opponent::{VARIATIONS, any_move};
use games::{Draw, Level, Opponent, Seed, Side};

/// Games of each pairing, unless the command line says otherwise.
const GAMES: u32 = 200;

/// Random plies at the start of each, unless the command line says otherwise.
const OPENING_PLIES: u32 = 4;

/// No game lasts longer; a longer one counts as a draw.
const MOST_PLIES: u32 = 1000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Random,
    Computer(Level),
}

/// What a player's moves cost in all games together.
#[derive(Default)]
struct Cost {
    moves: u32,
    nodes: u64,
    most_nodes: u32,
    time: Duration,
    slowest_game: Duration,
}

/// The score of `challenger` against `other` in percent, and what the challenger's moves cost.
fn pairing<G: Opponent>(challenger: Player, other: Player, games: u32, plies: u32) -> (f64, Cost) {
    let mut draw = Draw::new(&Seed([1; 32]));
    let mut cost = Cost::default();
    let mut halves = 0;
    for pair in 0..games.div_ceil(2) {
        let start = opened::<G>(pair % VARIATIONS, plies, &mut draw);
        for seat in [Side::First, Side::Second] {
            let mut position = start.clone();
            let mut game_time = Duration::ZERO;
            for _ in 0..MOST_PLIES {
                if position.end().is_some() {
                    break;
                }
                let own = position.side_to_move() == seat;
                let mv = match if own { challenger } else { other } {
                    Player::Random => any_move(&position, &mut draw),
                    Player::Computer(level) => {
                        let begun = Instant::now();
                        let choice = position.choose(level, &mut draw);
                        if own {
                            game_time += begun.elapsed();
                            cost.moves += 1;
                            cost.nodes += u64::from(choice.nodes);
                            cost.most_nodes = cost.most_nodes.max(choice.nodes);
                        }
                        choice.mv
                    }
                };
                if mv.is_none_or(|mv| position.play(mv).is_err()) {
                    break;
                }
            }
            cost.time += game_time;
            cost.slowest_game = cost.slowest_game.max(game_time);
            halves += match position.end().and_then(|end| end.winner) {
                Some(winner) if winner == seat => 2,
                Some(_) => 0,
                None => 1,
            };
        }
    }
    (50.0 * f64::from(halves) / f64::from(games.next_multiple_of(2)), cost)
}

/// The variation's opening and `plies` random moves more, without an end.
fn opened<G: Opponent>(variation: u32, plies: u32, draw: &mut Draw) -> G {
    loop {
        let mut position = G::start(variation);
        for token in G::opening(variation) {
            if let Some(mv) = position.parse(token) {
                position.make(mv);
            }
        }
        for _ in 0..plies {
            if let Some(mv) = any_move(&position, draw) {
                position.make(mv);
            }
        }
        if position.end().is_none() {
            return position;
        }
    }
}

fn table<G: Opponent>(name: &str, levels: &[Level]) {
    table_from::<G>(name, levels, OPENING_PLIES);
}

/// The same for a game so short that [`OPENING_PLIES`] random ones would decide it.
fn table_from<G: Opponent>(name: &str, levels: &[Level], opening_plies: u32) {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.first().is_some_and(|wanted| wanted != name) {
        return;
    }
    let number = |at: usize, or: u32| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(or);
    let (games, plies) = (number(1, GAMES), number(2, opening_plies));
    let mut below = vec![(Player::Random, "random")];
    for &level in levels {
        for &(other, other_name) in &below {
            let (score, cost) = pairing::<G>(Player::Computer(level), other, games, plies);
            println!(
                "{name:<14} {level:<6} - {other_name:<6} {score:>5.1} %   {:>5} nodes a move, most {:>6}   {:>6.1} ms a game, slowest {:>6.1}",
                cost.nodes.checked_div(cost.moves.into()).unwrap_or(0),
                cost.most_nodes,
                cost.time.as_secs_f64() * 1000.0 / f64::from(games),
                cost.slowest_game.as_secs_f64() * 1000.0,
            );
        }
        below.push((Player::Computer(level), level.as_str()));
    }
}

fn main() {
    table::<games::catalogue::reversi::Position>("reversi", &Level::ALL);
    table::<games::catalogue::janggi::Janggi>("janggi", &Level::ALL);
    table::<games::catalogue::checkers::Position>("checkers", &Level::ALL);
    table::<games::catalogue::omok::Omok>("omok", &Level::ALL);
    table::<games::catalogue::ojeom::Ojeom>("ojeom", &Level::ALL);
    table::<games::catalogue::capture_go::CaptureGo>("capture-go", &Level::ALL);
    table::<games::catalogue::dots_and_boxes::Board>("dots-and-boxes", &Level::ALL);
    table_from::<games::catalogue::mu_torere::Position>("mu-torere", &Level::ALL, 1);
    table::<games::catalogue::nim::Piles>("nim", &Level::ALL);
}
