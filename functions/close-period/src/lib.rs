//! Closes the boards of a period that is over, grants its titles and announces both.
//!
//! | variable | what |
//! |---|---|
//! | `SUNWI_TABLE` | the table |
//! | `SUNWI_EVENT_BUS` | the bus that closes are announced on |
//!
//! A schedule only wakes the closer; what there is to close is read from the table. So a schedule may fire late, twice, or not at
//! all: every run closes the period that ended last and whatever earlier one of its kind was missed, oldest first.

mod announce;

use std::time::{Duration, Instant};

use api::config::{self, ConfigError};
use api::metrics::Observation;
use calendar::{Period, PeriodKind, parse_rfc3339};
use games::{GameId, Kind};
use ratings::Pool;
use serde::{Deserialize, Serialize};
use store::{Clock, Closed, Replaced, SETTLE_MS, Store, StoreError};

pub use announce::{AnnounceError, Announcer};

/// A board that people played on and that is closed this long after its period ended was overdue: somebody is told.
pub const OVERDUE_MS: i64 = 15 * 60 * 1000;

/// How far back a missed close is looked for: a year of each kind.
const LOOK_BACK: [(PeriodKind, usize); 3] = [(PeriodKind::Week, 53), (PeriodKind::Month, 12), (PeriodKind::Season, 4)];

/// What wakes the closer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Request {
    /// A schedule: the period of this kind that ended last before `time`.
    Schedule {
        /// The kind of period.
        kind: PeriodKind,
        /// When the schedule fired, RFC 3339.
        time: String,
    },
    /// An operator: this period.
    Period {
        /// The period.
        period: Period,
    },
    /// The hourly sweep: whatever is over and open, of every kind.
    Sweep {
        /// Always true.
        sweep: bool,
    },
}

/// What a call did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The boards that this call closed.
    pub closed: Vec<ClosedBoard>,
    /// The rating seasons that this call ended, where anybody qualified.
    pub seasons: Vec<ClosedRatings>,
}

/// A board that was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClosedBoard {
    /// The game.
    pub game: GameId,
    /// The period.
    pub period: Period,
    /// How many took part.
    pub participants: u64,
    /// How many titles were granted.
    pub titles: u64,
}

/// A rating season that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClosedRatings {
    /// The game.
    pub game: GameId,
    /// Whom the ratings were earned against.
    pub pool: Pool,
    /// The season.
    pub season: Period,
    /// How many qualified for a title.
    pub qualified: u64,
    /// How many titles were granted.
    pub titles: u64,
}

/// Why a close did not happen; the event is sent again.
#[derive(Debug, thiserror::Error)]
pub enum CloseError {
    /// The period is not over.
    #[error("{0} is not over")]
    NotOver(Period),
    /// The event's time is no RFC 3339 time.
    #[error("the event's time cannot be read")]
    Time,
    /// The table.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The event bus.
    #[error(transparent)]
    Announce(#[from] AnnounceError),
}

/// Closes boards.
#[derive(Debug)]
pub struct Closer {
    store: Store,
    announcer: Announcer,
}

impl Closer {
    /// A closer of these parts.
    #[must_use]
    pub const fn new(store: Store, announcer: Announcer) -> Self {
        Self { store, announcer }
    }

    /// The closer that the environment describes.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] that names the variable which is missing or wrong.
    pub fn from_env() -> Result<Self, ConfigError> {
        let bus = config::required(config::EVENT_BUS)?;
        let store = config::store(Clock::system())?;
        Ok(Self::new(store, Announcer::bus(&config::aws("EVENTBRIDGE")?, bus)))
    }

