//! Telling others what was closed.

use api::TitleBody;
use aws_config::SdkConfig;
use aws_sdk_eventbridge::Client;
use aws_sdk_eventbridge::types::PutEventsRequestEntry;
use calendar::rfc3339;
use serde::Serialize;
use serde_json::{Value, json};
use store::{Closed, ClosedSeason, Store};

use crate::{CloseError, ClosedBoard, ClosedRatings};

/// The `source` of our events.
const SOURCE: &str = "sunwi";

/// Where closes are announced.
#[derive(Debug)]
pub enum Announcer {
    /// On an EventBridge bus.
    Bus {
        /// The client.
        client: Box<Client>,
        /// The bus's name.
        bus: String,
    },
    /// In the log, on a laptop.
    Log,
}

/// The bus did not take an event.
#[derive(Debug, thiserror::Error)]
#[error("the event bus did not take the event: {0}")]
pub struct AnnounceError(String);

#[derive(Serialize)]
struct PeriodClosed<'a> {
    #[serde(flatten)]
    board: &'a ClosedBoard,
    closed_at: String,
    /// How often it was closed again since: this announcement replaces those with less.
    reclosed: u32,
}

#[derive(Serialize)]
struct SeasonRolled<'a> {
    #[serde(flatten)]
    ratings: &'a ClosedRatings,
    closed_at: String,
    /// How often it was closed again since, likewise.
    reclosed: u32,
}

impl Announcer {
    /// Announces on the bus `bus`.
    #[must_use]
    pub fn bus(aws: &SdkConfig, bus: String) -> Self {
        Self::Bus { client: Box::new(Client::new(aws)), bus }
    }

    /// Announces a close, and the titles if there are any; of a re-close the titles that hold since, even when there are none. At
    /// least once: a reader tells repeats by game, period and `reclosed`.
    pub(crate) async fn announce(
        &self,
        store: &Store,
        board: &ClosedBoard,
        Closed { closed_at_ms, reclosed, .. }: Closed,
    ) -> Result<(), CloseError> {
        let closed = PeriodClosed { board, closed_at: rfc3339(closed_at_ms), reclosed };
        let mut events = vec![("PeriodClosed", json!(closed))];
        if board.titles > 0 || reclosed > 0 {
            let (titles, _) = store.period_titles(board.game, board.period, 0, 100).await?;
            let titles: Vec<TitleBody> = titles.into_iter().map(TitleBody::from).collect();
            let granted = json!({ "game": board.game, "period": board.period, "reclosed": reclosed, "titles": titles });
            events.push(("TitlesGranted", granted));
        }
        Ok(self.send(events).await?)
    }

    /// Announces the end of a rating season, likewise.
    pub(crate) async fn announce_season(
        &self,
        ratings: &ClosedRatings,
        ClosedSeason { closed_at_ms, reclosed, .. }: ClosedSeason,
    ) -> Result<(), CloseError> {
        let rolled = SeasonRolled { ratings, closed_at: rfc3339(closed_at_ms), reclosed };
        Ok(self.send(vec![("SeasonRolled", json!(rolled))]).await?)
    }

    async fn send(&self, events: Vec<(&str, Value)>) -> Result<(), AnnounceError> {
        let Self::Bus { client, bus } = self else {
            for (kind, detail) in events {
                tracing::info!(kind, %detail, "event");
            }
            return Ok(());
        };
        let entry = |(kind, detail): (&str, Value)| {
            PutEventsRequestEntry::builder()
                .event_bus_name(bus)
                .source(SOURCE)
                .detail_type(kind)
                .detail(detail.to_string())
                .build()
        };
        let entries = events.into_iter().map(entry).collect();
        let answer = client.put_events().set_entries(Some(entries)).send().await;
        let answer = answer.map_err(|error| AnnounceError(aws_sdk_eventbridge::Error::from(error).to_string()))?;
        if answer.failed_entry_count == 0 {
            return Ok(());
        }
        let code = answer.entries().iter().find_map(|entry| entry.error_code()).unwrap_or("unknown");
        Err(AnnounceError(code.to_owned()))
    }
}
