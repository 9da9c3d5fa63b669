//! Hangul letters and the syllables they make (The Unicode Standard, section 3.12).

/// The letters that begin a syllable, in the order of Unicode.
const INITIALS: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/// The letters that end a syllable, in the order of Unicode; a syllable that ends in none comes before them.
const FINALS: &str = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

/// Vowels that are typed as two.
const DOUBLE_VOWELS: [(char, char, char); 7] = [
    ('ㅗ', 'ㅏ', 'ㅘ'),
    ('ㅗ', 'ㅐ', 'ㅙ'),
    ('ㅗ', 'ㅣ', 'ㅚ'),
    ('ㅜ', 'ㅓ', 'ㅝ'),
    ('ㅜ', 'ㅔ', 'ㅞ'),
    ('ㅜ', 'ㅣ', 'ㅟ'),
    ('ㅡ', 'ㅣ', 'ㅢ'),
];

const FIRST_SYLLABLE: u32 = 0xAC00;
const FIRST_VOWEL: u32 = 0x314F;
const VOWELS: u32 = 21;
/// Ways in which a syllable ends, the empty one among them.
const ENDINGS: u32 = 28;

/// Whether the character is a whole syllable, 가 to 힣.
pub(super) const fn is_syllable(c: char) -> bool {
    matches!(c, '가'..='힣')
}

/// Whether the character is a letter of today that stands alone, like ㅋ and ㅠ.
pub(super) const fn is_letter(c: char) -> bool {
    matches!(c, 'ㄱ'..='ㅣ')
}

const fn is_vowel(c: char) -> bool {
    matches!(c, 'ㅏ'..='ㅣ')
}

/// Puts letters together as a keyboard does: ㄱㅣㅁ철수 reads 김철수. What makes no syllable stays as it is.
pub(super) fn compose(text: impl Iterator<Item = char>) -> String {
    let mut text = text.peekable();
    let mut done = String::new();
    while let Some(c) = text.next() {
        let opens = is_letter(c) && !is_vowel(c) && text.peek().is_some_and(|&next| is_vowel(next));
        let made = if opens {
            text.next().and_then(|vowel| syllable(c, vowel, None))
        } else {
            let joined = done.chars().next_back().and_then(|before| join(before, c));
            if joined.is_some() {
                done.pop();
            }
            joined
        };
        done.push(made.unwrap_or(c));
    }
    done
}

/// The syllable that a loose letter makes with the syllable before it, if that one has no ending yet.
fn join(before: char, letter: char) -> Option<char> {
    if !is_syllable(before) || !is_letter(letter) {
        return None;
    }
    let index = u32::from(before) - FIRST_SYLLABLE;
    if !index.is_multiple_of(ENDINGS) {
        return None;
    }
    let initial = nth(INITIALS, index / (VOWELS * ENDINGS))?;
    let vowel = char::from_u32(FIRST_VOWEL + index / ENDINGS % VOWELS)?;
    if is_vowel(letter) {
        let (.., double) = DOUBLE_VOWELS.into_iter().find(|&(one, two, _)| (one, two) == (vowel, letter))?;
        syllable(initial, double, None)
    } else {
        syllable(initial, vowel, Some(letter))
    }
}

fn syllable(initial: char, vowel: char, ending: Option<char>) -> Option<char> {
    let vowel = u32::from(vowel).checked_sub(FIRST_VOWEL)?;
    let ending = match ending {
        Some(letter) => place(FINALS, letter)? + 1,
        None => 0,
    };
    char::from_u32(FIRST_SYLLABLE + (place(INITIALS, initial)? * VOWELS + vowel) * ENDINGS + ending)
}

fn place(letters: &str, letter: char) -> Option<u32> {
    letters.chars().zip(0..).find_map(|(c, place)| (c == letter).then_some(place))
}

fn nth(letters: &str, place: u32) -> Option<char> {
    letters.chars().nth(usize::try_from(place).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_join_as_they_are_typed() {
        for (typed, read) in [
            ("ㄱㅣㅁㅊㅓㄹㅅㅜ", "김철수"),
            ("ㄱㅣㅁ철수", "김철수"),
            ("기ㅁ처ㄹ수", "김철수"),
            ("ㄱㅗㅏㄴ", "관"),
            ("ㅇㅜㅓㄴ", "원"),
            ("고ㅏㄴ", "관"),
            ("ㄱㅏㅂㅅ", "갑ㅅ"),
            ("ㅋㅋㅋ", "ㅋㅋㅋ"),
            ("ㅠㅠ", "ㅠㅠ"),
            ("김a수", "김a수"),
            ("ㄸㅏ", "따"),
            ("아ㄸ", "아ㄸ"),
        ] {
            assert_eq!(compose(typed.chars()), read, "{typed}");
        }
    }

    #[test]
    fn whole_syllables_stay_as_they_are() {
        let all: String = ('가'..='힣').collect();
        assert_eq!(compose(all.chars()), all);
    }
}
