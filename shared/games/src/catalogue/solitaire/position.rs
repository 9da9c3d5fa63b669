//! Positions of the solver, up to rearrangement.
//!
//! Which of two black nines a red eight lies on hardly matters: when only one of them is covered, the eight with all
//! that lies on it may go from one to the other. So a position forgets the arrangement and keeps what cannot
//! be undone at will:
//!
//! * how many cards are on each foundation,
//! * how many cards of each column's deal have not been moved yet. The last of them lies face up and is *fixed*, the
//!   others face down; every other card on the columns is *loose* and lies on a card of the next rank, or is a
//!   king in a column of its own,
//! * which cards of the stock are left, and how far the stock is drawn.
//!
//! Counting the two cards of one rank and colour decides what can be done. A card can come to the columns when more cards
//! that could carry it lie there face up than are covered by its like; a card can leave when fewer loose cards could
//! cover it and its like than there are of them. Where such a count holds, at most one run has to be shifted out of the
//! way first.

use super::table::{Card, Deal, Suit, Turn};

/// A card that can safely go up is fetched from the stock at once when it is this near, in draws. Fetching it from
/// farther would spend draws that later cards need anyway.
const CHEAP_DRAWS: u16 = 2;

/// A set of cards: bit `i` is the card with index `i`.
type Cards = u64;

fn only(card: Card) -> Cards {
    1 << card.index()
}

/// Both cards of `rank` in one colour; none outside 1 to 13.
const fn pair(rank: u8, red: bool) -> Cards {
    if rank < 1 || rank > 13 {
        return 0;
    }
    let both = if red { 1 << 13 | 1 << 26 } else { 1 | 1 << 39 };
    both << (rank - 1)
}

/// The first `height` cards of the `suit`-th suit.
const fn foundation(suit: usize, height: u8) -> Cards {
    ((1 << height) - 1) << (13 * suit)
}

/// What does not change during a search.
pub(super) struct Facts {
    turn: Turn,
    stock: Vec<Card>,
    /// The cards face down and the fixed card of each column, by how many of its deal have not been moved.
    face_down: [[Cards; 8]; 7],
    fixed: [[Option<Card>; 8]; 7],
    /// The cards of the stock by index divided by 8 and eight bits of [`Position::talon`].
    talon: [[Cards; 256]; 3],
}

/// A position up to rearrangement of loose cards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    /// Cards on each foundation.
    up: [u8; 4],
    /// Cards of each column's deal that have not been moved.
    unmoved: [u8; 7],
    /// Cards of the deal's stock that are still in stock or waste: bit `i` is the one drawn `i`-th.
    talon: u32,
    /// Cards of the deal's stock before this one that are left are waste; the others are to be drawn.
    drawn: u8,
    /// Actions so far.
    actions: u16,
}

/// Where a card goes, from wherever it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// To its foundation.
    Up(Card),
    /// To another column, with what lies on it.
    Across(Card),
}

impl Facts {
    pub(super) fn new(deal: &Deal, turn: Turn) -> Self {
        let mut face_down = [[0; 8]; 7];
        let mut fixed = [[None; 8]; 7];
        for (c, column) in deal.columns().iter().enumerate() {
            for (i, &card) in column.iter().enumerate() {
                fixed[c][i + 1] = Some(card);
                face_down[c][i + 1] = column[..i].iter().fold(0, |cards, &card| cards | only(card));
            }
        }
        let mut talon = [[0; 256]; 3];
        for (i, &card) in deal.stock().iter().enumerate() {
            for (bits, cards) in talon[i / 8].iter_mut().enumerate() {
                if bits >> (i % 8) & 1 == 1 {
                    *cards |= only(card);
                }
            }
        }
        Self { turn, stock: deal.stock().to_vec(), face_down, fixed, talon }
    }

    pub(super) fn start(&self) -> Position {
        let mut start = Position {
            up: [0; 4],
            unmoved: [1, 2, 3, 4, 5, 6, 7],
            talon: (1 << Deal::STOCK) - 1,
            drawn: 0,
            actions: 0,
        };
        self.loosen_kings(&mut start);
        start
    }

