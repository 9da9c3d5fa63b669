//! A second look at a run, for operators: the moves that were kept, by the rules of today.
//!
//! The ticket is not there any more and is not needed: what it fixed stands in the record of the run. So the checks of the ticket,
//! of the day and of a repeat are left out, and all others are the referee's own.

use calendar::Date;
use games::{GameId, Level};

use crate::board::{BoardKey, day_board};
use crate::reason::Reason;
use crate::referee::{Acceptance, Refusal, Verdict, check_claim, check_time, check_value, refuse, replay};

/// What is known of a run.
#[derive(Clone, Debug)]
pub struct Reviewed<'a> {
    /// What was played.
    pub game: GameId,
    /// The day of the board.
    pub date: Date,
    /// The variation of that day.
    pub variation: u32,
    /// The opponent's level.
    pub level: Option<Level>,
    /// The value that was claimed.
    pub claimed: Option<i64>,
    /// Milliseconds between ticket and receipt.
    pub elapsed_ms: u64,
    /// The moves.
    pub proof: &'a str,
}

/// What a second look finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// What the referee would say today.
    pub verdict: Verdict,
    /// What the moves are worth, whatever speaks against their time or the claim; none when they cannot be replayed.
    pub worth: Option<Acceptance>,
}

/// Looks at a run again.
#[must_use]
pub fn review(boards: &BoardKey, run: &Reviewed<'_>) -> Review {
    let board = day_board(boards, run.game, run.date, run.variation, run.level);
    let proof = match run.game.read(&board, run.proof) {
        Ok(proof) => proof,
        Err(why) => return Review { verdict: Verdict::Rejected(refuse(Reason::BadProof, why)), worth: None },
    };
    let replayed = replay(run.game, run.date, &board, &*proof, run.elapsed_ms);
    let worth = replayed.as_ref().ok().map(|(_, acceptance)| acceptance.clone());
    let verdict = || -> Result<Acceptance, Refusal> {
        check_value(run.claimed, run.game, &*proof)?;
        check_time(run.game, &*proof, run.elapsed_ms)?;
        let (value, acceptance) = replayed?;
        check_claim(run.claimed, value, acceptance.outcome)?;
        Ok(acceptance)
    };
    Review { verdict: verdict().map_or_else(Verdict::Rejected, Verdict::Accepted), worth }
}
