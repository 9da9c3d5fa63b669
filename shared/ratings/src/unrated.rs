//! Why a game does not move a rating.

use crate::named::named;

named! {
    /// Why a recorded game does not move a rating. Public and stable. The texts are the site's rules; the
    /// loser can bring none of them about once the game has its least length.
    Unrated {
        /// Both seats are held by one account.
        SameAccount "same_account" "같은 계정끼리 둔 판" "both seats were held by the same account",
        /// Both seats were taken in one browser.
        SameBrowser "same_browser" "같은 브라우저에서 두 자리를 잡은 판" "both seats were taken in the same browser",
        /// Both seats were taken from one network.
        SameNetwork "same_network" "같은 네트워크(그날의 IP)에서 두 자리를 잡은 판"
            "both seats were taken from the same network (that day's IP address)",
        /// The two people's rated games of the day are used up.
        PairDaily "pair_daily" "같은 두 사람이 그날 3판을 넘긴 판" "the same two people had played 3 games that day",
        /// Fewer plies than the game's floor.
        TooShort "too_short" "너무 짧게 끝난 판" "the game ended too early",
        /// The player was helped: moves taken back, hints.
        Assisted "assisted" "도우미를 쓴 판" "helpers such as undo or hints were used",
        /// A seat was not taken, or was used already.
        SeatMissing "seat_missing" "자리를 잡지 않았거나 이미 쓴 자리로 알린 판"
            "a seat was not taken, or had been used already",
        /// A win against the computer by somebody far above its strongest level.
        AiCeiling "ai_ceiling" "가장 센 AI 보다 400 넘게 높을 때 이긴 AI 대전 판"
            "a win against the computer at more than 400 points above its strongest level",
    }
}
