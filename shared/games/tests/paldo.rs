//! Paldo-yuram: the rules by hand, and the chances of several ways to play against an exact computation elsewhere.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;

use games::Side::{First, Second};
use games::catalogue::paldo::{Choices, Choose, Die, Duel, HOME, Race, best, chance, greedy, larger};
use games::{Board, Draw, GameId, Level, Outcome, Proof, Seed, Side, Value};
use serde::Deserialize;

fn race(first: u8, second: u8, to_move: Side) -> Race {
    Race::new([first, second], to_move, false).unwrap()
}

fn stops(race: Race) -> [u8; 2] {
    [race.stop(First), race.stop(Second)]
}

#[test]
fn a_landmark_gives_one_more_roll_and_only_one() {
    let landed = race(0, 0, First).after(3);
    assert_eq!((stops(landed), landed.side_to_move(), landed.is_extra()), ([3, 0], First, true));
    let second_landmark = landed.after(5);
    assert_eq!((stops(second_landmark), second_landmark.side_to_move()), ([8, 0], Second));
    assert!(!second_landmark.is_extra());
}

#[test]
fn who_stops_where_the_other_is_sends_it_back_before_the_province() {
    for (own, other, back) in [(1, 2, 0), (3, 5, 0), (5, 7, 5), (9, 10, 5), (10, 11, 10), (36, 40, 35)] {
        let after = race(own, other, First).after(other - own);
        assert_eq!((stops(after), after.side_to_move()), ([other, back], Second), "from {own} to {other}");
        let after = race(other, own, Second).after(other - own);
        assert_eq!((stops(after), after.side_to_move()), ([back, other], First), "from {own} to {other}");
    }
}

#[test]
fn nobody_is_sent_back_from_a_landmark() {
    for landmark in [3, 8, 13, 18, 23, 28, 33, 38] {
        let after = race(landmark - 2, landmark, First).after(2);
        assert_eq!((stops(after), after.side_to_move()), ([landmark; 2], First));
        // Nor by an extra roll that ends on one.
        let extra = Race::new([landmark - 2, landmark], First, true).unwrap().after(2);
        assert_eq!((stops(extra), extra.side_to_move()), ([landmark; 2], Second));
    }
}

#[test]
fn an_extra_roll_can_send_the_other_back() {
    let after = race(6, 10, First).after(2).after(2);
    assert_eq!((stops(after), after.side_to_move()), ([10, 5], Second));
}

#[test]
fn the_goal_is_at_or_beyond_41() {
    for steps in 1..=5 {
        let after = race(38, 0, First).after(steps);
        assert_eq!(after.winner(), (steps >= 3).then_some(First), "38 and {steps}");
    }
    assert_eq!(race(0, 40, Second).after(1).winner(), Some(Second));
    assert_eq!(race(0, 40, Second).after(5).stop(Second), HOME);
}

#[derive(Deserialize)]
struct Vectors {
    first_seat_win_probability_from_start: BTreeMap<String, f64>,
    /// First's stop, second's, the seat to move, whether the roll is extra; and first's chance.
    optimal_values_sample: Vec<([u8; 4], f64)>,
}

