//! The one search all opponents share: negamax with alpha-beta, deepened step by step.
//!
//! Bounded by depth *and* by a count of nodes, never by time, so that the referee finds the same move on
//! every machine. The last depth that was searched to its end decides. Tables are fresh in every
//! search: an answer depends on the position, the budget and the draws alone, not on the moves before.
//!
//! Where both sides can move twice in a row (passes in reversi, a closed box in dots and boxes) the value
//! changes its sign only when the side to move does.
//!
//! The parts are textbook: principal variation search with null windows (Marsland and Campbell, 1982), a
//! transposition table (Greenblatt and others, 1967), killer moves (Akl and Newborn, 1977) and the history
//! heuristic (Schaeffer, 1983).

use std::cmp::Reverse;
use std::mem;

use crate::{Draw, End, Side, TwoPlayer};

/// What the search has to know of a game beside its rules.
pub trait Evaluate: TwoPlayer {
    /// What the position is worth to the side that moves next, between `-WIN / 2` and `WIN / 2`, in the
    /// game's own unit. Only asked while the game goes on.
    fn evaluate(&self) -> i32;

    /// How promising `mv` looks; higher is searched first, 0 is an ordinary move. Among equals killers come
    /// first, then what history recommends, then the order of the list.
    fn order(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// A small number that names `mv` in the history table; only its lowest twelve bits count.
    fn slot(mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// Appends the moves worth searching: at least one while the game goes on. All legal ones by default.
    fn candidates(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }

    /// Appends the moves (captures, threats) that have to be played out before the position may be
    /// evaluated. None by default.
    fn noisy(&self, moves: &mut Vec<Self::Move>) {
        let _ = moves;
    }

    /// Whether the side to move has no quiet alternative to its [`noisy`](Self::noisy) moves, so that it may
    /// not be content with the evaluation: a compulsory capture, a check.
    fn is_forced(&self) -> bool {
        false
    }
}

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Plies of full width.
    pub depth: u8,
    /// Plies of noisy moves beyond them.
    pub quiescence: u8,
    /// Positions visited in all.
    pub nodes: u32,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The move to play; `None` only when the game is over.
    pub best: Option<M>,
    /// Its value to the side that moves, at the depth that was finished.
    pub score: i32,
    /// The last depth that was finished.
    pub depth: u8,
    /// Positions visited, at most the budget's.
    pub nodes: u32,
}

/// A game won at once and without a count; evaluations stay far below.
pub const WIN: i32 = 1_000_000;

/// What each disc or box of a counted win adds: more than any number of plies takes away.
const PER_MARGIN: i32 = 1000;

/// From here on a score is a proved win: [`WIN`] less more plies than any search has.
const DECIDED: i32 = WIN - 999;

const INFINITY: i32 = i32::MAX;

/// What `end` is worth to `side`, `ply` plies after the root: sooner wins and larger ones are better.
fn end_score(end: End, side: Side, ply: usize) -> i32 {
    let plies = i32::try_from(ply).unwrap_or(0).min(WIN - DECIDED);
    let margin = i32::try_from(end.margin).unwrap_or(0).min(1000);
    match end.winner {
        None => 0,
        Some(winner) if winner == side => WIN + PER_MARGIN * margin - plies,
        Some(_) => plies - WIN - PER_MARGIN * margin,
    }
}

/// Searches for the best move. `draw` decides between moves that look equal from the root.
pub fn search<G: Evaluate>(position: &G, budget: Budget, draw: &mut Draw) -> Found<G::Move> {
    let mut moves = Vec::new();
    if position.end().is_none() {
        position.candidates(&mut moves);
    }
    draw.shuffle(&mut moves);
    moves.sort_by_key(|&mv| Reverse(position.order(mv)));
    let mut found = Found { best: moves.first().copied(), score: 0, depth: 0, nodes: 0 };
    if moves.len() < 2 {
        return found;
    }
    let mut searcher = Searcher::new(budget);
    let mut position = position.clone();
    for depth in 1..=budget.depth {
        searcher.saw_horizon = false;
        let Some((score, best)) = searcher.root(&mut position, depth, &moves) else { break };
        found = Found { best: moves.get(best).copied(), score, depth, nodes: 0 };
        if let Some(head) = moves.get_mut(..=best) {
            head.rotate_right(1);
        }
        // Nothing left to see, or the shortest way to a win that knows no larger and smaller.
        if !searcher.saw_horizon || (DECIDED..=WIN).contains(&score.abs()) {
            break;
        }
    }
    Found { nodes: searcher.nodes, ..found }
}

/// What the stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// One place of the transposition table.
#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    best: M,
    score: i32,
    depth: u8,
    bound: Bound,
}

/// Places of the history table, for each side.
const SLOTS: usize = 1 << 12;

