//! The puzzle dungeon by runs computed by hand, one for each relic and each way to end.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use games::catalogue::dungeon::{FLOORS, LIMIT, MAX_VALUE, Reports};
use games::{GameId, Illegal, OutOfRange, Proof, Seed, Value};
use proptest::prelude::*;
use support::{Refusal, SlowDraw, board, dates_of_2026, referee, seeds};

const SHIELD: usize = 0;
const HERB: usize = 1;
const WARD: usize = 2;
const HEART: usize = 3;
const MIRROR: usize = 4;
const LANTERN: usize = 5;

/// The dungeon's draws, made a second time from their description.
struct Dungeon {
    counts: Vec<u32>,
    draw: SlowDraw,
    owned: Vec<usize>,
}

impl Dungeon {
    fn of(seed: &Seed) -> Self {
        let mut draw = SlowDraw::new(seed);
        let counts = (0..FLOORS).map(|_| {
            let puzzle = draw.below(5) as usize;
            draw.below(3);
            [5, 6, 1, 8, 4][puzzle]
        });
        Self { counts: counts.collect(), draw, owned: Vec::new() }
    }

    /// The token that takes `relic` now, if it is offered.
    fn take(&mut self, relic: usize) -> Option<String> {
        let mut left: Vec<usize> = (0..6).filter(|relic| !self.owned.contains(relic)).collect();
        self.draw.shuffle(&mut left);
        let at = left.iter().take(3).position(|&offered| offered == relic)?;
        self.owned.push(relic);
        Some(format!("r{at}"))
    }
}

/// The proof that passes a floor for each of `wrong`, with so many wrong answers, and takes `relics` as they are due.
/// None when one of them is not offered.
fn passing(seed: &Seed, wrong: &[u32], relics: &[usize]) -> Option<String> {
    let mut dungeon = Dungeon::of(seed);
    let mut relics = relics.iter();
    let mut tokens = Vec::new();
    for (at, wrong) in wrong.iter().enumerate() {
        tokens.push(format!("{}.{wrong}", dungeon.counts[at]));
        if (at + 1) % 3 == 0
            && let Some(&relic) = relics.next()
        {
            tokens.push(dungeon.take(relic)?);
        }
    }
    Some(tokens.join(" "))
}

