//! `GET /v1/rules`: the rules in numbers and words. Every number is read from the code that uses it.

use std::ops::RangeInclusive;

use ::ratings::baduk::constants as baduk;
use ::ratings::{MeasuredGame, Tier, Unrated, constants, level_opponent, strongest_level};
use api::page::MOST;
use api::{BODY_LIMIT, NameBody, cached};
use axum::Json;
use axum::response::Response;
use games::{GameId, Kind, Level};
use ranking::matches::{
    Match, Options, PER_GAME_MS, PER_MOVE_MS, REASONS, Setting, USUAL_PER_MOVE_MS, playable, unrated_because,
};
use ranking::names::{Nickname, NicknameError};
use ranking::player::LIFETIME_MS;
use ranking::referee::MIDNIGHT_GRACE_MS;
use ranking::ticket::{GRACE_MS, TICKETS_PER_MINUTE};
use ranking::title::{FEWEST_PARTICIPANTS, TITLED_RANKS};
use ranking::{Badge, Reason};
use serde::Serialize;
use store::{ABANDONED_MS, COMMIT_LIMIT_MS, EXACT_RANKS, REJECTIONS_KEPT_MS, SETTLE_MS, WAITS_MS};
use utoipa::ToSchema;

use crate::ratings::tier_body;

/// The rules change with a release.
const KEPT_S: u32 = 300;

/// The rules.
#[derive(Serialize, ToSchema)]
pub struct RulesBody {
    /// When periods begin and end.
    periods: NameBody,
    titles: TitleRules,
    runs: RunRules,
    names: NameRules,
    /// Why a run is refused, in the order of the public rules.
    reasons: Vec<CodeBody>,
    games: Vec<GameRules>,
    ratings: RatingRules,
    matches: MatchRules,
    baduk: BadukRules,
    /// What the service cannot prevent.
    not_prevented: Vec<NameBody>,
}

/// A stable code with its words.
#[derive(Serialize, ToSchema)]
pub struct CodeBody {
    code: String,
    text: NameBody,
}

/// Who receives a title.
#[derive(Serialize, ToSchema)]
pub struct TitleRules {
    /// Ranks 1 to this receive a title.
    ranks: usize,
    /// A period with fewer participants has none.
    fewest_participants: u64,
    /// What the first of a season is called.
    champion: NameBody,
    /// Badges of the ranks, from the best.
    #[schema(value_type = Vec<Object>)]
    badges: Vec<Badge>,
}

/// How runs are taken.
#[derive(Serialize, ToSchema)]
pub struct RunRules {
    /// A ticket from before midnight may be used on its own board this long after.
    midnight_grace_ms: i64,
    /// How much longer than a game's longest run its ticket stays readable.
    ticket_grace_ms: u64,
    /// Start tickets a player gets in a minute.
    tickets_per_minute: u32,
    /// How long a browser token is valid.
    browser_token_ms: i64,
    /// A run is recorded at most this long after its receipt; later the client is asked to send it again.
    commit_limit_ms: i64,
    /// A period is closed this long after its end.
    settle_ms: i64,
    /// How long operators can look into a refusal.
    rejections_kept_ms: i64,
    /// Longest body of a request, in bytes.
    body_limit: usize,
    /// Most entries of a page.
    page_limit: u32,
    /// Ranks and participants are exact to this number.
    exact_ranks: u64,
}

/// What a nickname may be.
#[derive(Serialize, ToSchema)]
pub struct NameRules {
    /// Most characters, blanks included.
    max_characters: usize,
    /// Why a name is refused, in the order in which it is looked at.
    refusals: Vec<CodeBody>,
}

/// The limits of one game.
#[derive(Serialize, ToSchema)]
pub struct GameRules {
    id: String,
    name: NameBody,
    #[schema(value_type = String)]
    kind: Kind,
    min_ms: u64,
    max_ms: u64,
    min_us_per_move: u32,
    min_value: u64,
    max_value: u64,
    /// Longest proof, in bytes.
    proof_limit: usize,
    /// Levels of the computer opponent with their ratings; empty without one.
    levels: Vec<LevelRules>,
    /// The strongest level's rating, which the ceiling is measured from.
    strongest: Option<f64>,
    /// How the levels were measured.
    evidence: Option<EvidenceBody>,
}

/// A level of the computer opponent.
#[derive(Serialize, ToSchema)]
pub struct LevelRules {
    #[schema(value_type = String)]
    level: Level,
    rating: f64,
    rd: f64,
}

/// How the levels of a game were measured against `basic`.
#[derive(Serialize, ToSchema)]
pub struct EvidenceBody {
    /// The first date whose board was played.
    from: String,
    /// The last one.
    to: String,
    /// In words.
    text: NameBody,
    seats: Vec<SeatBody>,
}

