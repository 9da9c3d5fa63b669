//! From the solver's steps to the player's actions.

use super::position::Step;
use super::table::{Action, Card, Column, Deal, Table, Turn};

/// Plays steps on a table and writes down the actions.
pub(super) struct Route {
    table: Table,
    actions: Vec<Action>,
}

impl Route {
    pub(super) fn new(deal: &Deal, turn: Turn) -> Self {
        Self { table: Table::new(deal, turn), actions: Vec::new() }
    }

    /// The actions of `steps`; `None` when one of them cannot be played.
    pub(super) fn follow(mut self, steps: Vec<Step>) -> Option<Vec<Action>> {
        for step in steps {
            match step {
                Step::Up(card) => self.up(card)?,
                Step::Across(card) => self.across(card)?,
            }
        }
        Some(self.actions)
    }

    fn up(&mut self, card: Card) -> Option<()> {
        match self.column_of(card) {
            Some((from, above)) => {
                if above > 0 {
                    self.shift(from, above)?;
                }
                self.play(Action::ColumnToFoundation(from, card.suit()))
            }
            None => {
                self.draw_to(card)?;
                self.play(Action::WasteToFoundation(card.suit()))
            }
        }
    }

    fn across(&mut self, card: Card) -> Option<()> {
        if let Some((from, above)) = self.column_of(card) {
            return self.shift(from, above + 1);
        }
        let to = Column::ALL.into_iter().find(|&to| self.table.column(to).takes(card))?;
        if self.table.is_founded(card) {
            self.play(Action::FoundationToColumn(card.suit(), to))
        } else {
            self.draw_to(card)?;
            self.play(Action::WasteToColumn(to))
        }
    }

    fn play(&mut self, action: Action) -> Option<()> {
        self.table.play(action).ok()?;
        self.actions.push(action);
        Some(())
    }

    /// The column in which `card` lies face up, and how many cards lie on it.
    fn column_of(&self, card: Card) -> Option<(Column, usize)> {
        Column::ALL.into_iter().find_map(|column| {
            let cards = &self.table.column(column).cards;
            let at = cards.iter().position(|&other| other == card)?;
            Some((column, cards.len() - at - 1))
        })
    }

    /// Moves the top `cards` of a column to another.
    fn shift(&mut self, from: Column, cards: usize) -> Option<()> {
        let pile = &self.table.column(from).cards;
        let &lead = pile.get(pile.len().checked_sub(cards)?)?;
        let to = Column::ALL.into_iter().find(|&to| to != from && self.table.column(to).takes(lead))?;
        self.play(Action::Run { from, to, cards: u8::try_from(cards).ok()? })
    }

    /// Draws until `card` is on top of the waste: once through the stock and once through the waste at most.
    fn draw_to(&mut self, card: Card) -> Option<()> {
        for _ in 0..=2 * (Deal::STOCK + 1) {
            if self.table.waste_top() == Some(card) {
                return Some(());
            }
            self.play(if self.table.stock_is_empty() { Action::Recycle } else { Action::Draw })?;
        }
        None
    }
}
