//! The trail of what operators do: written with the deed, in one transaction, and never changed.

use aws_sdk_dynamodb::types::TransactWriteItem;
use calendar::Period;
use games::GameId;
use ranking::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::keys;
use crate::request::{Condition, Range, item};
use crate::{Store, StoreError};

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A run does not count any more.
    RemoveRun,
    /// A removed or refused run counts.
    RestoreRun,
    /// Runs of a player do not count.
    HidePlayer,
    /// They count again.
    UnhidePlayer,
    /// The titles of a closed period are handed out again.
    Reclose,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 5] = [Self::RemoveRun, Self::RestoreRun, Self::HidePlayer, Self::UnhidePlayer, Self::Reclose];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RemoveRun => "remove_run",
            Self::RestoreRun => "restore_run",
            Self::HidePlayer => "hide_player",
            Self::UnhidePlayer => "unhide_player",
            Self::Reclose => "reclose",
        }
    }
}

/// Who orders something, and why.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The operator, as the issuer of the token names the operator.
    pub who: &'a str,
    /// The reason given.
    pub why: &'a str,
}

/// What an operator did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditRecord {
    /// Orders the records of a month by time.
    #[serde(rename = "sk", skip_serializing)]
    pub cursor: String,
    /// When, unix milliseconds.
    #[serde(rename = "t")]
    pub at_ms: i64,
    /// The operator.
    #[serde(rename = "by")]
    pub who: String,
    /// What.
    #[serde(rename = "a")]
    pub action: Action,
    /// Why.
    #[serde(rename = "w")]
    pub why: String,
    /// The game it is about.
    #[serde(rename = "g", default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The period it is about.
    #[serde(rename = "pd", default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Period>,
    /// The player it is about.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The run it is about.
    #[serde(rename = "k", default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// How it was before.
    #[serde(rename = "bf")]
    pub before: Value,
    /// How it is since.
    #[serde(rename = "af")]
    pub after: Value,
}

impl AuditRecord {
    /// The record of `action`, ordered by `order` at `at_ms`, about nothing yet.
    pub(crate) fn new(action: Action, order: Order<'_>, at_ms: i64, before: Value, after: Value) -> Self {
        Self {
            cursor: String::new(),
            at_ms,
            who: order.who.to_owned(),
            action,
            why: order.why.to_owned(),
            game: None,
            period: None,
            player: None,
            run: None,
            before,
            after,
        }
    }
}

impl Store {
    /// The record as part of the transaction that does what it says.
    pub(crate) fn audit_part(&self, record: &AuditRecord) -> Result<TransactWriteItem, StoreError> {
        let key = keys::audit(record.at_ms, &random_word());
        self.put_part(item(key, record)?, Condition::absent())
    }

    /// What operators did in a month, newest first, at most `limit` records older than `before`, and whether more follow.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn audit(
        &self,
        month: Period,
        before: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<AuditRecord>, bool), StoreError> {
        let range = Range::all(keys::audit_pk(month)).backward();
        let range = match before {
            Some(before) => range.sort("sk < :s", before),
            None => range,
        };
        self.query(&range, limit).await
    }
}

/// Tells two things of the same millisecond apart.
pub(crate) fn random_word() -> String {
    format!("{:016x}", getrandom::u64().unwrap_or_default())
}
