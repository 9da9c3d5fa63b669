//! Many at once: nothing is counted twice, and nothing is lost.

use std::collections::BTreeMap;

use games::GameId;
use tests::World;
use tokio::task::JoinSet;

const NOON: &str = "2026-11-30T12:00:00+09:00";
const MINUTE: i64 = 60_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_submissions_of_one_ticket_are_one_run() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let run = player.start(GameId::G2048).await;
    let moves: Vec<String> = (0..10).map(|taste| run.play_2048(60, taste)).collect();
    world.pass(MINUTE);

    let mut sent = JoinSet::new();
    for nth in 0..100 {
        let (player, run, moves) = (player.clone(), run.clone(), moves[nth % moves.len()].clone());
        sent.spawn(async move { (nth % 10, player.submit(&run, &moves).await) });
    }
    let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
    let mut accepted = Vec::new();
    while let Some(done) = sent.join_next().await {
        let (which, answer) = done.unwrap();
        *statuses.entry(answer.status).or_default() += 1;
        match answer.status {
            200 | 201 => accepted.push((which, answer.body["value"].as_u64().unwrap())),
            422 => assert_eq!(answer.reason(), Some("used"), "{}", answer.text),
            _ => panic!("{}", answer.text),
        }
    }
    // One of the ten games was judged: once as new, nine times as the same again. The other ninety were too late.
    assert_eq!(statuses, BTreeMap::from([(200, 9), (201, 1), (422, 90)]));
    assert!(accepted.iter().all(|one| *one == accepted[0]), "{accepted:?}");
    let board = world.get("/v1/boards/2048/week").await;
    assert_eq!(board.body["participants"], 1);
    assert_eq!(board.body["entries"][0]["value"], accepted[0].1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_players_with_the_same_moves_one_copied() {
    let world = World::at(NOON).await;
    for round in 0..10 {
        let (ann, ben) = (world.player().await, world.player().await);
        let (first, second) = (ann.start(GameId::G2048).await, ben.start(GameId::G2048).await);
        let moves = first.play_2048(80, round);
        world.pass(MINUTE);
        let (a, b) = tokio::join!(ann.submit(&first, &moves), ben.submit(&second, &moves));
        let mut outcomes = [(a.status, a.reason()), (b.status, b.reason())];
        outcomes.sort_unstable();
        assert_eq!(outcomes, [(201, None), (422, Some("copied_run"))]);
    }
    assert_eq!(world.get("/v1/boards/2048/week").await.body["participants"], 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_players_at_once_are_all_on_the_board_in_order() {
    let world = World::at(NOON).await;
    let mut runs = Vec::new();
    for taste in 0..200 {
        let player = world.player().await;
        let run = player.start(GameId::G2048).await;
        let moves = run.play_2048(60, taste);
        runs.push((player, run, moves));
    }
    world.pass(MINUTE);
    let mut sent = JoinSet::new();
    for (player, run, moves) in runs {
        sent.spawn(async move { (player.id.clone(), player.submit(&run, &moves).await) });
    }
    let mut submitted = BTreeMap::new();
    while let Some(done) = sent.join_next().await {
        let (player, answer) = done.unwrap();
        assert_eq!(answer.status, 201, "{}", answer.text);
        submitted.insert(player, answer.body["value"].as_u64().unwrap());
    }
    assert_eq!(submitted.len(), 200);

    let mut shown = BTreeMap::new();
    let (mut values, mut ranks) = (Vec::new(), Vec::new());
    let mut path = "/v1/boards/2048/week?limit=100".to_owned();
    loop {
        let page = world.get(&path).await;
        assert_eq!(page.body["participants"], 200);
        for entry in page.body["entries"].as_array().unwrap() {
            shown.insert(entry["player"].as_str().unwrap().to_owned(), entry["value"].as_u64().unwrap());
            values.push(entry["value"].as_u64().unwrap());
            ranks.push(entry["rank"].as_u64().unwrap());
        }
        let Some(cursor) = page.body["cursor"].as_str() else { break };
        path = format!("/v1/boards/2048/week?limit=100&cursor={cursor}");
    }
    assert_eq!(shown, submitted);
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(ranks, (1..=200).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_who_submits_many_runs_at_once_keeps_the_best_of_them() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let mut runs = Vec::new();
    for taste in 0..12 {
        let run = player.start(GameId::G2048).await;
        let moves = run.play_2048(40 + 10 * usize::try_from(taste).unwrap(), taste);
        runs.push((run, moves));
    }
    world.pass(MINUTE);
    let mut sent = JoinSet::new();
    for (run, moves) in runs {
        let player = player.clone();
        sent.spawn(async move {
            // A client sends again what was answered with 503.
            loop {
                let answer = player.submit(&run, &moves).await;
                if answer.status != 503 {
                    return answer;
                }
            }
        });
    }
    let mut best = 0;
    while let Some(done) = sent.join_next().await {
        let answer = done.unwrap();
        assert!(matches!(answer.status, 200 | 201), "{}", answer.text);
        best = best.max(answer.body["value"].as_u64().unwrap());
    }
    for period in ["week", "month", "season"] {
        let board = world.get(&format!("/v1/boards/2048/{period}")).await;
        assert_eq!(board.body["entries"][0]["value"], best);
        assert_eq!(board.body["participants"], 1);
    }
}