    /// Does what `request` asks for.
    ///
    /// # Errors
    ///
    /// [`CloseError`], the first one; everything else was closed all the same, and the same request goes on from there.
    pub async fn handle(&self, request: Request) -> Result<Report, CloseError> {
        let began = Instant::now();
        let now_ms = self.store.clock().now_ms();
        let last = |kind, at_ms| Period::containing(kind, at_ms).previous();
        let periods: Vec<Period> = match request {
            Request::Schedule { kind, time } => {
                let fired_at_ms = parse_rfc3339(&time).map_err(|_| CloseError::Time)?;
                last(kind, fired_at_ms).into_iter().collect()
            }
            Request::Period { period } => vec![period],
            Request::Sweep { .. } => PeriodKind::ALL.into_iter().filter_map(|kind| last(kind, now_ms)).collect(),
        };
        let mut progress = Progress { now_ms, report: Report::default(), overdue: 0, fault: None };
        for period in periods {
            self.settle(period).await?;
            for game in GameId::with_runs() {
                let closed = self.catch_up(game, period, &mut progress).await;
                progress.note(game, period, closed);
            }
            if period.kind() == PeriodKind::Season {
                self.close_ratings(period, &mut progress).await;
            }
        }
        if let Err(fault) = self.announce_replaced().await {
            tracing::error!(%fault, "replaced titles are not announced");
            progress.fault.get_or_insert(fault);
        }
        observe(&progress, began.elapsed());
        progress.fault.map_or(Ok(progress.report), Err)
    }

    /// Waits until everything that was received in the period has landed.
    async fn settle(&self, period: Period) -> Result<(), CloseError> {
        let clock = self.store.clock();
        // A machine's clock may be a little behind the schedule's; beyond that the period is simply not over.
        if clock.now_ms() < period.end_ms().saturating_sub(SETTLE_MS) {
            return Err(CloseError::NotOver(period));
        }
        while let Ok(left @ 1..) = u64::try_from(period.end_ms().saturating_add(SETTLE_MS) - clock.now_ms()) {
            tokio::time::sleep(Duration::from_millis(left.min(1_000))).await;
        }
        Ok(())
    }

    /// The periods to be closed, oldest first: `newest`, and those of the year before it that were missed. Closes go from old to
    /// new, so the first one on the way back that is closed and announced ends the search. Long before the first run there is
    /// nothing to close; from there on every period is, even an empty one.
    async fn missed(&self, what: Closable, newest: Period) -> Result<Vec<Period>, StoreError> {
        let mut open = Vec::new();
        let mut begun = false;
        for period in back_from(newest) {
            let announced = match what {
                Closable::Board(game) => self.store.closed(game, period).await?.map(|closed| closed.announced),
                Closable::Ratings(game, pool) => {
                    self.store.closed_season(game, pool, period).await?.map(|closed| closed.announced)
                }
            };
            match announced {
                Some(true) => {
                    begun = true;
                    break;
                }
                announced => open.push((period, announced.is_some())),
            }
        }
        let mut missed = Vec::new();
        for (period, closed) in open.into_iter().rev() {
            begun |= closed || period == newest;
            // Of ratings it is not known who was there then: the newest season is their first.
            if let (false, Closable::Board(game)) = (begun, what) {
                begun = !self.store.top(game, period, None, 1).await?.0.is_empty();
            }
            if begun {
                missed.push(period);
            }
        }
        Ok(missed)
    }

    /// Closes `newest` and, before it, every earlier period that was missed.
    async fn catch_up(&self, game: GameId, newest: Period, progress: &mut Progress) -> Result<(), CloseError> {
        for period in self.missed(Closable::Board(game), newest).await? {
            self.close(game, period, progress).await?;
        }
        Ok(())
    }

    /// Ends the rating season `newest` of every game and pool, and before it those that were missed.
    async fn close_ratings(&self, newest: Period, progress: &mut Progress) {
        for &game in GameId::ALL.iter().filter(|game| matches!(game.game().kind, Kind::Opponent | Kind::Match)) {
            for &pool in Pool::ALL {
                let closed = self.catch_up_ratings(game, pool, newest, progress).await;
                progress.note(game, newest, closed);
            }
        }
    }

    async fn catch_up_ratings(
        &self,
        game: GameId,
        pool: Pool,
        newest: Period,
        progress: &mut Progress,
    ) -> Result<(), CloseError> {
        for season in self.missed(Closable::Ratings(game, pool), newest).await? {
            self.close_rating(game, pool, season, &mut progress.report).await?;
        }
        Ok(())
    }

