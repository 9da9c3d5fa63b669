//! How long the referee needs for a whole game with dice. `strong` at paldo-yuram also computes its table once.

use divan::Bencher;
use games::catalogue::{paldo, yutnori};
use games::{Board, Draw, GameId, Level, Proof, Seed};

fn main() {
    divan::main();
}

/// Different games, one after the other.
const GAMES: u8 = 24;

fn boards(level: Level) -> impl Iterator<Item = Board> {
    (0..GAMES).map(move |at| Board { seed: Seed([at; 32]), weekday: 0, variation: at.into(), level: Some(level) })
}

fn referee(bencher: Bencher, id: GameId, games: &[(Board, String)]) {
    let mut next = games.iter().cycle();
    bencher.with_inputs(|| next.next()).bench_local_values(|game| {
        let (board, proof) = game?;
        id.read(board, proof).ok()?.replay().ok()
    });
}

#[divan::bench(args = [Level::Basic, Level::Strong])]
fn paldo(bencher: Bencher, level: Level) {
    let play = |board: Board| {
        let (mut duel, mut choices) = (paldo::Duel::new(&board), Vec::new());
        while duel.race().winner().is_none() {
            let die = paldo::greedy(duel.race(), duel.roll());
            duel.play(die).ok()?;
            choices.push(die);
        }
        Some((board, paldo::Choices::new(choices).encode()))
    };
    referee(bencher, GameId::Paldo, &boards(level).filter_map(play).collect::<Vec<_>>());
}

#[divan::bench(args = [Level::Basic, Level::Strong])]
fn yutnori(bencher: Bencher, level: Level) {
    let play = |board: Board| {
        let (mut duel, mut uses) = (yutnori::Duel::new(&board), Vec::new());
        let mut draw = Draw::stream(&board.seed, 9);
        while duel.position().winner().is_none() {
            let mv = yutnori::choose(duel.position(), level, &mut draw)?;
            duel.play(mv).ok()?;
            uses.push(mv);
        }
        Some((board, yutnori::Uses::new(uses).encode()))
    };
    referee(bencher, GameId::Yutnori, &boards(level).filter_map(play).collect::<Vec<_>>());
}
