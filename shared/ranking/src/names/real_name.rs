//! The shape of a Korean real name: a surname and a given name, two to four syllables in all.

use super::characters::is_separator;
use super::jamo;
use super::tables::{
    DOUBLE_SURNAMES, FIRST, FREQUENT_SURNAMES, LAST, LATIN_SURNAMES, LATIN_SYLLABLES, LONE, RARE_SURNAMES,
    SURNAMES_BEFORE_LONE, everyday_words, given_names,
};

/// Whether a nickname has the shape of a real name, in Hangul or in Latin letters.
pub(super) fn has_shape(nickname: &str) -> bool {
    let bare = nickname.chars().filter(|&c| !is_separator(c));
    is_hangul_name(&jamo::compose(bare)) || is_latin_name(nickname)
}

/// Looks at the syllables alone: spaces, dots and letters written one by one are already resolved.
fn is_hangul_name(name: &str) -> bool {
    is_built_like_a_name(name) && !everyday_words().any(|word| word == name)
}

fn is_built_like_a_name(name: &str) -> bool {
    let syllables: Vec<char> = name.chars().collect();
    match *syllables.as_slice() {
        [surname, lone] => SURNAMES_BEFORE_LONE.contains(surname) && LONE.contains(lone),
        [surname, first, last] => {
            FREQUENT_SURNAMES.contains(surname) && (is_pair(first, last) || is_given(first, last))
                || RARE_SURNAMES.contains(surname) && is_given(first, last)
                || is_double_surname(surname, first)
                    && (FIRST.contains(last) || LAST.contains(last) || LONE.contains(last))
        }
        [one, two, first, last] => is_double_surname(one, two) && (is_pair(first, last) || is_given(first, last)),
        _ => false,
    }
}

fn is_double_surname(one: char, two: char) -> bool {
    DOUBLE_SURNAMES.iter().any(|surname| surname.chars().eq([one, two]))
}

/// Two syllables of which each is common in its place.
fn is_pair(first: char, last: char) -> bool {
    FIRST.contains(first) && LAST.contains(last)
}

/// Two syllables that are a known name together.
fn is_given(first: char, last: char) -> bool {
    given_names().any(|name| name.chars().eq([first, last]))
}

/// A surname and two given-name syllables in Latin letters, in either order: `Kim Cheolsu`, `minho.lee`.
/// They have to stand apart, by a separator or by capitals: one word can be anything.
fn is_latin_name(nickname: &str) -> bool {
    if !nickname.chars().all(|c| c.is_ascii_alphabetic() || is_separator(c)) {
        return false;
    }
    let words = words(nickname);
    let surname_and_name = |surname: &String, rest: &[String]| {
        LATIN_SURNAMES.contains(&surname.as_str()) && is_latin_given(&rest.concat())
    };
    words.split_first().is_some_and(|(surname, rest)| surname_and_name(surname, rest))
        || words.split_last().is_some_and(|(surname, rest)| surname_and_name(surname, rest))
}

/// The words of a name in lower case; a capital after a small letter begins one.
fn words(nickname: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in nickname.chars() {
        if is_separator(c) || after_small && c.is_ascii_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| !is_separator(c)) {
            word.push(c.to_ascii_lowercase());
        }
        after_small = c.is_ascii_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Two syllables, not the same twice: that is laughter and song (`Oh Haha`).
fn is_latin_given(name: &str) -> bool {
    let is_syllable = |part: &str| LATIN_SYLLABLES.contains(&part);
    (1..name.len())
        .filter_map(|at| name.split_at_checked(at))
        .any(|(one, two)| one != two && is_syllable(one) && is_syllable(two))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_everyday_word_is_in_the_table_for_a_reason_and_once() {
        let words: Vec<&str> = everyday_words().collect();
        let idle: Vec<_> = words.iter().filter(|word| !is_built_like_a_name(word)).collect();
        assert!(idle.is_empty(), "{idle:?}");
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
    }

    #[test]
    fn every_given_name_is_two_syllables_and_in_the_table_once() {
        let names: Vec<&str> = given_names().collect();
        let odd: Vec<_> =
            names.iter().filter(|name| name.chars().filter(|&c| jamo::is_syllable(c)).count() != 2).collect();
        assert!(odd.is_empty(), "{odd:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn capitals_and_separators_part_words() {
        assert_eq!(words("KimCheolsu"), ["kim", "cheolsu"]);
        assert_eq!(words("kim_cheol-su"), ["kim", "cheol", "su"]);
        assert_eq!(words("KIM"), ["kim"]);
        assert_eq!(words("._-"), [""; 0]);
    }
}