    async fn close_rating(
        &self,
        game: GameId,
        pool: Pool,
        season: Period,
        report: &mut Report,
    ) -> Result<(), CloseError> {
        let closed = self.store.close_season(game, pool, season).await?;
        if closed.announced {
            return Ok(());
        }
        let ratings = ClosedRatings { game, pool, season, qualified: closed.qualified, titles: closed.titles };
        self.announcer.announce_season(&ratings, closed).await?;
        self.store.mark_season_announced(game, pool, season).await?;
        if closed.qualified > 0 {
            report.seasons.push(ratings);
        }
        Ok(())
    }

    /// Announces the titles that operators have replaced since.
    async fn announce_replaced(&self) -> Result<(), CloseError> {
        for note in self.store.to_announce().await? {
            match note.replaced() {
                Some(Replaced { game, period, pool: None }) => {
                    if let Some(closed) = self.store.closed(game, period).await? {
                        self.announce_board(game, period, closed).await?;
                    }
                }
                Some(Replaced { game, period, pool: Some(pool) }) => {
                    if let Some(closed) = self.store.closed_season(game, pool, period).await? {
                        let ratings = ClosedRatings {
                            game,
                            pool,
                            season: period,
                            qualified: closed.qualified,
                            titles: closed.titles,
                        };
                        self.announcer.announce_season(&ratings, closed).await?;
                    }
                }
                None => {}
            }
            self.store.announced(&note).await?;
        }
        Ok(())
    }

    async fn announce_board(&self, game: GameId, period: Period, closed: Closed) -> Result<(), CloseError> {
        let board = ClosedBoard { game, period, participants: closed.participants, titles: closed.titles };
        self.announcer.announce(&self.store, &board, closed).await
    }

    async fn close(&self, game: GameId, period: Period, progress: &mut Progress) -> Result<(), CloseError> {
        let closing = self.store.close(game, period).await?;
        let board =
            ClosedBoard { game, period, participants: closing.closed.participants, titles: closing.closed.titles };
        if !closing.closed.announced {
            self.announce_board(game, period, closing.closed).await?;
            self.store.mark_announced(game, period).await?;
        }
        if closing.now {
            tracing::info!(%game, %period, participants = board.participants, titles = board.titles, "closed");
            progress.overdue += u64::from(board.participants > 0 && progress.is_overdue(period));
            progress.report.closed.push(board);
        }
        Ok(())
    }
}

/// What is closed period by period.
#[derive(Clone, Copy)]
enum Closable {
    /// A game's boards.
    Board(GameId),
    /// A game's ratings of a pool.
    Ratings(GameId, Pool),
}

/// How far a call has come.
struct Progress {
    now_ms: i64,
    report: Report,
    /// Boards with runs on them that were overdue when this call closed them, or that it could not close.
    overdue: u64,
    /// The first thing that went wrong. What has nothing to do with it is closed all the same.
    fault: Option<CloseError>,
}

impl Progress {
    fn is_overdue(&self, period: Period) -> bool {
        period.end_ms().saturating_add(OVERDUE_MS) <= self.now_ms
    }

    fn note(&mut self, game: GameId, period: Period, closed: Result<(), CloseError>) {
        if let Err(fault) = closed {
            tracing::error!(%game, %period, %fault, "not closed");
            self.overdue += u64::from(self.is_overdue(period));
            self.fault.get_or_insert(fault);
        }
    }
}

/// `newest` and the periods before it, a year of them.
fn back_from(newest: Period) -> impl Iterator<Item = Period> {
    let most = LOOK_BACK.iter().find(|(kind, _)| *kind == newest.kind()).map_or(1, |&(_, most)| most);
    std::iter::successors(Some(newest), |period| period.previous()).take(most)
}

/// The one line a call leaves in the log, with its metrics.
fn observe(progress: &Progress, took: Duration) {
    let report = &progress.report;
    let total = |count: fn(&ClosedBoard) -> u64| report.closed.iter().map(count).fold(0, u64::saturating_add);
    Observation::of("closes done")
        .count("CloseParticipants", total(|board| board.participants))
        .count("TitlesGranted", total(|board| board.titles))
        .count("BoardsClosed", u64::try_from(report.closed.len()).unwrap_or(u64::MAX))
        .count("OverdueBoards", progress.overdue)
        .time("CloseDuration", took)
        .write();
}
