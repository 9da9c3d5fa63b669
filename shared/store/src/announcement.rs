//! What listeners have still to hear: titles that an operator's re-close replaced.
//!
//! The note is written in the transaction that decides the re-close, and once more when the last title is in its place; the
//! closer, which is woken every hour, announces what is noted and takes the note away unless it was written again since. So an
//! announcement is never lost, and the last one tells what is true.

use aws_sdk_dynamodb::types::TransactWriteItem;
use calendar::Period;
use games::GameId;
use ratings::Pool;
use serde::Deserialize;

use crate::keys;
use crate::request::{Condition, Item, Range, text};
use crate::{Store, StoreError};

/// Notes read at once.
const PAGE: u32 = 100;

/// Titles that were replaced and not announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The game.
    pub game: GameId,
    /// The period.
    pub period: Period,
    /// Of the rating season of this pool; of the board when absent.
    pub pool: Option<Pool>,
}

/// How far a re-close has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It is decided.
    Decided,
    /// Every title is in its place.
    Done,
}

/// A note that something is to be announced.
#[derive(Clone, Debug, Deserialize)]
pub struct Note {
    #[serde(rename = "sk")]
    place: String,
    /// Which re-close, and how far it had come.
    #[serde(rename = "m")]
    stage: String,
}

impl Note {
    /// What is to be announced; `None` for a game that is no longer known.
    #[must_use]
    pub fn replaced(&self) -> Option<Replaced> {
        let mut parts = self.place.split('#');
        let (game, period) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some(Replaced { game, period, pool: parts.next().and_then(|pool| pool.parse().ok()) })
    }
}

impl Replaced {
    fn place(&self) -> String {
        let pool = self.pool.map_or_else(String::new, |pool| format!("#{pool}"));
        format!("{}#{}{pool}", self.game, self.period)
    }

    /// The note of the re-close number `reclosed`.
    fn note(&self, reclosed: u32, stage: Stage) -> Item {
        let mut note = Item::from(keys::to_announce(&self.place()));
        note.insert("m".to_owned(), text(format!("{reclosed} {stage:?}")));
        note
    }
}

impl Store {
    pub(crate) fn note_part(&self, replaced: &Replaced, reclosed: u32) -> Result<TransactWriteItem, StoreError> {
        self.put_part(replaced.note(reclosed, Stage::Decided), Condition::default())
    }

    pub(crate) async fn note_done(&self, replaced: &Replaced, reclosed: u32) -> Result<(), StoreError> {
        self.put(replaced.note(reclosed, Stage::Done), Condition::default()).await?;
        Ok(())
    }

    /// What is to be announced, at most a hundred notes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn to_announce(&self) -> Result<Vec<Note>, StoreError> {
        Ok(self.query(&Range::all(keys::TO_ANNOUNCE.to_owned()), PAGE).await?.0)
    }

    /// Takes a note away, unless it was written again since it was read.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn announced(&self, note: &Note) -> Result<(), StoreError> {
        let seen = Condition::new("m = :m").value(":m", text(&note.stage));
        self.delete(keys::to_announce(&note.place), seen).await?;
        Ok(())
    }
}
