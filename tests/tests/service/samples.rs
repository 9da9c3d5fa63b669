//! The sample events under `events/`, each fed to its handler.

use std::sync::Arc;

use close_period::Request as CloseRequest;
use lambda_http::request::LambdaRequest;
use lambda_http::tower::ServiceExt;
use tests::{World, event};

const NOON: &str = "2026-11-30T12:00:00+09:00";

/// What a function answers to a sample event.
async fn status(world: &World, path: &str) -> u16 {
    let request: LambdaRequest = serde_json::from_value(event(path)).unwrap();
    let request: lambda_http::Request = request.into();
    let router = world.service.router().unwrap();
    let response = router.oneshot(request.map(|body| axum::body::Body::from(body.as_ref().to_vec()))).await.unwrap();
    response.status().as_u16()
}

#[tokio::test]
async fn sample_requests_reach_their_handlers() {
    let world = World::at(NOON).await;
    for (path, expected) in [
        ("issue-ticket/health.json", 200),
        ("issue-ticket/create-player.json", 201),
        ("issue-ticket/list-games.json", 200),
        ("issue-ticket/show-game.json", 200),
        // The samples carry no token of this world.
        ("issue-ticket/create-ticket.json", 401),
        ("submit-run/submit-run.json", 401),
        ("submit-run/submit-run-base64.json", 401),
        ("query-reports/board.json", 200),
        ("query-reports/board-csv.json", 200),
        ("query-reports/board-player.json", 404),
        ("query-reports/period-titles.json", 200),
        ("query-reports/player-titles.json", 200),
        ("query-reports/rejections.json", 200),
        ("query-reports/rules.json", 200),
        ("query-reports/ratings.json", 200),
        ("query-reports/rating.json", 404),
        ("query-reports/calculator-glicko2.json", 200),
        ("query-reports/calculator-baduk.json", 200),
        ("query-reports/openapi.json", 200),
        ("query-reports/ops-audit.json", 401),
        ("query-reports/ops-figures.json", 401),
        ("query-reports/ops-hide.json", 401),
        ("query-reports/ops-reclose.json", 401),
        ("query-reports/ops-rejections.json", 401),
        ("query-reports/ops-remove-run.json", 401),
        ("query-reports/ops-restore-run.json", 401),
        ("query-reports/ops-run.json", 401),
        ("query-reports/ops-unhide.json", 401),
        ("query-reports/player-matches.json", 200),
        ("rate-match/open-match.json", 401),
        ("rate-match/take-seat.json", 401),
        ("rate-match/show-match.json", 404),
        ("rate-match/match-record.json", 404),
        ("rate-match/move.json", 401),
        ("rate-match/resign.json", 401),
        ("rate-match/draw.json", 401),
        ("rate-match/claim-time.json", 401),
        ("rate-match/report-result.json", 401),
    ] {
        assert_eq!(status(&world, path).await, expected, "{path}");
    }
}

#[tokio::test]
async fn sample_wake_ups_of_the_closer_are_understood() {
    let world = World::at("2027-01-01T00:01:00+09:00").await;
    let closer = Arc::new(world.service.closer());
    for path in ["week.json", "month.json", "season.json", "operator.json", "sweep.json"] {
        let request: CloseRequest = serde_json::from_value(event(&format!("close-period/{path}"))).unwrap();
        closer.handle(request).await.unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}
