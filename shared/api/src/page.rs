//! Pages of a list: a limit, and a cursor that nobody else can make up. It holds what the page has shown, so it need not be secret.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

use crate::Problem;

/// Entries of a page when the request names no number.
pub const DEFAULT_LIMIT: u32 = 20;

/// Most entries of a page.
pub const MOST: u32 = 100;

/// Bytes of the cursor's authentication code: half of SHA-256, as RFC 2104 allows.
const CODE: usize = 16;

/// `limit` and `cursor` of a request for a list.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// Entries of the page, 1 to 100 (20 when absent).
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
    /// Where the page before ended, as it was answered.
    pub cursor: Option<String>,
}

impl Page {
    /// The checked limit.
    ///
    /// # Errors
    ///
    /// A 400 problem outside of 1 to 100.
    pub fn limit(&self) -> Result<u32, Problem> {
        match self.limit.unwrap_or(DEFAULT_LIMIT) {
            limit @ 1..=MOST => Ok(limit),
            _ => Err(Problem::malformed(format!("limit: a number from 1 to {MOST}"))),
        }
    }

    /// The place in `list` that the page follows; `None` for the first one.
    ///
    /// # Errors
    ///
    /// A 400 problem when the cursor is not of this list.
    pub fn after(&self, cursors: &Cursors, list: &str) -> Result<Option<String>, Problem> {
        self.cursor.as_deref().map(|cursor| cursors.read(list, cursor)).transpose()
    }

    /// Of a list whose cursors were [written with a number](Cursors::write_numbered): the number of the page's first entry, and the
    /// place that the page follows.
    ///
    /// # Errors
    ///
    /// A 400 problem when the cursor is not of this list.
    pub fn numbered_after(&self, cursors: &Cursors, list: &str) -> Result<(u64, Option<String>), Problem> {
        let Some(place) = self.after(cursors, list)? else { return Ok((1, None)) };
        let (number, place) = place.split_once('|').ok_or_else(not_ours)?;
        Ok((number.parse().map_err(|_| not_ours())?, Some(place.to_owned())))
    }
}

/// The problem of a cursor that is not of the list.
#[must_use]
pub fn not_ours() -> Problem {
    Problem::malformed("cursor: not a cursor of this list")
}

/// Writes and reads cursors. Each is bound to the list it came from, so that it opens no other one.
#[derive(Clone)]
pub struct Cursors(Vec<u8>);

impl Cursors {
    /// Cursors that `key` authenticates.
    #[must_use]
    pub const fn new(key: Vec<u8>) -> Self {
        Self(key)
    }

    fn code(&self, list: &str, place: &str) -> Option<[u8; CODE]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(list.as_bytes());
        mac.update(&[0]);
        mac.update(place.as_bytes());
        mac.finalize().into_bytes()[..CODE].try_into().ok()
    }

    /// The cursor of `place` in `list`.
    #[must_use]
    pub fn write(&self, list: &str, place: &str) -> Option<String> {
        let mut bytes = self.code(list, place)?.to_vec();
        bytes.extend(place.as_bytes());
        Some(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The cursor of `place` in `list`, after which the entry `number` comes.
    #[must_use]
    pub fn write_numbered(&self, list: &str, number: u64, place: &str) -> Option<String> {
        self.write(list, &format!("{number}|{place}"))
    }

    /// The place that `cursor` names in `list`.
    ///
    /// # Errors
    ///
    /// A 400 problem when we did not write it for this list.
    pub fn read(&self, list: &str, cursor: &str) -> Result<String, Problem> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| not_ours())?;
        let (code, place) = bytes.split_at_checked(CODE).ok_or_else(not_ours)?;
        let place = std::str::from_utf8(place).map_err(|_| not_ours())?;
        let right = self.code(list, place).ok_or_else(not_ours)?;
        let same = subtle::ConstantTimeEq::ct_eq(code, &right[..]);
        if bool::from(same) { Ok(place.to_owned()) } else { Err(not_ours()) }
    }
}

impl std::fmt::Debug for Cursors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cursors(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_opens_the_list_it_came_from_and_no_other() {
        let cursors = Cursors::new(vec![7; 32]);
        let cursor = cursors.write("boards/2048/2026-W48", "key|1").unwrap();
        assert_eq!(cursors.read("boards/2048/2026-W48", &cursor).unwrap(), "key|1");
        assert!(cursors.read("boards/2048/2026-W49", &cursor).is_err());
        assert!(Cursors::new(vec![8; 32]).read("boards/2048/2026-W48", &cursor).is_err());
        for wrong in ["", "A", "AAAA", &cursor[1..], &format!("{cursor}A")] {
            assert!(cursors.read("boards/2048/2026-W48", wrong).is_err(), "{wrong}");
        }
    }
}
