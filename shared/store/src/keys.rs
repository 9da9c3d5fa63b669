//! Every key and every shared attribute name of the table.

use calendar::{Date, Period, PeriodKind};
use games::GameId;
use ranking::{PlayerId, Reason};
use ratings::Pool;

/// Partition key.
pub const PK: &str = "pk";
/// Sort key.
pub const SK: &str = "sk";
/// The rank key; only ranked items carry it, so the index is sparse.
pub const RANK: &str = "rank";
/// When the database may delete the item, unix seconds.
pub const TTL: &str = "ttl";
/// The local secondary index over [`RANK`].
pub const BY_RANK: &str = "by_rank";

/// The primary key of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub pk: String,
    pub sk: String,
}

fn key(pk: String, sk: impl Into<String>) -> Key {
    Key { pk, sk: sk.into() }
}

pub fn player_pk(player: &PlayerId) -> String {
    format!("P#{player}")
}

pub fn profile(player: &PlayerId) -> Key {
    key(player_pk(player), "PROFILE")
}

/// What the sort keys of a player's runs begin with.
pub const RUN: &str = "RUN#";

/// What the sort keys of a player's runs of `game` begin with.
pub fn runs(game: GameId) -> String {
    format!("{RUN}{game}#")
}

pub fn run(player: &PlayerId, game: GameId, ticket_id: &str) -> Key {
    key(player_pk(player), runs(game) + ticket_id)
}

/// What the sort keys of the seats begin with that show a player's name.
pub const SEAT: &str = "SEAT#";

pub fn seat(browser: &PlayerId, id: &str) -> Key {
    key(player_pk(browser), format!("{SEAT}{id}"))
}

pub fn copy(game: GameId, date: Date, digest: &str) -> Key {
    key(format!("PROOF#{game}#{date}#{digest}"), "-")
}

pub fn board_pk(game: GameId, period: Period, shard: u16) -> String {
    format!("B#{game}#{period}#{shard}")
}

pub fn entry(game: GameId, period: Period, player: &PlayerId) -> Key {
    key(board_pk(game, period, shard(game, player)), player.as_str())
}

pub fn ratings_pk(game: GameId, pool: Pool) -> String {
    format!("R#{game}#{pool}")
}

pub fn rating(game: GameId, pool: Pool, player: &PlayerId) -> Key {
    key(ratings_pk(game, pool), player.as_str())
}

pub fn baduk_points(player: &PlayerId) -> Key {
    key("R#baduk#points".to_owned(), player.as_str())
}

pub fn matches(id: &str) -> Key {
    key(format!("M#{id}"), "MATCH")
}

pub fn played_pk(player: &PlayerId) -> String {
    format!("H#{player}")
}

pub fn played(player: &PlayerId, place: &str) -> Key {
    key(played_pk(player), place)
}

pub fn pair(date: Date, game: GameId, a: &PlayerId, b: &PlayerId) -> Key {
    key(format!("PAIR#{date}#{game}#{a}#{b}"), "-")
}

pub fn closed(game: GameId, period: Period) -> Key {
    key(format!("B#{game}#{period}"), "CLOSED")
}

/// What the sort keys of a player's titles begin with.
pub const TITLE: &str = "TITLE#";

pub fn player_title(player: &PlayerId, game: GameId, period: Period) -> Key {
    key(player_pk(player), format!("{TITLE}{period}#{game}"))
}

pub fn player_rating_title(player: &PlayerId, game: GameId, season: Period, pool: Pool) -> Key {
    key(player_pk(player), format!("{TITLE}{season}#{game}#{pool}"))
}

pub fn period_rating_titles_pk(game: GameId, season: Period, pool: Pool) -> String {
    format!("T#{game}#{season}#{pool}")
}

pub fn period_rating_title(game: GameId, season: Period, pool: Pool, order: &str) -> Key {
    key(period_rating_titles_pk(game, season, pool), order)
}

pub fn closed_season(game: GameId, pool: Pool, season: Period) -> Key {
    key(format!("R#{game}#{pool}#CLOSED"), season.to_string())
}

pub fn period_titles_pk(game: GameId, period: Period) -> String {
    format!("T#{game}#{period}")
}

pub fn period_title(game: GameId, period: Period, rank: u32) -> Key {
    key(period_titles_pk(game, period), format!("{rank:03}"))
}

pub fn external_closing(app: GameId, month: Period) -> Key {
    key(format!("CLOSING#{app}"), month.to_string())
}

pub fn rejections_pk(month: Period, game: GameId) -> String {
    format!("X#{month}#{game}")
}

pub fn rejection(game: GameId, received_at_ms: i64, name: &str) -> Key {
    let month = Period::containing(PeriodKind::Month, received_at_ms);
    key(rejections_pk(month, game), format!("{received_at_ms:015}#{name}"))
}

pub fn rejection_counts_pk(month: Period) -> String {
    format!("X#{month}")
}

pub fn rejection_count(game: GameId, received_at_ms: i64, reason: Reason) -> Key {
    let month = Period::containing(PeriodKind::Month, received_at_ms);
    key(rejection_counts_pk(month), format!("{game}#{reason}"))
}

pub fn audit_pk(month: Period) -> String {
    format!("AUDIT#{month}")
}

/// `id` tells apart what happens in the same millisecond.
pub fn audit(at_ms: i64, id: &str) -> Key {
    let month = Period::containing(PeriodKind::Month, at_ms);
    key(audit_pk(month), format!("{at_ms:015}#{id}"))
}

/// Where it is noted what listeners have still to hear.
pub const TO_ANNOUNCE: &str = "ANNOUNCE";

pub fn to_announce(place: &str) -> Key {
    key(TO_ANNOUNCE.to_owned(), place)
}

/// The players whose best on a board has to be looked for again.
pub fn amended_pk(game: GameId, period: Period) -> String {
    format!("FIX#{game}#{period}")
}

pub fn amended(game: GameId, period: Period, player: &PlayerId) -> Key {
    key(amended_pk(game, period), player.as_str())
}

/// Which of the board's partitions a player is in: 64-bit FNV-1a of the identifier, the same on every machine.
pub fn shard(game: GameId, player: &PlayerId) -> u16 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let hash = player.as_str().bytes().fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    u16::try_from(hash % u64::from(game.game().shards.max(1))).unwrap_or(0)
}
