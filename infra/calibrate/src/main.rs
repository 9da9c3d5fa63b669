//! The command line: measure the opponents, or try the ratings on known people.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use calibrate::entrants::{ENTRANTS, Entrant};
use calibrate::plan;
use calibrate::results::{Job, Results, ResultsError};
use calibrate::table::{Block, jobs, source};
use clap::{Parser, Subcommand};
use games::GameId;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// Where the table is embedded.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/ratings/src/levels/measured.rs");

/// Measures the computer opponents: every level, somebody random and somebody greedy against `basic`.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Only this game; may be given several times. What is embedded of the others stays.
    #[arg(long)]
    game: Vec<String>,

    /// How many dates of 2026, evenly spread, instead of each game's own number.
    #[arg(long)]
    dates: Option<u32>,

    /// The file of finished games.
    #[arg(long, default_value = "data/calibration.jsonl")]
    results: PathBuf,

    /// The table to write.
    #[arg(long, default_value = TABLE)]
    table: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Rates synthetic players of known strength and says how well they are found.
    Simulate,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Some(Command::Simulate) => {
            print!("{}", calibrate::simulate::report());
            Ok(())
        }
        None => measure(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Plays what is missing and writes the table.
fn measure(arguments: &Arguments) -> Result<(), ResultsError> {
    let chosen: Vec<&Entrant> = ENTRANTS.iter().filter(|entrant| wanted(arguments, entrant.game)).collect();
    let dates = |entrant: &Entrant| arguments.dates.unwrap_or(entrant.dates).clamp(1, plan::DAYS);
    let mut results = Results::open(&arguments.results)?;

    let begun = Instant::now();
    for entrant in chosen {
        for seat in entrant.seats() {
            let missing: Vec<Job> =
                jobs(entrant, seat, dates(entrant)).filter(|job| results.get(job).is_none()).collect();
            let cost = play_all(entrant, &missing, &mut results)?;
            if let Some(games) = u32::try_from(missing.len()).ok().filter(|games| *games > 0) {
                eprintln!("{} {seat}: {games} games, {:.1?} each", entrant.game, cost / games);
            }
        }
    }
    eprintln!("played for {:.0?}", begun.elapsed());

    let blocks: Vec<Block> = ENTRANTS
        .iter()
        .filter_map(|entrant| {
            let measured = wanted(arguments, entrant.game).then(|| Block::measured(entrant, dates(entrant), &results));
            measured.flatten().or_else(|| Block::embedded(entrant.game))
        })
        .collect();
    std::fs::write(&arguments.table, source(&blocks))?;
    for block in &blocks {
        for row in &block.rows {
            let number = |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
            println!(
                "{:16} {:8} {:6} games {:6} distinct  {:5.1} %  {:>5} ±{}",
                block.game,
                row.seat.as_str(),
                row.tally.games(),
                row.tally.distinct,
                row.tally.share().unwrap_or(0.0) * 100.0,
                number(row.tally.rating()),
                number(row.tally.interval()),
            );
        }
    }
    Ok(())
}

fn wanted(arguments: &Arguments, game: GameId) -> bool {
    arguments.game.is_empty() || arguments.game.iter().any(|wanted| wanted == game.as_str())
}

/// Plays `jobs` on all cores, keeps each result as it comes, and gives the time they took on one core.
fn play_all(entrant: &Entrant, jobs: &[Job], results: &mut Results) -> Result<Duration, ResultsError> {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let total = u64::try_from(jobs.len()).unwrap_or(u64::MAX);
    let bar = ProgressBar::new(total).with_style(style).with_message(entrant.game.as_str());
    let (finished, games) = mpsc::channel();
    let play = |sender: &mut mpsc::Sender<_>, job: &Job| {
        let begun = Instant::now();
        let played = (entrant.play)(&plan::board(job.game, job.date, job.variation), job.seat);
        // The receiver is gone only when the file failed; nothing is left to do then.
        let _ = sender.send((*job, played, begun.elapsed()));
    };
    let mut cost = Duration::ZERO;
    std::thread::scope(|scope| {
        scope.spawn(|| jobs.par_iter().for_each_with(finished, play));
        for (job, played, time) in games {
            results.add(job, played)?;
            cost += time;
            bar.inc(1);
        }
        Ok::<(), ResultsError>(())
    })?;
    bar.finish_and_clear();
    Ok(cost)
}
