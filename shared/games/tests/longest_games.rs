//! The longest games against the strongest computer: what they cost the referee at most.
//!
//! An ordinary game is short and says little of the bound. Here the player's seat draws the game out: it looks further than
//! `strong` does, and of all its moves plays the one after which it stands nearest to a slight advantage, so that neither side
//! gets to the end for as long as it can.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use games::catalogue::capture_go::CaptureGo;
use games::catalogue::checkers;
use games::catalogue::janggi::Janggi;
use games::catalogue::ojeom::{Ojeom, SIZE};
use games::catalogue::omok::Omok;
use games::catalogue::points::Point;
use games::opponent::play_out;
use games::search::{WIN, search};
use games::{Board, Budget, Draw, Evaluate, Level, Match, Opponent, Seed, Side, TwoPlayer};

/// Moves that are tried where every promising one would end the game.
const OTHERS: usize = 10;

/// Forced answers that are played out before a position is judged.
const FORCED: usize = 20;

/// How the player's seat plays. Each game below has the numbers, the seed and the variation that drew it out longest of
/// many that were tried.
#[derive(Clone, Copy)]
struct Prolonging {
    /// How far it looks after each of its moves.
    looks: Budget,
    /// The advantage it likes best, in the game's own unit.
    advantage: i32,
}

/// What `position` is worth to `side`.
fn value<G: Evaluate>(mut position: G, side: Side, budget: Budget, draw: &mut Draw) -> i32 {
    for _ in 0..FORCED {
        if let Some(end) = position.end() {
            return end.winner.map_or(0, |winner| if winner == side { WIN } else { -WIN });
        }
        let mut moves = Vec::new();
        position.candidates(&mut moves);
        let &[only] = moves.as_slice() else { break };
        position.make(only);
    }
    let score = search(&position, budget, draw).score;
    if position.side_to_move() == side { score } else { -score }
}

impl Prolonging {
    fn choose<G: Evaluate>(self, position: &G, draw: &mut Draw) -> Option<G::Move> {
        let after = |mv| {
            let mut after = position.clone();
            after.make(mv);
            after
        };
        let mut moves = Vec::new();
        position.candidates(&mut moves);
        moves.retain(|&mv| after(mv).end().is_none());
        if moves.is_empty() {
            position.legal_moves(&mut moves);
            draw.shuffle(&mut moves);
            moves.sort_by_key(|&mv| after(mv).end().is_some());
            moves.truncate(OTHERS);
        }
        moves.into_iter().min_by_key(|&mv| {
            let value = value(after(mv), position.side_to_move(), self.looks, draw);
            (value - self.advantage).abs()
        })
    }

    /// A whole game of this player against `strong`.
    fn game<G: Opponent + Evaluate>(self, variation: u32, seed: u8) -> Match<G> {
        let board = Board { seed: Seed([seed; 32]), weekday: 0, variation, level: Some(Level::Strong) };
        let mut draw = Draw::new(&Seed([12; 32]));
        let game = play_out::<G>(&board, |position| self.choose(position, &mut draw));
        assert!(game.position().end().is_some());
        game
    }
}

const fn looks(nodes: u32) -> Budget {
    Budget { depth: 8, quiescence: 8, nodes }
}

#[test]
fn a_game_of_omok_fills_the_board_within_its_nodes() {
    let game = Prolonging { looks: looks(1500), advantage: 300 }.game::<Omok>(0, 1);
    assert_eq!(game.moves().len(), 15 * 15);
    // 30 answers of 8,000 nodes while fewer than 60 stones are on the board, 83 of 2,500 later.
    assert!(game.nodes() <= 30 * 8000 + 83 * 2500, "{} nodes", game.nodes());
}

#[test]
fn a_game_of_capture_go_nearly_fills_the_board_within_its_nodes() {
    let game = Prolonging { looks: looks(4000), advantage: 0 }.game::<CaptureGo>(0, 3);
    assert!((70..=81).contains(&game.moves().len()), "{} stones", game.moves().len());
    let answers = game.moves().len() as u64 - u64::from(game.own_moves());
    assert!(game.nodes() <= answers * 8000, "{} nodes for {answers} answers", game.nodes());
}

#[test]
fn a_game_of_janggi_reaches_its_200_plies_within_its_nodes() {
    let game = Prolonging { looks: looks(1000), advantage: 0 }.game::<Janggi>(1, 11);
    assert_eq!(game.moves().len(), 1 + 200, "the player's set-up and every ply");
    assert!(game.nodes() <= 100 * 6000, "{} nodes", game.nodes());
}

#[test]
fn a_game_of_checkers_reaches_its_300_plies_within_its_nodes() {
    let game = Prolonging { looks: looks(25_000), advantage: 150 }.game::<checkers::Position>(1, 1);
    assert_eq!(game.moves().len(), 300);
    assert!(game.nodes() <= 150 * 15_000, "{} nodes", game.nodes());
}

/// Nobody was found who holds out against `strong` much longer than this.
#[test]
fn a_game_of_ojeom_stays_within_its_nodes_as_long_as_it_can_be_drawn_out() {
    let game = Prolonging { looks: looks(1000), advantage: 600 }.game::<Ojeom>(2, 1);
    assert!(game.moves().len() >= 50, "{} stones", game.moves().len());
    let answers = game.moves().len() as u64 - u64::from(game.own_moves());
    assert!(game.nodes() <= answers * 4000, "{} nodes for {answers} answers", game.nodes());
}

#[test]
fn an_answer_at_ojeom_costs_a_quarter_from_sixty_stones_on() {
    // Pairs of a colour along the rows, changing every row: no line has three of a colour.
    let black = |p: Point| (p.x + 2 * p.y) % 4 < 2;
    let mut dearest = [0; 2];
    for seed in 0..4 {
        let mut draw = Draw::new(&Seed([seed; 32]));
        let mut points: Vec<Point> = Point::all(SIZE).collect();
        draw.shuffle(&mut points);
        for count in [20, 40, 58, 59, 60, 61, 100, 150, 200, 250, 300, 340, 358] {
            let stones = points[..count].iter().map(|&p| (if black(p) { Side::First } else { Side::Second }, p));
            let position = Ojeom::position(stones.collect::<Vec<_>>(), Side::First).unwrap();
            assert!(position.end().is_none());
            let late = usize::from(count >= 60);
            let nodes = position.choose(Level::Strong, &mut draw).nodes;
            assert!(nodes <= [4000, 1000][late], "{nodes} nodes with {count} stones");
            dearest[late] = dearest[late].max(nodes);
        }
    }
    assert_eq!(dearest, [4000, 1000], "or the bounds would say nothing");
}
