//! One game, both players: this crate beside `skillratings`, in the paper's mode with the same tau.

#![allow(clippy::unwrap_used)] // a benchmark may stop on a wrong constant

use divan::{Bencher, black_box};
use ratings::{Deviation, Glicko2, Opponent, Rating, Score, Strength, Tau, Volatility};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

const TAU: f64 = 0.75;
const CASES: usize = 1_000;

fn main() {
    divan::main();
}

/// The same 1,000 pairs for both: ratings 1000 to 2000, deviations 45 to 345, volatilities 0.03 to 0.1.
fn pairs() -> Vec<([f64; 3], [f64; 3])> {
    let mut state = 1_u32;
    let mut next = |least: f64, width: f64| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        least + width * f64::from(state) / f64::from(u32::MAX)
    };
    let mut player = || [next(1_000.0, 1_000.0), next(45.0, 300.0), next(0.03, 0.07)];
    (0..CASES).map(|_| (player(), player())).collect()
}

fn strength([rating, deviation, volatility]: [f64; 3]) -> Strength {
    Strength {
        rating: Rating::new(rating).unwrap(),
        deviation: Deviation::new(deviation).unwrap(),
        volatility: Volatility::new(volatility).unwrap(),
    }
}

fn opponent(player: Strength) -> Opponent {
    Opponent { rating: player.rating, deviation: player.deviation }
}

fn both(mode: Glicko2, bencher: Bencher) {
    let pairs: Vec<_> = pairs().into_iter().map(|(a, b)| (strength(a), strength(b))).collect();
    bencher.counter(divan::counter::ItemsCount::new(CASES)).bench(|| {
        for &(a, b) in &pairs {
            let after_a = mode.game(black_box(a), opponent(b), Score::Win);
            let after_b = mode.game(black_box(b), opponent(a), Score::Loss);
            let _ = black_box((after_a, after_b));
        }
    });
}

#[divan::bench]
fn sunwi(bencher: Bencher) {
    both(Glicko2::SUNWI, bencher);
}

#[divan::bench]
fn paper(bencher: Bencher) {
    both(Glicko2::paper(Tau::new(TAU).unwrap()), bencher);
}

#[divan::bench]
fn paper_by_skillratings(bencher: Bencher) {
    let rating = |[rating, deviation, volatility]: [f64; 3]| Glicko2Rating { rating, deviation, volatility };
    let pairs: Vec<_> = pairs().into_iter().map(|(a, b)| (rating(a), rating(b))).collect();
    let config = Glicko2Config { tau: TAU, convergence_tolerance: 0.000_001 };
    bencher.counter(divan::counter::ItemsCount::new(CASES)).bench(|| {
        for (a, b) in &pairs {
            black_box(glicko2(black_box(a), black_box(b), &Outcomes::WIN, &config));
        }
    });
}
