//! The file of finished games, one JSON object a line: what makes a run resumable.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use calendar::Date;
use games::GameId;
use ratings::{Score, Seat};
use serde::{Deserialize, Serialize};

use crate::entrants::ENTRANTS;
use crate::plan;
use crate::play::Played;

/// Which game of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Job {
    /// The game.
    pub game: GameId,
    /// The version of its rules.
    pub rules: u16,
    /// Who sits in the player's seat.
    pub seat: Seat,
    /// The board's date.
    pub date: Date,
    /// The board's variation.
    pub variation: u32,
}

/// One line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    job: Job,
    score: Option<Score>,
    digest: u64,
}

/// The finished games.
pub struct Results {
    games: HashMap<Job, Played>,
    file: File,
}

/// Why finished games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file cannot be read or written.
    #[error("the file of finished games: {0}")]
    File(#[from] io::Error),
    /// A line of it is no finished game.
    #[error("line {0} of the file of finished games is not one; move the file away to begin again")]
    Line(usize),
    /// A game in it does not go like that any more.
    #[error("{0} is played differently now; move the file of finished games away to begin again")]
    Changed(GameId),
}

impl Results {
    /// Opens the file, or begins one, and plays one game of every kind in it again: results of opponents
    /// that have changed since are of no use.
    ///
    /// # Errors
    ///
    /// [`ResultsError`] as described there. A last line that was cut off by a crash is dropped.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let (games, whole_bytes) = read(&file)?;
        file.set_len(whole_bytes)?;
        let results = Self { games, file };
        results.check()?;
        Ok(results)
    }

    /// How the game went, when it was played.
    #[must_use]
    pub fn get(&self, job: &Job) -> Option<Played> {
        self.games.get(job).copied()
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    ///
    /// An error of the file.
    pub fn add(&mut self, job: Job, played: Played) -> io::Result<()> {
        let mut line = serde_json::to_vec(&Line { job, score: played.score, digest: played.digest })?;
        line.push(b'\n');
        // One write a line: what is interrupted loses at most the line it was writing.
        self.file.write_all(&line)?;
        self.games.insert(job, played);
        Ok(())
    }

    fn check(&self) -> Result<(), ResultsError> {
        for entrant in ENTRANTS {
            for seat in entrant.seats() {
                let kind = self.games.iter().filter(|(job, _)| job.game == entrant.game && job.seat == seat);
                // The earliest, so that the same game is repeated whatever the order of the map.
                let Some((job, played)) = kind.min_by_key(|(job, _)| (job.date, job.variation)) else { continue };
                let now = (entrant.play)(&plan::board(job.game, job.date, job.variation), seat);
                if now != *played {
                    return Err(ResultsError::Changed(job.game));
                }
            }
        }
        Ok(())
    }
}

/// The games of a file, and how many bytes of it are whole lines.
fn read(file: &File) -> Result<(HashMap<Job, Played>, u64), ResultsError> {
    let mut games = HashMap::new();
    let mut whole_bytes = 0;
    let mut reader = BufReader::new(file);
    let mut text = String::new();
    for number in 1.. {
        text.clear();
        let bytes = reader.read_line(&mut text)?;
        if bytes == 0 || !text.ends_with('\n') {
            break;
        }
        let line: Line = serde_json::from_str(&text).map_err(|_| ResultsError::Line(number))?;
        games.insert(line.job, Played { score: line.score, digest: line.digest });
        whole_bytes += u64::try_from(bytes).unwrap_or(u64::MAX);
    }
    Ok((games, whole_bytes))
}
