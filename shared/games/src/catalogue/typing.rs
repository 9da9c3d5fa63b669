//! 타자 연습 하루 한 판: the day's passage, typed without a fault.
//!
//! The passages are the lines of `data/typing.ko.txt` and `data/typing.en.txt`, written for this game; the seed draws the
//! day's. What was typed must be the passage character by character, blanks and all. The value is the time on
//! the server's clock, and nobody types faster than [`HANGUL_US`] a Hangul and [`LATIN_US`] a Latin stroke.
//! A changed list of passages is a new version of the rules.
//!
//! # Strokes
//!
//! A [stroke](Strokes) is a press of a character key on the standard two-set layout (두벌식, KS X 5002). An initial
//! consonant takes one; a vowel one, or two for ㅘ ㅙ ㅚ ㅝ ㅞ ㅟ ㅢ; a final none, one, or two for ㄳ ㄵ ㄶ ㄺ ㄻ ㄼ ㄽ
//! ㄾ ㄿ ㅀ ㅄ. Everything else, a line break included, takes one. Shift is not a stroke. A digit, a blank or a mark goes
//! at the pace of the last letter before it, at the beginning at that of the first letter.
//!
//! # Proof
//!
//! The typed text. It is compared in Unicode's normalization form C, so that decomposed Hangul (as macOS writes it) is
//! the same text, and a line may end with CR LF as well as LF. No other control character is taken.

use serde_json::{Value as Json, json};
use unicode_normalization::UnicodeNormalization;

use crate::{Board, Draw, Game, Illegal, Malformed, Proof, Replay, Seed, Value};

/// Longest proof, in bytes: a passage of 200 Hangul syllables fully decomposed takes 1,800.
pub const LIMIT: usize = 4096;

/// The shortest time a Hangul stroke takes, in microseconds.
pub const HANGUL_US: u32 = 30_000;

/// The shortest time a Latin stroke takes, in microseconds.
pub const LATIN_US: u32 = 48_000;

const KOREAN: &str = include_str!("../../data/typing.ko.txt");
const ENGLISH: &str = include_str!("../../data/typing.en.txt");

/// A text to be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// `ko` or `en`.
    pub language: &'static str,
    /// The text, on one line.
    pub text: &'static str,
}

/// Every passage, the Korean ones first.
pub fn passages() -> impl Iterator<Item = Passage> {
    let of = |language, lines: &'static str| lines.lines().map(move |text| Passage { language, text });
    of("ko", KOREAN).chain(of("en", ENGLISH))
}

fn count() -> u32 {
    u32::try_from(passages().count()).unwrap_or(u32::MAX)
}

/// The day's passage; a variation past the last passage begins again at the first.
#[must_use]
pub fn passage(board: &Board) -> Passage {
    let nth = board.variation.checked_rem(count()).unwrap_or(0);
    passages().nth(nth as usize).unwrap_or(Passage { language: "ko", text: "" })
}

/// Presses of character keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strokes {
    /// At the pace of Hangul.
    pub hangul: u32,
    /// At the pace of Latin letters.
    pub latin: u32,
}

impl Strokes {
    /// Counts the strokes of `text`, which is in normalization form C.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let first = text.chars().find_map(|character| Key::of(character).script());
        let mut pace = first.unwrap_or(Script::Hangul);
        let mut strokes = Self::default();
        for key in text.chars().map(Key::of) {
            pace = key.script().unwrap_or(pace);
            match pace {
                Script::Hangul => strokes.hangul += key.strokes(),
                Script::Latin => strokes.latin += key.strokes(),
            }
        }
        strokes
    }

    /// All of them.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.hangul + self.latin
    }

    /// The shortest time that they take, in microseconds.
    #[must_use]
    pub fn least_us(self) -> u64 {
        u64::from(self.hangul) * u64::from(HANGUL_US) + u64::from(self.latin) * u64::from(LATIN_US)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Hangul,
    Latin,
}

/// What it takes to type a character.
enum Key {
    /// Jamo, in strokes.
    Hangul(u32),
    Latin,
    /// A blank, a digit, a mark, and letters of scripts that the passages do not have.
    Other,
}

