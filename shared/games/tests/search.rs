//! The shared search against a plain one that looks at everything.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use games::catalogue::{checkers, nim, reversi};
use games::opponent::any_move;
use games::search::{WIN, search};
use games::{Budget, Draw, Evaluate, Seed, Side, TwoPlayer};

/// The value of `position` to the side that moves, by looking at every line of `depth` plies.
fn minimax<G: Evaluate>(position: &mut G, depth: u8, ply: i32) -> i32 {
    let side = position.side_to_move();
    if let Some(end) = position.end() {
        let margin = i32::try_from(end.margin).unwrap();
        return match end.winner {
            None => 0,
            Some(winner) if winner == side => WIN + 1000 * margin - ply,
            Some(_) => ply - WIN - 1000 * margin,
        };
    }
    if depth == 0 {
        return position.evaluate();
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut best = i32::MIN;
    for mv in moves {
        let undo = position.make(mv);
        let value = minimax(position, depth - 1, ply + 1);
        best = best.max(if position.side_to_move() == side { value } else { -value });
        position.unmake(undo);
    }
    best
}

/// A position after `plies` random moves that is not over.
fn random<G: TwoPlayer>(start: &G, plies: u32, draw: &mut Draw) -> G {
    loop {
        let mut position = start.clone();
        for _ in 0..plies {
            if let Some(mv) = any_move(&position, draw) {
                position.make(mv);
            }
        }
        if position.end().is_none() {
            return position;
        }
    }
}

#[test]
fn pruning_changes_no_value_where_sides_pass() {
    let mut draw = Draw::new(&Seed([1; 32]));
    for plies in (10..58).step_by(3) {
        let mut position = random(&reversi::Position::START, plies, &mut draw);
        let found = search(&position, Budget { depth: 4, quiescence: 0, nodes: u32::MAX }, &mut draw);
        if found.depth > 0 {
            assert_eq!(found.score, minimax(&mut position, found.depth, 0), "{position:?}");
        }
    }
}

#[test]
fn a_move_that_is_chosen_has_the_value_that_was_found() {
    let mut draw = Draw::new(&Seed([2; 32]));
    for plies in 20..50 {
        let mut position = random(&reversi::Position::START, plies, &mut draw);
        let found = search(&position, Budget { depth: 3, quiescence: 0, nodes: u32::MAX }, &mut draw);
        if found.depth == 0 {
            continue; // a single move is not searched
        }
        let side = position.side_to_move();
        position.make(found.best.unwrap());
        let value = minimax(&mut position, found.depth - 1, 1);
        assert_eq!(found.score, if position.side_to_move() == side { value } else { -value });
    }
}

#[test]
fn the_whole_of_nim_is_searched_to_boutons_result() {
    // Nim needs no evaluation: everything is searched to its end.
    #[derive(Clone)]
    struct Whole(nim::Piles);
    impl TwoPlayer for Whole {
        type Move = nim::Take;
        type Undo = nim::Piles;
        fn side_to_move(&self) -> Side {
            self.0.side_to_move()
        }
        fn legal_moves(&self, moves: &mut Vec<nim::Take>) {
            self.0.legal_moves(moves);
        }
        fn is_legal(&self, mv: nim::Take) -> bool {
            self.0.is_legal(mv)
        }
        fn make(&mut self, mv: nim::Take) -> nim::Piles {
            self.0.make(mv)
        }
        fn unmake(&mut self, undo: nim::Piles) {
            self.0.unmake(undo);
        }
        fn end(&self) -> Option<games::End> {
            self.0.end()
        }
        fn key(&self) -> u64 {
            self.0.key()
        }
        fn parse(&self, token: &str) -> Option<nim::Take> {
            self.0.parse(token)
        }
        fn notation(&self, mv: nim::Take) -> String {
            self.0.notation(mv)
        }
    }
    impl Evaluate for Whole {
        fn evaluate(&self) -> i32 {
            0
        }
    }
    for (a, b, c) in (0..=3).flat_map(|a| (0..=4).flat_map(move |b| (0..=5).map(move |c| (a, b, c)))) {
        let piles = nim::Piles::new([a, b, c], Side::First).unwrap();
        let budget = Budget { depth: 12, quiescence: 0, nodes: u32::MAX };
        let found = search(&Whole(piles), budget, &mut Draw::new(&Seed([3; 32])));
        if found.depth > 0 {
            assert_eq!(found.score > 0, piles.nim_sum() != 0, "{piles:?}");
            assert!(found.score.abs() > WIN - 13, "everything is decided: {}", found.score);
        }
    }
}

#[test]
fn no_search_visits_more_than_its_budget_and_each_finds_a_legal_move() {
    let mut draw = Draw::new(&Seed([4; 32]));
    for nodes in [0, 1, 2, 10, 100, 1000, 5000] {
        for plies in [0, 10, 30] {
            let position = random(&checkers::Position::start(), plies, &mut draw);
            let found = search(&position, Budget { depth: 30, quiescence: 20, nodes }, &mut draw);
            assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
            assert!(position.is_legal(found.best.unwrap()));
        }
    }
}

#[test]
fn a_jump_is_played_out_before_the_pieces_are_counted() {
    // 18-23 looks even to one ply; the man is lost to 27x18 all the same.
    let position = checkers::Position::from_fen("B:B1,18:W27,32").unwrap();
    for seed in 0..20 {
        let mut draw = Draw::new(&Seed([seed; 32]));
        let found = search(&position, Budget { depth: 1, quiescence: 10, nodes: 1000 }, &mut draw);
        assert_ne!(position.notation(found.best.unwrap()), "18-23");
    }
}

#[test]
fn the_same_position_budget_and_seed_give_the_same_answer() {
    let mut draw = Draw::new(&Seed([6; 32]));
    for plies in 0..30 {
        let position = random(&checkers::Position::start(), plies, &mut draw);
        let answer =
            || search(&position, Budget { depth: 20, quiescence: 20, nodes: 2000 }, &mut Draw::new(&Seed([7; 32])));
        assert_eq!(answer(), answer());
    }
}

#[test]
fn nothing_is_found_when_the_game_is_over() {
    let over = checkers::Position::from_fen("B:B12:W16,19").unwrap();
    let found = search(&over, Budget { depth: 3, quiescence: 3, nodes: 100 }, &mut Draw::new(&Seed([8; 32])));
    assert_eq!((found.best, found.nodes), (None, 0));
}
