//! How fast the rules of the board games list moves, and how long the referee needs for a whole game.
//!
//! `perft` is the number of lines of play, so its items per second are the usual measure of a move generator. A
//! `referee` sample reads and replays one whole game against the computer, another one each time; its median and
//! its slowest are what a request costs.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use games::catalogue::janggi::{Janggi, SetUp, Settings};
use games::catalogue::{baduk, capture_go, checkers, ojeom, omok, reversi};
use games::opponent::{VARIATIONS, any_move, play_out};
use games::{Board, Draw, GameId, Level, Opponent, OwnMoves, Proof, Seed, TwoPlayer, perft};

fn main() {
    divan::main();
}

/// Lines of play per second. The counts are those the tests compare with published ones.
mod moves {
    use super::*;

    /// The count of `perft_1_to_14` in the table `othello_perft.json`.
    #[divan::bench(sample_count = 10)]
    fn reversi_perft_10(bencher: Bencher) {
        const LINES: u64 = 24_571_284;
        bencher.counter(ItemsCount::new(LINES)).bench(|| {
            assert_eq!(reversi::perft(black_box(&reversi::Position::START), 10), LINES);
        });
    }

    /// The count of `published_perft_1_to_15` in the table `checkers_perft.json`.
    #[divan::bench(sample_count = 10)]
    fn checkers_perft_10(bencher: Bencher) {
        const LINES: u64 = 18_391_564;
        let start = checkers::Position::start();
        bencher.counter(ItemsCount::new(LINES)).bench(|| assert_eq!(black_box(&start).perft(10), LINES));
    }

    /// The same through the trait all games share; a pass is no move there, which changes nothing before ply 9.
    #[divan::bench(sample_count = 10)]
    fn reversi_perft_8_by_trait(bencher: Bencher) {
        const LINES: u64 = 390_216;
        bencher.counter(ItemsCount::new(LINES)).bench(|| {
            assert_eq!(perft(black_box(&mut reversi::Position::START.clone()), 8), LINES);
        });
    }

    /// 마상상마 against 마상상마, facing generals ignored: the count of Fairy-Stockfish's `janggimodern`.
    #[divan::bench(sample_count = 5)]
    fn janggi_perft_5(bencher: Bencher) {
        const LINES: u64 = 36_282_067;
        let start = Janggi::start(SetUp::Nbbn, SetUp::Nbbn, Settings::default());
        bencher.counter(ItemsCount::new(LINES)).bench_local(|| {
            assert_eq!(perft(&mut start.clone(), 5), LINES);
        });
    }

    /// Three stones on an empty board, wherever they may go.
    fn three_stones<G: TwoPlayer>(bencher: Bencher, start: &G, lines: u64) {
        bencher.counter(ItemsCount::new(lines)).bench_local(|| {
            assert_eq!(perft(&mut start.clone(), 3), lines);
        });
    }

    #[divan::bench(sample_count = 5)]
    fn omok_perft_3(bencher: Bencher) {
        three_stones(bencher, &omok::Omok::default(), 225 * 224 * 223);
    }

    #[divan::bench(sample_count = 5)]
    fn ojeom_perft_3(bencher: Bencher) {
        three_stones(bencher, &ojeom::Ojeom::default(), 360 * 359);
    }

    #[divan::bench(sample_count = 5)]
    fn capture_go_perft_3(bencher: Bencher) {
        three_stones(bencher, &capture_go::CaptureGo::default(), 81 * 80 * 79);
    }

    /// Passes are moves here, and two of them end the game.
    #[divan::bench(sample_count = 5)]
    fn go_perft_3_on_9(bencher: Bencher) {
        if let Some(start) = baduk::Baduk::new(baduk::Setup::even(9)) {
            three_stones(bencher, &start, 81 * (80 * 80 + 81) + 81 * 81);
        }
    }

    /// The longest games: every legal move is listed and one is played, a pass only when there is no other, until three
    /// moves a point are made.
    #[divan::bench(args = [9, 13, 19], sample_count = 10)]
    fn go_longest_game(bencher: Bencher, size: u8) {
        bencher.bench_local(|| {
            let mut draw = Draw::new(&Seed([size; 32]));
            let mut game = baduk::Baduk::new(baduk::Setup::even(size))?;
            let mut moves = Vec::new();
            while game.end().is_none() {
                moves.clear();
                game.legal_moves(&mut moves);
                let points = u32::try_from(moves.len()).unwrap_or(0).saturating_sub(1).max(1);
                game.make(*moves.get(draw.below(points) as usize)?);
            }
            game.end()
        });
    }
}

/// Boards and proofs of whole games in which the player's seat is played by the computer too, so that they last as
/// long as real ones.
fn games<G: Opponent>(level: Level) -> Vec<(Board, String)> {
    (0..4 * VARIATIONS)
        .map(|at| {
            let seed = Seed([u8::try_from(at).unwrap_or(0); 32]);
            let board = Board { seed, weekday: 0, variation: at % VARIATIONS, level: Some(level) };
            let mut draw = Draw::stream(&seed, 9);
            let mut own = Vec::new();
            play_out::<G>(&board, |position| {
                // Now and then a slip, so that the games differ.
                let slip = draw.below(8) == 0;
                let mv = if slip { any_move(position, &mut draw) } else { position.choose(Level::Basic, &mut draw).mv };
                own.extend(mv);
                mv
            });
            (board, OwnMoves::<G>::new(own).encode())
        })
        .collect()
}

fn referee<G: Opponent>(bencher: Bencher, id: GameId, level: Level) {
    let games = games::<G>(level);
    let mut next = games.iter().cycle();
    bencher.with_inputs(|| next.next()).bench_local_values(|game| {
        let (board, proof) = game?;
        id.read(board, proof).ok()?.replay().ok()
    });
}

macro_rules! referees {
    ($($module:ident, $game:ty, $id:ident;)*) => {
        /// Reading and replaying whole games.
        mod whole_game {
            use super::*;
            $(
                #[divan::bench(args = [Level::Basic, Level::Strong], sample_count = 24, sample_size = 1)]
                fn $module(bencher: Bencher, level: Level) {
                    referee::<$game>(bencher, GameId::$id, level);
                }
            )*
        }
    };
}

referees! {
    janggi, games::catalogue::janggi::Janggi, Janggi;
    checkers, games::catalogue::checkers::Position, Checkers;
    dots_and_boxes, games::catalogue::dots_and_boxes::Board, DotsAndBoxes;
    mu_torere, games::catalogue::mu_torere::Position, MuTorere;
    nim, games::catalogue::nim::Piles, Nim;
    reversi, games::catalogue::reversi::Position, Reversi;
    omok, games::catalogue::omok::Omok, Omok;
    ojeom, games::catalogue::ojeom::Ojeom, Ojeom;
    capture_go, games::catalogue::capture_go::CaptureGo, CaptureGo;
}
