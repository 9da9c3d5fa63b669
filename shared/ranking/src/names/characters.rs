//! Which characters a nickname may have.

use unicode_normalization::UnicodeNormalization;
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;

use super::NicknameError;
use super::jamo;

/// Characters that Unicode tells programs not to show (`Default_Ignorable_Code_Point` of
/// `DerivedCoreProperties.txt`, version 16), with the breaks of lines and paragraphs and the marks of
/// interlinear notes, which show nothing either. Zero-width and bidirectional controls and the Hangul
/// fillers are among them.
const INVISIBLE: [(char, char); 20] = [
    ('\u{AD}', '\u{AD}'),
    ('\u{34F}', '\u{34F}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{200B}', '\u{200F}'),
    ('\u{2028}', '\u{202E}'),
    ('\u{2060}', '\u{206F}'),
    ('\u{2800}', '\u{2800}'), // the Braille pattern without dots
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE0F}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{FFF0}', '\u{FFFB}'),
    ('\u{13430}', '\u{1343F}'),
    ('\u{1BCA0}', '\u{1BCA3}'),
    ('\u{1D159}', '\u{1D159}'),
    ('\u{1D173}', '\u{1D17A}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

pub(super) fn is_invisible(c: char) -> bool {
    c.is_control() || INVISIBLE.iter().any(|&(first, last)| (first..=last).contains(&c))
}

/// The signs that may stand in a nickname; the real-name filter looks through them.
pub(super) const fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '_' | '-' | '.')
}

/// Basic Latin letters, and those of the Latin blocks up to Extended Additional that Unicode recommends
/// for names. The letters of these blocks are Latin without exception.
fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') && c.is_alphabetic() && c.identifier_allowed()
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_digit() || is_separator(c) || is_latin(c) || jamo::is_syllable(c) || jamo::is_letter(c)
}

/// Checks each character of a name in normalisation form C, then those that stand together.
pub(super) fn check(name: &str) -> Result<(), NicknameError> {
    if let Some(c) = name.chars().find(|&c| !is_allowed(c)) {
        let among_allowed = name.chars().any(|c| is_allowed(c) && c.is_alphanumeric());
        return Err(why_not(c, among_allowed));
    }
    let mixed = name.split(is_separator).any(|word| word.chars().any(is_latin) && word.chars().any(is_latin_lookalike));
    if mixed { Err(NicknameError::Confusable) } else { Ok(()) }
}

/// The rule that a character breaks which is not allowed: between letters that are, one that looks like
/// them is a disguise.
fn why_not(c: char, among_allowed: bool) -> NicknameError {
    if c.is_whitespace() {
        NicknameError::Spacing
    } else if !c.nfkc().eq([c]) {
        NicknameError::SecondForm
    } else if !c.is_alphanumeric() {
        NicknameError::Character
    } else if among_allowed && prototype_is(c, is_allowed) {
        NicknameError::Confusable
    } else {
        NicknameError::Script
    }
}

/// A lone Hangul letter that can be read as a Latin one or a stroke, like ㅇ (o) and ㅣ (l).
fn is_latin_lookalike(c: char) -> bool {
    jamo::is_letter(c) && prototype_is(c, |p| !matches!(p, '\u{1100}'..='\u{11FF}'))
}

/// Whether another character stands for `c` in the confusables table of Unicode Technical Standard 39,
/// all of it as `test` says.
fn prototype_is(c: char, test: impl Fn(char) -> bool) -> bool {
    let mut buffer = [0; 4];
    let prototype: Vec<char> = skeleton(c.encode_utf8(&mut buffer)).collect();
    prototype != [c] && prototype.into_iter().all(test)
}
