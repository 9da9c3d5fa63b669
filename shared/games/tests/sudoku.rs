//! Sudoku against public grids, and the day's grids against a slow search of their own.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use games::catalogue::sudoku::solver::{Solutions, solve};
use games::catalogue::sudoku::{Filled, Grade, Grid, NODES, Puzzle};
use games::{Board, GameId, Illegal, Malformed, Proof, Seed, Value};
use proptest::prelude::*;
use support::{Refusal, board, referee, seeds, vectors};

const DIGITS: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

fn up_to(count: u32, puzzle: &str) -> Solutions {
    solve(&Grid::parse(puzzle).unwrap(), DIGITS, count, 1_000_000)
}

#[test]
fn public_grids_have_the_recorded_number_of_solutions() {
    let table = vectors("sudoku.json");
    let grids = table["grids"].as_array().unwrap();
    assert_eq!(grids.len(), 10);
    for grid in grids {
        let puzzle = grid["puzzle"].as_str().unwrap();
        let found = up_to(1000, puzzle);
        assert!(!found.cut_off, "{puzzle}");
        let recorded = grid["solutions"].as_u64().unwrap_or(1000); // one is recorded as ">=1000"
        assert_eq!(u64::from(found.count), recorded, "{puzzle}");
        if let Some(solution) = grid["solution"].as_str() {
            assert_eq!(found.first.unwrap().to_string(), solution);
        }
    }
}

#[test]
fn a_grid_with_two_solutions_is_seen_as_such() {
    let puzzle = "349618572782359...651742389273895...195476238864231957527164893918523764436987125";
    assert_eq!(up_to(3, puzzle).count, 2);
    assert_eq!(up_to(2, puzzle).count, 2, "counting stops at the second");
    let twice = puzzle.replacen('3', "4", 1);
    assert_eq!(up_to(2, &twice).count, 0, "a digit given twice leaves none");
}

#[test]
fn counting_stops_at_its_bound() {
    let found = solve(&Grid::EMPTY, DIGITS, u32::MAX, 100);
    assert_eq!((found.nodes, found.cut_off), (100, true));
}

/// Fills the empty cells in order, each digit tried and every peer compared. The solutions, two at most.
fn slowly(cells: &mut [u8], found: &mut Vec<String>) {
    let Some(empty) = cells.iter().position(|&cell| cell == b'.') else {
        return found.push(String::from_utf8(cells.to_vec()).unwrap());
    };
    let (row, column) = (empty / 9, empty % 9);
    for digit in b'1'..=b'9' {
        let meets = |other: usize| {
            let (r, c) = (other / 9, other % 9);
            r == row || c == column || (r / 3 == row / 3 && c / 3 == column / 3)
        };
        if found.len() < 2 && !(0..81).any(|other| cells[other] == digit && meets(other)) {
            cells[empty] = digit;
            slowly(cells, found);
            cells[empty] = b'.';
        }
    }
}

/// Boards of every day of the week.
fn boards() -> impl Iterator<Item = Board> {
    seeds().zip((0..7).cycle()).map(|(seed, weekday)| Board { weekday, ..board(seed) })
}

#[test]
fn the_days_grid_has_one_solution_and_only_that_is_accepted() {
    for today in boards().step_by(13) {
        let opening = GameId::Sudoku.opening(&today);
        let givens = opening["givens"].as_str().unwrap();
        let mut solutions = Vec::new();
        slowly(&mut givens.to_owned().into_bytes(), &mut solutions);
        let [solution] = solutions.as_slice() else { panic!("{givens} has {} solutions", solutions.len()) };

        let replay = referee(GameId::Sudoku, &today, solution).unwrap();
        assert_eq!(replay.value, Value::Elapsed);

        // Two digits exchanged everywhere keep every unit right and change the givens.
        let swapped: String = solution
            .chars()
            .map(|d| {
                if d == '1' {
                    '2'
                } else if d == '2' {
                    '1'
                } else {
                    d
                }
            })
            .collect();
        let given = givens.find(['1', '2']).unwrap();
        let refusal = Illegal { at: u32::try_from(given + 1).unwrap(), why: "a digit that was given is changed" };
        assert_eq!(referee(GameId::Sudoku, &today, &swapped), Err(Refusal::Illegal(refusal)));

        for cell in 0..81 {
            let mut wrong = solution.clone().into_bytes();
            wrong[cell] = if wrong[cell] == b'9' { b'1' } else { wrong[cell] + 1 };
            let refused = referee(GameId::Sudoku, &today, &String::from_utf8(wrong).unwrap());
            assert!(matches!(refused, Err(Refusal::Illegal(_))), "cell {cell}");
        }
    }
}

#[test]
fn the_grade_goes_by_the_day_of_the_week() {
    let grades: Vec<Grade> = (0..7).map(Grade::of).collect();
    assert_eq!(grades, {
        use Grade::{Easy, Hard, Medium};
        [Easy, Easy, Easy, Medium, Medium, Hard, Hard]
    });
    for today in boards().take(350) {
        let Puzzle { givens, solution } = Puzzle::of(&today);
        let clues = givens.clues();
        let found = solve(&givens, DIGITS, 2, NODES);
        assert_eq!((found.count, found.first), (1, Some(solution)));
        match Grade::of(today.weekday) {
            // The centre faces itself, so that the last pair may not fit in any more.
            Grade::Easy => assert!((40..=41).contains(&clues) && found.nodes == 1, "{clues} clues"),
            Grade::Medium => assert!((32..=36).contains(&clues) && found.nodes == 1, "{clues} clues"),
            Grade::Hard => assert!((26..=27).contains(&clues), "{clues} clues"),
        }
    }
}

#[test]
fn the_givens_are_symmetric_on_all_but_hard_days() {
    for today in boards().take(50).filter(|today| Grade::of(today.weekday) != Grade::Hard) {
        let givens = Puzzle::of(&today).givens;
        let shape: Vec<bool> = givens.cells().iter().map(|&cell| cell != 0).collect();
        assert!(shape.iter().eq(shape.iter().rev()), "{givens}");
    }
}

#[test]
fn a_proof_is_81_digits() {
    let full = "123456789".repeat(9);
    assert_eq!(Filled::decode(&full).unwrap().encode(), full);
    for (text, at) in [
        (String::new(), 0),
        (full[..80].to_owned(), 80),
        (format!("{full}1"), 81),
        (full.replacen('5', "0", 1), 4),
        (full.replacen('5', ".", 1), 4),
        (full.replacen("56", "五", 1), 4),
        (format!("{}\n", &full[..80]), 80),
    ] {
        assert_eq!(Filled::decode(&text).map_err(|Malformed { at, .. }| at), Err(at), "{text:?}");
    }
}

proptest! {
    #[test]
    fn filled_grids_read_back(text in "[1-9]{81}") {
        let filled = Filled::decode(&text).unwrap();
        prop_assert_eq!(filled.encode(), text);
        prop_assert_eq!(Filled::decode(&filled.encode()), Ok(filled));
    }
}

#[test]
fn a_million_random_proofs_are_judged() {
    let today = Board { weekday: 6, ..board(Seed([5; 32])) };
    let solution = Puzzle::of(&today).solution.to_string();
    let tally = support::judge_a_million(GameId::Sudoku, &today, &solution, "123456789", 81);
    assert!(tally.accepted > 0 && tally.illegal > 1000 && tally.malformed > 1000, "{tally:?}");
}
