//! Cards, deals, and the table on which actions are played.

use std::fmt;

use crate::Draw;

/// A suit, in the deck's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// Every suit, in the deck's order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter in cards and in action tokens.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }

    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == char::from(byte))
    }

    /// Position in the deck's order, 0 to 3.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }
}

const RANKS: &[u8; 13] = b"A23456789TJQK";

/// A card: its suit times 13 plus its rank less one, 0 to 51.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Cards of a deck.
    pub const COUNT: usize = 52;

    /// The ordered deck: clubs, diamonds, hearts, spades, each from ace to king.
    #[must_use]
    pub fn deck() -> [Self; Self::COUNT] {
        let mut deck = [Self(0); Self::COUNT];
        for (index, card) in (0..).zip(&mut deck) {
            *card = Self(index);
        }
        deck
    }

    /// The card of `suit` with `rank`, 1 (ace) to 13 (king); `None` outside.
    #[must_use]
    pub fn new(suit: Suit, rank: u8) -> Option<Self> {
        (1..=13).contains(&rank).then(|| Self(13 * suit as u8 + rank - 1))
    }

    /// Reads a rank of `A23456789TJQK` and a suit of `CDHS`, as in `TH`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let &[rank, suit] = text.as_bytes() else { return None };
        let rank = RANKS.iter().position(|&known| known == rank)?;
        Self::new(Suit::from_byte(suit)?, u8::try_from(rank).ok()? + 1)
    }

    /// Position in the ordered deck, 0 to 51.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        match self.0 / 13 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// The rank, 1 (ace) to 13 (king).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 13 + 1
    }

    /// Whether the suit is diamonds or hearts.
    #[must_use]
    pub const fn is_red(self) -> bool {
        self.suit().is_red()
    }

    /// Whether this card may lie on `below` in a column: one rank lower, of the other colour.
    #[must_use]
    pub const fn lies_on(self, below: Self) -> bool {
        self.rank() + 1 == below.rank() && self.is_red() != below.is_red()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(RANKS[usize::from(self.0 % 13)]), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How the cards lie before the first action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    columns: [Vec<Card>; 7],
    stock: Vec<Card>,
}

impl Deal {
    /// Cards of the stock.
    pub const STOCK: usize = 24;

    /// The deal of given `columns`, left to right, each from the bottom, and `stock`, the card that is drawn first
    /// in front. `None` unless column `c` has `c + 1` cards and every card of the deck is there once.
    #[must_use]
    pub fn new(columns: [Vec<Card>; 7], stock: Vec<Card>) -> Option<Self> {
        let sizes_fit = (1..).zip(&columns).all(|(size, column)| column.len() == size);
        let mut cards: Vec<Card> = columns.iter().flatten().chain(&stock).copied().collect();
        cards.sort_unstable();
        (sizes_fit && cards == Card::deck()).then_some(Self { columns, stock })
    }

    /// Shuffles a deck and deals it row by row: one card to each column from the first on, then one to each from
    /// the second on, and so on. What is left is the stock, its next card on top.
    #[must_use]
    pub fn shuffled(draw: &mut Draw) -> Self {
        let mut deck = Card::deck();
        draw.shuffle(&mut deck);
        let mut cards = deck.into_iter();
        let mut columns: [Vec<Card>; 7] = Default::default();
        for row in 0..7 {
            for column in &mut columns[row..] {
                column.extend(cards.next());
            }
        }
        Self { columns, stock: cards.collect() }
    }

    /// The columns, left to right, each from the bottom; the last card of each lies face up.
    #[must_use]
    pub const fn columns(&self) -> &[Vec<Card>; 7] {
        &self.columns
    }

    /// The stock, the card that is drawn first in front.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }
}

/// How many cards a draw turns up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// One: every card of the stock can be had on every pass.
    One,
    /// Up to three, of which only the last can be played.
    Three,
}

impl Turn {
    pub(super) const fn cards(self) -> usize {
        match self {
            Self::One => 1,
            Self::Three => 3,
        }
    }
}

/// One of the seven columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(u8);

impl Column {
    /// Every column, left to right.
    pub const ALL: [Self; 7] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// Position from the left, 0 to 6.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The digit in action tokens, `1` to `7`.
    pub(super) fn digit(self) -> char {
        char::from(b'1' + self.0)
    }

    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        (b'1'..=b'7').contains(&byte).then(|| Self(byte - b'1'))
    }
}

/// What the player does; each counts one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Turns cards from the stock onto the waste.
    Draw,
    /// Turns the waste over to be the stock again.
    Recycle,
    /// The waste's top card to a column.
    WasteToColumn(Column),
    /// The waste's top card to its foundation.
    WasteToFoundation(Suit),
    /// A column's top card to its foundation.
    ColumnToFoundation(Column, Suit),
    /// The top `cards` (1 to 13) of a column to another column.
    Run {
        /// The column that gives.
        from: Column,
        /// The column that takes.
        to: Column,
        /// How many cards.
        cards: u8,
    },
    /// A foundation's top card back to a column.
    FoundationToColumn(Suit, Column),
}

/// A column on the table: cards from the bottom, of which the first `face_down` are face down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    pub(super) cards: Vec<Card>,
    pub(super) face_down: usize,
}

