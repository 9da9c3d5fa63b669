//! Klondike against solved deals of another program, and the day's deals against the referee.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use games::catalogue::solitaire::solver::{Verdict, search};
use games::catalogue::solitaire::{Action, Actions, Card, Column, Deal, LIMIT, Suit, Table, Turn, deal, solve};
use games::{Board, Draw, GameId, Illegal, Proof, Seed};
use proptest::prelude::*;
use serde_json::Value as Json;
use support::{Refusal, SlowDraw, board, counted, referee, vectors};

/// Positions that are enough for nearly every recorded deal.
const NODES: u32 = 130_000;

fn cards(names: &Json) -> Vec<Card> {
    names.as_array().unwrap().iter().map(|name| Card::parse(name.as_str().unwrap()).unwrap()).collect()
}

struct Recorded {
    name: String,
    deal: Deal,
    turn: Turn,
    solvable: bool,
    solution: Option<String>,
    /// Actions of the solution, and how many of them turn the stock over, by the other program's count.
    moves: Option<u64>,
    recycles: Option<u64>,
}

fn recorded() -> Vec<Recorded> {
    let table = vectors("klondike_deals.json");
    let deals = table["deals"].as_array().unwrap();
    deals.iter().map(record).collect()
}

fn record(row: &Json) -> Recorded {
    let columns = row["tableau"].as_array().unwrap();
    let mut stock = cards(&row["stock"]);
    stock.reverse(); // recorded with the next card last
    let tokens = row["solution"].as_array();
    Recorded {
        name: format!("deal {} draw {}", row["seed"], row["draw"]),
        deal: Deal::new(std::array::from_fn(|i| cards(&columns[i])), stock).unwrap(),
        turn: if row["draw"] == 1 { Turn::One } else { Turn::Three },
        solvable: row["lonelybot"] == "solvable",
        solution: tokens.map(|tokens| tokens.iter().map(|t| t.as_str().unwrap()).collect::<Vec<_>>().join(" ")),
        moves: row["moves"].as_u64(),
        recycles: row["recycles"].as_u64(),
    }
}

/// Plays actions on a table; the first refusal with its number.
fn play(table: &mut Table, text: &str) -> Result<(), (usize, &'static str)> {
    let Actions(actions) = Actions::decode(text).unwrap();
    (1..).zip(actions).try_for_each(|(at, action)| table.play(action).map_err(|why| (at, why)))
}

#[test]
fn every_recorded_solution_wins_with_its_last_action_and_no_sooner() {
    let mut played = 0;
    for Recorded { name, deal, turn, solution, moves, recycles, .. } in recorded() {
        let Some(solution) = solution else { continue };
        let mut table = Table::new(&deal, turn);
        let (all_but_last, last) = solution.rsplit_once(' ').unwrap();
        assert_eq!(play(&mut table, all_but_last), Ok(()), "{name}");
        assert!(!table.is_won(), "{name}");
        assert_eq!(play(&mut table, last), Ok(()), "{name}");
        assert!(table.is_won(), "{name}");
        let Actions(actions) = Actions::decode(&solution).unwrap();
        let turned = actions.iter().filter(|&&action| action == Action::Recycle).count();
        assert_eq!((Some(actions.len() as u64), Some(turned as u64)), (moves, recycles), "{name}");
        played += 1;
    }
    assert_eq!(played, 94);
}

#[test]
fn the_solver_agrees_with_another_program_on_which_deals_can_be_won() {
    let (mut won, mut impossible) = (0, 0);
    for Recorded { name, deal, turn, solvable, .. } in recorded() {
        let found = search(&deal, turn, NODES);
        assert!(found.nodes <= NODES);
        match found.verdict {
            Verdict::Winnable(actions) => {
                assert!(solvable, "{name} cannot be won");
                let mut table = Table::new(&deal, turn);
                for action in actions {
                    table.play(action).unwrap();
                }
                assert!(table.is_won(), "{name}");
                won += 1;
            }
            Verdict::Impossible => {
                assert!(!solvable, "{name} can be won");
                impossible += 1;
            }
            Verdict::Unknown => assert_eq!(found.nodes, NODES, "{name}: a way was found and could not be played"),
        }
    }
    assert!(won >= 90, "{won} of 96 are won");
    assert!(impossible >= 6, "{impossible} of 24 are proved impossible");
}

