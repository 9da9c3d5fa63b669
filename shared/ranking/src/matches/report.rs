//! Matches that were played on a game server, and what it reports of them.

use games::Side;

use super::{Change, Ending, Match, Position, Refusal, SeatClaim};

/// What a game server reports.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every move, in the game's notation.
    pub moves: Vec<String>,
    /// By what it ended.
    pub how: Ending,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Whether somebody was helped.
    pub assisted: bool,
    /// When the first move was made, unix milliseconds.
    pub started_at_ms: i64,
    /// The seats of the tokens that both players handed over.
    pub seats: [Option<SeatClaim>; 2],
}

impl Match {
    /// Takes the report of a game server. The same report once more changes nothing.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when a seat token is another one's, the rules contradict the report, or something else is recorded.
    pub fn report(&mut self, report: &Report, now_ms: i64) -> Result<Change, Refusal> {
        for (side, claim) in [Side::First, Side::Second].into_iter().zip(&report.seats) {
            let Some(claim) = claim else { continue };
            let player = self.seats[side.index()].as_ref().map(|seat| &seat.player);
            if claim.id != self.id || claim.side != side || player != Some(&claim.player) {
                return Err(Refusal::WrongSeat);
            }
        }
        let mut position = Position::start(self.game, self.options).map_err(|_| Refusal::Broken)?;
        let mut moves = Vec::new();
        for (at, token) in (1..).zip(&report.moves) {
            moves.push(position.play(token).map_err(|why| Refusal::IllegalReport { at, why })?);
        }
        let possible = match (report.how, position.end()) {
            (Ending::Played, Some(end)) => end.winner == report.winner,
            (Ending::Resigned | Ending::TimedOut, None) => report.winner.is_some(),
            (Ending::DrawAgreed, None) => report.winner.is_none(),
            _ => false,
        };
        if !possible {
            return Err(Refusal::Contradiction);
        }
        let moves = moves.join(" ");
        let seated = self.seated_at_ms.is_some_and(|seated| seated <= report.started_at_ms);
        let seat_missing = !seated || report.seats.iter().any(Option::is_none);
        if let Some(ended) = &self.ended {
            let recorded = (ended.how, ended.winner, ended.assisted, ended.seat_missing, &self.moves);
            let same = recorded == (report.how, report.winner, report.assisted, seat_missing, &moves);
            return if same { Ok(Change::Nothing) } else { Err(Refusal::Over) };
        }
        if !self.moves.is_empty() {
            return Err(Refusal::PlayedHere);
        }
        let margin = position.end().map_or(0, |end| end.margin);
        self.moves = moves;
        (self.invitation, self.private) = (None, None);
        self.end(report.how, report.winner, margin, now_ms);
        if let Some(ended) = &mut self.ended {
            ended.assisted = report.assisted;
            ended.seat_missing = seat_missing;
        }
        Ok(Change::Made)
    }
}
