//! The referee: decides what a submission is worth, in a fixed order of checks.
//!
//! The first check that fails names the one reason. Cheap checks come first on purpose, so that a forged or stale
//! submission costs no replay:
//!
//! | # | reason | fails when |
//! |---|---|---|
//! | 1 | `bad_proof` | the ticket is not ours, is for another player, game or rules version, or the proof cannot be read |
//! | 2 | `expired` | the ticket's end has come |
//! | 3 | `used` | the ticket was judged before: decided by the store, whose key is the ticket |
//! | 4 | `bad_seed` | another board than the ticket's, or not today's in Seoul (until 00:30: yesterday's) |
//! | 5 | `bad_value` | the claimed or a trusted value is outside the game's range |
//! | 6 | `too_slow` | elapsed above the game's maximum |
//! | 7 | `too_fast` | elapsed below the game's minimum |
//! | 8 | `moves_too_fast` | elapsed below what the moves need |
//! | 9 | `bad_proof` | the replay refuses a move or the end is missing |
//! | 10 | `score_mismatch` | the claimed score is not the replayed one |
//! | 11 | `copied_run` | somebody else's moves: decided by the store, which knows who was first |
//!
//! Elapsed is always from the ticket to the receipt, both on the server's clock.

use calendar::Date;
use games::{Board, GameId, Outcome, Reading, Value};
use sha2::{Digest, Sha256};

use crate::board::{BoardKey, day_board};
use crate::player::PlayerId;
use crate::reason::Reason;
use crate::ticket::{Ticket, Tickets};

/// A ticket from before midnight may be used on its own board this long after, so that nobody loses a run begun at 23:59.
pub const MIDNIGHT_GRACE_MS: i64 = 30 * 60 * 1000;

/// What a front end hands in.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    /// Who submits, from the browser token.
    pub player: &'a PlayerId,
    /// The text of the start ticket.
    pub ticket: &'a str,
    /// The game the front end believes to be playing, when it says so.
    pub game: Option<GameId>,
    /// The date of the board the front end believes to be playing, when it says so.
    pub board: Option<Date>,
    /// The value the front end claims, when it does.
    pub claimed: Option<i64>,
    /// The moves.
    pub proof: &'a str,
    /// The moment of the receipt, unix milliseconds, taken once.
    pub received_at_ms: i64,
}

impl Submission<'_> {
    /// Tells whether a repeated submission is the same one: SHA-256 over the claim and the proof.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        match self.claimed {
            Some(claimed) => hash.update(claimed.to_string()),
            None => hash.update("-"),
        }
        hash.update("|");
        hash.update(self.proof);
        hash.finalize().into()
    }
}

/// What the referee makes of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// We did not sign this ticket. Answered as `bad_proof`, never recorded or counted: anybody could send it.
    Unsigned,
    /// A submission with a ticket of ours, judged.
    Judged {
        /// What was signed.
        ticket: Box<Ticket>,
        /// Between ticket and receipt; 0 for a ticket from the future.
        elapsed_ms: u64,
        /// The decision.
        verdict: Verdict,
    },
}

/// The decision on a run. Both are an outcome, not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The run counts.
    Accepted(Acceptance),
    /// The run does not count.
    Rejected(Refusal),
}

/// What an accepted run is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The value that is ranked; `None` for a game that was not won, which is recorded and not ranked.
    pub value: Option<u64>,
    /// How a game against an opponent ended.
    pub outcome: Option<Outcome>,
    /// Moves of both sides.
    pub plies: u32,
    /// Digest of the canonical moves, when nobody else may hand them in again.
    pub copy_digest: Option<[u8; 32]>,
}

/// Why a run does not count, and what was seen of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The public reason.
    pub reason: Reason,
    /// For the front-end developer, in English.
    pub detail: String,
    /// The value of the replay, when it came that far.
    pub replayed: Option<u64>,
    /// Whether the check stands before `used` in the order, so that it names the reason even for a used ticket.
    pub before_used: bool,
}

/// Decides on submissions.
#[derive(Debug)]
pub struct Referee {
    tickets: Tickets,
    boards: BoardKey,
}

impl Referee {
    /// A referee that knows these keys.
    #[must_use]
    pub const fn new(tickets: Tickets, boards: BoardKey) -> Self {
        Self { tickets, boards }
    }

    /// Judges a submission. Pure: the same submission gets the same judgement, whatever the store holds.
    #[must_use]
    pub fn judge(&self, submission: &Submission<'_>) -> Judgement {
        let Ok(ticket) = self.tickets.open(submission.ticket) else {
            return Judgement::Unsigned;
        };
        let elapsed_ms = u64::try_from(submission.received_at_ms.saturating_sub(ticket.iat_ms)).unwrap_or(0);
        let verdict = match self.check(submission, &ticket, elapsed_ms) {
            Ok(acceptance) => Verdict::Accepted(acceptance),
            Err(refusal) => Verdict::Rejected(refusal),
        };
        Judgement::Judged { ticket: Box::new(ticket), elapsed_ms, verdict }
    }

    /// The checks, in their order.
    fn check(&self, submission: &Submission<'_>, ticket: &Ticket, elapsed_ms: u64) -> Result<Acceptance, Refusal> {
        let board = day_board(&self.boards, ticket.game, ticket.date, ticket.variation, ticket.level);
        let proof =
            check_ticket(submission, ticket, &board).map_err(|refusal| Refusal { before_used: true, ..refusal })?;
        // Here stands `used`: the store finds it when it writes the verdict.
        check_day(submission, ticket)?;
        check_value(submission.claimed, ticket.game, &*proof)?;
        check_time(ticket.game, &*proof, elapsed_ms)?;
        let (value, acceptance) = replay(ticket.game, ticket.date, &board, &*proof, elapsed_ms)?;
        check_claim(submission.claimed, value, acceptance.outcome)?;
        Ok(acceptance)
    }
}