/// A deal that begins with the given columns; the other cards follow in the deck's order.
fn deal_with(columns: [&str; 4]) -> Deal {
    let given = columns.map(|names| names.split(' ').map(|name| Card::parse(name).unwrap()).collect::<Vec<_>>());
    let used: Vec<Card> = given.iter().flatten().copied().collect();
    let mut rest = Card::deck().into_iter().filter(|card| !used.contains(card));
    let filled = std::array::from_fn(|i| match given.get(i) {
        Some(column) => column.clone(),
        None => rest.by_ref().take(i + 1).collect(),
    });
    Deal::new(filled, rest.collect()).unwrap()
}

#[test]
fn a_face_down_card_does_not_move_with_the_run_on_it() {
    let deal = deal_with(["5H", "4C 3D", "9C 9H JS", "9S TC TD KS"]);
    let mut table = Table::new(&deal, Turn::One);
    assert_eq!(play(&mut table, "21-2"), Err((1, "a face-down card cannot be moved")));
    assert_eq!(table, Table::new(&deal, Turn::One), "a refused action changes nothing");
}

#[test]
fn only_a_king_or_its_run_goes_to_an_empty_column() {
    let deal = deal_with(["5H", "4C 6S", "9C 9H QD", "9S TC TD KS"]);
    let mut table = Table::new(&deal, Turn::One);
    assert_eq!(play(&mut table, "12"), Ok(()));
    let refusal = "a card lies on the next higher rank of the other colour, a king on an empty column";
    for other in ["31", "21", "21-2"] {
        assert_eq!(play(&mut table, other), Err((1, refusal)), "{other}");
    }
    assert_eq!(play(&mut table, "34 41-2"), Ok(()));
}

#[test]
fn the_stock_is_turned_over_only_when_it_is_empty_and_in_its_order() {
    let deal = deal(&Seed([3; 32]), 0);
    let mut table = Table::new(&deal, Turn::One);
    assert_eq!(play(&mut table, "R"), Err((1, "the stock has cards left to draw")));
    let pass = ["D"; 24].join(" ");
    assert_eq!(play(&mut table, &pass), Ok(()));
    assert_eq!(play(&mut table, "D"), Err((1, "the stock is empty")));
    assert_eq!(play(&mut table, "R"), Ok(()));
    assert_eq!(table, Table::new(&deal, Turn::One));
}

#[test]
fn the_deal_is_the_shuffled_deck_laid_row_by_row() {
    for seed in support::seeds().take(300) {
        let mut deck: Vec<Card> = Card::deck().to_vec();
        SlowDraw::new(&seed).shuffle(&mut deck);
        let mut columns: [Vec<Card>; 7] = Default::default();
        let mut next = deck.iter().copied();
        for row in 0..7 {
            columns[row..].iter_mut().for_each(|column| column.extend(next.next()));
        }
        let expected = Deal::new(columns, next.collect()).unwrap();
        assert_eq!(deal(&seed, 0), expected);
        assert_eq!(Deal::shuffled(&mut Draw::new(&seed)), expected);
        assert_ne!(deal(&seed, 1), expected);
    }
}

