//! Tables as CSV (RFC 4180), safe to open in a spreadsheet.

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Uri, header};

use crate::Problem;

/// Whether the client prefers CSV to JSON: names it, and with no less quality (RFC 9110, 12.4.2).
#[must_use]
pub fn wanted(headers: &HeaderMap) -> bool {
    let csv = quality(headers, "text/csv");
    csv > 0.0 && csv >= quality(headers, "application/json")
}

/// The quality that the `Accept` headers give to `kind`, from 0 to 1; 0 when they do not name it.
fn quality(headers: &HeaderMap, kind: &str) -> f32 {
    let accepted = headers.get_all(header::ACCEPT).into_iter().filter_map(|accept| accept.to_str().ok());
    let of_kind = |part: &str| {
        let mut parts = part.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(kind));
        let quality = parts.find_map(|parameter| parameter.strip_prefix("q=")).map_or(Ok(1.0), str::parse);
        named.then(|| quality.unwrap_or(0.0))
    };
    accepted.flat_map(|accept| accept.split(',')).filter_map(of_kind).fold(0.0, f32::max)
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

/// The same answer with the page that follows in its `Link` (RFC 8288), since a table has no place for a cursor. `uri` is the
/// request's.
#[must_use]
pub fn followed(mut answer: Response, uri: &Uri, cursor: Option<&str>) -> Response {
    let link = cursor.and_then(|cursor| {
        let asked = uri.query().unwrap_or_default().split('&');
        let kept = asked.filter(|part| !part.is_empty() && !part.starts_with("cursor="));
        let query: Vec<String> = kept.map(str::to_owned).chain([format!("cursor={cursor}")]).collect();
        HeaderValue::try_from(format!("<{}?{}>; rel=\"next\"", uri.path(), query.join("&"))).ok()
    });
    if let Some(link) = link {
        answer.headers_mut().insert(header::LINK, link);
    }
    answer
}

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
    fn the_format_with_the_higher_quality_is_answered() {
        for (accept, csv) in [
            (&["text/csv"][..], true),
            (&["TEXT/CSV; charset=utf-8"], true),
            (&["application/json, text/csv"], true),
            (&["text/csv;q=0.9, application/json;q=0.8"], true),
            (&["application/json", "text/csv"], true),
            (&["application/json, text/csv;q=0.1"], false),
            (&["text/csv;q=0"], false),
            (&["text/csv;q=much"], false),
            (&["*/*"], false),
            (&[], false),
        ] {
            let mut headers = HeaderMap::new();
            for value in accept {
                headers.append(header::ACCEPT, http::HeaderValue::from_static(value));
            }
            assert_eq!(wanted(&headers), csv, "{accept:?}");
        }
    }

    #[test]
    fn the_next_page_is_the_same_question_with_another_cursor() {
        let link = |uri: &str, cursor| {
            let answer = followed(().into_response(), &uri.parse().unwrap(), cursor);
            answer.headers().get(header::LINK).map(|link| link.to_str().unwrap().to_owned())
        };
        assert_eq!(link("/v1/a", Some("x")).as_deref(), Some("</v1/a?cursor=x>; rel=\"next\""));
        let asked = "/v1/a?cursor=w&limit=2&reason=too_fast";
        let next = Some("</v1/a?limit=2&reason=too_fast&cursor=x>; rel=\"next\"");
        assert_eq!(link(asked, Some("x")).as_deref(), next);
        assert_eq!(link(asked, None), None);
    }

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
