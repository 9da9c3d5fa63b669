//! One fault between us and the database, at every request of a submission: after the client sends again, everything is as if
//! nothing had happened.

use std::time::Duration;

use games::{GameId, Outcome};
use serde_json::{Value, json};
use tests::{Fault, FaultyDatabase, Run, World};

use crate::ratings::nim_game;

const NOON: &str = "2026-11-30T12:00:00+09:00";
const FAULTS: [Fault; 5] =
    [Fault::Lost, Fault::AnswerLost, Fault::Repeated, Fault::Throttled, Fault::Late(Duration::from_millis(50))];

/// What becomes of the submission.
#[derive(Clone, Copy)]
enum Case {
    /// It is put on three boards, and its moves are claimed.
    Accepted,
    /// It moves a rating.
    Rated,
    /// The rules refuse it.
    Refused,
    /// Somebody else has handed in the same moves.
    Copied,
    /// Its ticket was judged before, with something else.
    Used,
}

/// What a submission leaves behind, without the names that are drawn anew each time.
#[derive(Debug, PartialEq)]
struct Left {
    reason: Option<String>,
    /// Of the boards of week, month and season: whether each entry is the player's and has the value of the answer.
    boards: [Vec<bool>; 3],
    /// Rated games of the player.
    rated: Value,
    refusals: Value,
    /// Items of the table.
    items: usize,
}

/// A game of 2048 that is long enough to be held against a copy; some random ones end earlier.
fn sixty_moves(run: &Run, first_taste: u64) -> String {
    (first_taste..).map(|taste| run.play_2048(60, taste)).find(|moves| moves.len() == 60).unwrap()
}

/// Submits with `fault` at the request number `at`; what is left behind, and how many requests it took.
async fn submit_with(case: Case, fault: Option<(usize, Fault)>) -> (Left, u32) {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), NOON).await;
    let (player, other) = (world.player().await, world.player().await);
    let game = if matches!(case, Case::Rated) { GameId::Nim } else { GameId::G2048 };
    let (run, others) = (player.start(game).await, other.start(game).await);
    let proof = match case {
        // Lefts alone move nothing after a while, whatever the board.
        Case::Refused => "L".repeat(30),
        Case::Rated => nim_game(&run, Outcome::Win),
        Case::Accepted | Case::Copied | Case::Used => sixty_moves(&run, 1),
    };
    world.pass(60_000);
    match case {
        Case::Copied => assert_eq!(other.submit(&others, &proof).await.status, 201),
        Case::Used => assert_eq!(player.submit(&run, &sixty_moves(&run, 1_000)).await.status, 201),
        _ => {}
    }
    database.plan(fault.map_or_else(Vec::new, |(at, fault)| [vec![Fault::None; at], vec![fault]].concat()));
    let answer = player.submit_patiently(&run, &proof).await;
    let requests = database.requests();
    database.plan([]);

    let mut boards = [const { Vec::new() }; 3];
    for (board, kind) in boards.iter_mut().zip(["week", "month", "season"]) {
        let shown = world.get(&format!("/v1/boards/{game}/{kind}")).await;
        let ours = |entry: &Value| entry["player"] == player.id.as_str() && entry["value"] == answer.body["value"];
        board.extend(shown.body["entries"].as_array().unwrap().iter().map(ours));
    }
    let rating = world.get(&format!("/v1/ratings/{game}/ai/players/{}", player.id)).await;
    let left = Left {
        reason: answer.reason().map(str::to_owned),
        boards,
        rated: rating.body["rating"]["games"].clone(),
        refusals: world.get("/v1/rejections").await.body["rejections"].clone(),
        items: tests::dump(&database.direct()).await.len(),
    };
    (left, requests)
}

/// What `case` leaves behind without a fault; every single fault leaves the same.
async fn survives(case: Case) -> Left {
    let (faultless, requests) = submit_with(case, None).await;
    for at in 0..usize::try_from(requests).unwrap() {
        for fault in FAULTS {
            let (left, _) = submit_with(case, Some((at, fault))).await;
            assert_eq!(left, faultless, "{fault:?} at {at}");
        }
    }
    faultless
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_run_survives_any_single_fault() {
    let left = survives(Case::Accepted).await;
    assert_eq!((left.reason, left.boards), (None, [vec![true], vec![true], vec![true]]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_run_survives_any_single_fault() {
    let left = survives(Case::Rated).await;
    assert_eq!((left.reason, left.rated), (None, json!(1)));
    assert_eq!(left.boards, [vec![true], vec![true], vec![true]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_run_is_counted_once_whatever_single_fault() {
    let left = survives(Case::Refused).await;
    assert_eq!(left.reason.as_deref(), Some("bad_proof"));
    assert_eq!(left.refusals[0]["count"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_and_a_used_ticket_are_counted_once_whatever_single_fault() {
    for (case, reason) in [(Case::Copied, "copied_run"), (Case::Used, "used")] {
        let left = survives(case).await;
        assert_eq!(left.reason.as_deref(), Some(reason));
        assert_eq!(left.refusals.as_array().unwrap().len(), 1);
        assert_eq!((&left.refusals[0]["reason"], &left.refusals[0]["count"]), (&json!(reason), &json!(1)));
    }
}
