//! Written by `cargo run --release -p calibrate`; not edited by hand.

use super::{MeasuredGame, Seat, seat};

/// Everything that was measured. A row: who sat in the player's seat; wins, draws and losses; distinct games.
pub(super) const GAMES: &[MeasuredGame] = &[MeasuredGame {
    game: "nim",
    rules: 1,
    from: "2026-01-01",
    to: "2026-12-31",
    dates: 365,
    variations: 6,
    seats: &[
        seat(Seat::Random, [292, 0, 1898], 1846),
        seat(Seat::Easy, [292, 0, 1898], 1846),
        seat(Seat::Basic, [1130, 0, 1060], 1662),
        seat(Seat::Strong, [2190, 0, 0], 334),
    ],
}];
