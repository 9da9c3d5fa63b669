//! The state of a match, and what the people in it may do.

use games::{GameId, Side};
use ratings::{Score, Unrated};
use serde::{Deserialize, Serialize};

use super::{BadOptions, Clock, Network, Options, Position, playable, unrated_because};
use crate::PlayerId;

/// Why a match does not move the ratings, in the order in which it is looked at. The first one that applies is told.
pub const REASONS: [Unrated; 7] = [
    Unrated::SeatMissing,
    Unrated::SameAccount,
    Unrated::SameBrowser,
    Unrated::SameNetwork,
    Unrated::Assisted,
    Unrated::TooShort,
    Unrated::PairDaily,
];

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Unguessable identifier: whoever has it may watch.
    pub id: String,
    /// What is played.
    pub game: GameId,
    /// How.
    #[serde(default)]
    pub options: Options,
    /// Whether the room was opened for a rated match. Never for a game that is not rated.
    pub rated: bool,
    /// Whether a game server plays and reports it. Otherwise a loser could end it here first, before any move, and so unrated.
    #[serde(default, skip_serializing_if = "is_false")]
    pub elsewhere: bool,
    /// How long one may think.
    pub clock: Clock,
    /// When the room was opened, unix milliseconds.
    pub opened_at_ms: i64,
    /// What opens the second seat, until it is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
    /// Who plays: the side that the rules call first, and the other.
    pub seats: [Option<Seat>; 2],
    /// How the first one came in, until the second has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<Private>,
    /// What both seats turned out to share when the second was taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<Unrated>,
    /// When both seats were taken, unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seated_at_ms: Option<i64>,
    /// The moves in the game's notation, one blank between.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
    /// Since when the side to move thinks, unix milliseconds.
    pub turn_since_ms: i64,
    /// What both had left when the turn began, in milliseconds.
    pub left_ms: [i64; 2],
    /// Who offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Side>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player.
    pub player: PlayerId,
    /// The name at that moment.
    pub nickname: String,
    /// When the seat was taken, unix milliseconds.
    pub at_ms: i64,
}

/// How somebody came in. Kept only until it has been compared with how the other one does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Private {
    /// The player of the browser.
    pub browser: PlayerId,
    /// The network, hashed with the key of the day on which the room was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<Network>,
}

/// By what a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The rules ended it.
    Played,
    /// Somebody resigned, or left.
    Resigned,
    /// Somebody's time was up.
    TimedOut,
    /// Both agreed to a draw.
    DrawAgreed,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// By what.
    pub how: Ending,
    /// Who won; `None` is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// By how much, in games that are counted and were played to their end.
    #[serde(default)]
    pub margin: u32,
    /// When, unix milliseconds: the day and the season the match belongs to.
    pub at_ms: i64,
    /// Whether somebody was helped, as a game server reports it.
    #[serde(default)]
    pub assisted: bool,
    /// Whether a seat was missing when the match began.
    #[serde(default)]
    pub seat_missing: bool,
    /// Why it moved no rating although it was opened for a rated match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// Both ratings before and after, when it moved them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<[[f64; 2]; 2]>,
    /// Both players' baduk points before and after, when it moved them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[[u32; 2]; 2]>,
}

/// What a request made of a match that it was allowed to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It changed.
    Made,
    /// It was like this before: the request came again.
    Nothing,
    /// It came after the time of the side to move was up: the match ended by that.
    TooLate,
}