/// History never outweighs a killer.
const HISTORY_MAX: i32 = (1 << 14) - 1;
const KILLER: i32 = 1 << 14;
const ORDER: i64 = 1 << 15;

/// The largest transposition table, in places: beyond it, clearing costs more than it finds.
const TABLE_MAX: u32 = 1 << 16;

struct Searcher<G: Evaluate> {
    budget: Budget,
    nodes: u32,
    /// Whether anything was evaluated: if not, the whole rest of the game was searched.
    saw_horizon: bool,
    table: Vec<Option<Entry<G::Move>>>,
    killers: Vec<[Option<G::Move>; 2]>,
    history: [Vec<i32>; 2],
    /// Lists that are in no use at the moment, kept for their memory.
    spare: Vec<Vec<(i64, G::Move)>>,
    scratch: Vec<G::Move>,
}

impl<G: Evaluate> Searcher<G> {
    fn new(budget: Budget) -> Self {
        let places = budget.nodes.clamp(1, TABLE_MAX).next_power_of_two() as usize;
        Self {
            budget,
            nodes: 0,
            saw_horizon: false,
            table: vec![None; places],
            killers: vec![[None; 2]; usize::from(budget.depth) + 1],
            history: [vec![0; SLOTS], vec![0; SLOTS]],
            spare: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The best score and which of `moves` has it; `None` when the nodes are used up before the end.
    fn root(&mut self, position: &mut G, depth: u8, moves: &[G::Move]) -> Option<(i32, usize)> {
        let mut best = (-INFINITY, 0);
        for (at, &mv) in moves.iter().enumerate() {
            let frame = Frame { depth, ply: 0, alpha: best.0, beta: INFINITY };
            let score = self.value_of(position, mv, frame, at == 0)?;
            if score > best.0 {
                best = (score, at);
            }
        }
        Some(best)
    }

    /// The value of `mv` to its mover: within the whole window for the first move, and for the others only
    /// when a null window has shown that they are better.
    fn value_of(&mut self, position: &mut G, mv: G::Move, frame: Frame, first: bool) -> Option<i32> {
        let mover = position.side_to_move();
        let undo = position.make(mv);
        let same = position.side_to_move() == mover;
        let mut value = None;
        if !first {
            value = self.below(position, Frame { beta: frame.alpha + 1, ..frame }, same);
        }
        if first || value.is_some_and(|value| frame.alpha < value && value < frame.beta) {
            value = self.below(position, frame, same);
        }
        position.unmake(undo);
        value
    }

    /// The value of the position after a move made in `frame`, to the side that made it.
    fn below(&mut self, position: &mut G, frame: Frame, same_side: bool) -> Option<i32> {
        let Frame { depth, ply, alpha, beta } = frame;
        let (depth, ply) = (depth.saturating_sub(1), ply + 1);
        if same_side {
            self.node(position, Frame { depth, ply, alpha, beta })
        } else {
            self.node(position, Frame { depth, ply, alpha: -beta, beta: -alpha }).map(|value| -value)
        }
    }

    /// The value of `position` to the side that moves; `None` when the nodes are used up.
    fn node(&mut self, position: &mut G, frame: Frame) -> Option<i32> {
        if frame.depth == 0 {
            return self.quiet(position, frame, self.budget.quiescence);
        }
        self.count()?;
        if let Some(end) = position.end() {
            return Some(end_score(end, position.side_to_move(), frame.ply));
        }
        let key = position.key();
        let known = self.probe(key);
        if let Some(known) = known.filter(|known| known.depth >= frame.depth) {
            let score = from_table(known.score, frame.ply);
            let settled = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= frame.beta,
                Bound::AtMost => score <= frame.alpha,
            };
            if settled {
                return Some(score);
            }
        }
        let mut moves = self.ordered(position, frame.ply, known.map(|known| known.best), G::candidates);
        let mut best: Option<(i32, G::Move)> = None;
        let mut window = frame;
        for at in 0..moves.len() {
            let Some(mv) = pick(&mut moves, at) else { break };
            let score = self.value_of(position, mv, window, at == 0)?;
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                self.remember_refutation(position, mv, frame);
                break;
            }
        }
        self.give_back(moves);
        let Some((score, mv)) = best else { return Some(self.evaluated(position)) };
        let bound = if score >= frame.beta {
            Bound::AtLeast
        } else if score > frame.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.store(Entry { key, best: mv, score: to_table(score, frame.ply), depth: frame.depth, bound });
        Some(score)
    }

