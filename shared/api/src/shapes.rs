//! Shapes that several answers share.

use serde::Serialize;

/// A name in Korean and English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct NameBody {
    /// Korean.
    pub ko: String,
    /// English.
    pub en: String,
}

impl From<games::Name> for NameBody {
    fn from(name: games::Name) -> Self {
        Self { ko: name.ko.to_owned(), en: name.en.to_owned() }
    }
}

impl From<ratings::Name> for NameBody {
    fn from(name: ratings::Name) -> Self {
        Self { ko: name.ko.to_owned(), en: name.en.to_owned() }
    }
}

/// A title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct TitleBody {
    /// The game.
    pub game: String,
    /// The period that closed.
    pub period: String,
    /// The rank, from 1.
    pub rank: u32,
    /// Whether this is the season's champion.
    pub champion: bool,
    /// Who holds it; absent when an app ranks by itself.
    pub player: Option<String>,
    /// The holder's name on that day.
    pub nickname: String,
    /// The record, in the game's unit.
    pub value: u64,
    /// How many took part.
    pub participants: u64,
    /// The title in words.
    pub text: NameBody,
}

impl From<ranking::Title> for TitleBody {
    fn from(title: ranking::Title) -> Self {
        Self {
            game: title.game.to_string(),
            period: title.period.to_string(),
            rank: title.rank,
            champion: title.is_champion(),
            text: NameBody { ko: title.text_ko(), en: title.text_en() },
            player: title.player.map(|player| player.to_string()),
            nickname: title.nickname,
            value: title.value,
            participants: title.participants,
        }
    }
}