    /// A king at the bottom of its column needs nothing any more, as if it had been moved there.
    fn loosen_kings(&self, position: &mut Position) {
        for (unmoved, fixed) in position.unmoved.iter_mut().zip(&self.fixed) {
            if *unmoved == 1 && fixed[1].is_some_and(|card| card.rank() == 13) {
                *unmoved = 0;
            }
        }
    }

    fn fixed(&self, position: Position) -> impl Iterator<Item = (usize, Card)> {
        let column = move |(c, fixed): (usize, &[Option<Card>; 8])| Some((c, fixed[usize::from(position.unmoved[c])]?));
        self.fixed.iter().enumerate().filter_map(column)
    }

    /// Adds every step worth looking at, and the position after it, to `found`. A step that needs no alternative
    /// stands alone.
    pub(super) fn steps(&self, position: Position, found: &mut Vec<(Step, Position)>) {
        let lie = Lie::new(self, position);
        let reachable = self.reachable(position);
        for suit in Suit::ALL {
            let Some(card) = Card::new(suit, position.up[suit.index()] + 1) else { continue };
            let mut safe = is_safe(card, &position.up);
            let after = if lie.face_up & only(card) != 0 {
                if !lie.can_leave(card) {
                    continue;
                }
                self.moved(card, position)
            } else {
                let Some(&(i, _, actions)) = reachable.iter().find(|&&(_, reached, _)| reached == card) else {
                    continue;
                };
                // Where three are turned, a card that leaves the stock changes which others can be had.
                safe &= self.turn == Turn::One && actions <= CHEAP_DRAWS;
                position.without(i, actions)
            };
            if safe {
                found.clear();
            }
            found.push((Step::Up(card), after.with_up(suit)));
            if safe {
                return;
            }
        }

        for (_, card) in self.fixed(position).filter(|&(_, card)| lie.can_come(card)) {
            found.push((Step::Across(card), self.moved(card, position)));
        }
        for (i, card, actions) in reachable.into_iter().filter(|&(_, card, _)| lie.can_come(card)) {
            found.push((Step::Across(card), position.without(i, actions)));
        }
        for suit in Suit::ALL {
            // An ace or a two on the columns carries nothing that could not go up itself.
            let Some(card) = Card::new(suit, position.up[suit.index()]) else { continue };
            let after = position.with_back(suit);
            if card.rank() > 2 && lie.can_come(card) && !is_safe(card, &after.up) {
                found.push((Step::Across(card), after));
            }
        }
    }

    /// The position after `card`, which lies face up, was moved off its place.
    fn moved(&self, card: Card, position: Position) -> Position {
        let mut after = Position { actions: position.actions + 1, ..position };
        for (unmoved, fixed) in after.unmoved.iter_mut().zip(&self.fixed) {
            if fixed[usize::from(*unmoved)] == Some(card) {
                *unmoved -= 1;
            }
        }
        self.loosen_kings(&mut after);
        after
    }

    /// The cards of the stock that can be played next: each with its index, and the draws and turns of the waste before.
    fn reachable(&self, position: Position) -> Vec<(usize, Card, u16)> {
        let left: Vec<usize> = (0..Deal::STOCK).filter(|i| position.talon >> i & 1 == 1).collect();
        let waste = left.iter().filter(|&&i| i < usize::from(position.drawn)).count();
        let mut reachable = Vec::with_capacity(left.len());
        let mut seen = 0_u32;
        let mut actions = 0;
        for start in [waste, 0] {
            let mut size = start;
            loop {
                if let Some(&i) = size.checked_sub(1).and_then(|top| left.get(top))
                    && seen >> i & 1 == 0
                {
                    seen |= 1 << i;
                    reachable.push((i, self.stock[i], actions));
                }
                if size >= left.len() {
                    break;
                }
                size = (size + self.turn.cards()).min(left.len());
                actions += 1;
            }
            actions += 1;
        }
        reachable
    }

