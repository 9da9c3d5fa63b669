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
    // The paper's f at x, when e^x is sigma² times `growth`: exponentials of small numbers are cheaper.
    let f = |x: f64, growth: f64| {
        let power = sigma * sigma * growth;
        let total = spread + power;
        power * (excess - power) / (2.0 * total * total) - (x - start) * pull
    };

    let (mut a, mut f_a) = (start, f(start, 1.0));
    // Below the start one step of tau is enough: f there is at least 1/tau - 1/2, and tau is at most 2.
    let mut b = if excess > 0.0 { libm::log(excess) } else { start - tau };
    let mut f_b = f(b, libm::exp(b - start));

    let mut iterations = 0;
    while (b - a).abs() > VOLATILITY_TOLERANCE {
        if iterations == MAX_ITERATIONS {
            return Err(NotRatable::NoConvergence);
        }
        iterations += 1;
        let c = a + (a - b) * f_a / (f_b - f_a);
        let f_c = f(c, libm::exp(c - start));
        // `<=` as in the paper's later editions: a root met exactly must end the search, not loop in it.
        if f_c * f_b <= 0.0 {
            (a, f_a) = (b, f_b);
        } else {
            f_a /= 2.0;
        }
        (b, f_b) = (c, f_c);
    }
    Ok((sigma * libm::exp((a - start) / 2.0), iterations))
}
