//! Finds the solitaire deal of every day in a range, and proves each winnable before the referee.
//!
//! ```text
//! cargo run --release -p games --example solitaire_year -- KEY 2026-01-01 2027-12-31
//! ```
//!
//! The boards of a running service come from its secret board key. Here a day's seed is `KEY|date` folded into 32 bytes and
//! stirred once, so any word gives two years of deals like any other's. The time is the wall clock's, so it is at
//! least the time on the processor. Ends with failure when a day takes 2 seconds, or when a solution is refused.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use calendar::Date;
use games::catalogue::solitaire::{Turn, deal, solve, solver};
use games::{Board, Draw, GameId, Seed, Value};

const MOST_TIME: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [key, from, to] = arguments.as_slice() else {
        eprintln!("usage: solitaire_year KEY FROM TO, dates as 2026-01-01");
        return ExitCode::FAILURE;
    };
    let (Ok(from), Ok(to)) = (from.parse::<Date>(), to.parse::<Date>()) else {
        eprintln!("a date is written as 2026-01-01");
        return ExitCode::FAILURE;
    };
    match year(key, from, to) {
        Ok(worst) => {
            println!("{worst}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

/// The largest of every figure, each with its day.
#[derive(Default)]
struct Worst {
    days: u32,
    time: (Duration, String),
    nodes: (u32, String),
    variation: (u32, String),
    actions: (u64, String),
    total: Duration,
}

impl std::fmt::Display for Worst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} days, every deal won before the referee, {:.1?} in all", self.days, self.total)?;
        writeln!(f, "slowest day:      {:.3?} on {}", self.time.0, self.time.1)?;
        writeln!(f, "most positions:   {} on {}", self.nodes.0, self.nodes.1)?;
        writeln!(f, "most deals tried: {} on {}", self.variation.0 + 1, self.variation.1)?;
        write!(f, "longest solution: {} actions on {}", self.actions.0, self.actions.1)
    }
}

fn year(key: &str, from: Date, to: Date) -> Result<Worst, String> {
    let mut worst = Worst::default();
    for date in std::iter::successors(Some(from), |date| date.next()).take_while(|&date| date <= to) {
        let seed = seed(key, date);
        let start = Instant::now();
        let variation = GameId::Solitaire.variation(&seed);
        let time = start.elapsed();
        if time >= MOST_TIME {
            return Err(format!("{date} takes {time:?}"));
        }

        let board = Board { seed, weekday: date.weekday(), variation, level: None };
        let proof = solve(&seed, variation).ok_or(format!("{date}: deal {variation} is not won again"))?;
        let replay = GameId::Solitaire.read(&board, &proof).map_err(|e| e.to_string())?.replay();
        let actions = match replay.map_err(|refusal| format!("{date}: {refusal}"))?.value {
            Value::Counted(actions) => actions,
            other => return Err(format!("{date}: {other:?}")),
        };
        let nodes = |deal_of_day| solver::search(&deal(&seed, deal_of_day), Turn::One, solver::NODES).nodes;
        let nodes = (0..=variation).map(nodes).sum();

        worst.days += 1;
        worst.total += time;
        let day = date.to_string();
        worst.time = std::mem::take(&mut worst.time).max((time, day.clone()));
        worst.nodes = std::mem::take(&mut worst.nodes).max((nodes, day.clone()));
        worst.variation = std::mem::take(&mut worst.variation).max((variation, day.clone()));
        worst.actions = std::mem::take(&mut worst.actions).max((actions, day));
    }
    Ok(worst)
}

/// 32 bytes from the key and the date.
fn seed(key: &str, date: Date) -> Seed {
    let mut folded = [0_u8; 32];
    for (i, byte) in format!("{key}|{date}").bytes().enumerate() {
        folded[i % 32] = folded[i % 32].rotate_left(3) ^ byte;
    }
    let mut draw = Draw::new(&Seed(folded));
    Seed(std::array::from_fn(|_| u8::try_from(draw.below(256)).unwrap_or(0)))
}
