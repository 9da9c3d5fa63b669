//! What matches do to ratings, one after the other, at once, and through faults of the database.

use std::time::Duration;

use calendar::parse_rfc3339;
use games::GameId;
use ranking::{PlayerId, season_of};
use ratings::baduk::{Points, Record};
use ratings::{RatingRecord, Score, rate_both};
use serde_json::{Value, json};
use store::RatingItem;
use tests::{Fault, FaultyDatabase, World};

use super::{FIVE, LONGER, NOON, Person, five, game_of, seat, seat_with, stored, turns};

const FAULTS: [Fault; 5] =
    [Fault::Lost, Fault::AnswerLost, Fault::Repeated, Fault::Throttled, Fault::Late(Duration::from_millis(50))];

#[tokio::test(flavor = "multi_thread")]
async fn a_match_survives_any_single_fault_and_is_rated_once() {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), NOON).await;
    // Opening asks the database twice, the second seat four times, and every move twice. Of the moves the first and the last are
    // enough.
    for at in (0..8).chain(22..24) {
        for fault in FAULTS {
            let name = |who: &str| format!("{who}-{fault:?}-{at}");
            let (first, second) = (Person::new(&world, &name("a"), 2).await, Person::new(&world, &name("b"), 3).await);
            database.plan([vec![Fault::None; at], vec![fault]].concat());
            let id = seat(&first, &second, "omok").await;
            let ended = five(&id, &first, &second, 1, 9).await;
            assert!(usize::try_from(database.requests()).unwrap() > at, "{fault:?} at {at} happened to no request");
            database.plan([]);
            assert_eq!(ended["result"]["rated"], true, "{fault:?} at {at}: {ended}");
            assert_eq!(ended["moves"], json!(FIVE), "{fault:?} at {at}");
            for at in 0..2 {
                let rating = stored(&world, GameId::Omok, &ended["seats"][at]).await.unwrap();
                assert_eq!((rating.version, rating.record.games), (1, 1), "{fault:?}");
                let history = format!("/v1/players/{}/matches", ended["seats"][at]["player"].as_str().unwrap());
                assert_eq!(world.get(&history).await.body["matches"].as_array().unwrap().len(), 1, "{fault:?}");
            }
        }
    }
}

/// Both records after a game.
fn after(first: &RatingRecord, second: &RatingRecord, names: [&str; 2], at_ms: i64, score: Score) -> [RatingRecord; 2] {
    let season = season_of(at_ms);
    let (first, second) = rate_both((first, names[0]), (second, names[1]), at_ms, &season, score).unwrap();
    [first, second]
}

/// Two matches of one player that end at the same moment while `fault` happens to the request number `at` of both together.
async fn two_ends(world: &World, database: &FaultyDatabase, fault: Fault, at: usize) {
    let name = |who: &str| format!("{who}-{fault:?}-{at}");
    let busy = Person::new(world, &name("a"), 2).await;
    let other = Person::new(world, &name("b"), 3).await;
    let newcomer = Person::new(world, &name("c"), 4).await;
    // Three different ratings: who is met first matters.
    let id = seat(&busy, &other, "omok").await;
    five(&id, &busy, &other, 1, 9).await;
    world.pass(1_000);
    let ids = [seat(&busy, &other, "omok").await, seat(&busy, &newcomer, "omok").await];
    five(&ids[0], &busy, &other, 1, 8).await;
    let shown = five(&ids[1], &busy, &newcomer, 1, 8).await;
    let known = seats_of(world, &ids[0]).await;
    let seats = [known[0].clone(), known[1].clone(), shown["seats"][1].clone()];
    let before = [
        stored(world, GameId::Omok, &seats[0]).await.unwrap().record,
        stored(world, GameId::Omok, &seats[1]).await.unwrap().record,
        RatingRecord::newcomer(&season_of(world.clock.now_ms()), world.clock.now_ms()),
    ];

    database.plan([vec![Fault::None; at], vec![fault]].concat());
    let (one, two) = tokio::join!(busy.make(&ids[0], 9, FIVE[8]), busy.make(&ids[1], 9, FIVE[8]));
    assert!(usize::try_from(database.requests()).unwrap() > at, "{fault:?} at {at} happened to no request");
    database.plan([]);
    for (status, answer) in [&one, &two] {
        assert_eq!((status, &answer["result"]["rated"]), (&200, &json!(true)), "{fault:?} at {at}: {answer}");
    }

    let items = [
        stored(world, GameId::Omok, &seats[0]).await.unwrap(),
        stored(world, GameId::Omok, &seats[1]).await.unwrap(),
        stored(world, GameId::Omok, &seats[2]).await.unwrap(),
    ];
    assert_eq!(items.each_ref().map(|item| item.version), [3, 2, 1], "{fault:?} at {at}");
    let names = seats.each_ref().map(|seat| seat["player"].as_str().unwrap());
    let now_ms = world.clock.now_ms();
    let met =
        |busy: &RatingRecord, whom: usize| after(busy, &before[whom], [names[0], names[whom]], now_ms, Score::Win);
    let serial = [[1, 2], [2, 1]].map(|[first, second]| {
        let [between, first_after] = met(&before[0], first);
        let [last, second_after] = met(&between, second);
        let mut records = [last, first_after.clone(), first_after];
        records[second] = second_after;
        records
    });
    assert_ne!(serial[0][0].rating, serial[1][0].rating, "the orders differ");
    let records = items.map(|item: RatingItem| item.record);
    assert!(serial.contains(&records), "{fault:?} at {at}: {records:#?} is neither of {serial:#?}");
}

