//! Dots and boxes against another engine's games, exact values computed elsewhere, and the worked examples of the
//! rules page.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use games::catalogue::dots_and_boxes::{Board, Edge, Grid};
use games::search::{WIN, search};
use games::{Budget, Draw, Seed, Side, TwoPlayer};
use serde_json::Value as Json;

fn vectors(file: &str) -> Json {
    let path = format!("{}/../../tests/vectors/games/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn draw(board: &mut Board, token: &str) {
    let mv = board.parse(token).unwrap();
    board.play(mv).unwrap_or_else(|refused| panic!("{token}: {refused}"));
}

/// A board on which `tokens` were drawn in turn.
fn drawn(tokens: &str) -> Board {
    let mut board = Board::START;
    for token in tokens.split(' ') {
        draw(&mut board, token);
    }
    board
}

#[test]
fn the_turns_and_margins_of_150_games_are_those_of_another_engine() {
    let vectors = vectors("dots_and_boxes_games.json");
    let games = vectors["games"].as_array().unwrap();
    assert_eq!(games.len(), 150);
    for game in games {
        let mut board = Board::START;
        let turns = game["turn"].as_array().unwrap();
        let moves = game["moves"].as_array().unwrap();
        assert_eq!((moves.len(), turns.len()), (40, 40));
        for (mv, turn) in moves.iter().zip(turns) {
            assert_eq!(board.side_to_move().index() as u64, turn.as_u64().unwrap(), "before {mv}");
            // P1(h,3,2)
            let token: String = mv.as_str().unwrap()[3..8].split(',').collect();
            draw(&mut board, &token);
        }
        let margin = i64::from(board.boxes(Side::First)) - i64::from(board.boxes(Side::Second));
        assert_eq!(format!("{margin}.0"), game["margin_p0"].to_string());
        let end = board.end().expect("forty edges are drawn");
        assert_eq!(i64::from(end.margin), margin.abs());
        assert_eq!(
            end.winner,
            match margin {
                1.. => Some(Side::First),
                0 => None,
                _ => Some(Side::Second),
            }
        );
    }
}

/// The margin of the first player under best play, by the opponent's own search.
fn value<const ROWS: usize, const COLUMNS: usize>() -> i64 {
    let budget = Budget { depth: 60, quiescence: 0, nodes: u32::MAX };
    let found = search(&Grid::<ROWS, COLUMNS>::START, budget, &mut Draw::new(&Seed([0; 32])));
    let score = i64::from(found.score);
    // A win counts 1000 a box more and a little less the later it comes.
    let boxes = (score.abs() - i64::from(WIN) + 999).max(0) / 1000;
    boxes * score.signum()
}

#[test]
fn the_search_finds_the_exact_values_of_small_grids() {
    let vectors = vectors("dots_and_boxes_values.json");
    let exact = |size: &str| vectors["exact_first_player_margin"][size].as_i64().unwrap();
    let found = [
        ("1x1", value::<1, 1>()),
        ("1x2", value::<1, 2>()),
        ("1x3", value::<1, 3>()),
        ("1x4", value::<1, 4>()),
        ("1x5", value::<1, 5>()),
        ("2x2", value::<2, 2>()),
        ("2x3", value::<2, 3>()),
    ];
    for (size, value) in found {
        assert_eq!(value, exact(size), "{size}");
    }
}

/// Best play from sets of drawn edges, by the rules alone and without the opponent's search.
struct Induction<const ROWS: usize, const COLUMNS: usize> {
    edges: Vec<Edge>,
    /// By the set of drawn edges: bounds of how many of the boxes left the side to move gets more than the other.
    known: Vec<(i8, i8)>,
}

impl<const ROWS: usize, const COLUMNS: usize> Induction<ROWS, COLUMNS> {
    /// Whether the first player wins by exactly `margin`: by no less and by no more.
    fn is(margin: i64) -> bool {
        let mut edges = Vec::new();
        Grid::<ROWS, COLUMNS>::START.legal_moves(&mut edges);
        let boxes = i8::try_from(ROWS * COLUMNS).unwrap();
        let known = vec![(-boxes, boxes); 1 << edges.len()];
        let mut grids = Self { edges, known };
        let margin = i8::try_from(margin).unwrap();
        let no_less = grids.best(Grid::START, 0, margin - 1, margin) >= margin;
        no_less && grids.best(Grid::START, 0, margin, margin + 1) <= margin
    }

    /// The value when it is between `least` and `most`, else a bound of it on that side.
    fn best(&mut self, grid: Grid<ROWS, COLUMNS>, drawn: usize, least: i8, most: i8) -> i8 {
        let (low, high) = self.known[drawn];
        if low >= most || low == high {
            return low;
        }
        if high <= least {
            return high;
        }
        let side = grid.side_to_move();
        let mut best = if grid.end().is_some() { 0 } else { i8::MIN };
        let mut moves: Vec<_> = (0..self.edges.len())
            .filter(|at| drawn & 1 << at == 0)
            .map(|at| {
                let mut next = grid;
                next.make(self.edges[at]);
                (next.boxes(side) - grid.boxes(side), at, next)
            })
            .collect();
        moves.sort_by_key(|&(closed, ..)| std::cmp::Reverse(closed)); // usually the best, which spares the others
        for (closed, at, next) in moves {
            let closed = closed.cast_signed();
            let (drawn, floor) = (drawn | 1 << at, best.max(least));
            best = best.max(if next.side_to_move() == side {
                closed + self.best(next, drawn, floor - closed, most - closed)
            } else {
                -self.best(next, drawn, -most, -floor)
            });
            if best >= most {
                break;
            }
        }
        let (low, high) = &mut self.known[drawn];
        if best > least {
            *low = best.max(*low);
        }
        if best < most {
            *high = best.min(*high);
        }
        best
    }
}

#[test]
fn trying_every_edge_finds_the_exact_values_of_larger_grids() {
    let vectors = vectors("dots_and_boxes_values.json");
    let exact = |size: &str| vectors["exact_first_player_margin"][size].as_i64().unwrap();
    assert!(Induction::<2, 4>::is(exact("2x4")));
    assert!(Induction::<3, 3>::is(exact("3x3")));
    assert_eq!(exact("3x3"), vectors["published"]["3x3"].as_i64().unwrap());
    assert!(Induction::<2, 5>::is(exact("2x5")));
    assert!(!Induction::<2, 3>::is(exact("2x3") + 1) && !Induction::<2, 3>::is(exact("2x3") - 1));
}

#[test]
fn the_right_side_of_a_box_with_three_takes_it_and_keeps_the_turn() {
    // Top, bottom and left side of the box in the corner, and one edge elsewhere.
    let mut board = drawn("h00 h10 v00 h43");
    let side = board.side_to_move();
    draw(&mut board, "v01");
    assert_eq!((board.boxes(side), board.boxes(side.other())), (1, 0));
    assert_eq!(board.side_to_move(), side);
}

#[test]
fn the_third_side_of_a_box_scores_nothing_and_passes_the_turn() {
    let board = drawn("h00 h10 v00");
    assert_eq!((board.boxes(Side::First), board.boxes(Side::Second)), (0, 0));
    assert_eq!(board.side_to_move(), Side::Second);
}

#[test]
fn an_edge_between_two_boxes_can_close_both_and_gives_one_further_turn() {
    let mut board = drawn("h00 h01 h10 h11 v00 v02");
    let side = board.side_to_move();
    draw(&mut board, "v01");
    assert_eq!((board.boxes(side), board.boxes(side.other())), (2, 0));
    assert_eq!(board.side_to_move(), side);
    draw(&mut board, "h43");
    assert_eq!(board.side_to_move(), side.other());
}

#[test]
fn an_edge_is_drawn_once_and_has_one_name() {
    let mut board = drawn("h00");
    let again = board.parse("h00").unwrap();
    assert!(board.play(again).is_err());
    for token in ["h04", "h50", "v40", "v05", "H00", "h0", "h000", "d00", "", "h 0", "v-1"] {
        assert_eq!(Board::START.parse(token), None, "{token}");
    }
}
