//! Whom a rating was earned against.

use crate::named::named;

named! {
    /// A set of games whose ratings mean the same. Pools never mix.
    Pool {
        /// Games between two account holders.
        Human "human" "사람 대전" "Human games",
        /// Games against a computer level; always labelled so.
        Ai "ai" "AI 대전" "AI games",
    }
}
