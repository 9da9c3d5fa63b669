//! The schedules of the closes: what was missed is closed at the start, and every midnight in Seoul wakes the closer.

use std::time::Duration;

use calendar::Date;
use close_period::{Closer, Request};
use store::Clock;

/// How often the clock is looked at; it may have been shifted, so one long sleep would not do.
const TICK: Duration = Duration::from_secs(1);

/// Runs the closes until the task is dropped.
pub async fn run(closer: Closer, clock: Clock) {
    let mut day = None;
    loop {
        let today = Date::of(clock.now_ms());
        if day != Some(today) {
            match closer.handle(Request::Sweep { sweep: true }).await {
                Ok(report) => {
                    day = Some(today);
                    tracing::info!(%today, closed = report.closed.len(), "looked for boards to close");
                }
                Err(error) => tracing::warn!(%error, "a close did not go through and is tried again"),
            }
        }
        tokio::time::sleep(TICK).await;
    }
}
