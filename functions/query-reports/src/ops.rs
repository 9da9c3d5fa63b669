//! What operators do: look into runs, take them off the boards and give them back, hide players, close periods again, and see
//! what was done.
//!
//! Every change is idempotent (the same order again answers `changed: false`), is written down in the audit in the transaction
//! that makes it, and can be undone: a removed run is marked, a replaced list of titles stays in the audit.

pub mod audit;
pub mod figures;
pub mod periods;
pub mod players;
pub mod runs;

use std::sync::Arc;

use api::metrics::Observation;
use api::{Problem, authorize};
use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::Deserialize;
use store::{Action, Order, Spent};
use tokens::Scope;
use utoipa::ToSchema;

use crate::State;

/// Longest reason of an order, in characters.
const LONGEST_WHY: usize = 500;

/// The bearer of a token with the scope `ops`. It is looked at before anything else of the request.
#[derive(Debug)]
pub struct Operator(tokens::Bearer);

impl FromRequestParts<Arc<State>> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Self, Problem> {
        authorize(&**state, &parts.headers, Scope::Ops).await.map(Self)
    }
}

impl Operator {
    /// The order to do something because of `why`.
    fn order<'a>(&'a self, why: &'a str) -> Result<Order<'a>, Problem> {
        let why = why.trim();
        let written = (1..=LONGEST_WHY).contains(&why.chars().count()) && !why.chars().any(char::is_control);
        if !written {
            return Err(Problem::malformed(format!("why: 1 to {LONGEST_WHY} visible characters")));
        }
        Ok(Order { who: self.0.subject(), why })
    }
}

/// The one line an order leaves in the log, with its metrics. Who gave it, about whom and why is in the audit alone.
fn observe(action: Action, changed: bool, spent: Spent) {
    Observation::of("ordered").by("Action", action.as_str()).count("Orders", changed.into()).spent(spent).write();
}

/// Why something is done.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// 1 to 500 characters, for the audit.
    #[schema(min_length = 1, max_length = 500, example = "The moves are a program's.")]
    why: String,
}
