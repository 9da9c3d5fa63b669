//! The simulation, and what the crate's documentation says of it.

#[test]
fn the_documentation_shows_what_the_simulation_finds() {
    let documentation: Vec<_> =
        include_str!("../src/lib.rs").lines().map(|line| line.trim_start_matches("//!").trim()).collect();
    let report = calibrate::simulate::report();
    assert!(report.lines().count() > 20);
    for line in report.lines() {
        assert!(documentation.contains(&line.trim()), "not in the documentation: {line}");
    }
}