impl Key {
    fn of(character: char) -> Self {
        const SYLLABLES: u32 = 0xAC00; // 가, in the order initial, vowel, final
        let code = u32::from(character);
        match character {
            '가'..='힣' => {
                let (vowel, last) = ((code - SYLLABLES) / 28 % 21, (code - SYLLABLES) % 28);
                Self::Hangul(1 + vowel_strokes(vowel) + if last == 0 { 0 } else { final_strokes(last) })
            }
            'ㅏ'..='ㅣ' => Self::Hangul(vowel_strokes(code - u32::from('ㅏ'))),
            '\u{1161}'..='\u{1175}' => Self::Hangul(vowel_strokes(code - 0x1161)),
            '\u{11A8}'..='\u{11C2}' => Self::Hangul(final_strokes(code - 0x11A7)),
            'ㄳ' | 'ㄵ' | 'ㄶ' | 'ㄺ'..='ㅀ' | 'ㅄ' => Self::Hangul(2),
            'ㄱ'..='ㅎ' | '\u{1100}'..='\u{1112}' => Self::Hangul(1),
            _ if character.is_ascii_alphabetic() => Self::Latin,
            _ => Self::Other,
        }
    }

    const fn script(&self) -> Option<Script> {
        match self {
            Self::Hangul(_) => Some(Script::Hangul),
            Self::Latin => Some(Script::Latin),
            Self::Other => None,
        }
    }

    const fn strokes(&self) -> u32 {
        match *self {
            Self::Hangul(strokes) => strokes,
            Self::Latin | Self::Other => 1,
        }
    }
}

/// Strokes of the vowels ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅘ ㅙ ㅚ ㅛ ㅜ ㅝ ㅞ ㅟ ㅠ ㅡ ㅢ ㅣ, numbered from 0.
const fn vowel_strokes(vowel: u32) -> u32 {
    if matches!(vowel, 9..=11 | 14..=16 | 19) { 2 } else { 1 }
}

/// Strokes of the finals ㄱ ㄲ ㄳ ㄴ ㄵ ㄶ ㄷ ㄹ ㄺ ㄻ ㄼ ㄽ ㄾ ㄿ ㅀ ㅁ ㅂ ㅄ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ, numbered from 1.
const fn final_strokes(last: u32) -> u32 {
    if matches!(last, 3 | 5 | 6 | 9..=15 | 18) { 2 } else { 1 }
}

/// The text as the player typed it, in normalization form C and with plain line breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed(String);

impl Proof for Typed {
    fn variation(seed: &Seed) -> u32 {
        Draw::new(seed).below(count())
    }

    fn opening(board: &Board) -> Json {
        let Passage { language, text } = passage(board);
        json!({ "text": text, "language": language })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Err(Malformed { at: 0, why: "nothing was typed" });
        }
        let bytes = text.as_bytes();
        let breaks = |at: usize| bytes[at] == b'\n' || bytes[at..].starts_with(b"\r\n");
        if let Some((at, _)) = text.char_indices().find(|&(at, sign)| sign.is_control() && !breaks(at)) {
            return Err(Malformed { at, why: "a control character is no text" });
        }
        Ok(Self(text.replace("\r\n", "\n").nfc().collect()))
    }

    fn encode(&self) -> String {
        self.0.clone()
    }

    fn moves(&self) -> u32 {
        Strokes::of(&self.0).total()
    }

    fn least_elapsed_us(&self, _: &Game) -> u64 {
        Strokes::of(&self.0).least_us()
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut wanted = passage(board).text.nfc();
        let mut typed = self.0.chars();
        for at in 1.. {
            let why = match (wanted.next(), typed.next()) {
                (None, None) => break,
                (Some(wanted), Some(typed)) if wanted == typed => continue,
                (Some(_), Some(_)) => "a character differs from the day's passage",
                (Some(_), None) => "the day's passage goes on",
                (None, Some(_)) => "the day's passage has ended",
            };
            return Err(Illegal { at, why });
        }
        Ok(Replay::solo(Value::Elapsed, self.moves()))
    }
}