async fn seats_of(world: &World, id: &str) -> Value {
    world.get(&format!("/v1/matches/{id}")).await.body["seats"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_matches_of_one_player_that_end_together_are_as_if_one_had_ended_first_whatever_fails() {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), NOON).await;
    // Two requests each, and three of the one that has to try again.
    for at in 0..7 {
        for fault in FAULTS {
            two_ends(&world, &database, fault, at).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_matches_of_baduk_that_end_together_both_move_the_points() {
    let world = World::at(NOON).await;
    let busy = Person::new(&world, "a", 2).await;
    let others = [Person::new(&world, "b", 3).await, Person::new(&world, "c", 4).await];
    let (moves, _) = (0..).map(|taste| game_of(GameId::Baduk, taste)).find(|(moves, _)| moves.len() > 50).unwrap();
    let moves: Vec<&str> = moves.iter().map(|(_, mv)| mv.as_str()).collect();
    let mut ids = Vec::new();
    for other in &others {
        let (id, _) = seat_with(&busy, other, &json!({ "game": "baduk", "size": 9 })).await;
        turns(&id, &busy, other, &moves[..50]).await;
        ids.push(id);
    }
    let (one, two) = tokio::join!(others[0].act(&ids[0], "resign"), others[1].act(&ids[1], "resign"));
    let newcomer = Record::new(Points::LEAST);
    let (once, lost) = Record::after(&newcomer, &newcomer, Score::Win);
    let (twice, _) = Record::after(&once, &newcomer, Score::Win);
    let told = |answer: &Value| answer["result"]["points"].clone();
    let [least, once_p, twice_p] = [&newcomer, &once, &twice].map(|record| record.points.get());
    assert_eq!(lost.points.get(), least, "nobody falls below the floor");
    let expected = [json!([[least, once_p], [least, least]]), json!([[once_p, twice_p], [least, least]])];
    let mut both = [told(&one.1), told(&two.1)];
    both.sort_by_key(|points| points[0][0].as_u64());
    assert_eq!(both, expected, "{one:?} {two:?}");
    let player = one.1["seats"][0]["player"].as_str().unwrap().parse().unwrap();
    let item = world.service.store.baduk_points(&player).await.unwrap().unwrap();
    assert_eq!((item.version, item.record), (2, twice));
}

/// How a match of the long evening ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Five in a row of the first seat.
    First,
    /// The first seat resigns when it is its turn, long enough after the beginning.
    Resigned,
    /// Both agree to a draw.
    Drawn,
    /// The first seat thinks too long.
    TimedOut,
    /// The second seat resigns after two moves.
    TooShort,
    /// Five in a row, in a room that is not for the ratings.
    NotRated,
}

impl End {
    /// Plays a match to this end.
    async fn play(self, world: &World, first: &Person, second: &Person) -> Value {
        let rated = !matches!(self, Self::NotRated);
        let (id, _) = seat_with(first, second, &json!({ "game": "omok", "rated": rated })).await;
        let moves = match self {
            Self::First | Self::NotRated => 11,
            Self::Resigned | Self::Drawn | Self::TimedOut => 10,
            Self::TooShort => 2,
        };
        let mut last = turns(&id, first, second, &LONGER[..moves]).await;
        match self {
            Self::First | Self::NotRated => {}
            Self::Resigned => last = first.act(&id, "resign").await.1,
            Self::TooShort => last = second.act(&id, "resign").await.1,
            Self::Drawn => {
                second.act(&id, "draw").await;
                last = first.act(&id, "draw").await.1;
            }
            Self::TimedOut => {
                world.pass(600_000);
                last = second.act(&id, "claim").await.1;
            }
        }
        last["result"].clone()
    }

    /// How the first seat fares, when it is rated.
    const fn score(self) -> Option<Score> {
        match self {
            Self::First => Some(Score::Win),
            Self::Drawn => Some(Score::Draw),
            Self::Resigned | Self::TimedOut => Some(Score::Loss),
            Self::TooShort | Self::NotRated => None,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_evening_leaves_the_ratings_that_its_history_gives() {
    // The season ends at midnight, between the matches.
    let world = World::at("2026-12-31T17:00:00+09:00").await;
    let mut people = Vec::new();
    for (nth, host) in (2..6).enumerate() {
        people.push(Person::new(&world, &format!("p{nth}"), host).await);
    }
    let evening = [
        (0, 1, End::First),
        (2, 3, End::Drawn),
        (1, 2, End::Resigned),
        (3, 0, End::TimedOut),
        (0, 2, End::TooShort),
        (2, 0, End::First),
        (1, 3, End::NotRated),
        (1, 0, End::Drawn),
        (3, 1, End::First),
        (0, 1, End::TimedOut),
        (2, 3, End::Resigned),
        (3, 2, End::First),
        (1, 0, End::First),
    ];
    let mut ids = vec![String::new(); 4];
    for (first, second, end) in evening {
        world.pass(3_600_000 + 7);
        let result = end.play(&world, &people[first], &people[second]).await;
        assert_eq!(result["rated"].as_bool(), Some(end.score().is_some()), "{end:?}: {result}");
    }
    // The public identifiers, from a match that is not counted.
    for (nth, person) in people.iter().enumerate() {
        let (_, opened) = person.post("/v1/matches", &json!({ "game": "omok" })).await;
        ids[nth] = opened["match"]["seats"][0]["player"].as_str().unwrap().to_owned();
    }

    // The order is the recorded one: every match is in two histories.
    let mut played = Vec::new();
    for id in &ids {
        let history = world.get(&format!("/v1/players/{id}/matches?limit=100")).await.body;
        played.extend(history["matches"].as_array().unwrap().iter().map(|line| (id.clone(), line.clone())));
    }
    assert_eq!(played.len(), 2 * evening.len());
    played.sort_by_key(|(_, line)| line["ended_at_ms"].as_i64());

    let mut records: [Option<RatingRecord>; 4] = [const { None }; 4];
    let number = |id: &str| ids.iter().position(|known| known == id).unwrap();
    for (both, (first, second, end)) in played.chunks(2).zip(evening) {
        let (one, other) = if both[0].1["seat"] == "first" { (&both[0], &both[1]) } else { (&both[1], &both[0]) };
        assert_eq!((number(&one.0), number(&other.0)), (first, second), "{end:?}");
        assert_eq!((&one.1["opponent"], &other.1["opponent"]), (&json!(other.0), &json!(one.0)));
        let Some(score) = end.score() else {
            assert!(one.1["rating"].is_null() && other.1["rating"].is_null(), "{end:?}");
            assert_eq!(one.1["unrated"], if matches!(end, End::TooShort) { json!("too_short") } else { Value::Null });
            continue;
        };
        let result = match score {
            Score::Win => "win",
            Score::Draw => "draw",
            Score::Loss => "loss",
        };
        assert_eq!(one.1["result"], result);
        let at_ms = one.1["ended_at_ms"].as_i64().unwrap();
        let [mine, theirs] = [first, second]
            .map(|at| records[at].clone().unwrap_or_else(|| RatingRecord::newcomer(&season_of(at_ms), at_ms)));
        let [first_after, second_after] = after(&mine, &theirs, [&one.0, &other.0], at_ms, score);
        for (line, before, after) in [(&one.1, &mine, &first_after), (&other.1, &theirs, &second_after)] {
            let told = [0, 1].map(|at| line["rating"][at].as_f64().unwrap().to_bits());
            assert_eq!(told, [before.rating.get().to_bits(), after.rating.get().to_bits()], "{line}");
        }
        (records[first], records[second]) = (Some(first_after), Some(second_after));
    }
    assert!(world.clock.now_ms() > parse_rfc3339("2027-01-01T05:00:00+09:00").unwrap());
    for (id, record) in ids.iter().zip(records) {
        let player: PlayerId = id.parse().unwrap();
        let item = world.service.store.rating(GameId::Omok, ratings::Pool::Human, &player).await.unwrap().unwrap();
        assert_eq!(Some(&item.record), record.as_ref());
        assert_eq!(item.version, u64::from(item.record.games));
        assert_eq!(item.record.season.id, "2027-S1");
        assert_eq!(item.record.last_season.map(|ended| ended.id), Some("2026-S4".to_owned()));
    }
}
