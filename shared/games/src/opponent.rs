//! Games against the computer: who moves first, how they open, who answers, and what a win is worth.
//!
//! A board against the computer has six variations: who moves first (two) times how the game opens (three).
//! The date's seed picks one, the same for everybody. The proof holds the player's own moves and nothing
//! else; the referee plays both sides again from the beginning and finds the result by itself.
//!
//! The opponent's choices depend on the position, the level and one stream of draws from the board's
//! seed, so the same crate in a browser gives the same answers.

use serde_json::{Value as Json, json};

use crate::search::Found;
use crate::{Board, Draw, End, Illegal, IllegalMove, Level, Malformed, Measure, Outcome, Proof, Replay};
use crate::{Seed, Side, TwoPlayer, Value};

/// Variations of a board: who moves first times the opening.
pub const VARIATIONS: u32 = 2 * OPENINGS;

/// Openings of a game.
pub const OPENINGS: u32 = 3;

/// The stream of draws the opponent's choices come from; dice of a game come from stream 0.
pub(crate) const CHOICES: u64 = 1;

/// The stream the variation is drawn from.
pub(crate) const VARIATION: u64 = 2;

/// A game with a computer opponent.
pub trait Opponent: TwoPlayer + 'static {
    /// The stable name of the rule set, for the front end.
    const RULES: &'static str;

    /// What is measured of a won game: [`Measure::Margin`] or [`Measure::Turns`], the player's own moves.
    const MEASURE: Measure;

    /// The position before the opening's moves; `variation` is below [`VARIATIONS`].
    fn start(variation: u32) -> Self;

    /// The moves that are already played in `variation`, in the game's notation, both sides in turn. Most
    /// games look only at [`opening_of`] it.
    fn opening(variation: u32) -> &'static [&'static str] {
        let _ = variation;
        &[]
    }

    /// What a front end has to know of a starting position beyond the rules, such as a set-up; `null` when
    /// there is only one.
    fn setup(&self) -> Json {
        Json::Null
    }

    /// The move the computer plays here. `None` only when the game is over.
    ///
    /// Everything random comes from `draw`, and the work is bounded by a count of nodes.
    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Self::Move>;
}

/// What the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move; `None` only when the game is over.
    pub mv: Option<M>,
    /// Positions visited to find it.
    pub nodes: u32,
}

impl<M> From<Found<M>> for Choice<M> {
    fn from(found: Found<M>) -> Self {
        Self { mv: found.best, nodes: found.nodes }
    }
}

/// Any legal move, each as likely: the weakest play there is.
pub fn any_move<G: TwoPlayer>(position: &G, draw: &mut Draw) -> Option<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    any_of(&moves, draw)
}

/// Any of `moves`, each as likely; `None` of none.
pub(crate) fn any_of<M: Copy>(moves: &[M], draw: &mut Draw) -> Option<M> {
    let bound = u32::try_from(moves.len()).unwrap_or(u32::MAX);
    moves.get(draw.below(bound) as usize).copied()
}

/// The seat of the player in `variation`.
#[must_use]
pub const fn player_side(variation: u32) -> Side {
    if variation.is_multiple_of(2) { Side::First } else { Side::Second }
}

/// The opening of `variation`, below [`OPENINGS`].
#[must_use]
pub const fn opening_of(variation: u32) -> u32 {
    variation / 2 % OPENINGS
}

/// A game against the computer as it goes on; whenever it is not over, the player moves next.
#[derive(Clone, Debug)]
pub struct Match<G: Opponent> {
    position: G,
    player: Side,
    level: Level,
    draw: Draw,
    moves: Vec<G::Move>,
    own: u32,
    nodes: u64,
    most_nodes: u32,
}

impl<G: Opponent> Match<G> {
    /// Plays the opening of `board` and, when it is the computer's turn then, its first move.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let variation = board.variation % VARIATIONS;
        let mut game = Self {
            position: G::start(variation),
            player: player_side(variation),
            level: board.level.unwrap_or(Level::Basic),
            draw: Draw::stream(&board.seed, CHOICES),
            moves: Vec::new(),
            own: 0,
            nodes: 0,
            most_nodes: 0,
        };
        for token in G::opening(variation) {
            if let Some(mv) = game.position.parse(token)
                && game.position.play(mv).is_ok()
            {
                game.moves.push(mv);
            }
        }
        game.answer();
        game
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// The player's seat.
    #[must_use]
    pub const fn player(&self) -> Side {
        self.player
    }