/// What one occupant of the player's seat scored.
#[derive(Serialize, ToSchema)]
pub struct SeatBody {
    seat: String,
    name: NameBody,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Different games among them.
    distinct: u32,
    /// The rating that follows; absent where nothing or everything was won.
    rating: Option<i64>,
    /// Half the width of its 95 % interval; absent when not all games are distinct.
    interval: Option<i64>,
}

/// The numbers of the ratings.
#[derive(Serialize, ToSchema)]
pub struct RatingRules {
    method: NameBody,
    start_rating: f64,
    start_rd: f64,
    start_volatility: f64,
    tau: f64,
    min_rd: f64,
    max_rd: f64,
    min_volatility: f64,
    max_volatility: f64,
    min_rating: f64,
    max_rating: f64,
    /// Most points one game moves a rating by.
    max_change: f64,
    /// Rating periods in a day of rest.
    periods_per_day: f64,
    /// From this deviation on a rating is provisional.
    provisional_rd: f64,
    /// A season begins with at least this deviation.
    season_rd: f64,
    /// Rated games in a season for its title.
    title_games: u32,
    /// Different opponents for a title among people.
    title_opponents: usize,
    /// Fewer qualified people: no titles.
    title_qualified: usize,
    /// Rated matches of the same two people in one game on a day in Seoul.
    pair_games_per_day: u32,
    /// A win further than this above the strongest level is not rated.
    ai_ceiling: f64,
    tiers: Vec<TierRules>,
    /// Why a game is recorded and not rated.
    unrated: Vec<CodeBody>,
}

/// A tier with its least rating.
#[derive(Serialize, ToSchema)]
pub struct TierRules {
    #[serde(flatten)]
    tier: crate::ratings::TierBody,
    /// Absent for the lowest.
    from: Option<f64>,
}

/// How matches between people are played and rated.
#[derive(Serialize, ToSchema)]
pub struct MatchRules {
    games: Vec<MatchGameRules>,
    /// Why a match is not rated, in the order in which it is looked at: the first one that applies is told.
    unrated: Vec<CodeBody>,
    /// Rated matches of the same two people in one game on a day in Seoul, by the end of each.
    pair_games_per_day: u32,
    /// Time for a move, least and most.
    ms_per_move: [i64; 2],
    /// Time for all moves of one player, least and most.
    ms_per_game: [i64; 2],
    /// The time for a move when a room names none.
    usual_ms_per_move: i64,
    /// A room waits this long for its second player.
    waits_ms: i64,
    /// A match that nobody goes on with is forgotten this long after its last move.
    abandoned_ms: i64,
}

/// One game of matches.
#[derive(Serialize, ToSchema)]
pub struct MatchGameRules {
    id: String,
    name: NameBody,
    rated: bool,
    /// Why it is never rated.
    never_rated: Option<NameBody>,
    /// Fewest moves of both in a rated match; a shorter one is `too_short`.
    least_plies: u32,
}

/// The numbers of the baduk points.
#[derive(Serialize, ToSchema)]
pub struct BadukRules {
    floor: u32,
    rank_width: u32,
    min_moves: u32,
    /// Handicap stones up to which a game is rated; 1 is 정선.
    max_handicap: u32,
    min_gain: i32,
    /// Games the win rate is taken from.
    recent_games: usize,
    /// Fewer games: the win rate below counts.
    win_rate_games: usize,
    unknown_win_rate: f64,
    /// The streak from which on points are added or taken.
    streak_from: u32,
    /// Share of the points that each further game of a streak adds.
    streak_step: f64,
    /// Largest share a streak adds.
    streak_most: f64,
    /// What is published, what was reconstructed from it, and what is assumed.
    sources: NameBody,
}