fn vectors() -> Vectors {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/games/paldo_yuram.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// How often a player goes by each face, 1 to 5, in a race; `None` for one who answers the other's way to play as well
/// as can be.
fn faces(policy: &str, race: Race) -> Option<[f64; 5]> {
    let choose: Option<Choose> = match policy {
        "max" => Some(larger),
        "greedy" => Some(greedy),
        "best" => Some(best),
        "random" => None,
        _ => return None,
    };
    let mut faces = [0.0; 5];
    for first in 1..=5 {
        for second in 1..=5 {
            let roll = [first, second];
            let dice = choose.map_or([Die::First, Die::Second], |choose| [choose(race, roll); 2]);
            for die in dice {
                faces[usize::from(die.of(roll)) - 1] += 1.0 / 50.0;
            }
        }
    }
    Some(faces)
}

/// The chance of the first seat, from the start, by iteration over all races until nothing changes.
fn first_wins(policies: [&str; 2]) -> f64 {
    let index = |race: Race| {
        let [first, second] = stops(race).map(usize::from);
        ((first * 41 + second) * 2 + race.side_to_move().index()) * 2 + usize::from(race.is_extra())
    };
    let mut races = Vec::new();
    for first in (0..HOME).rev() {
        for second in (0..HOME).rev() {
            for (to_move, extra) in [(First, true), (First, false), (Second, true), (Second, false)] {
                let race = Race::new([first, second], to_move, extra).unwrap();
                let weights = faces(policies[to_move.index()], race);
                let next = [1, 2, 3, 4, 5].map(|steps| {
                    let after = race.after(steps);
                    after.winner().ok_or_else(|| index(after))
                });
                races.push((index(race), to_move, weights, next));
            }
        }
    }
    let mut chances = vec![0.5; 41 * 41 * 4];
    loop {
        let mut change = 0.0_f64;
        for (at, to_move, weights, next) in &races {
            let value = |next: &Result<Side, usize>| match *next {
                Ok(winner) => f64::from(u8::from(winner == First)),
                Err(at) => chances[at],
            };
            let values = next.each_ref().map(value);
            let better = |one: f64, other: f64| if *to_move == First { one.max(other) } else { one.min(other) };
            let chance = match weights {
                Some(weights) => weights.iter().zip(values).map(|(weight, value)| weight * value).sum(),
                None => values.iter().flat_map(|&one| values.map(|other| better(one, other))).sum::<f64>() / 25.0,
            };
            change = change.max((chance - chances[*at]).abs());
            chances[*at] = chance;
        }
        if change < 1e-10 {
            return chances[index(Race::START)];
        }
    }
}

#[test]
fn every_way_to_play_wins_as_often_as_computed_elsewhere() {
    let published = vectors().first_seat_win_probability_from_start;
    assert_eq!(published.len(), 13);
    for (pairing, expected) in published {
        let (first, second) = pairing.split_once(" vs ").unwrap();
        let chance = first_wins([first.strip_suffix(" (first)").unwrap(), second]);
        assert!((chance - expected).abs() < 1e-7, "{pairing}: {chance}, not {expected}");
    }
}

#[test]
fn the_table_of_best_play_is_that_computed_elsewhere() {
    let sample = vectors().optimal_values_sample;
    assert_eq!(sample.len(), 60);
    for ([first, second, seat, extra], expected) in sample {
        let to_move = [First, Second][usize::from(seat)];
        let race = Race::new([first, second], to_move, extra == 1).unwrap();
        let mover = f64::from(chance(race)) / f64::from(1 << 30);
        let chance = if to_move == First { mover } else { 1.0 - mover };
        assert!((chance - expected).abs() < 1e-7, "{race:?}: {chance}, not {expected}");
    }
}

#[test]
fn each_level_wins_more_often_than_the_one_below() {
    // Either seat half of the time: above one half is better.
    let score = |one, other| f64::midpoint(first_wins([one, other]), 1.0 - first_wins([other, one]));
    let (easy, basic, strong) = (score("max", "random"), score("greedy", "max"), score("best", "greedy"));
    assert!(easy > 0.75 && basic > 0.6 && strong > 0.5, "{easy} {basic} {strong}");
}

fn board(seed: u8, variation: u32, level: Level) -> Board {
    Board { seed: Seed([seed; 32]), weekday: 0, variation, level: Some(level) }
}

/// A whole game with the player choosing by `choose`.
fn play(board: &Board, choose: Choose) -> (Duel, Choices) {
    let (mut duel, mut choices) = (Duel::new(board), Vec::new());
    while duel.race().winner().is_none() {
        let die = choose(duel.race(), duel.roll());
        duel.play(die).unwrap();
        choices.push(die);
    }
    (duel, Choices::new(choices))
}

#[test]
fn the_referee_finds_the_race_that_was_run() {
    let mut won = 0;
    for seed in 0..50 {
        for level in Level::ALL {
            let board = board(seed, seed.into(), level);
            let (duel, proof) = play(&board, greedy);
            let text = proof.encode();
            assert_eq!(Choices::decode(&text), Ok(proof));
            let replay = GameId::Paldo.read(&board, &text).unwrap().replay().unwrap();
            let expected = if duel.race().winner() == Some(duel.player()) {
                won += 1;
                // All levels share a board, and a win against the easy one is not ranked.
                let ranked = level != Level::Easy;
                (Some(Outcome::Win), if ranked { Value::Counted(duel.turns().into()) } else { Value::Unranked })
            } else {
                (Some(Outcome::Loss), Value::Unranked)
            };
            assert_eq!((replay.outcome, replay.value), expected);
            if let Value::Counted(turns) = replay.value {
                assert!(GameId::Paldo.game().values.contains(&turns));
            }
            assert!(duel.turns() <= text.len().try_into().unwrap());

            let late = GameId::Paldo.read(&board, &format!("{text}0")).unwrap().replay().unwrap_err();
            assert_eq!(late.at as usize, text.len() + 1);
            if text.len() > 1 {
                let cut = GameId::Paldo.read(&board, &text[..text.len() - 1]).unwrap().replay().unwrap_err();
                assert_eq!(cut.at as usize, text.len());
            }
        }
    }
    assert!((40..110).contains(&won), "{won} of 150");
}

#[test]
fn the_player_begins_in_every_second_variation() {
    for variation in 0..6 {
        let duel = Duel::new(&board(1, variation, Level::Basic));
        assert_eq!(duel.player(), if variation % 2 == 0 { First } else { Second });
        assert_eq!(duel.race() == Race::START, variation % 2 == 0, "the computer has had its turn or not");
        assert_eq!(duel.turns(), 1);
        assert!(duel.roll().iter().all(|die| (1..=5).contains(die)));
    }
}

#[test]
fn a_proof_is_digits_and_nothing_else() {
    let board = board(1, 0, Level::Basic);
    for (text, at) in [("", 0), ("01 0", 2), ("012", 2), ("01\n", 2), ("０", 0)] {
        assert_eq!(GameId::Paldo.read(&board, text).err().unwrap().at, at, "{text:?}");
    }
    assert!(GameId::Paldo.read(&board, &"0".repeat(400)).is_ok());
    assert!(GameId::Paldo.read(&board, &"0".repeat(401)).is_err());
}

#[test]
fn no_text_panics() {
    let mut draw = Draw::new(&Seed([6; 32]));
    let mut finished = 0;
    for round in 0..1_000_000_u32 {
        let length = 1 + draw.below(if round % 100 == 0 { 401 } else { 40 });
        let noise = round % 10 == 0;
        let letter = |draw: &mut Draw| match draw.below(if noise { 96 } else { 2 }) {
            bit @ 0..2 => char::from_digit(bit, 10).unwrap(),
            other => char::from_u32(other + 32).unwrap(),
        };
        let text: String = if round % 4 == 3 {
            let bytes: Vec<u8> = (0..length).map(|_| u8::try_from(draw.below(256)).unwrap()).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            (0..length).map(|_| letter(&mut draw)).collect()
        };
        let level = Level::ALL[draw.below(3) as usize];
        let board = board(u8::try_from(round % 256).unwrap(), draw.below(8), level);
        if let Ok(read) = GameId::Paldo.read(&board, &text) {
            finished += u32::from(read.replay().is_ok());
        }
    }
    assert!(finished > 10_000, "only {finished} races came to their end");
}