/// Replays the proof: the value it gives, and what the run is worth if nothing else speaks against it.
pub(crate) fn replay(
    game: GameId,
    date: Date,
    board: &Board,
    proof: &dyn Reading,
    elapsed_ms: u64,
) -> Result<(Value, Acceptance), Refusal> {
    let replay = proof.replay().map_err(|why| refuse(Reason::BadProof, why))?;
    let value = match replay.value {
        Value::Counted(value) => Some(value),
        Value::Elapsed => Some(elapsed_ms),
        Value::Unranked => None,
    };
    let acceptance = Acceptance {
        value,
        outcome: replay.outcome,
        plies: replay.plies,
        copy_digest: replay.copyable.map(|moves| copy_digest(game, date, board, &moves)),
    };
    Ok((replay.value, acceptance))
}

pub(crate) fn refuse(reason: Reason, detail: impl ToString) -> Refusal {
    Refusal { reason, detail: detail.to_string(), replayed: None, before_used: false }
}

/// What is checked before it matters whether the ticket was used.
fn check_ticket(submission: &Submission<'_>, ticket: &Ticket, board: &Board) -> Result<Box<dyn Reading>, Refusal> {
    check_binding(submission, ticket)?;
    let proof = ticket.game.read(board, submission.proof).map_err(|why| refuse(Reason::BadProof, why))?;
    if submission.received_at_ms >= ticket.exp_ms {
        return Err(refuse(Reason::Expired, "the ticket's end has come; ask for a new one"));
    }
    Ok(proof)
}

fn check_binding(submission: &Submission<'_>, ticket: &Ticket) -> Result<(), Refusal> {
    let bad = |why: &str| Err(refuse(Reason::BadProof, why));
    if ticket.player != *submission.player {
        return bad("the ticket is for another player");
    }
    if submission.game.is_some_and(|game| game != ticket.game) {
        return bad("the ticket is for another game");
    }
    if ticket.rules != ticket.game.game().rules {
        return bad("the ticket is for another version of the rules; reload the page");
    }
    if ticket.iat_ms > submission.received_at_ms {
        return bad("the ticket is from the future");
    }
    Ok(())
}

fn check_day(submission: &Submission<'_>, ticket: &Ticket) -> Result<(), Refusal> {
    if submission.board.is_some_and(|date| date != ticket.date) {
        return Err(refuse(Reason::BadSeed, "the submission names another board than its ticket"));
    }
    let today = Date::of(submission.received_at_ms);
    let since_midnight = submission.received_at_ms.saturating_sub(today.start_ms());
    let in_grace = ticket.date.next() == Some(today) && since_midnight <= MIDNIGHT_GRACE_MS;
    if ticket.date == today || in_grace {
        Ok(())
    } else {
        Err(refuse(Reason::BadSeed, "the ticket's board is not the board of the day"))
    }
}

pub(crate) fn check_value(claimed: Option<i64>, game: GameId, proof: &dyn Reading) -> Result<(), Refusal> {
    if let Some(claimed) = claimed {
        let possible = u64::try_from(claimed).is_ok_and(|claimed| game.game().values.contains(&claimed));
        if !possible {
            return Err(refuse(Reason::BadValue, "the claimed value is outside the game's range"));
        }
    }
    proof.check_trusted().map_err(|why| refuse(Reason::BadValue, why))
}

pub(crate) fn check_time(game: GameId, proof: &dyn Reading, elapsed_ms: u64) -> Result<(), Refusal> {
    let limits = game.game().limits;
    if elapsed_ms > limits.max_ms {
        return Err(refuse(Reason::TooSlow, format!("a run takes at most {} ms", limits.max_ms)));
    }
    if elapsed_ms < limits.min_ms {
        return Err(refuse(Reason::TooFast, format!("a run takes at least {} ms", limits.min_ms)));
    }
    let least_us = proof.least_elapsed_us();
    if elapsed_ms.saturating_mul(1000) < least_us {
        return Err(refuse(Reason::MovesTooFast, format!("these moves take at least {} ms", least_us.div_ceil(1000))));
    }
    Ok(())
}

/// A claim contradicts another counted value, and a game that was not won. Where the time is the value, no browser knows the
/// server's clock.
pub(crate) fn check_claim(claimed: Option<i64>, value: Value, outcome: Option<Outcome>) -> Result<(), Refusal> {
    match (claimed, value) {
        (Some(_), Value::Unranked) if outcome != Some(Outcome::Win) => {
            Err(refuse(Reason::ScoreMismatch, "the replay gives no value: the game was not won"))
        }
        (Some(claimed), Value::Counted(replayed)) if u64::try_from(claimed) != Ok(replayed) => Err(Refusal {
            replayed: Some(replayed),
            ..refuse(Reason::ScoreMismatch, format!("the replay gives {replayed}"))
        }),
        _ => Ok(()),
    }
}

/// Digest of the canonical moves on one board: SHA-256 over game, date, variation, level and moves.
fn copy_digest(game: GameId, date: Date, board: &Board, moves: &str) -> [u8; 32] {
    let level = board.level.map_or("-", games::Level::as_str);
    Sha256::digest(format!("{game}|{date}|{}|{level}|{moves}", board.variation)).into()
}