impl Pile {
    /// Turns the top card up when it came to light.
    fn turn_up(&mut self) {
        self.face_down = self.face_down.min(self.cards.len().saturating_sub(1));
    }

    /// Whether a run that begins with `card` may be put here.
    pub(super) fn takes(&self, card: Card) -> bool {
        match self.cards.last() {
            Some(&top) => card.lies_on(top),
            None => card.rank() == 13,
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    turn: Turn,
    columns: [Pile; 7],
    /// The next card to be drawn is the last.
    stock: Vec<Card>,
    /// The playable card is the last.
    waste: Vec<Card>,
    /// How many cards of each suit are on its foundation.
    foundations: [u8; 4],
}

impl Table {
    /// Lays out `deal`.
    #[must_use]
    pub fn new(deal: &Deal, turn: Turn) -> Self {
        let pile = |cards: &Vec<Card>| Pile { face_down: cards.len() - 1, cards: cards.clone() };
        Self {
            turn,
            columns: deal.columns.each_ref().map(pile),
            stock: deal.stock.iter().rev().copied().collect(),
            waste: Vec::with_capacity(Deal::STOCK),
            foundations: [0; 4],
        }
    }

    /// Whether every card is on its foundation.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.foundations == [13; 4]
    }

    pub(super) fn column(&self, column: Column) -> &Pile {
        &self.columns[column.index()]
    }

    pub(super) fn waste_top(&self) -> Option<Card> {
        self.waste.last().copied()
    }

    pub(super) fn is_founded(&self, card: Card) -> bool {
        card.rank() <= self.foundations[card.suit().index()]
    }

    pub(super) fn stock_is_empty(&self) -> bool {
        self.stock.is_empty()
    }

    /// Plays one action.
    ///
    /// # Errors
    ///
    /// The rule that refuses it; the table is as it was.
    pub fn play(&mut self, action: Action) -> Result<(), &'static str> {
        match action {
            Action::Draw => self.draw(),
            Action::Recycle => self.recycle(),
            Action::WasteToColumn(to) => {
                let card = self.waste_top().ok_or("the waste is empty")?;
                self.put(card, to)?;
                self.waste.pop();
                Ok(())
            }
            Action::WasteToFoundation(suit) => {
                let card = self.waste_top().ok_or("the waste is empty")?;
                self.found(card, suit)?;
                self.waste.pop();
                Ok(())
            }
            Action::ColumnToFoundation(from, suit) => {
                let card = self.column(from).cards.last().copied().ok_or("the column is empty")?;
                self.found(card, suit)?;
                let pile = &mut self.columns[from.index()];
                pile.cards.pop();
                pile.turn_up();
                Ok(())
            }
            Action::Run { from, to, cards } => self.run(from, to, cards.into()),
            Action::FoundationToColumn(suit, to) => {
                let height = self.foundations[suit.index()];
                let card = Card::new(suit, height).ok_or("the foundation is empty")?;
                self.put(card, to)?;
                self.foundations[suit.index()] -= 1;
                Ok(())
            }
        }
    }

    fn draw(&mut self) -> Result<(), &'static str> {
        if self.stock.is_empty() {
            return Err("the stock is empty");
        }
        let rest = self.stock.len().saturating_sub(self.turn.cards());
        self.waste.extend(self.stock.drain(rest..).rev());
        Ok(())
    }

    fn recycle(&mut self) -> Result<(), &'static str> {
        if !self.stock.is_empty() {
            return Err("the stock has cards left to draw");
        }
        if self.waste.is_empty() {
            return Err("there is no waste to turn over");
        }
        self.stock.extend(self.waste.drain(..).rev());
        Ok(())
    }

    fn run(&mut self, from: Column, to: Column, cards: usize) -> Result<(), &'static str> {
        let pile = self.column(from);
        let first = pile.cards.len().checked_sub(cards).ok_or("the column has fewer cards")?;
        let &[lead, ..] = &pile.cards[first..] else { return Err("no card is moved") };
        if first < pile.face_down {
            return Err("a face-down card cannot be moved");
        }
        if from == to || !self.column(to).takes(lead) {
            return Err(CANNOT_LIE_THERE);
        }
        let moved = self.columns[from.index()].cards.split_off(first);
        self.columns[from.index()].turn_up();
        self.columns[to.index()].cards.extend(moved);
        Ok(())
    }

    /// Puts a single card on a column.
    fn put(&mut self, card: Card, to: Column) -> Result<(), &'static str> {
        let pile = &mut self.columns[to.index()];
        if !pile.takes(card) {
            return Err(CANNOT_LIE_THERE);
        }
        pile.cards.push(card);
        Ok(())
    }

    /// Puts a single card on a foundation.
    fn found(&mut self, card: Card, suit: Suit) -> Result<(), &'static str> {
        let height = &mut self.foundations[suit.index()];
        if card.suit() != suit {
            return Err("the card is of another suit");
        }
        if card.rank() != *height + 1 {
            return Err("the foundation waits for another rank");
        }
        *height += 1;
        Ok(())
    }
}

const CANNOT_LIE_THERE: &str = "a card lies on the next higher rank of the other colour, a king on an empty column";
