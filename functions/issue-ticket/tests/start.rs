//! The start of the binary.

#[path = "../../../tests/src/start.rs"]
mod start;

#[test]
fn a_variable_that_is_missing_or_wrong_stops_the_function_with_one_line_that_names_it() {
    start::names_what_is_missing_or_wrong(env!("CARGO_BIN_EXE_issue-ticket"), include_str!("../src/lib.rs"));
}
