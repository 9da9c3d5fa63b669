//! Nicknames: what may stand on a public board beside a record.
//!
//! A nickname is 1 to 12 visible characters of Hangul, Latin letters, digits, spaces and `_-.`. It may not
//! hide characters, pass one script off as another, pose as the house or as a guest, or have the shape of
//! a Korean real name: boards are public and are kept.
//!
//! ```
//! use ranking::names::{Nickname, NicknameError};
//!
//! assert_eq!("우주선".parse::<Nickname>().unwrap().as_str(), "우주선");
//! assert_eq!("김.철수".parse::<Nickname>(), Err(NicknameError::RealName));
//! ```
//!
//! # Where it stops
//!
//! The filter knows shapes, not people. Anything mixed into a name, like a digit or a Latin letter, makes it
//! pass; so does an unusual given name. A nickname that happens to be built like a name is refused unless it
//! is one of the everyday words the filter knows.

mod characters;
mod jamo;
mod real_name;
mod tables;

use std::fmt;
use std::str::FromStr;

use games::Name;
use serde::{Serialize, Serializer};
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// A name that a player chose and the rules allow, in Unicode normalisation form C.
///
/// It is written but not read by serde: a stored name was judged by the rules of its day, and titles keep it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nickname(String);

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident $code:literal $ko:literal $en:literal;)*) => {
        /// The rule that a nickname breaks; the first one, when it breaks several.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum NicknameError { $($(#[$doc])* $variant,)* }

        impl NicknameError {
            /// Every rule, in the order in which they are checked.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable code; never used again for another rule.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// What players read.
            #[must_use]
            pub const fn text(self) -> Name {
                match self { $(Self::$variant => Name { ko: $ko, en: $en },)* }
            }
        }
    };
}

rules! {
    /// No character at all.
    Empty "empty" "이름이 비어 있습니다" "the name is empty";
    /// More than [`Nickname::MAX_CHARACTERS`] characters.
    TooLong "too_long" "이름은 12자까지입니다" "a name has at most 12 characters";
    /// Control characters, and characters that show nothing or turn the direction of writing.
    Invisible "invisible" "보이지 않는 글자는 쓸 수 없습니다" "characters that cannot be seen are not allowed";
    /// Fullwidth, circled, styled and other second forms of a character.
    SecondForm "second_form" "전각이나 꾸밈 글자 대신 보통 글자를 써 주세요" "use the ordinary form of a character, not a wide or styled one";
    /// A letter of another script that looks like one of the allowed, or the reverse.
    Confusable "confusable" "다른 문자와 헷갈리는 글자가 섞여 있습니다" "a character can be mistaken for one of another script";
    /// A letter of another script.
    Script "script" "한글, 로마자, 숫자만 쓸 수 있습니다" "only Hangul, Latin letters and digits are allowed";
    /// A sign, an emoji or a lone mark.
    Character "character" "기호는 빈칸과 _ - . 만 쓸 수 있습니다" "of the signs only space and _ - . are allowed";
    /// A space at an edge, or two together.
    Spacing "spacing" "빈칸은 글자 사이에 하나씩만 쓸 수 있습니다" "spaces stand between characters, one at a time";
    /// Neither a letter nor a digit.
    NoLetter "no_letter" "글자나 숫자가 하나는 있어야 합니다" "a name needs a letter or a digit";
    /// A name that the house uses.
    Reserved "reserved" "운영자나 손님으로 보이는 이름은 쓸 수 없습니다" "a name that poses as an operator or a guest is not allowed";
    /// The shape of a Korean real name.
    RealName "real_name" "실명처럼 보이는 이름은 쓸 수 없습니다" "a name that looks like a real name is not allowed";
}

impl Nickname {
    /// The most characters a nickname has, spaces included.
    pub const MAX_CHARACTERS: usize = 12;

    /// The most bytes that are looked at: 12 characters of three jamo of three bytes each are 108.
    const MAX_BYTES: usize = 128;

    /// The nickname as it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the nickname looks like: two names with one skeleton are easily taken for each other.
    ///
    /// The skeleton of Unicode Technical Standard 39, section 4, without regard to case. It is for
    /// comparing only and is not shown.
    #[must_use]
    pub fn skeleton(&self) -> String {
        looks(&self.0)
    }
}

fn looks(text: &str) -> String {
    // Twice: the skeleton of a lower-case letter can be an upper-case one (0 gives O).
    let once: String = skeleton(&text.to_lowercase()).collect();
    skeleton(&once.to_lowercase()).collect()
}

impl FromStr for Nickname {
    type Err = NicknameError;

    fn from_str(text: &str) -> Result<Self, NicknameError> {
        if text.is_empty() {
            return Err(NicknameError::Empty);
        }
        if text.len() > Self::MAX_BYTES {
            return Err(NicknameError::TooLong);
        }
        if text.chars().any(characters::is_invisible) {
            return Err(NicknameError::Invisible);
        }
        let name: String = text.nfc().collect();
        if name.chars().count() > Self::MAX_CHARACTERS {
            return Err(NicknameError::TooLong);
        }
        characters::check(&name)?;
        if name.starts_with(' ') || name.ends_with(' ') || name.contains("  ") {
            return Err(NicknameError::Spacing);
        }
        if !name.chars().any(char::is_alphanumeric) {
            return Err(NicknameError::NoLetter);
        }
        if is_reserved(&name) {
            return Err(NicknameError::Reserved);
        }
        if real_name::has_shape(&name) {
            return Err(NicknameError::RealName);
        }
        Ok(Self(name))
    }
}

impl fmt::Display for Nickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Nickname {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl fmt::Display for NicknameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().en)
    }
}

impl std::error::Error for NicknameError {}

/// How a guest's name begins.
const GUEST: &str = "손님";

/// How many characters of the public identifier follow [`GUEST`].
const GUEST_SUFFIX: usize = 4;

/// The name of a player who has not chosen one: `손님` and the last four characters of the public identifier.
///
/// ```
/// assert_eq!(ranking::names::guest_name("01jdz3m7q8"), "손님m7q8");
/// ```
#[must_use]
pub fn guest_name(player: &str) -> String {
    let from = player.char_indices().rev().nth(GUEST_SUFFIX - 1).map_or(0, |(at, _)| at);
    format!("{GUEST}{}", player.get(from..).unwrap_or_default())
}

/// Whether the name looks like one that only the house gives: a guest's, an operator's or its own.
fn is_reserved(name: &str) -> bool {
    let bare: String = name.chars().filter(|&c| !characters::is_separator(c)).collect();
    let guest = bare.strip_prefix(GUEST).is_some_and(|rest| rest.len() == GUEST_SUFFIX && rest.is_ascii());
    guest || bare == GUEST || tables::HOUSE_NAMES.iter().any(|house| looks(house) == looks(&bare))
}
