//! `GET /v1/games`: the catalogue, as front ends need it. `GET /v1/health` tells that the function answers.

use api::{NameBody, Path, Problem, ProblemBody};
use axum::Json;
use games::{Better, Game, GameId, Kind, Level, Measure};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Every game.
#[derive(Serialize, ToSchema)]
pub struct Catalogue {
    games: Vec<GameBody>,
}

/// A game as the catalogue describes it.
#[derive(Serialize, ToSchema)]
pub struct GameBody {
    #[schema(example = "2048")]
    id: String,
    name: NameBody,
    /// Which rules are played, where players know several.
    choices: Option<NameBody>,
    /// `replayed`, `opponent`, `timed`, `external`, `match`: how much of a run the server checks.
    #[schema(value_type = String)]
    kind: Kind,
    /// What the server checks, in words.
    checked: NameBody,
    measure: MeasureBody,
    /// The proof's text form.
    proof_format: String,
    /// Longest proof, in bytes.
    proof_limit: usize,
    /// Whether everybody plays the same board on a day.
    daily: bool,
    /// Whether only tickets with `compete: true` exist.
    compete_only: bool,
    limits: LimitsBody,
    /// Version of the rules.
    rules: u16,
    /// The computer opponent's levels, weakest first. All share the boards; a win against `easy` moves the rating and is not ranked.
    #[schema(value_type = Vec<String>)]
    levels: &'static [Level],
    /// From which length on a run must not equal another player's; absent where that is not checked.
    copy_check: Option<String>,
}

/// What is measured.
#[derive(Serialize, ToSchema)]
pub struct MeasureBody {
    /// `score`, `depth`, `margin`, `moves`, `turns`, `time` (milliseconds) or `rank`.
    #[schema(value_type = String)]
    what: Measure,
    /// `more` or `fewer`.
    #[schema(value_type = String)]
    better: Better,
    /// Smallest possible value.
    min: u64,
    /// Largest possible value.
    max: u64,
}

/// Bounds on the time between ticket and submission, on the server's clock.
#[derive(Serialize, ToSchema)]
pub struct LimitsBody {
    min_ms: u64,
    max_ms: u64,
    /// Least time a move needs; 0 where moves have no floor of their own.
    min_us_per_move: u32,
}

fn body(id: GameId) -> GameBody {
    let Game {
        name,
        choices,
        kind,
        measure,
        proof_format,
        proof_limit,
        compete_only,
        limits,
        values,
        copy_check,
        levels,
        rules,
        ..
    } = id.game().clone();
    GameBody {
        id: id.to_string(),
        name: name.into(),
        choices: choices.map(NameBody::from),
        kind,
        checked: checked(kind),
        measure: MeasureBody { what: measure, better: measure.better(), min: *values.start(), max: *values.end() },
        proof_format: proof_format.to_owned(),
        proof_limit,
        daily: kind.has_runs() && kind != Kind::Timed,
        compete_only,
        limits: LimitsBody { min_ms: limits.min_ms, max_ms: limits.max_ms, min_us_per_move: limits.min_us_per_move },
        rules,
        levels,
        copy_check: copy_check.map(|check| check.floor.to_owned()),
    }
}

fn checked(kind: Kind) -> NameBody {
    let (ko, en) = match kind {
        Kind::Replayed => ("서버가 수순을 처음부터 다시 둡니다", "the server replays the moves from the beginning"),
        Kind::Opponent => (
            "서버가 내 수와 AI 수를 처음부터 다시 둡니다",
            "the server replays the player's and the computer's moves from the beginning",
        ),
        Kind::Timed => (
            "서버는 시작 표에서 제출까지의 시간만 재고, 나머지는 앱이 보낸 것을 믿습니다",
            "the server measures only the time from ticket to submission; the rest is the app's word",
        ),
        Kind::External => {
            ("그 앱이 넘긴 마감 순위를 그대로 씁니다", "the closing ranking that the app hands over is taken as it is")
        }
        Kind::Match => {
            ("사람끼리 두는 판의 수를 서버가 모두 확인합니다", "the server checks every move of a match between people")
        }
    };
    NameBody { ko: ko.to_owned(), en: en.to_owned() }
}

/// Every game.
#[utoipa::path(get, path = "/v1/games", tag = "games", responses(
    (status = 200, description = "The catalogue.", body = Catalogue),
))]
pub async fn list() -> Json<Catalogue> {
    Json(Catalogue { games: GameId::ALL.iter().map(|&id| body(id)).collect() })
}

#[derive(Deserialize)]
pub struct GamePath {
    game: String,
}

/// One game.
#[utoipa::path(get, path = "/v1/games/{game}", tag = "games", params(("game" = String, Path, description = "The game.")), responses(
    (status = 200, description = "The game.", body = GameBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn show(Path(path): Path<GamePath>) -> Result<Json<GameBody>, Problem> {
    let id = path.game.parse().map_err(|_| Problem::not_found("there is no such game"))?;
    Ok(Json(body(id)))
}

/// That the function answers.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    /// Version of the service.
    version: &'static str,
}

/// Tells that the service answers.
#[utoipa::path(get, path = "/v1/health", tag = "service", responses((status = 200, description = "It does.", body = Health)))]
pub async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
