//! Games against the computer. The bots take turns at three ways of playing: any move, the easy level's, and the
//! strong level's.

use games::catalogue::{paldo, yutnori};
use games::opponent::{OwnMoves, any_move, play_out};
use games::{Board, Draw, Level, Opponent, Proof};

/// Turns after which a bot gives a game of dice up.
const MOST_TURNS: usize = 500;

/// Plays a whole game.
pub fn play<G: Opponent>(board: &Board, bot: u64, taste: &mut Draw) -> Option<String> {
    let mut own = Vec::new();
    let game = play_out::<G>(board, |position| {
        let mv = match bot % 3 {
            0 => position.choose(Level::Strong, taste).mv,
            1 => position.choose(Level::Easy, taste).mv,
            _ => any_move(position, taste),
        }?;
        own.push(mv);
        Some(mv)
    });
    game.result().map(|_| OwnMoves::<G>::new(own).encode())
}

/// Takes one of the two dice.
pub fn play_paldo(board: &Board, taste: &mut Draw) -> Option<String> {
    let mut duel = paldo::Duel::new(board);
    let mut choices = Vec::new();
    while duel.race().winner().is_none() {
        let larger = if duel.roll()[0] >= duel.roll()[1] { paldo::Die::First } else { paldo::Die::Second };
        let other = if larger == paldo::Die::First { paldo::Die::Second } else { paldo::Die::First };
        let die = if taste.below(4) == 0 { other } else { larger };
        if choices.len() == MOST_TURNS || duel.play(die).is_err() {
            return None;
        }
        choices.push(die);
    }
    Some(paldo::Choices::new(choices).encode())
}

/// Uses any throw on any piece.
pub fn play_yutnori(board: &Board, taste: &mut Draw) -> Option<String> {
    let mut duel = yutnori::Duel::new(board);
    let mut uses = Vec::new();
    while duel.position().winner().is_none() {
        let mut possible = Vec::new();
        duel.position().uses(&mut possible);
        let which = taste.below(u32::try_from(possible.len()).unwrap_or(0)) as usize;
        let mv = *possible.get(which)?;
        if uses.len() == MOST_TURNS || duel.play(mv).is_err() {
            return None;
        }
        uses.push(mv);
    }
    Some(yutnori::Uses::new(uses).encode())
}
