//! What the tests of several games share: vector files, boards, and draws written a second time.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_possible_truncation, reason = "a test may fail")]

use games::{Board, Draw, GameId, Illegal, Malformed, Replay, Seed, Value};
use serde_json::Value as Json;

/// Reads a table of `tests/vectors/games`.
pub fn vectors(name: &str) -> Json {
    let path = format!("{}/../../tests/vectors/games/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))).unwrap()
}

/// A list of numbers out of a table.
pub fn numbers<const N: usize>(list: &Json) -> [u32; N] {
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), N);
    std::array::from_fn(|i| u32::try_from(list[i].as_u64().unwrap()).unwrap())
}

/// A board of a game without variations and opponents.
pub fn board(seed: Seed) -> Board {
    Board { seed, weekday: 0, variation: 0, level: None }
}

/// Why a proof was refused.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    Malformed(Malformed),
    Illegal(Illegal),
}

/// Reads and replays `proof` as the referee does.
pub fn referee(game: GameId, board: &Board, proof: &str) -> Result<Replay, Refusal> {
    let reading = game.read(board, proof).map_err(Refusal::Malformed)?;
    reading.check_trusted().expect("the trusted values are possible");
    reading.replay().map_err(Refusal::Illegal)
}

/// The counted value of a replay.
pub fn counted(replay: &Replay) -> u64 {
    match replay.value {
        Value::Counted(value) => value,
        other => panic!("{other:?} is not counted"),
    }
}

/// Seeds of many shapes: constant bytes, single bits, dates as text, counters.
pub fn seeds() -> impl Iterator<Item = Seed> {
    let constant = (0..=255u8).map(|byte| [byte; 32]);
    let bits = (0..256usize).map(|bit| {
        let mut bytes = [0; 32];
        bytes[bit / 8] = 1 << (bit % 8);
        bytes
    });
    let counters = (0..=255u8).map(|n| std::array::from_fn(|i| n.wrapping_mul(31).wrapping_add(i as u8)));
    constant.chain(bits).chain(counters).map(Seed).chain(dates_of_2026())
}

/// One seed for each date of 2026.
pub fn dates_of_2026() -> impl Iterator<Item = Seed> {
    const DAYS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let dates = (1..=12).zip(DAYS).flat_map(|(month, days)| (1..=days).map(move |day| (month, day)));
    dates.map(|(month, day)| {
        let text = format!("2026-{month:02}-{day:02} 00:00:00 Asia/Seoul  ");
        Seed(std::array::from_fn(|i| text.as_bytes()[i]))
    })
}

/// Draws written a second time, straight from the descriptions of ChaCha (Bernstein 2008, 8 rounds, 64-bit
/// counter and nonce), of Lemire's bounded draw and of the Fisher-Yates shuffle.
#[derive(Clone)]
pub struct SlowDraw {
    key: [u32; 8],
    block: u64,
    words: Vec<u32>,
}

impl SlowDraw {
    pub fn new(seed: &Seed) -> Self {
        let key = std::array::from_fn(|i| u32::from_le_bytes(seed.0[4 * i..4 * i + 4].try_into().unwrap()));
        Self { key, block: 0, words: Vec::new() }
    }

    fn next(&mut self) -> u32 {
        if self.words.is_empty() {
            self.words = chacha8(self.key, self.block).to_vec();
            self.words.reverse();
            self.block += 1;
        }
        self.words.pop().unwrap()
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            if product % (1 << 32) >= (1u128 << 32) % u128::from(bound) {
                return u32::try_from(product >> 32).unwrap();
            }
        }
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut last = items.len() - 1;
        while last > 0 {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
            last -= 1;
        }
    }
}

fn chacha8(key: [u32; 8], block: u64) -> [u32; 16] {
    const QUARTERS: [[usize; 4]; 8] = [
        [0, 4, 8, 12],
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [0, 5, 10, 15],
        [1, 6, 11, 12],
        [2, 7, 8, 13],
        [3, 4, 9, 14],
    ];
    let mut start = [0; 16];
    for (word, constant) in start.iter_mut().zip([0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]) {
        *word = constant;
    }
    start[4..12].copy_from_slice(&key);
    start[12] = block as u32;
    start[13] = (block >> 32) as u32;
    let mut x: [u32; 16] = start;
    for [a, b, c, d] in QUARTERS.repeat(4) {
        for (p, q, r, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            x[p] = x[p].wrapping_add(x[q]);
            x[r] = (x[r] ^ x[p]).rotate_left(turn);
        }
    }
    std::array::from_fn(|i| x[i].wrapping_add(start[i]))
}

/// How many proofs were accepted and refused.
#[derive(Debug, Default)]
pub struct Tally {
    pub accepted: u32,
    pub malformed: u32,
    pub out_of_range: u32,
    pub illegal: u32,
}

/// Has 1,000,000 texts judged, and counts the verdicts: any bytes, letters of `alphabet`, and a `good` proof in which a few
/// bytes are changed, taken out or put in. None may panic, be let to a replay with more moves than `most`, or be worth what the
/// game cannot give.
pub fn judge_a_million(game: GameId, board: &Board, good: &str, alphabet: &str, most: u32) -> Tally {
    let mut draw = Draw::new(&Seed(*b"a million texts, none of them ok"));
    let alphabet = alphabet.as_bytes();
    let mut tally = Tally::default();
    for round in 0..1_000_000 {
        let bytes = match round % 3 {
            0 => (0..draw.below(60)).map(|_| draw.below(256) as u8).collect(),
            1 => (0..draw.below(60)).map(|_| alphabet[draw.below(alphabet.len() as u32) as usize]).collect(),
            _ => damaged(good.as_bytes(), alphabet, &mut draw),
        };
        let text = String::from_utf8_lossy(&bytes);
        let Ok(reading) = game.read(board, &text) else {
            tally.malformed += 1;
            continue;
        };
        let _ = reading.least_elapsed_us();
        let in_range = reading.check_trusted().is_ok();
        assert!(!in_range || reading.moves() <= most, "{text}");
        match in_range.then(|| reading.replay()) {
            Some(Ok(replay)) => {
                tally.accepted += 1;
                if let Value::Counted(value) = replay.value {
                    assert!(game.game().values.contains(&value), "{text} is worth {value}");
                }
            }
            Some(Err(_)) => tally.illegal += 1,
            None => tally.out_of_range += 1,
        }
    }
    tally
}

/// `good` with one to three changes.
fn damaged(good: &[u8], alphabet: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=draw.below(3) {
        let at = draw.below(bytes.len().max(1) as u32) as usize;
        let letter = alphabet[draw.below(alphabet.len() as u32) as usize];
        match draw.below(4) {
            _ if bytes.is_empty() => bytes.push(letter),
            0 => bytes[at] = letter,
            1 => bytes.truncate(at),
            2 => drop(bytes.remove(at)),
            _ => bytes.insert(at, letter),
        }
    }
    bytes
}