/// Why a request changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[error("the invitation is not the one of this match")]
    WrongInvitation,
    #[error("both seats are taken")]
    SeatTaken,
    #[error("you have no seat in this match")]
    NotSeated,
    #[error("the other seat is not taken yet")]
    SeatOpen,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("the match is at another ply")]
    Stale,
    #[error("the match is over")]
    Over,
    #[error("the rules refuse the move: {0}")]
    Illegal(&'static str),
    #[error("nobody's time is up")]
    TimeLeft,
    #[error("move {at} of the report is refused: {why}")]
    IllegalReport { at: usize, why: &'static str },
    #[error("the rules contradict the reported result")]
    Contradiction,
    #[error("a seat token belongs to another match, seat or player")]
    WrongSeat,
    #[error("this match is played here and cannot be reported")]
    PlayedHere,
    #[error("a game server plays this match and reports it")]
    PlayedElsewhere,
    #[error("the stored moves cannot be replayed")]
    Broken,
}

impl Match {
    /// A room in which `seat` waits on `side` for somebody who knows `invitation`.
    ///
    /// # Errors
    ///
    /// [`BadOptions`] when people do not play the game here, or not with these options or this clock.
    #[expect(clippy::too_many_arguments, reason = "each is one choice of who opens the room")]
    pub fn open(
        id: String,
        game: GameId,
        options: Options,
        rated: bool,
        clock: Clock,
        invitation: String,
        (side, seat): (Side, Seat),
        private: Private,
    ) -> Result<Self, BadOptions> {
        let setting = playable(game).ok_or(BadOptions("people do not play this game against each other here"))?;
        Position::start(game, options)?;
        if !clock.is_playable() {
            return Err(BadOptions("clock: ten seconds to a week for a move, a minute to a week for a game"));
        }
        let opened_at_ms = seat.at_ms;
        let mut seats = [None, None];
        seats[side.index()] = Some(seat);
        Ok(Self {
            id,
            game,
            options,
            rated: rated && setting.rated && unrated_because(game, options).is_none(),
            elsewhere: false,
            clock,
            opened_at_ms,
            invitation: Some(invitation),
            seats,
            private: Some(private),
            shared: Vec::new(),
            seated_at_ms: None,
            moves: String::new(),
            turn_since_ms: opened_at_ms,
            left_ms: clock.full(),
            draw_offer: None,
            ended: None,
        })
    }

    /// The seat that nobody has taken yet.
    #[must_use]
    pub fn open_side(&self) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|side| self.seats[side.index()].is_none())
    }

    /// Takes the second seat.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when it is taken or the invitation is wrong.
    pub fn sit(&mut self, invitation: &str, seat: Seat, private: &Private) -> Result<Change, Refusal> {
        let Some(side) = self.open_side() else {
            let again = self.seats.iter().flatten().any(|taken| taken.player == seat.player);
            return if again { Ok(Change::Nothing) } else { Err(Refusal::SeatTaken) };
        };
        if self.ended.is_some() {
            return Err(Refusal::Over);
        }
        if self.invitation.as_deref() != Some(invitation) {
            return Err(Refusal::WrongInvitation);
        }
        let same = |what: Unrated| match (what, &self.private) {
            (Unrated::SameAccount, _) => self.seats.iter().flatten().any(|other| other.player == seat.player),
            (Unrated::SameBrowser, Some(other)) => other.browser == private.browser,
            (Unrated::SameNetwork, Some(other)) => other.network.is_some() && other.network == private.network,
            _ => false,
        };
        self.shared = REASONS.into_iter().filter(|&what| same(what)).collect();
        (self.invitation, self.private) = (None, None);
        (self.seated_at_ms, self.turn_since_ms) = (Some(seat.at_ms), seat.at_ms);
        self.seats[side.index()] = Some(seat);
        Ok(Change::Made)
    }

    /// Every move so far.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.moves.split_ascii_whitespace()
    }

    /// How many moves were made.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves().count()
    }

    /// The position now.
    ///
    /// # Errors
    ///
    /// [`Refusal::Broken`] when the stored moves are not of this game.
    pub fn position(&self) -> Result<Position, Refusal> {
        self.position_after(usize::MAX)
    }

    fn position_after(&self, plies: usize) -> Result<Position, Refusal> {
        let mut position = Position::start(self.game, self.options).map_err(|_| Refusal::Broken)?;
        for token in self.moves().take(plies) {
            position.play(token).map_err(|_| Refusal::Broken)?;
        }
        Ok(position)
    }

    /// Whether a clock runs here.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.ended.is_none() && self.seated_at_ms.is_some() && !self.elsewhere
    }

    /// What both have left at `now_ms`, in milliseconds; 0 when the time of `to_move` is up.
    #[must_use]
    pub fn left_at(&self, to_move: Side, now_ms: i64) -> [i64; 2] {
        let mut left = self.left_ms;
        if self.is_running() {
            let thought = now_ms.saturating_sub(self.turn_since_ms).max(0);
            left[to_move.index()] = left[to_move.index()].saturating_sub(thought).max(0);
        }
        left
    }

    /// The seat of `player`; of both seats the one to move.
    fn side_of(&self, player: &PlayerId, to_move: Side) -> Result<Side, Refusal> {
        let sits = |side: Side| self.seats[side.index()].as_ref().is_some_and(|seat| seat.player == *player);
        [to_move, to_move.other()].into_iter().find(|&side| sits(side)).ok_or(Refusal::NotSeated)
    }

    /// Both seats taken, no end yet, and played here.
    fn goes_on(&self) -> Result<(), Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::Over);
        }
        if self.elsewhere {
            return Err(Refusal::PlayedElsewhere);
        }
        if self.seated_at_ms.is_none() { Err(Refusal::SeatOpen) } else { Ok(()) }
    }

    /// Makes the move number `ply`, from 1. The same move once more changes nothing.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when it is not that ply or not the player's turn, or the rules refuse the move.
    pub fn play(&mut self, player: &PlayerId, ply: usize, token: &str, now_ms: i64) -> Result<Change, Refusal> {
        let mut position = self.position()?;
        let side = self.side_of(player, position.side_to_move())?;
        let made = self.plies();
        if (1..=made).contains(&ply) {
            let mut before = self.position_after(ply - 1)?;
            let own = self.side_of(player, before.side_to_move())? == before.side_to_move();
            let same = before.play(token).ok().as_deref() == self.moves().nth(ply - 1);
            return if own && same { Ok(Change::Nothing) } else { Err(Refusal::Stale) };
        }
        self.goes_on()?;
        if ply != made + 1 {
            return Err(Refusal::Stale);
        }
        if side != position.side_to_move() {
            return Err(Refusal::NotYourTurn);
        }
        if self.times_out(side, now_ms) {
            return Ok(Change::TooLate);
        }
        let spelling = position.play(token).map_err(Refusal::Illegal)?;
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        self.moves.push_str(&spelling);
        self.left_ms = self.clock.after(self.left_ms, side, now_ms.saturating_sub(self.turn_since_ms));
        self.turn_since_ms = now_ms;
        if self.draw_offer == Some(side.other()) {
            self.draw_offer = None; // a move is an answer
        }
        if let Some(end) = position.end() {
            self.end(Ending::Played, end.winner, end.margin, now_ms);
        }
        Ok(Change::Made)
    }

    /// Gives the game up: a loss, unless the time of the side to move was up before.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when there is nothing to give up.
    pub fn resign(&mut self, player: &PlayerId, now_ms: i64) -> Result<Change, Refusal> {
        let to_move = self.position()?.side_to_move();
        let side = self.side_of(player, to_move)?;
        let before = self.ended.as_ref().map(|ended| (ended.how, ended.winner));
        if before == Some((Ending::Resigned, Some(side.other()))) {
            return Ok(Change::Nothing);
        }
        self.goes_on()?;
        if self.times_out(to_move, now_ms) {
            return Ok(Change::TooLate);
        }
        self.end(Ending::Resigned, Some(side.other()), 0, now_ms);
        Ok(Change::Made)
    }

    /// Offers a draw, or accepts the one that the other side offers. An offer stands until the other side moves; whose time is up can
    /// accept it no more.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when the match does not go on.
    pub fn draw(&mut self, player: &PlayerId, now_ms: i64) -> Result<Change, Refusal> {
        let to_move = self.position()?.side_to_move();
        let side = self.side_of(player, to_move)?;
        if self.ended.as_ref().is_some_and(|ended| ended.how == Ending::DrawAgreed) || self.draw_offer == Some(side) {
            return Ok(Change::Nothing);
        }
        self.goes_on()?;
        if self.times_out(to_move, now_ms) {
            return Ok(Change::TooLate);
        }
        if self.draw_offer == Some(side.other()) {
            self.end(Ending::DrawAgreed, None, 0, now_ms);
        } else {
            self.draw_offer = Some(side);
        }
        Ok(Change::Made)
    }

    /// Claims that the time of the side to move is up.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when it is not.
    pub fn claim(&mut self, player: &PlayerId, now_ms: i64) -> Result<Change, Refusal> {
        let to_move = self.position()?.side_to_move();
        self.side_of(player, to_move)?;
        if self.ended.as_ref().is_some_and(|ended| ended.how == Ending::TimedOut) {
            return Ok(Change::Nothing);
        }
        self.goes_on()?;
        if self.times_out(to_move, now_ms) { Ok(Change::Made) } else { Err(Refusal::TimeLeft) }
    }

    /// Whether the time of `to_move` is up at `now_ms`; the match then ends by that.
    fn times_out(&mut self, to_move: Side, now_ms: i64) -> bool {
        let up = self.left_at(to_move, now_ms)[to_move.index()] == 0;
        if up {
            self.end(Ending::TimedOut, Some(to_move.other()), 0, now_ms);
        }
        up
    }

    pub(super) fn end(&mut self, how: Ending, winner: Option<Side>, margin: u32, at_ms: i64) {
        self.draw_offer = None;
        self.ended = Some(Ended {
            how,
            winner,
            margin,
            at_ms,
            assisted: false,
            seat_missing: false,
            unrated: None,
            ratings: None,
            points: None,
        });
    }

    /// Why the ended match moves no rating, as far as the match itself shows, or because `pair_games` rated matches of these two ended
    /// that day before.
    #[must_use]
    pub fn unrated(&self, pair_games: u32) -> Option<Unrated> {
        let ended = self.ended.as_ref()?;
        let least = playable(self.game).map_or(u32::MAX, |setting| setting.least_plies);
        let applies = |reason: &Unrated| match reason {
            Unrated::SeatMissing => ended.seat_missing || self.seats.iter().any(Option::is_none),
            Unrated::SameAccount | Unrated::SameBrowser | Unrated::SameNetwork => self.shared.contains(reason),
            Unrated::Assisted => ended.assisted,
            Unrated::TooShort => u32::try_from(self.plies()).unwrap_or(u32::MAX) < least,
            Unrated::PairDaily => pair_games >= Self::PAIR_DAILY,
            Unrated::AiCeiling => false,
        };
        REASONS.into_iter().find(applies)
    }

    /// Rated matches of the same two people in one game and day, in Seoul (published).
    pub const PAIR_DAILY: u32 = ratings::constants::PAIR_GAMES_PER_DAY;
}

/// How a match with this winner ended for `side`.
#[must_use]
pub fn result(winner: Option<Side>, side: Side) -> Score {
    match winner {
        None => Score::Draw,
        Some(winner) if winner == side => Score::Win,
        Some(_) => Score::Loss,
    }
}
