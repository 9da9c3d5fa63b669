//! Yacht against tables computed by outside scorers and a slow second implementation.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use std::collections::HashMap;

use games::catalogue::yacht::{Category, Dice, LIMIT, MAX_SCORE, Rounds, Sheet};
use games::{GameId, Illegal, Proof, Seed, Value};
use proptest::prelude::*;
use serde_json::Value as Json;
use support::{Refusal, SlowDraw, board, dates_of_2026, numbers, referee, seeds, vectors};

const NAMES: [&str; 12] = ["1", "2", "3", "4", "5", "6", "ch", "4k", "fh", "ss", "ls", "ya"];

fn dice(list: &Json) -> Dice {
    numbers::<5>(list).map(|die| die as u8)
}

/// Where `name`, as the tables spell it, stands on the score sheet.
fn category(table: &Json, name: &str) -> Option<Category> {
    let names = table["categories"].as_array().unwrap();
    names.iter().position(|known| known == name).map(|at| Category::ALL[at])
}

/// The order of the dice, the largest first, the smallest first and one between.
fn orders(dice: Dice) -> [Dice; 3] {
    let [a, b, c, d, e] = dice;
    [[a, b, c, d, e], [e, d, c, b, a], [c, a, e, b, d]]
}

#[test]
fn every_roll_is_worth_what_outside_scorers_say_in_every_category() {
    let table = vectors("yacht.json");
    let rolls = table["all_rolls"].as_array().unwrap();
    assert_eq!(rolls.len(), 252);
    for roll in rolls {
        for order in orders(dice(&roll["dice"])) {
            let scores = Category::ALL.map(|category| category.score(order));
            assert_eq!(scores, numbers(&roll["scores"]), "{order:?}");
        }
    }
}

#[test]
fn the_sums_over_all_rolls_are_exact() {
    let table = vectors("yacht.json");
    let sums = table["expected_single_roll_x7776"].as_object().unwrap();
    assert_eq!(sums.len(), 12);
    for (name, sum) in sums {
        let category = category(&table, name).unwrap();
        let roll = |n: u32| [1, 6, 36, 216, 1296].map(|place| (n / place % 6 + 1) as u8);
        let total: u32 = (0..7776).map(|n| category.score(roll(n))).sum();
        assert_eq!(Some(u64::from(total)), sum.as_u64(), "{name}");
    }
}

#[test]
fn published_cases_differ_only_where_the_rules_do() {
    let table = vectors("yacht.json");
    let mut differ = Vec::new();
    let mut compared = 0;
    for case in table["exercism_canonical"].as_array().unwrap() {
        let Some(ours) = case.get("ours").and_then(Json::as_u64) else { continue };
        let category = category(&table, case["category"].as_str().unwrap()).unwrap();
        assert_eq!(u64::from(category.score(dice(&case["dice"]))), ours, "{case}");
        compared += 1;
        if case["expected"].as_u64() != Some(ours) {
            differ.push(case["description"].as_str().unwrap());
        }
    }
    assert_eq!(compared, 21);
    // There, five equal dice are no full house and four of a kind counts four dice.
    let expected = ["Yacht is not a full house", "Four of a Kind", "Yacht can be scored as Four of a Kind"];
    assert_eq!(differ, expected);
}

#[test]
fn cases_that_other_programs_got_wrong() {
    assert_eq!(Category::SmallStraight.score([1, 2, 3, 3, 4]), 15);
    assert_eq!(Category::FourOfAKind.score([4, 4, 4, 4, 6]), 22, "all five dice count");
    assert_eq!(Category::FullHouse.score([5, 5, 5, 5, 5]), 25);
    assert_eq!(Category::SmallStraight.score([2, 3, 4, 5, 6]), 15);
    assert_eq!(Category::LargeStraight.score([1, 2, 3, 4, 6]), 0);
}

