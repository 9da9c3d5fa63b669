//! What was measured, in words.

use super::{MeasuredGame, MeasuredSeat};
use crate::Tally;

impl MeasuredGame {
    /// The evidence for the levels' ratings in Korean, worded as on the site's rules page.
    #[must_use]
    pub fn evidence_ko(&self) -> String {
        self.evidence("시뮬", |MeasuredSeat { seat, tally }| {
            let games = grouped(tally.games());
            let games = match Count::of(tally) {
                Count::None => return format!("{}: 끝난 판 없음", seat.name().ko),
                Count::Distinct => format!("{games}판"),
                Count::Repeated(distinct) => format!("서로 다른 판 {distinct}개({games}판)"),
            };
            format!("{}: {games} 승률 {}%{}", seat.name().ko, percentage(tally), arrow(tally))
        })
    }

    /// The same in English.
    #[must_use]
    pub fn evidence_en(&self) -> String {
        self.evidence("Simulated", |MeasuredSeat { seat, tally }| {
            let games = grouped(tally.games());
            let games = match Count::of(tally) {
                Count::None => return format!("{} in the player's seat: no game was finished", seat.name().en),
                Count::Distinct => format!("{games} games"),
                Count::Repeated(distinct) => format!("{distinct} distinct games ({games} games)"),
            };
            format!("{} in the player's seat: {games}, {}%{}", seat.name().en, percentage(tally), arrow(tally))
        })
    }

    fn evidence(&self, simulated: &str, seat: impl Fn(&MeasuredSeat) -> String) -> String {
        let seats: Vec<String> = self.seats.iter().map(seat).collect();
        format!("{simulated} {}..{}. {}.", self.from, self.to, seats.join(". "))
    }
}

/// How games are counted in words.
enum Count {
    /// None was finished.
    None,
    /// All of them differ.
    Distinct,
    /// Only so many differ.
    Repeated(u32),
}

impl Count {
    fn of(tally: &Tally) -> Self {
        match tally.games() {
            0 => Self::None,
            games if games == u64::from(tally.distinct) => Self::Distinct,
            _ => Self::Repeated(tally.distinct),
        }
    }
}

/// The share of the points in percent, to a tenth; whole numbers without one.
fn percentage(tally: &Tally) -> String {
    let text = format!("{:.1}", tally.share().unwrap_or(0.0) * 100.0);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The rating and its interval, as far as there are any.
fn arrow(tally: &Tally) -> String {
    match (tally.rating(), tally.interval()) {
        (None, _) => String::new(),
        (Some(rating), None) => format!(" → {rating}"),
        (Some(rating), Some(interval)) => format!(" → {rating}(±{interval})"),
    }
}

/// With a comma between thousands.
fn grouped(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::{Seat, seat};

    fn measured(seats: &'static [MeasuredSeat]) -> MeasuredGame {
        let (from, to) = ("2026-01-01", "2026-12-31");
        MeasuredGame { game: "reversi", rules: 1, from, to, dates: 365, variations: 6, seats }
    }

    #[test]
    fn the_korean_words_are_those_of_the_rules_page() {
        // Its rows for reversi, capture go and janggi, from counts that give the printed percentages.
        let reversi = measured(
            const {
                &[
                    seat(Seat::Random, [809, 0, 2_476], 3_285),
                    seat(Seat::Greedy, [0, 0, 1_095], 6),
                    seat(Seat::Basic, [546, 0, 549], 6),
                ]
            },
        );
        assert_eq!(
            reversi.evidence_ko(),
            "시뮬 2026-01-01..2026-12-31. 무작위로 두는 사람 자리: 3,285판 승률 24.6% → 1306(±14). \
             당장 가장 이득인 수만 두는 자리: 서로 다른 판 6개(1,095판) 승률 0%. \
             기본 AI 를 사람 자리에: 서로 다른 판 6개(1,095판) 승률 49.9% → 1499."
        );
        let capture_go = measured(const { &[seat(Seat::Basic, [1_095, 0, 0], 4)] });
        assert!(capture_go.evidence_ko().ends_with("기본 AI 를 사람 자리에: 서로 다른 판 4개(1,095판) 승률 100%."));
        let janggi = measured(const { &[seat(Seat::Greedy, [0, 0, 0], 0), seat(Seat::Basic, [0, 0, 0], 0)] });
        assert!(
            janggi
                .evidence_ko()
                .ends_with("당장 가장 이득인 수만 두는 자리: 끝난 판 없음. 기본 AI 를 사람 자리에: 끝난 판 없음.")
        );
    }

    #[test]
    fn the_english_words_say_the_same() {
        let reversi = measured(
            const {
                &[
                    seat(Seat::Random, [809, 0, 2_476], 3_285),
                    seat(Seat::Basic, [546, 0, 549], 6),
                    seat(Seat::Strong, [0, 0, 0], 0),
                ]
            },
        );
        assert_eq!(
            reversi.evidence_en(),
            "Simulated 2026-01-01..2026-12-31. Random moves in the player's seat: 3,285 games, 24.6% → 1306(±14). \
             The level basic in the player's seat: 6 distinct games (1,095 games), 49.9% → 1499. \
             The level strong in the player's seat: no game was finished."
        );
    }

    #[test]
    fn thousands_are_grouped() {
        let grouped = [0, 999, 1_000, 16_425, 1_000_001].map(grouped);
        assert_eq!(grouped, ["0", "999", "1,000", "16,425", "1,000,001"]);
    }
}