    /// The value of `position` once its noisy moves are played out, at most `left` plies of them.
    fn quiet(&mut self, position: &mut G, frame: Frame, left: u8) -> Option<i32> {
        self.count()?;
        if let Some(end) = position.end() {
            return Some(end_score(end, position.side_to_move(), frame.ply));
        }
        let standing = self.evaluated(position);
        let forced = position.is_forced();
        if left == 0 || (!forced && standing >= frame.beta) {
            return Some(standing);
        }
        let mut moves = self.ordered(position, frame.ply, None, G::noisy);
        let mut best = if forced && !moves.is_empty() { -INFINITY } else { standing };
        let mut alpha = frame.alpha.max(best);
        for at in 0..moves.len() {
            let Some(mv) = pick(&mut moves, at) else { break };
            let mover = position.side_to_move();
            let undo = position.make(mv);
            let ply = frame.ply + 1;
            let score = if position.side_to_move() == mover {
                self.quiet(position, Frame { ply, alpha, ..frame }, left - 1)
            } else {
                let frame = Frame { depth: 0, ply, alpha: -frame.beta, beta: -alpha };
                self.quiet(position, frame, left - 1).map(|value| -value)
            };
            position.unmake(undo);
            best = best.max(score?);
            alpha = alpha.max(best);
            if alpha >= frame.beta {
                break;
            }
        }
        self.give_back(moves);
        Some(best)
    }

    /// Counts a visited position; `None` when there are no more to spend.
    fn count(&mut self) -> Option<()> {
        self.nodes = self.nodes.checked_add(1).filter(|&nodes| nodes <= self.budget.nodes)?;
        Some(())
    }

    fn evaluated(&mut self, position: &G) -> i32 {
        self.saw_horizon = true;
        position.evaluate().clamp(-WIN / 2, WIN / 2)
    }

    /// The moves of `list`, each with how early it should be tried.
    fn ordered(
        &mut self,
        position: &G,
        ply: usize,
        known: Option<G::Move>,
        list: fn(&G, &mut Vec<G::Move>),
    ) -> Vec<(i64, G::Move)> {
        let mut scratch = mem::take(&mut self.scratch);
        let mut moves = self.spare.pop().unwrap_or_default();
        scratch.clear();
        moves.clear();
        list(position, &mut scratch);
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        let history = &self.history[position.side_to_move().index()];
        moves.extend(scratch.iter().map(|&mv| {
            if known == Some(mv) {
                return (i64::MAX, mv);
            }
            let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
            let record = history.get(G::slot(mv) % SLOTS).copied().unwrap_or(0);
            (i64::from(position.order(mv)) * ORDER + i64::from(killer + record), mv)
        }));
        self.scratch = scratch;
        moves
    }

    fn give_back(&mut self, moves: Vec<(i64, G::Move)>) {
        self.spare.push(moves);
    }

    fn remember_refutation(&mut self, position: &G, mv: G::Move, frame: Frame) {
        if let Some(killers) = self.killers.get_mut(frame.ply)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
        let depth = i32::from(frame.depth);
        if let Some(record) = self.history[position.side_to_move().index()].get_mut(G::slot(mv) % SLOTS) {
            *record = (*record + depth * depth).min(HISTORY_MAX);
        }
    }

    fn probe(&self, key: u64) -> Option<Entry<G::Move>> {
        self.table.get(self.place(key)).copied().flatten().filter(|entry| entry.key == key)
    }

    /// Always replaces: the table lives for one search only, and the newest entry is the likeliest to help.
    fn store(&mut self, entry: Entry<G::Move>) {
        let place = self.place(entry.key);
        if let Some(held) = self.table.get_mut(place) {
            *held = Some(entry);
        }
    }

    /// Fibonacci hashing, so that keys with plain low bits spread as well.
    fn place(&self, key: u64) -> usize {
        let bits = self.table.len().trailing_zeros();
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        usize::try_from(mixed.checked_shr(64 - bits).unwrap_or(0)).unwrap_or(0)
    }
}

/// Where a call of the recursion stands.
#[derive(Clone, Copy)]
struct Frame {
    /// Plies of full width left.
    depth: u8,
    /// Plies from the root.
    ply: usize,
    /// What the side to move is already sure of.
    alpha: i32,
    /// What the other side will not let it have.
    beta: i32,
}

/// Brings the best of `moves[at..]` to `at`; the earliest among equals.
fn pick<M: Copy>(moves: &mut [(i64, M)], at: usize) -> Option<M> {
    let rest = moves.get_mut(at..)?;
    let (best, _) = rest.iter().enumerate().max_by_key(|&(place, &(order, _))| (order, Reverse(place)))?;
    rest.get_mut(..=best)?.rotate_right(1);
    rest.first().map(|&(_, mv)| mv)
}

/// A proved win is stored as seen from its own position, whatever way led there.
fn to_table(score: i32, ply: usize) -> i32 {
    let plies = i32::try_from(ply).unwrap_or(0);
    if score >= DECIDED {
        score + plies
    } else if score <= -DECIDED {
        score - plies
    } else {
        score
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    let plies = i32::try_from(ply).unwrap_or(0);
    if score >= DECIDED {
        score - plies
    } else if score <= -DECIDED {
        score + plies
    } else {
        score
    }
}