    /// Equal for positions from which the same steps are possible.
    pub(super) fn key(&self, position: Position) -> u64 {
        let waste = (position.talon & ((1 << position.drawn) - 1)).count_ones();
        // Where draws come by anyway, it does not matter that the waste stands there already.
        let on_track = waste.is_multiple_of(3) || waste == position.talon.count_ones();
        let drawn = if self.turn == Turn::One || on_track { 0 } else { position.drawn };
        let up = position.up.iter().fold(0, |key, &height| key << 4 | u64::from(height));
        let unmoved = position.unmoved.iter().zip(2..).fold(0, |key, (&n, radix)| key * radix + u64::from(n));
        ((up << 16 | unmoved) << 24 | u64::from(position.talon)) << 5 | u64::from(drawn)
    }
}

impl Position {
    /// Whether every card is on its foundation.
    pub(super) fn is_won(self) -> bool {
        self.up == [13; 4]
    }

    /// Less is nearer to the win: actions so far, and a weight for every card that has work before it. The
    /// weights are tuned on 300 deals that are not in the tests: they find short solutions at few positions.
    pub(super) fn priority(self) -> u32 {
        let up: u32 = self.up.iter().map(|&height| u32::from(height)).sum();
        let unmoved: u32 = self.unmoved.iter().map(|&n| u32::from(n)).sum();
        u32::from(self.actions) + 2 * (52 - up) + 4 * unmoved + 2 * self.talon.count_ones()
    }

    /// Without the stock's `i`-th card, which took `actions` to reach and takes one to play.
    fn without(self, i: usize, actions: u16) -> Self {
        let drawn = u8::try_from(i).unwrap_or(0);
        Self { talon: self.talon & !(1 << i), drawn, actions: self.actions + actions + 1, ..self }
    }

    /// With one card more on the foundation of `suit`.
    fn with_up(mut self, suit: Suit) -> Self {
        self.up[suit.index()] += 1;
        self
    }

    /// With the top card of the foundation of `suit` moved back.
    fn with_back(mut self, suit: Suit) -> Self {
        self.up[suit.index()] = self.up[suit.index()].saturating_sub(1);
        self.actions += 1;
        self
    }
}

/// Whether no card can need `card` on the columns any more: the cards it could carry, and those that they could, are up.
fn is_safe(card: Card, up: &[u8; 4]) -> bool {
    Suit::ALL.into_iter().all(|suit| {
        let other = Card::new(suit, 1).is_some_and(|ace| ace.is_red() != card.is_red());
        let needed = card.rank().saturating_sub(if other { 1 } else { 2 });
        suit == card.suit() || up[suit.index()] >= needed
    })
}

/// What lies on the columns face up.
struct Lie {
    face_up: Cards,
    loose: Cards,
    empty_columns: u32,
}

impl Lie {
    fn new(facts: &Facts, position: Position) -> Self {
        let up = (0..4).fold(0, |cards, suit| cards | foundation(suit, position.up[suit]));
        let [a, b, c, _] = position.talon.to_le_bytes().map(usize::from);
        let talon = facts.talon[0][a] | facts.talon[1][b] | facts.talon[2][c];
        let hidden = facts.face_down.iter().zip(position.unmoved);
        let face_down = hidden.fold(0, |cards, (column, unmoved)| cards | column[usize::from(unmoved)]);
        let fixed = facts.fixed(position).fold(0, |cards, (_, card)| cards | only(card));
        let face_up = ((1 << Card::COUNT) - 1) & !up & !talon & !face_down;
        let loose = face_up & !fixed;
        let kings = loose & (pair(13, false) | pair(13, true));
        Self { face_up, loose, empty_columns: 7_u32.saturating_sub(fixed.count_ones() + kings.count_ones()) }
    }

    /// Whether a card that is not loose yet finds a place on the columns.
    fn can_come(&self, card: Card) -> bool {
        if card.rank() == 13 {
            return self.empty_columns > 0;
        }
        let carriers = self.face_up & pair(card.rank() + 1, !card.is_red());
        let carried = self.loose & pair(card.rank(), card.is_red());
        carriers.count_ones() > carried.count_ones()
    }

    /// Whether a card that lies face up can be uncovered.
    fn can_leave(&self, card: Card) -> bool {
        let covering = self.loose & pair(card.rank() - 1, !card.is_red());
        let covered = self.face_up & pair(card.rank(), card.is_red());
        covering.count_ones() < covered.count_ones()
    }
}
