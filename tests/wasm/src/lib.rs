//! The referee's view of a proof, as a WebAssembly module that needs nothing from its host.
//!
//! The host writes the six lines of a row with [`put`], a byte at a time, and asks for [`value`].

use std::cell::RefCell;

use games::{Board, GameId, Level, Seed, Value};

/// The game has no such identifier, or the board cannot be read.
const UNREADABLE: f64 = -1.0;
/// The text is not a proof of the game.
const MALFORMED: f64 = -2.0;
/// A trusted value is out of range.
const OUT_OF_RANGE: f64 = -3.0;
/// The rules refuse the proof.
const ILLEGAL: f64 = -4.0;
/// The time is measured.
const ELAPSED: f64 = -5.0;
/// Nothing is ranked.
const UNRANKED: f64 = -6.0;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Takes the next byte of a row.
#[unsafe(no_mangle)]
pub extern "C" fn put(byte: u32) {
    TEXT.with_borrow_mut(|text| text.extend(u8::try_from(byte)));
}

/// What the row is worth: a number, or one of the negative answers above. Empties the row.
#[unsafe(no_mangle)]
pub extern "C" fn value() -> f64 {
    let text = TEXT.take();
    std::str::from_utf8(&text).ok().and_then(worth).unwrap_or(UNREADABLE)
}

/// A row is game, seed in hex, weekday, variation, level or nothing, and proof, a line each.
fn worth(row: &str) -> Option<f64> {
    let mut lines = row.splitn(6, '\n');
    let game: GameId = lines.next()?.parse().ok()?;
    let hex = lines.next()?;
    let mut seed = [0; 32];
    for (i, byte) in seed.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    let weekday = lines.next()?.parse().ok()?;
    let variation = lines.next()?.parse().ok()?;
    let level = lines.next()?;
    let level: Option<Level> = if level.is_empty() { None } else { Some(level.parse().ok()?) };
    let board = Board { seed: Seed(seed), weekday, variation, level };
    let Ok(reading) = game.read(&board, lines.next()?) else { return Some(MALFORMED) };
    if reading.check_trusted().is_err() {
        return Some(OUT_OF_RANGE);
    }
    Some(match reading.replay().map(|replay| replay.value) {
        Ok(Value::Counted(value)) => value as f64, // every game's values are far below 2^53
        Ok(Value::Elapsed) => ELAPSED,
        Ok(Value::Unranked) => UNRANKED,
        Err(_) => ILLEGAL,
    })
}