    /// Every move so far, the opening's and both sides'.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// How many of them the player made.
    #[must_use]
    pub const fn own_moves(&self) -> u32 {
        self.own
    }

    /// Positions the opponent has visited so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The most positions the opponent has visited for one move.
    #[must_use]
    pub const fn most_nodes(&self) -> u32 {
        self.most_nodes
    }

    /// Plays the player's move and then the computer's, until it is the player's turn again.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when the rules refuse `mv` or the game is over.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        self.position.play(mv)?;
        self.moves.push(mv);
        self.own = self.own.saturating_add(1);
        self.answer();
        Ok(())
    }

    fn answer(&mut self) {
        while self.position.end().is_none() && self.position.side_to_move() != self.player {
            let choice = self.position.choose(self.level, &mut self.draw);
            self.nodes = self.nodes.saturating_add(choice.nodes.into());
            self.most_nodes = self.most_nodes.max(choice.nodes);
            let Some(mv) = choice.mv.or_else(|| any_move(&self.position, &mut self.draw)) else { break };
            self.position.make(mv);
            self.moves.push(mv);
        }
    }

    /// How the game ended from the player's side, and what that is worth; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<(Outcome, Value)> {
        let end = self.position.end()?;
        Some(match end.winner {
            None => (Outcome::Draw, Value::Unranked),
            Some(side) if side != self.player => (Outcome::Loss, Value::Unranked),
            Some(_) => (Outcome::Win, won(self.level, worth::<G>(end, self.own))),
        })
    }
}

/// What a win that is worth `value` counts on a board. All levels share the boards of a game, and `easy` gives games away, so
/// a win against it moves the rating alone.
pub(crate) const fn won(level: Level, value: u64) -> Value {
    match level {
        Level::Easy => Value::Unranked,
        Level::Basic | Level::Strong => Value::Counted(value),
    }
}

/// What winning is worth.
fn worth<G: Opponent>(end: End, own_moves: u32) -> u64 {
    match G::MEASURE {
        Measure::Margin => end.margin.into(),
        _ => own_moves.into(),
    }
}

/// Plays a whole game in which `player` chooses the player's moves; it ends early when there is no choice
/// or an illegal one. For bots, calibration and tests.
pub fn play_out<G: Opponent>(board: &Board, mut player: impl FnMut(&G) -> Option<G::Move>) -> Match<G> {
    let mut game = Match::<G>::new(board);
    while game.position.end().is_none() {
        let Some(mv) = player(&game.position) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

/// The proof of a game against the computer: the player's own moves in the game's notation, one blank between
/// two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMoves<G: Opponent>(Vec<G::Move>);

impl<G: Opponent> OwnMoves<G> {
    /// The proof that says `moves`.
    #[must_use]
    pub const fn new(moves: Vec<G::Move>) -> Self {
        Self(moves)
    }
}

impl<G: Opponent> Proof for OwnMoves<G> {
    fn variation(seed: &Seed) -> u32 {
        Draw::stream(seed, VARIATION).below(VARIATIONS)
    }

    fn opening(board: &Board) -> Json {
        let variation = board.variation % VARIATIONS;
        json!({
            "rules": G::RULES,
            "level": board.level.unwrap_or(Level::Basic),
            "player": player_side(variation),
            "opening": G::opening(variation),
            "setup": G::start(variation).setup(),
        })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Err(Malformed { at: 0, why: "a game has at least one move of the player" });
        }
        let position = G::start(0);
        let mut moves = Vec::new();
        let mut at = 0;
        for token in text.split(' ') {
            let mv = position.parse(token).filter(|&mv| position.notation(mv) == token);
            moves.push(mv.ok_or(Malformed { at, why: "this is no move of the game" })?);
            at += token.len() + 1;
        }
        Ok(Self(moves))
    }

    fn encode(&self) -> String {
        let position = G::start(0);
        let tokens: Vec<String> = self.0.iter().map(|&mv| position.notation(mv)).collect();
        tokens.join(" ")
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut game = Match::<G>::new(board);
        for (at, &mv) in (1..).zip(&self.0) {
            game.play(mv).map_err(|IllegalMove { why }| Illegal { at, why })?;
        }
        let Some((outcome, value)) = game.result() else {
            return Err(Illegal { at: self.moves().saturating_add(1), why: "the game is not over" });
        };
        let plies = u32::try_from(game.moves.len()).unwrap_or(u32::MAX);
        Ok(Replay { value, outcome: Some(outcome), plies, copyable: None })
    }
}