/// The rules, in Korean and English.
#[utoipa::path(get, path = "/v1/rules", tag = "rules", responses(
    (status = 200, description = "The rules.", body = RulesBody),
))]
pub async fn show() -> Response {
    let rules = RulesBody {
        periods: words(
            "기준 시각은 한국 표준시입니다. 기간은 0시에 바뀝니다. 주간은 월요일에 시작하고 주 번호는 ISO 8601을 따릅니다. 월간은 매달 1일에 시작합니다. 시즌은 석 달입니다.",
            "Times are those of Seoul, and periods change at midnight. Weeks begin on Monday and are numbered by ISO 8601, months begin on the 1st, and a season is three months.",
        ),
        titles: TitleRules {
            ranks: TITLED_RANKS,
            fewest_participants: FEWEST_PARTICIPANTS,
            champion: words("우승", "champion"),
            badges: [1, 2, 3, 10, 100].into_iter().filter_map(Badge::of).collect(),
        },
        runs: RunRules {
            midnight_grace_ms: MIDNIGHT_GRACE_MS,
            ticket_grace_ms: GRACE_MS,
            tickets_per_minute: TICKETS_PER_MINUTE,
            browser_token_ms: LIFETIME_MS,
            commit_limit_ms: COMMIT_LIMIT_MS,
            settle_ms: SETTLE_MS,
            rejections_kept_ms: REJECTIONS_KEPT_MS,
            body_limit: BODY_LIMIT,
            page_limit: MOST,
            exact_ranks: EXACT_RANKS,
        },
        names: NameRules {
            max_characters: Nickname::MAX_CHARACTERS,
            refusals: NicknameError::ALL.iter().map(|rule| code(rule.as_str(), rule.text().into())).collect(),
        },
        reasons: Reason::ALL.iter().map(|reason| code(reason.as_str(), reason.text().into())).collect(),
        games: GameId::ALL.iter().map(|&id| game(id)).collect(),
        ratings: ratings(),
        matches: match_rules(),
        baduk: baduk_rules(),
        not_prevented: NOT_PREVENTED.iter().map(|&(ko, en)| words(ko, en)).collect(),
    };
    cached(Json(rules), KEPT_S)
}

fn words(ko: &str, en: &str) -> NameBody {
    NameBody { ko: ko.to_owned(), en: en.to_owned() }
}

fn code(code: &str, text: NameBody) -> CodeBody {
    CodeBody { code: code.to_owned(), text }
}

fn game(id: GameId) -> GameRules {
    let row = id.game();
    let level = |&level: &Level| {
        let opponent = level_opponent(id.as_str(), level.as_str());
        LevelRules { level, rating: opponent.rating.get(), rd: opponent.deviation.get() }
    };
    GameRules {
        id: id.to_string(),
        name: row.name.into(),
        kind: row.kind,
        min_ms: row.limits.min_ms,
        max_ms: row.limits.max_ms,
        min_us_per_move: row.limits.min_us_per_move,
        min_value: *row.values.start(),
        max_value: *row.values.end(),
        proof_limit: row.proof_limit,
        levels: row.levels.iter().map(level).collect(),
        strongest: (!row.levels.is_empty()).then(|| strongest_level(id.as_str()).get()),
        evidence: MeasuredGame::of(id.as_str()).map(evidence),
    }
}

fn evidence(measured: &MeasuredGame) -> EvidenceBody {
    let seat = |seat: &::ratings::MeasuredSeat| SeatBody {
        seat: seat.seat.to_string(),
        name: seat.seat.name().into(),
        wins: seat.tally.wins,
        draws: seat.tally.draws,
        losses: seat.tally.losses,
        distinct: seat.tally.distinct,
        rating: seat.tally.rating(),
        interval: seat.tally.interval(),
    };
    EvidenceBody {
        from: measured.from.to_owned(),
        to: measured.to.to_owned(),
        text: words(&measured.evidence_ko(), &measured.evidence_en()),
        seats: measured.seats.iter().map(seat).collect(),
    }
}

fn ratings() -> RatingRules {
    RatingRules {
        method: words(
            "Glicko-2를 판마다 셈합니다. 한 기간에 여러 판을 모으라는 원문 권장에서 벗어난 근사입니다.",
            "Glicko-2, one game at a time: an approximation of the paper, which gathers the games of a period.",
        ),
        start_rating: constants::START_RATING,
        start_rd: constants::START_DEVIATION,
        start_volatility: constants::START_VOLATILITY,
        tau: constants::TAU,
        min_rd: constants::MIN_DEVIATION,
        max_rd: constants::MAX_DEVIATION,
        min_volatility: constants::MIN_VOLATILITY,
        max_volatility: constants::MAX_VOLATILITY,
        min_rating: constants::MIN_RATING,
        max_rating: constants::MAX_RATING,
        max_change: constants::MAX_CHANGE,
        periods_per_day: constants::PERIODS_PER_DAY,
        provisional_rd: constants::PROVISIONAL_DEVIATION,
        season_rd: constants::SEASON_DEVIATION,
        title_games: constants::TITLE_GAMES,
        title_opponents: constants::TITLE_OPPONENTS,
        title_qualified: constants::TITLE_QUALIFIED,
        pair_games_per_day: constants::PAIR_GAMES_PER_DAY,
        ai_ceiling: constants::CEILING_MARGIN,
        tiers: Tier::ALL.iter().map(|&tier| TierRules { tier: tier_body(tier), from: tier.from_rating() }).collect(),
        unrated: Unrated::ALL.iter().map(|reason| code(reason.as_str(), reason.name().into())).collect(),
    }
}