#[test]
fn the_days_deal_is_the_first_that_is_won_and_the_referee_accepts_its_solution() {
    for seed in support::dates_of_2026().step_by(12) {
        let variation = GameId::Solitaire.variation(&seed);
        assert!((0..variation).all(|earlier| solve(&seed, earlier).is_none()));
        let solution = solve(&seed, variation).unwrap();
        let today = Board { variation, ..board(seed) };
        let replay = referee(GameId::Solitaire, &today, &solution).unwrap();
        let actions = solution.split(' ').count();
        assert_eq!(counted(&replay), u64::try_from(actions).unwrap());
        assert!((76..=200).contains(&actions), "{actions} actions");

        let other = Board { variation: variation + 1, ..today };
        assert!(referee(GameId::Solitaire, &other, &solution).is_err(), "a solution wins its own deal");
        let (cut, _) = solution.rsplit_once(' ').unwrap();
        let end = u32::try_from(actions).unwrap();
        let refused = |proof: &str| match referee(GameId::Solitaire, &today, proof) {
            Err(Refusal::Illegal(Illegal { at, .. })) => at,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(cut), end, "not finished");
        assert_eq!(refused(&format!("{solution} D")), end + 1, "finished before");
    }
}

#[test]
fn the_opening_shows_the_deal() {
    let today = Board { variation: 4, ..board(Seed([8; 32])) };
    let opening = GameId::Solitaire.opening(&today);
    let shown = Deal::new(std::array::from_fn(|i| cards(&opening["columns"][i])), cards(&opening["stock"]));
    assert_eq!(shown, Some(deal(&today.seed, 4)));
}

#[test]
fn a_proof_has_one_spelling() {
    for text in ["D", "R", "W1", "WD", "1D", "D1", "12", "12-2", "71-13", "D R W7 S3 6C"] {
        assert_eq!(Actions::decode(text).unwrap().encode(), text);
    }
    let longest = ["D"; LIMIT].join(" ");
    assert!(Actions::decode(&longest).is_ok());
    let bad = [
        ("", 0),
        (" ", 0),
        ("D ", 2),
        ("D  D", 2),
        ("D\nD", 0),
        ("d", 0),
        ("DD", 0),
        ("CH", 0),
        ("1W", 0),
        ("WW", 0),
        ("HW", 0),
        ("11", 0),
        ("D 18", 2),
        ("01", 0),
        ("12-1", 0),
        ("12-0", 0),
        ("12-02", 0),
        ("12-14", 0),
        ("12-", 0),
        ("W1-2", 0),
        ("1C-2", 0),
        ("D 가", 2),
    ];
    for (text, at) in bad {
        assert_eq!(Actions::decode(text).map_err(|refusal| refusal.at), Err(at), "{text:?}");
    }
    assert!(Actions::decode(&format!("{longest} D")).is_err());
}

/// Every action there is.
fn every_action() -> Vec<Action> {
    let columns = Column::ALL;
    let pairs = columns.into_iter().flat_map(|from| columns.map(|to| (from, to))).filter(|(from, to)| from != to);
    let runs = pairs.flat_map(|(from, to)| (1..=13).map(move |cards| Action::Run { from, to, cards }));
    let founded = columns.into_iter().flat_map(|column| Suit::ALL.map(|suit| (column, suit)));
    let moved = founded.flat_map(|(column, suit)| {
        [Action::ColumnToFoundation(column, suit), Action::FoundationToColumn(suit, column)]
    });
    let waste = columns.map(Action::WasteToColumn).into_iter().chain(Suit::ALL.map(Action::WasteToFoundation));
    [Action::Draw, Action::Recycle].into_iter().chain(runs).chain(moved).chain(waste).collect()
}

proptest! {
    #[test]
    fn actions_read_back(actions in prop::collection::vec(prop::sample::select(every_action()), 1..200)) {
        let actions = Actions(actions);
        prop_assert_eq!(Actions::decode(&actions.encode()), Ok(actions));
    }
}

#[test]
fn a_million_random_proofs_are_judged() {
    let seed = Seed([5; 32]);
    let variation = GameId::Solitaire.variation(&seed);
    let today = Board { variation, ..board(seed) };
    let solution = solve(&seed, variation).unwrap();
    let tally = support::judge_a_million(GameId::Solitaire, &today, &solution, " -123456789WCDHSR", 2000);
    assert!(tally.accepted > 0 && tally.malformed > 1000, "{tally:?}");
    assert!(tally.illegal > 1000, "{tally:?}: the rules are reached");
}
