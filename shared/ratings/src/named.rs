//! Enums whose identifiers and texts stand in one table.

use serde::Serialize;

/// A name in Korean and English.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    /// Korean.
    pub ko: &'static str,
    /// English.
    pub en: &'static str,
}

/// No name of the list is this text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such name")]
pub struct UnknownName;

/// An enum with a stable identifier, a Korean and an English text for each value, from one table.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $id:literal $ko:literal $en:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "std::borrow::Cow<'_, str>", into = "&'static str")]
        pub enum $name {
            $($(#[$vdoc])* $variant,)*
        }

        impl $name {
            /// Every value, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable identifier.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// What people read.
            #[must_use]
            pub const fn name(self) -> $crate::Name {
                match self { $(Self::$variant => $crate::Name { ko: $ko, en: $en },)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, $crate::UnknownName> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text).ok_or($crate::UnknownName)
            }
        }

        impl TryFrom<std::borrow::Cow<'_, str>> for $name {
            type Error = $crate::UnknownName;

            fn try_from(text: std::borrow::Cow<'_, str>) -> Result<Self, $crate::UnknownName> {
                text.parse()
            }
        }

        impl From<$name> for &'static str {
            fn from(value: $name) -> Self {
                value.as_str()
            }
        }
    };
}
pub(crate) use named;
