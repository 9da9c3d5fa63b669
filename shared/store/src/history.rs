//! What a player has played: one line a match, written in the transaction that ends it.

use games::{GameId, Side};
use ranking::PlayerId;
use ranking::matches::{Ended, Ending, Match, result};
use ratings::{Score, Unrated};
use serde::{Deserialize, Serialize};

use crate::keys::{self, Key};
use crate::request::Range;
use crate::{Store, StoreError};

/// A match from the side of one who played it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The match.
    pub id: String,
    /// The game.
    #[serde(rename = "g")]
    pub game: GameId,
    /// The seat.
    #[serde(rename = "s")]
    pub side: Side,
    /// Who sat opposite; nobody when a match was reported whose second seat was never taken.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PlayerId>,
    /// The opponent's name then.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    /// How it ended for the player.
    #[serde(rename = "r")]
    pub score: Score,
    /// By what.
    #[serde(rename = "h")]
    pub how: Ending,
    /// Moves of both.
    #[serde(rename = "pl")]
    pub plies: u32,
    /// The public reason why it moved no rating.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// The player's rating before and after, when it moved.
    #[serde(rename = "ra", default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<[f64; 2]>,
    /// When it ended, unix milliseconds.
    #[serde(rename = "t")]
    pub ended_at_ms: i64,
}

impl Played {
    /// Both sides of an ended match. Who sat in both seats has one line.
    pub(crate) fn of(game: &Match, ended: &Ended) -> Vec<(Key, Self)> {
        let mut lines: Vec<(Key, Self)> = Vec::new();
        for side in [Side::First, Side::Second] {
            let Some(seat) = &game.seats[side.index()] else { continue };
            let opponent = game.seats[side.other().index()].as_ref();
            let line = Self {
                id: game.id.clone(),
                game: game.game,
                side,
                opponent: opponent.map(|seat| seat.player.clone()),
                nickname: opponent.map(|seat| seat.nickname.clone()),
                score: result(ended.winner, side),
                how: ended.how,
                plies: u32::try_from(game.plies()).unwrap_or(u32::MAX),
                unrated: ended.unrated,
                rating: ended.ratings.map(|ratings| ratings[side.index()]),
                ended_at_ms: ended.at_ms,
            };
            let key = keys::played(&seat.player, &line.place());
            if lines.iter().all(|(known, _)| *known != key) {
                lines.push((key, line));
            }
        }
        lines
    }

    /// Where it stands among the player's matches.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{:015}#{}", self.ended_at_ms, self.id)
    }
}

impl Store {
    /// The matches of a player, the latest first, after the place `after`, and whether more follow.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn played(
        &self,
        player: &PlayerId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<Played>, bool), StoreError> {
        let all = Range::all(keys::played_pk(player)).backward();
        let range = match after {
            Some(after) => all.sort("sk < :s", after),
            None => all,
        };
        self.query(&range, limit).await
    }
}