#[test]
fn the_bonus_comes_with_sixty_three_points_in_the_upper_half() {
    let mut sheet = Sheet::default();
    for (category, dice) in [
        (Category::Ones, [1, 1, 1, 2, 2]),
        (Category::Twos, [2, 2, 2, 1, 1]),
        (Category::Threes, [3, 3, 3, 1, 1]),
        (Category::Fours, [4, 4, 4, 1, 1]),
        (Category::Fives, [5, 5, 5, 1, 1]),
    ] {
        assert!(sheet.enter(category, dice));
    }
    assert_eq!(sheet.total(), 45);
    let mut short = sheet;
    assert!(short.enter(Category::Sixes, [6, 6, 1, 1, 1]));
    assert_eq!(short.total(), 57);
    assert!(short.enter(Category::Choice, [6, 6, 6, 6, 6]));
    assert_eq!(short.total(), 87, "only the upper half counts towards the bonus");
    assert!(sheet.enter(Category::Sixes, [6, 6, 6, 1, 1]));
    assert_eq!(sheet.total(), 63 + 35);
    assert!(!sheet.enter(Category::Sixes, [6, 6, 6, 6, 6]));
    assert_eq!(sheet.total(), 63 + 35, "what is entered stays");
}

#[test]
fn the_best_sheet_is_the_most_the_catalogue_allows() {
    let mut sheet = Sheet::default();
    for (face, &category) in (1..=6).zip(&Category::ALL) {
        assert!(sheet.enter(category, [face; 5]));
    }
    for category in [Category::Choice, Category::FourOfAKind, Category::FullHouse, Category::Yacht] {
        assert!(sheet.enter(category, [6; 5]));
    }
    assert!(sheet.enter(Category::SmallStraight, [1, 2, 3, 4, 5]));
    assert!(sheet.enter(Category::LargeStraight, [1, 2, 3, 4, 5]));
    assert_eq!(u64::from(sheet.total()), MAX_SCORE);
}

/// Yacht a second time: dice from the slow draws, points looked up in the outside table.
struct Slow {
    draw: SlowDraw,
    table: HashMap<Dice, [u32; 12]>,
}

impl Slow {
    fn new() -> Self {
        let table = vectors("yacht.json");
        let rolls = table["all_rolls"].as_array().unwrap();
        let row = |roll: &Json| (dice(&roll["dice"]), numbers(&roll["scores"]));
        Self { draw: SlowDraw::new(&Seed([0; 32])), table: rolls.iter().map(row).collect() }
    }

    fn points(&self, mut dice: Dice) -> [u32; 12] {
        dice.sort_unstable();
        self.table[&dice]
    }

    fn roll(&mut self, dice: &mut Dice, mask: &str) {
        for (at, keep) in mask.chars().enumerate() {
            if keep == '0' {
                dice[at] = self.draw.below(6) as u8 + 1;
            }
        }
    }

    /// Plays a whole run; `mask` says what to keep of some dice. The proof and what it is worth.
    fn run(&mut self, seed: &Seed, mask: &mut dyn FnMut(&Dice) -> String) -> (String, u32) {
        self.draw = SlowDraw::new(seed);
        let (mut proof, mut sheet) = (Vec::new(), HashMap::new());
        for _ in 0..12 {
            let mut dice = [0; 5];
            self.roll(&mut dice, "00000");
            let first = mask(&dice);
            self.roll(&mut dice, &first);
            let mut round = first.clone();
            if first != "11111" {
                let second = mask(&dice);
                self.roll(&mut dice, &second);
                if second != "11111" || dice[0] % 2 == 0 {
                    round += &format!(",{second}"); // a second mask that stops may be left out or written
                }
            }
            let points = self.points(dice);
            let free = (0..12).filter(|at| !sheet.contains_key(at));
            let best = free.max_by_key(|&at| points[at]).unwrap();
            sheet.insert(best, points[best]);
            proof.push(format!("{round}:{}", NAMES[best]));
        }
        let upper: u32 = (0..6).map(|at| sheet[&at]).sum();
        (proof.join(" "), sheet.values().sum::<u32>() + if upper >= 63 { 35 } else { 0 })
    }
}

