//! A million texts for each puzzle and arcade game: none panics, none plays more than the game's budget of steps.
//!
//! A third are random bytes, a third random letters of the game's own alphabet, and a third proofs with a few bytes
//! changed, which get furthest into a replay; one in a hundred of these is a whole proof with at most two changes.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test may fail")]

mod support;

use games::{Board, GameId, Level, Seed, Value};
use support::vectors;

const TEXTS: u32 = 1_000_000;

/// A fast stream of numbers (Marsaglia's xorshift64).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }
}

/// Reads, checks and replays a million texts; `steps` is the most moves the game may play.
fn survives(game: GameId, alphabet: &str, steps: u32) {
    let golden = vectors("golden.json");
    let golden = golden.as_array().unwrap().iter().find(|row| row["game"] == game.as_str()).unwrap();
    let proof = golden["proof"].as_str().unwrap();
    let hex = golden["seed"].as_str().unwrap();
    let played = std::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap());
    let row = game.game();
    let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
    let (mut read, mut replayed) = (0, 0);
    for n in 0..TEXTS {
        // The golden proof's own board for changed proofs, any other board for the rest.
        let mut seed: [u8; 32] = played;
        if n % 3 != 2 {
            seed[..8].copy_from_slice(&noise.next().to_le_bytes());
        }
        let board = Board { seed: Seed(seed), weekday: (n % 7) as u8, variation: n % 6, level: None::<Level> };
        let length = noise.below(if n % 1000 == 0 { 600 } else { 40 });
        let text = match n % 3 {
            0 => {
                let bytes: Vec<u8> = (0..length).map(|_| noise.next() as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            1 => (0..length).map(|_| alphabet.as_bytes()[noise.below(alphabet.len())] as char).collect(),
            _ => {
                // The front of a proof, where most of a short replay happens, and a few changes in it; or all of it.
                let (part, changes) = if n % 300 == 2 { (proof.len(), 3) } else { (proof.len().min(80 + length), 4) };
                let mut bytes = proof.as_bytes()[..part].to_vec();
                for _ in 0..noise.below(changes) {
                    let (at, byte) = (noise.below(bytes.len()), alphabet.as_bytes()[noise.below(alphabet.len())]);
                    bytes[at] = byte;
                }
                String::from_utf8(bytes).unwrap()
            }
        };
        let Ok(proof) = game.read(&board, &text) else { continue };
        read += 1;
        assert!(proof.moves() <= steps, "{text:?}");
        let _ = proof.least_elapsed_us();
        let _ = proof.check_trusted();
        if let Ok(replay) = proof.replay() {
            replayed += 1;
            assert!(replay.plies <= steps, "{text:?}");
            if let Value::Counted(value) = replay.value {
                assert!(row.values.contains(&value) || proof.check_trusted().is_err(), "{text:?} is worth {value}");
            }
        }
    }
    assert!(read > 1000 && replayed > 100, "only {read} texts of {TEXTS} were proofs, {replayed} of them legal");
}

#[test]
fn no_text_harms_2048() {
    survives(GameId::G2048, "URDL", 20_000);
}

#[test]
fn no_text_harms_the_15_puzzle() {
    survives(GameId::Fifteen, "URDL", 20_000);
}

#[test]
fn no_text_harms_snake() {
    survives(GameId::Snake, "URDL0123456789", 40_000);
}

#[test]
fn no_text_harms_breakout() {
    survives(GameId::Breakout, "0AXaxBbMm", 36_000);
}

#[test]
fn no_text_harms_yacht() {
    survives(GameId::Yacht, "01,: 123456ch4kfhsslsya", 12);
}

#[test]
fn no_text_harms_the_dungeon() {
    survives(GameId::Dungeon, "0123456789. r", 40);
}
