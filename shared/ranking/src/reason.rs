//! The ten public reasons for which a run is refused.

use std::fmt;
use std::str::FromStr;

use games::Name;

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident $code:literal $ko:literal $en:literal;)*) => {
        /// Why a run is refused. Codes are stable and never used again for something else.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reason { $($(#[$doc])* $variant,)* }

        impl Reason {
            /// Every reason, in the order of the public rules.
            pub const ALL: [Self; 10] = [$(Self::$variant,)*];

            /// The stable code.
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

reasons! {
    /// Less time between ticket and submission than the game's `min_seconds`.
    TooFast "too_fast" "사람이 내기 어려운 빠르기" "faster than a person can play";
    /// More time than the game's `max_seconds`.
    TooSlow "too_slow" "판을 연 지 너무 오래됨" "too long since the board was opened";
    /// Less time a move than a person needs.
    MovesTooFast "moves_too_fast" "한 수에 걸린 시간이 너무 짧음" "too little time for each move";
    /// Not the board of the day.
    BadSeed "bad_seed" "오늘 판이 아님" "not the board of the day";
    /// The moves or the start ticket are not right.
    BadProof "bad_proof" "수순이나 시작 표가 맞지 않음" "the moves or the start ticket are not right";
    /// The score that was sent is not the score of the replay.
    ScoreMismatch "score_mismatch" "보낸 점수와 다시 둔 점수가 다름" "the score sent is not the score replayed";
    /// Somebody else handed in the same moves.
    CopiedRun "copied_run" "남이 낸 수순과 똑같음" "the same moves as somebody else's run";
    /// The start ticket has expired.
    Expired "expired" "시작 표가 만료됨" "the start ticket has expired";
    /// The start ticket was already judged.
    Used "used" "이미 낸 시작 표" "the start ticket was already used";
    /// A value that the game cannot give.
    BadValue "bad_value" "기록 값이 범위 밖" "a value outside the game's range";
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// No reason has this code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such reason")]
pub struct UnknownReason;

impl FromStr for Reason {
    type Err = UnknownReason;

    fn from_str(text: &str) -> Result<Self, UnknownReason> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text).ok_or(UnknownReason)
    }
}

impl serde::Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> serde::Deserialize<'de> for Reason {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
