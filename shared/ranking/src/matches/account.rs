//! The public identifier of an account holder.

use crate::PlayerId;
use crate::board::{BoardKey, hmac_sha256};

/// Makes the public identifier of an account: a keyed hash of who issued the account and how that issuer calls it. One account is
/// one player in every browser, and nobody without the key can tell whose identifier it is.
///
/// The key is the board key, the one secret that is never rotated: another one would make everybody a newcomer.
#[derive(Clone, Debug)]
pub struct AccountKey(BoardKey);

impl AccountKey {
    /// Identifiers from this key.
    #[must_use]
    pub const fn new(key: BoardKey) -> Self {
        Self(key)
    }

    /// The player of the account that `issuer` calls `subject`.
    #[must_use]
    pub fn player(&self, issuer: &str, subject: &str) -> PlayerId {
        // No game is called "account", so no board's seed is ever drawn from such a text; the length keeps the two parts apart.
        let account = format!("account|{}|{issuer}|{subject}", issuer.len());
        let hash = hmac_sha256(self.0.bytes(), account.as_bytes());
        let half = hash.first_chunk::<16>().copied().unwrap_or_default();
        PlayerId::from_random(u128::from_be_bytes(half))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_one_player_and_no_other_account_is_the_same() {
        let key = |letter: &str| AccountKey::new(BoardKey::parse(&letter.repeat(44)).unwrap());
        let player = key("A").player("https://id.example", "7");
        assert_eq!(player, key("A").player("https://id.example", "7"));
        let others = [("https://id.example", "8"), ("https://id.example|7", ""), ("https://id.exampl", "e|7")];
        for (issuer, subject) in others {
            assert_ne!(player, key("A").player(issuer, subject));
        }
        assert_ne!(player, key("B").player("https://id.example", "7"));
    }
}
