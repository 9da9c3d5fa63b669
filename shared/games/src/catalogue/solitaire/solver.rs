//! Proves deals winnable: a best-first search over positions with every card known.
//!
//! The next position looked at is the one with the least priority: actions so far plus a weight for the cards
//! that still have work before them. A position that was reached once is not looked at again. A card that can go to its
//! foundation and that no lower card can need any more goes there at once, without alternatives. The steps that win are
//! played on a real table to write them down as actions.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::position::{Facts, Position, Step};
use super::route::Route;
use super::table::{Action, Deal, Turn};

/// Positions that the search for a day's deal looks at: four of five deals are won within them, and looking at
/// all of them takes a tenth of a second.
pub const NODES: u32 = 20_000;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Whether the deal can be won.
    pub verdict: Verdict,
    /// Positions that were looked at.
    pub nodes: u32,
}

/// Whether a deal can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// By these actions.
    Winnable(Vec<Action>),
    /// Every position was looked at and none is won.
    Impossible,
    /// The bound on positions was reached.
    Unknown,
}

/// Looks for a way to win `deal`, at up to `most_nodes` positions.
#[must_use]
pub fn search(deal: &Deal, turn: Turn, most_nodes: u32) -> Search {
    let facts = Facts::new(deal, turn);
    let mut tree = Tree::default();
    tree.add(&facts, facts.start(), None);
    let mut steps = Vec::new();
    let mut nodes = 0;
    while let Some(node) = tree.next() {
        if nodes == most_nodes {
            return Search { verdict: Verdict::Unknown, nodes };
        }
        nodes += 1;
        let position = tree.nodes[node].position;
        if position.is_won() {
            let route = Route::new(deal, turn).follow(tree.steps_to(node));
            let verdict = route.map_or(Verdict::Unknown, Verdict::Winnable);
            return Search { verdict, nodes };
        }
        facts.steps(position, &mut steps);
        for (step, after) in steps.drain(..) {
            tree.add(&facts, after, Some((node, step)));
        }
    }
    Search { verdict: Verdict::Impossible, nodes }
}

/// The positions found so far.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    known: HashSet<u64, BuildHasherDefault<Mix>>,
    /// Priority and complement of the node: of equals the latest comes first.
    open: BinaryHeap<Reverse<(u32, Reverse<usize>)>>,
}

struct Node {
    position: Position,
    /// The position before and the step from it.
    from: Option<(usize, Step)>,
}

impl Tree {
    fn add(&mut self, facts: &Facts, position: Position, from: Option<(usize, Step)>) {
        if self.known.insert(facts.key(position)) {
            self.open.push(Reverse((position.priority(), Reverse(self.nodes.len()))));
            self.nodes.push(Node { position, from });
        }
    }

    fn next(&mut self) -> Option<usize> {
        self.open.pop().map(|Reverse((_, Reverse(node)))| node)
    }

    /// The steps from the start to `node`.
    fn steps_to(&self, node: usize) -> Vec<Step> {
        let mut steps: Vec<Step> = std::iter::successors(self.nodes[node].from, |&(from, _)| self.nodes[from].from)
            .map(|(_, step)| step)
            .collect();
        steps.reverse();
        steps
    }
}

/// One multiplication and a fold: keys differ in all bits, and only their equality matters.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15); // 2^64 divided by the golden ratio
        self.0 = mixed ^ mixed >> 32;
    }
}
