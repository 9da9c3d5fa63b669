//! Where games against the computer stop raising a rating.

use crate::constants::CEILING_MARGIN;
use crate::{Rating, Score};

/// Whether a game against the computer is left unrated because the player stands too far above it: a win
/// at more than 400 points above the game's strongest level. Exactly 400 is rated, and so is every draw
/// and every loss.
///
/// `rating` is the player's before the game, `strongest` that of the strongest level of the game, whichever
/// level was played.
///
/// ```
/// use ratings::{Rating, Score, above_ai_ceiling};
///
/// let strongest = Rating::new(1500.0).unwrap();
/// assert!(!above_ai_ceiling(Rating::new(1900.0).unwrap(), strongest, Score::Win));
/// assert!(above_ai_ceiling(Rating::new(1900.5).unwrap(), strongest, Score::Win));
/// assert!(!above_ai_ceiling(Rating::new(1900.5).unwrap(), strongest, Score::Loss));
/// ```
#[must_use]
pub fn above_ai_ceiling(rating: Rating, strongest: Rating, score: Score) -> bool {
    score == Score::Win && rating.get() > strongest.get() + CEILING_MARGIN
}