fn match_rules() -> MatchRules {
    let game = |setting: Setting| MatchGameRules {
        id: setting.game.to_string(),
        name: setting.game.game().name.into(),
        rated: setting.rated,
        never_rated: unrated_because(setting.game, Options::default()).map(NameBody::from),
        least_plies: setting.least_plies,
    };
    let bounds = |bounds: RangeInclusive<i64>| [*bounds.start(), *bounds.end()];
    MatchRules {
        games: GameId::ALL.iter().filter_map(|&id| playable(id)).map(game).collect(),
        unrated: REASONS.iter().map(|reason| code(reason.as_str(), reason.name().into())).collect(),
        pair_games_per_day: Match::PAIR_DAILY,
        ms_per_move: bounds(PER_MOVE_MS),
        ms_per_game: bounds(PER_GAME_MS),
        usual_ms_per_move: USUAL_PER_MOVE_MS,
        waits_ms: WAITS_MS,
        abandoned_ms: ABANDONED_MS,
    }
}

fn baduk_rules() -> BadukRules {
    BadukRules {
        floor: baduk::FLOOR,
        rank_width: baduk::RANK_WIDTH,
        min_moves: baduk::MIN_MOVES,
        max_handicap: baduk::MAX_HANDICAP,
        min_gain: baduk::MIN_GAIN,
        recent_games: baduk::RECENT_GAMES,
        win_rate_games: baduk::WIN_RATE_GAMES,
        unknown_win_rate: baduk::UNKNOWN_WIN_RATE,
        streak_from: baduk::STREAK_FROM,
        streak_step: baduk::STREAK_STEP,
        streak_most: baduk::STREAK_MOST,
        sources: words(
            "공개된 것: 급별 점수표와 예시, 최근 국수와 기본 승률, 최저 점수, 연승과 연패의 한도, 50수, 정선. 공개된 값에서 되짚은 것: 상수 C, 폭 a, 확률 P, 승률 반영식, 버림. 가정한 것: 연승 한 판마다의 몫, 한 판의 상한, 무승부, 바닥 점수.",
            "Published: the table of points by rank and the examples, the games and the default of the win rate, the least gain, the limits of streaks, 50 moves, handicaps up to one stone. Reconstructed from them: the constant C, the width a, the chance P, the factor of the win rates, cutting. Assumed: the share of each game of a streak, the most a game gives, draws, the floor.",
        ),
    }
}

/// What the service cannot prevent, in the words of the public rules.
const NOT_PREVENTED: [(&str, &str); 11] = [
    (
        "다른 프로그램이 대신 푼 판은 가려내지 못합니다.",
        "A run that another program solved cannot be told from a person's.",
    ),
    ("여러 브라우저로 여러 번 오르는 것도 다 막지 못합니다.", "One person may enter a board with several browsers."),
    (
        "퍼즐던전은 퍼즐 결과(실수 수, 맞힌 수)는 앱이 보낸 값을 쓰고, 그 퍼즐에서 나올 수 없는 값만 거릅니다.",
        "In the puzzle dungeon the results inside a puzzle are the app's word; only impossible ones are refused.",
    ),
    (
        "주식방과 Gambitry 사다리의 마감 순위는 그 앱이 계산한 것입니다. 우리 쪽에서 다시 계산하지 않습니다.",
        "The closing rankings of Stock room and Gambitry are those apps' own and are not computed again.",
    ),
    (
        "겨루기와 시간 게임은 서버가 시간만 잽니다. 이겼는지, 다 풀었는지는 앱이 보낸 것을 믿습니다.",
        "Of timed games the server measures only the time; whether they were won is the app's word.",
    ),
    (
        "칸칸이는 다시 두어 검증할 방법이 없습니다. 다 채웠는지는 화면이 판정합니다.",
        "Kankani cannot be replayed; whether it was filled is judged by the page.",
    ),
    (
        "AI가 늘 같은 수를 두므로, 이긴 수순을 외우면 매번 이길 수 있습니다. 레이팅은 AI 천장에서 멈춥니다.",
        "The computer always answers alike, so a win can be learnt by heart. The rating stops at the ceiling.",
    ),
    (
        "지고 있는 AI 대국을 내지 않는 것은 막지 못합니다.",
        "A game against the computer that goes badly need not be handed in.",
    ),
    (
        "이동 수로 겨루는 판은 시간 한도 안에서 오래 생각할 수 있습니다.",
        "A game that counts moves can be thought over at leisure within its time limit.",
    ),
    ("서버가 재는 시간에는 통신 지연이 조금 섞입니다.", "The measured times contain a little of the network's delay."),
    (
        "실명 거르기는 한국 성씨 꼴만 봅니다. 숫자를 섞으면 지나갑니다. 계정, 기기, 네트워크를 둘씩 갖춘 한 사람이 자기와 두는 판도 다 막지 못합니다.",
        "The name filter knows only Korean surnames and lets names with digits pass. One person with two accounts, devices and networks cannot always be told.",
    ),
];
