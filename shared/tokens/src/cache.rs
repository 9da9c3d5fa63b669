//! The keys at hand, and when to ask for newer ones.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, RwLock};
use tokio::time::Instant;

use crate::jwks::KeyTable;
use crate::source::KeySource;

/// Keys older than this are asked for again, so that a key the issuer withdrew is soon forgotten here.
pub const REFRESH_AFTER: Duration = Duration::from_secs(3600);

/// Keys are asked for at most once in this time, whatever tokens are sent and whatever the answer was.
pub const REFRESH_LIMIT: Duration = Duration::from_secs(60);

/// Keys that could not be renewed for this long are not used any more.
pub const MAX_KEY_AGE: Duration = Duration::from_secs(24 * 3600);

/// The keys of one source.
#[derive(Debug)]
pub(crate) struct KeyCache {
    source: KeySource,
    held: RwLock<Option<Held>>,
    /// When keys were last asked for. Whoever holds the lock is asking.
    asked: Mutex<Option<Instant>>,
}

#[derive(Clone, Debug)]
struct Held {
    table: Arc<KeyTable>,
    since: Instant,
}

/// There are no keys to verify anything with.
#[derive(Debug)]
pub(crate) struct NoKeys;

impl KeyCache {
    pub(crate) fn new(source: KeySource) -> Self {
        Self { source, held: RwLock::default(), asked: Mutex::default() }
    }

    /// The keys, renewed first if they are old or do not have `kid`. They may lack it still.
    pub(crate) async fn keys_for(&self, kid: &str) -> Result<Arc<KeyTable>, NoKeys> {
        let held = self.held.read().await.clone();
        match held {
            Some(held) if held.since.elapsed() < REFRESH_AFTER && held.table.get(kid).is_some() => Ok(held.table),
            _ => {
                self.refresh().await;
                let held = self.held.read().await.clone();
                held.filter(|held| held.since.elapsed() < MAX_KEY_AGE).map(|held| held.table).ok_or(NoKeys)
            }
        }
    }

    /// Asks for the keys, unless somebody did within the limit; the keys at hand stay when that fails.
    async fn refresh(&self) {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|at| at.elapsed() < REFRESH_LIMIT) {
            return;
        }
        *asked = Some(Instant::now());
        match self.source.load().await {
            Ok(table) => *self.held.write().await = Some(Held { table: Arc::new(table), since: Instant::now() }),
            Err(error) => tracing::warn!(%error, "the keys of the token issuer could not be renewed"),
        }
    }
}
