//! Tables as CSV (RFC 4180), safe to open in a spreadsheet.

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};

use crate::Problem;

/// Whether the client prefers CSV to JSON.
#[must_use]
pub fn wanted(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|accept| {
        let kind = |kind: &str| kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("text/csv");
        accept.split(',').any(kind)
    })
}

/// The table as an answer, its first row being `head`.
///
/// # Errors
///
/// A 500 problem if the writer fails, which writing to memory does not.
pub fn answer<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Result<Response, Problem> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let fault = |error: csv::Error| {
        tracing::error!(%error, "a table could not be written");
        Problem::internal()
    };
    table.write_record(head).map_err(fault)?;
    for row in rows {
        table.write_record(row.map(|cell| harmless(&cell))).map_err(fault)?;
    }
    let bytes = table.into_inner().map_err(|_| Problem::internal())?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], bytes).into_response())
}

/// What begins a formula in a spreadsheet, the wide forms included (OWASP, "CSV Injection").
const BEGINS_FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A cell that a spreadsheet would take for a formula gets an apostrophe in front, and so does one with blanks before it, which
/// some programs pass over.
fn harmless(cell: &str) -> String {
    let first = cell.trim_start_matches([' ', '\u{A0}', '\u{3000}']);
    if first.starts_with(BEGINS_FORMULA) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_look_like_formulae_are_quoted() {
        for cell in [
            "=1+1",
            "+1",
            "-1",
            "@A1",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1+1",
            "＋1",
            "－1",
            "＠A1",
            " =1",
            "\u{3000}＝1",
            "\u{A0}\t=1",
        ] {
            assert_eq!(harmless(cell), format!("'{cell}"));
        }
        for cell in ["김밥왕=1", "", " ", "a-b", "2026-11"] {
            assert_eq!(harmless(cell), cell);
        }
    }
}
