//! One game: somebody in the player's seat against the level `basic`.

use games::opponent::{any_move, play_out};
use games::search::search;
use games::{Board, Budget, Draw, Evaluate, Level, Opponent, Outcome};
use ratings::{Score, Seat};
use sha2::{Digest, Sha256};

/// The stream of the board's seed that the player's seat draws from; the games use small numbers.
pub const PLAYER: u64 = 1_000;

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The score of the player's seat; `None` when the game did not end.
    pub score: Option<Score>,
    /// Equal for games with the same variation and moves.
    pub digest: u64,
}

/// What looks best at once in a position; nothing when the game is over.
pub type Greedy<G> = fn(&G, &mut Draw) -> Option<<G as games::TwoPlayer>::Move>;

/// More positions than a search of one ply visits; a larger number would only cost memory.
const ONE_PLY: Budget = Budget { depth: 1, quiescence: 0, nodes: 1_024 };

/// The move after which the game's own evaluation is best, one ply ahead.
pub fn best_looking<G: Evaluate>(position: &G, draw: &mut Draw) -> Option<G::Move> {
    search(position, ONE_PLY, draw).best
}

/// Plays `board`, whose level is `basic`, with `seat` in the player's seat. `greedy` is asked when that is
/// [`Seat::Greedy`].
pub fn play<G: Opponent>(board: &Board, seat: Seat, greedy: Option<Greedy<G>>) -> Played {
    let mut draw = Draw::stream(&board.seed, PLAYER);
    let game = play_out::<G>(board, |position| match seat {
        Seat::Random => any_move(position, &mut draw),
        Seat::Greedy => greedy.and_then(|best| best(position, &mut draw)),
        Seat::Easy => position.choose(Level::Easy, &mut draw).mv,
        Seat::Basic => position.choose(Level::Basic, &mut draw).mv,
        Seat::Strong => position.choose(Level::Strong, &mut draw).mv,
    });
    let score = game.result().map(|(outcome, _)| match outcome {
        Outcome::Win => Score::Win,
        Outcome::Draw => Score::Draw,
        Outcome::Loss => Score::Loss,
    });
    Played { score, digest: digest(&(board.variation, game.moves())) }
}

/// A number that tells games apart.
pub fn digest(game: &impl std::fmt::Debug) -> u64 {
    let hash = Sha256::digest(format!("{game:?}"));
    u64::from_be_bytes(hash.first_chunk().copied().unwrap_or_default())
}