/// What the run is worth on each of many boards that offer the relics and whose puzzles allow the wrong answers.
fn worth(wrong: &[u32], relics: &[usize]) -> u64 {
    let mut values = Vec::new();
    for seed in seeds() {
        let counts = Dungeon::of(&seed).counts;
        if counts.iter().zip(wrong).any(|(count, &wrong)| wrong > 3 * count) {
            continue;
        }
        if let Some(proof) = passing(&seed, wrong, relics) {
            match referee(GameId::Dungeon, &board(seed), &proof).unwrap().value {
                Value::Counted(value) => values.push(value),
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(values.len() >= 3, "only {} boards offer {relics:?}", values.len());
    values.dedup();
    assert_eq!(values.len(), 1, "the same answers are worth the same on every board");
    values[0]
}

#[test]
fn without_a_relic_each_wrong_answer_costs_the_floors_attack() {
    assert_eq!(worth(&[0], &[]), 1030);
    assert_eq!(worth(&[3], &[]), 1024, "2 each on floor 1");
    assert_eq!(worth(&[1, 1], &[]), 2026);
    // Floor 5 is the first with an attack of 3; the relic at floor 3 does nothing here.
    assert_eq!(worth(&[0, 0, 0, 1, 1], &[MIRROR]), 5025);
}

#[test]
fn the_shield_takes_one_off_each_wrong_answer() {
    // 30 - 2*2 on floor 1; with the shield 2 * 1 on floor 4 and 3 * (3 - 1) on floor 5.
    assert_eq!(worth(&[2, 0, 0, 2, 3], &[SHIELD]), 5000 + 26 - 2 - 6);
}

#[test]
fn the_herb_heals_two_after_each_passed_floor() {
    // 30 - 6 = 24; floor 4 clean +2 = 26; floor 5 one wrong -3 +2 = 25.
    assert_eq!(worth(&[3, 0, 0, 0, 1], &[HERB]), 5025);
    // Never above the maximum.
    assert_eq!(worth(&[0, 0, 0, 0, 0], &[HERB]), 5030);
}

#[test]
fn the_ward_takes_the_first_wrong_answer_of_each_floor() {
    // 30 - 2; floor 4: one wrong, free; floor 5: three wrong, two of them at 3.
    assert_eq!(worth(&[1, 0, 0, 1, 3], &[WARD]), 5000 + 28 - 6);
    assert_eq!(worth(&[1, 0, 0, 0, 0], &[WARD]), 5028);
}

#[test]
fn the_heart_raises_the_maximum_and_heals() {
    assert_eq!(worth(&[0, 0, 0], &[HEART]), 3038);
    assert_eq!(worth(&[3, 0, 0], &[HEART]), 3032);
    assert_eq!(worth(&[3, 0, 0, 1], &[HEART]), 4030);
}

#[test]
fn the_mirror_heals_one_after_a_floor_without_a_wrong_answer() {
    // 30 - 6 = 24; floor 4 clean +1; floor 5 one wrong -3; floor 6 clean +1.
    assert_eq!(worth(&[3, 0, 0, 0, 1, 0], &[MIRROR]), 6000 + 24 + 1 - 3 + 1);
}

#[test]
fn the_lantern_heals_five_at_once() {
    assert_eq!(worth(&[3, 0, 0], &[LANTERN]), 3029);
    assert_eq!(worth(&[1, 0, 0], &[LANTERN]), 3030, "not beyond the maximum");
    assert_eq!(worth(&[3, 0, 0, 1], &[LANTERN]), 4027);
}

#[test]
fn relics_add_up() {
    // 30 - 6 = 24; heart: 32 of 38; floor 4 two wrong at 2: 28; floor 5: one at 3: 25; floor 6 clean; herb;
    // floor 7 one wrong at 3: 22 + 2; floor 8 clean: 26.
    assert_eq!(worth(&[3, 0, 0, 2, 1, 0, 1, 0], &[HEART, HERB]), 8026);
    // Shield and ward on floor 7: three wrong, two of them at 3 - 1.
    assert_eq!(worth(&[0, 0, 0, 0, 0, 0, 3], &[SHIELD, WARD]), 7000 + 30 - 4);
}

#[test]
fn all_forty_floors_with_every_heart_are_the_most_there_is() {
    for seed in dates_of_2026().step_by(60) {
        let mut dungeon = Dungeon::of(&seed);
        let mut tokens = Vec::new();
        for (number, count) in (1..).zip(dungeon.counts.clone()) {
            tokens.push(format!("{count}.0"));
            if number % 3 == 0 && dungeon.owned.len() < 6 {
                // Whatever lies first; the sixth choice takes the last.
                let first = (0..6).find_map(|relic| {
                    let mut look =
                        Dungeon { counts: Vec::new(), draw: dungeon.draw.clone(), owned: dungeon.owned.clone() };
                    (!look.owned.contains(&relic) && look.take(relic)? == "r0").then_some(relic)
                });
                tokens.push(dungeon.take(first.unwrap()).unwrap());
            }
        }
        let proof = tokens.join(" ");
        assert!(proof.len() <= LIMIT);
        let replay = referee(GameId::Dungeon, &board(seed), &proof).unwrap();
        assert_eq!(replay.value, Value::Counted(40_038));
        assert_eq!(MAX_VALUE, 40_038);
        assert_eq!((replay.plies, replay.copyable), (40, None), "flawless runs coincide honestly");

        assert!(referee(GameId::Dungeon, &board(seed), &format!("{proof} 1.0")).is_err(), "there is no floor 41");
        assert!(referee(GameId::Dungeon, &board(seed), &format!("{proof} r0")).is_err(), "no relic is left");
    }
}

/// A board whose first floors are two sums of 8, which allow many wrong answers.
fn two_sums() -> Seed {
    seeds().find(|seed| Dungeon::of(seed).counts[..2] == [8, 8]).unwrap()
}

#[test]
fn a_retreat_keeps_the_hit_points() {
    let seed = two_sums();
    let value = |proof| referee(GameId::Dungeon, &board(seed), proof).unwrap().value;
    assert_eq!(value("8.1 3.2"), Value::Counted(1024));
    assert_eq!(value("0.0"), Value::Counted(30), "straight back out");
    assert_eq!(value("7.14"), Value::Counted(2));
}

#[test]
fn a_defeat_ends_the_run_on_its_floor_even_with_everything_right() {
    let seed = two_sums();
    let play = |proof: &str| referee(GameId::Dungeon, &board(seed), proof);
    assert_eq!(play("8.0 8.15").unwrap().value, Value::Counted(1000), "fifteen wrong answers at 2 cost all 30");
    assert_eq!(play("8.0 8.24").unwrap().value, Value::Counted(1000));
    assert_eq!(play("8.0 2.15").unwrap().value, Value::Counted(1000));
    assert_eq!(play("8.15").unwrap().value, Value::Counted(0));
    let after = play("8.15 8.0").unwrap_err();
    assert_eq!(after, Refusal::Illegal(Illegal { at: 2, why: "the run was over before this floor" }));
}

#[test]
fn values_that_a_puzzle_cannot_give_are_out_of_range() {
    let seed = two_sums();
    let trusted = |proof: &str| GameId::Dungeon.read(&board(seed), proof).unwrap().check_trusted();
    let out = |why| Err(OutOfRange { why });
    assert_eq!(trusted("8.24 8.24"), Ok(()));
    assert_eq!(trusted("9.0"), out("more right answers than the puzzle has"));
    assert_eq!(trusted("8.25"), out("more wrong answers than the puzzle allows"));
    assert_eq!(trusted("8.0 8.25"), out("more wrong answers than the puzzle allows"));
    assert_eq!(trusted("7.0 8.0"), out("a floor before the last was not passed"));
    assert_eq!(trusted("8.0 7.0"), Ok(()));
    assert_eq!(trusted("4294967295.4294967295"), out("more right answers than the puzzle has"));
    for seed in seeds().step_by(3) {
        for (floor, count) in Dungeon::of(&seed).counts.into_iter().enumerate() {
            let before: Vec<String> = Dungeon::of(&seed).counts[..floor].iter().map(|n| format!("{n}.0")).collect();
            let trusted = |last: String| {
                let proof = [&before[..], &[last]].concat().join(" ");
                GameId::Dungeon.read(&board(seed), &proof).unwrap().check_trusted()
            };
            assert!(trusted(format!("{count}.{}", 3 * count)).is_ok());
            assert!(trusted(format!("{}.0", count + 1)).is_err());
            assert!(trusted(format!("0.{}", 3 * count + 1)).is_err());
        }
    }
}

#[test]
fn a_relic_is_taken_where_it_is_due_and_nowhere_else() {
    let seed = Seed([4; 32]);
    let counts = Dungeon::of(&seed).counts;
    let play = |proof: String| referee(GameId::Dungeon, &board(seed), &proof);
    let [a, b, c, d] = [0, 1, 2, 3].map(|floor| format!("{}.0", counts[floor]));
    assert!(play(format!("{a} {b} {c}")).is_ok(), "a run that stops may leave the relic");
    for relic in 0..3 {
        assert!(play(format!("{a} {b} {c} r{relic} {d}")).is_ok());
    }
    let at = |at, why| Err(Refusal::Illegal(Illegal { at, why }));
    assert_eq!(play(format!("{a} {b} {c} {d}")), at(3, "a relic has to be chosen after this floor"));
    assert_eq!(play(format!("{a} r0 {b}")), at(1, "this relic is not offered after this floor"));
    assert_eq!(play(format!("{a} {b} 0.0")).map(|replay| replay.value), Ok(Value::Counted(2030)));
    assert_eq!(play(format!("{a} {b} 0.0 r0")), at(3, "this relic is not offered after this floor"));
}

#[test]
fn the_front_end_is_told_every_floor() {
    for seed in seeds().step_by(90) {
        let opening = GameId::Dungeon.opening(&board(seed));
        let floors = opening["floors"].as_array().unwrap();
        let counts: Vec<u64> = floors.iter().map(|floor| floor["right"].as_u64().unwrap()).collect();
        assert!(
            counts.iter().eq(Dungeon::of(&seed)
                .counts
                .iter()
                .map(|&count| u64::from(count))
                .collect::<Vec<_>>()
                .iter())
        );
        for floor in floors {
            let named = ["quiz", "match", "path", "sums", "memory"].iter().position(|&name| floor["puzzle"] == name);
            assert_eq!(floor["right"], [5, 6, 1, 8, 4][named.unwrap()]);
            assert!((1..=3).contains(&floor["grade"].as_u64().unwrap()));
        }
    }
}

#[test]
fn only_long_runs_with_flaws_are_held_against_a_copy_and_a_retreat_does_not_hide_one() {
    let play = |seed, proof: &str| referee(GameId::Dungeon, &board(seed), proof).unwrap();
    let mut seen = 0;
    for seed in seeds() {
        let flaws = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0];
        let Some(proof) = passing(&seed, &flaws, &[HEART, HERB, SHIELD]) else { continue };
        let honest = play(seed, &proof);
        assert_eq!(honest.copyable.as_deref(), Some(&*proof));
        let disguised = play(seed, &format!("{proof} r0 0.0"));
        assert_eq!(disguised.copyable, honest.copyable);

        let three = passing(&seed, &[1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0], &[HEART, HERB, SHIELD]).unwrap();
        assert_eq!(play(seed, &three).copyable, None);
        let eleven = passing(&seed, &flaws[..11], &[HEART, HERB, SHIELD]).unwrap();
        assert_eq!(play(seed, &eleven).copyable, None);
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn a_wrong_answer_that_costs_nothing_does_not_make_a_copy_look_new() {
    let play = |seed, proof: &str| referee(GameId::Dungeon, &board(seed), proof).unwrap();
    let mut seen = 0;
    for seed in seeds() {
        // From the fourth floor on the first wrong answer is free.
        let relics = [WARD, HERB, SHIELD];
        let Some(proof) = passing(&seed, &[1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0], &relics) else { continue };
        let copy = passing(&seed, &[1, 1, 1, 2, 1, 0, 0, 1, 0, 0, 0, 1], &relics).unwrap();
        let (honest, copy) = (play(seed, &proof), play(seed, &copy));
        assert!(honest.copyable.is_some());
        assert_eq!((copy.value, &copy.copyable), (honest.value, &honest.copyable));
        let other = play(seed, &passing(&seed, &[1, 1, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0], &relics).unwrap());
        assert_ne!(other.copyable, honest.copyable);
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn a_proof_is_floors_and_relics_written_in_one_way() {
    for text in ["0.0", "5.1 6.0 8.2 r1 1.0", "5.1 r0", "4294967295.0"] {
        assert_eq!(Reports::decode(text).unwrap().encode(), text);
    }
    let malformed = [
        "",
        " ",
        "r0",
        "5",
        "5.",
        ".5",
        "5.1.2",
        "5.1 ",
        " 5.1",
        "5.1  6.0",
        "05.1",
        "5.01",
        "5.1 r",
        "5.1 r3",
        "5.1 r00",
        "5.1 r0 r1",
        "5.1r0",
        "5.1\n",
        "-1.0",
        "5.1 R0",
        "4294967296.0",
        "다섯.하나",
    ];
    for text in malformed {
        assert!(Reports::decode(text).is_err(), "{text:?}");
    }
    assert!(Reports::decode(&["1.0"; 40].join(" ")).is_ok());
    assert!(Reports::decode(&["1.0"; 41].join(" ")).is_err());
}

proptest! {
    #[test]
    fn a_proof_reads_back_as_it_was_written(
        floors in prop::collection::vec((0..30u32, 0..30u32, prop::option::of(0..3u8)), 1..=40),
    ) {
        let floor = |(right, wrong, relic): &(u32, u32, Option<u8>)| {
            format!("{right}.{wrong}{}", relic.map(|relic| format!(" r{relic}")).unwrap_or_default())
        };
        let text = floors.iter().map(floor).collect::<Vec<_>>().join(" ");
        let reports = Reports::decode(&text).unwrap();
        prop_assert_eq!(reports.moves() as usize, floors.len());
        prop_assert_eq!(reports.encode(), text);
    }
}
