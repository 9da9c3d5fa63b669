//! Step 5 of Glicko-2: the new volatility, by the Illinois method on ln sigma².

use crate::NotRatable;
use crate::constants::{MAX_ITERATIONS, VOLATILITY_TOLERANCE};

/// What the games say, on the Glicko-2 scale.
#[derive(Clone, Copy)]
pub(crate) struct Evidence {
    /// The deviation before the games.
    pub(crate) phi: f64,
    /// v: the variance of the rating from the games alone.
    pub(crate) variance: f64,
    /// Delta: the improvement the games alone suggest.
    pub(crate) improvement: f64,
}

/// The volatility after the games, and the steps it took to find it.
///
/// # Errors
///
/// [`NotRatable::NoConvergence`] after [`MAX_ITERATIONS`] steps.
pub(crate) fn search(sigma: f64, tau: f64, evidence: Evidence) -> Result<(f64, u32), NotRatable> {
    let start = libm::log(sigma * sigma);
    let spread = evidence.phi * evidence.phi + evidence.variance;
    // How much more the games moved than chance explains; a larger volatility is suggested when positive.
    let excess = evidence.improvement * evidence.improvement - spread;
    let pull = 1.0 / (tau * tau);
    // The paper's f at x, when e^x is sigma² times `growth`: exponentials of small numbers are cheaper, and
    // those of both ends of the bracket are known without waiting for a logarithm.
    let at = |x: f64, growth: f64| {
        let power = sigma * sigma * growth;
        let total = spread + power;
        Point { x, growth, f: power * (excess - power) / (2.0 * total * total) - (x - start) * pull }
    };

    let mut a = at(start, 1.0);
    let mut b = if excess > 0.0 {
        at(libm::log(excess), excess / (sigma * sigma))
    } else {
        // One step of tau is enough: f there is at least 1/tau - 1/2, and tau is at most 2.
        at(start - tau, libm::exp(-tau))
    };

    let mut iterations = 0;
    while (b.x - a.x).abs() > VOLATILITY_TOLERANCE {
        if iterations == MAX_ITERATIONS {
            return Err(NotRatable::NoConvergence);
        }
        iterations += 1;
        let x = a.x + (a.x - b.x) * a.f / (b.f - a.f);
        let c = at(x, libm::exp(x - start));
        // `<=` as in the paper's later editions: a root met exactly must end the search, not loop in it.
        if c.f * b.f <= 0.0 {
            a = b;
        } else {
            a.f /= 2.0;
        }
        b = c;
    }
    Ok((sigma * a.growth.sqrt(), iterations))
}

/// A place of the search.
#[derive(Clone, Copy)]
struct Point {
    /// ln sigma² there.
    x: f64,
    /// e^x as a multiple of the sigma² that the search began with.
    growth: f64,
    /// The value of f; halved where the Illinois method says so.
    f: f64,
}