#[test]
fn a_bot_scores_what_the_slow_implementation_counts() {
    let mut slow = Slow::new();
    let mut best = 0;
    for seed in dates_of_2026() {
        // Keeps the face there is most of.
        let mut most = |dice: &Dice| {
            let face = (1..=6).max_by_key(|face| dice.iter().filter(|die| *die == face).count()).unwrap();
            dice.map(|die| if die == face { '1' } else { '0' }).into_iter().collect()
        };
        let (proof, score) = slow.run(&seed, &mut most);
        let replay = referee(GameId::Yacht, &board(seed), &proof).unwrap();
        assert_eq!(replay.value, Value::Counted(score.into()), "{proof}");
        assert_eq!((replay.plies, replay.copyable), (12, None));
        best = best.max(score);
    }
    assert!(best > 150, "{best}");
}

#[test]
fn any_masks_score_what_the_slow_implementation_counts() {
    let mut slow = Slow::new();
    for (n, seed) in seeds().enumerate() {
        let mut coins = SlowDraw::new(&Seed([n as u8; 32]));
        let mut any = |_: &Dice| (0..5).map(|_| if coins.below(3) > 0 { '1' } else { '0' }).collect();
        let (proof, score) = slow.run(&seed, &mut any);
        let replay = referee(GameId::Yacht, &board(seed), &proof).unwrap();
        assert_eq!(replay.value, Value::Counted(score.into()), "{proof}");
    }
}

#[test]
fn the_front_end_is_told_the_first_roll() {
    for seed in seeds().step_by(40) {
        let mut draw = SlowDraw::new(&seed);
        let dice: Vec<u32> = (0..5).map(|_| draw.below(6) + 1).collect();
        assert_eq!(GameId::Yacht.opening(&board(seed)), serde_json::json!({ "dice": dice }));
    }
}

#[test]
fn a_run_has_twelve_rounds_in_twelve_categories() {
    let seed = Seed([9; 32]);
    let rounds = NAMES.map(|name| format!("11111:{name}"));
    assert!(referee(GameId::Yacht, &board(seed), &rounds.join(" ")).is_ok());

    let refused = |proof: &str| referee(GameId::Yacht, &board(seed), proof).unwrap_err();
    let short = refused(&rounds[..11].join(" "));
    assert_eq!(short, Refusal::Illegal(Illegal { at: 12, why: "a run has twelve rounds" }));
    let mut twice = rounds.clone();
    twice[4] = "00000:2".to_owned();
    let twice = refused(&twice.join(" "));
    assert_eq!(twice, Refusal::Illegal(Illegal { at: 5, why: "the category is already scored" }));
    let long = refused(&format!("{} 11111:1", rounds.join(" ")));
    assert!(matches!(long, Refusal::Malformed(_)));
}

#[test]
fn a_round_is_masks_and_a_category_and_nothing_else() {
    for text in ["11111:1", "00000:ya", "10110,11111:fh", "10110,00001:4k 11111:ch"] {
        assert_eq!(Rounds::decode(text).unwrap().encode(), text);
    }
    let malformed = [
        "",
        "11111",
        "11111:",
        "11111:x",
        "11111:fhx",
        "1111:1",
        "111111:1",
        "11111,11111:1",
        "11111,00000:1",
        "00000,00000,00000:1",
        "00000:1 ",
        " 00000:1",
        "00000:1  00000:2",
        "00000 :1",
        "00000:FH",
        "00002:1",
        "00000:1\n",
        "00000:7",
        "00000:fh,",
        "00000:야추",
    ];
    for text in malformed {
        assert!(Rounds::decode(text).is_err(), "{text:?}");
    }
    assert_eq!(["00000,00000:ya"; 12].join(" ").len(), LIMIT);
}

proptest! {
    #[test]
    fn a_proof_reads_back_as_it_was_written(
        rounds in prop::collection::vec(("(11111|[01]{4}0(,[01]{5})?)", 0..12usize), 1..=12),
    ) {
        let text = rounds.iter().map(|(masks, at)| format!("{masks}:{}", NAMES[*at])).collect::<Vec<_>>().join(" ");
        let read = Rounds::decode(&text).unwrap();
        prop_assert_eq!(read.moves() as usize, rounds.len());
        prop_assert_eq!(read.encode(), text);
    }
}
