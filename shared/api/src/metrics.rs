//! What CloudWatch counts and plots, in its embedded metric format: an ordinary JSON log line that CloudWatch also reads as
//! metrics. A decision costs one line and no call.
//!
//! Outside Lambda the same facts go to the log without the metrics.
//!
//! Source of the format: Amazon CloudWatch User Guide, "Specification: Embedded metric format".

use std::io::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};
use store::Spent;

/// The CloudWatch namespace of every metric.
pub const NAMESPACE: &str = "Sunwi";

/// Counts what must not happen: an answer of 500, or a rating that could not be computed. An alarm waits for the first.
pub const FAULTS: &str = "Faults";

/// The dimension every metric has: the name of the Lambda function.
const FUNCTION: &str = "Function";

/// Lambda sets this to the function's name.
const FUNCTION_NAME: &str = "AWS_LAMBDA_FUNCTION_NAME";

/// One line: what happened, its metrics, and facts to search by.
///
/// Every metric is kept for the function, and a count again for each dimension of the line.
#[derive(Clone, Debug)]
pub struct Observation {
    message: &'static str,
    dimensions: Vec<&'static str>,
    counts: Vec<Value>,
    measures: Vec<Value>,
    facts: Map<String, Value>,
}

impl Observation {
    /// Something happened.
    #[must_use]
    pub fn of(message: &'static str) -> Self {
        Self { message, dimensions: Vec::new(), counts: Vec::new(), measures: Vec::new(), facts: Map::new() }
    }

    /// Splits the counts by `name` too. Each value it takes is a metric to pay for, so there must be few.
    #[must_use]
    pub fn by(mut self, name: &'static str, value: &str) -> Self {
        self.dimensions.push(name);
        self.fact(name, value)
    }

    /// A count, split by the dimensions of the line.
    #[must_use]
    pub fn count(mut self, name: &'static str, count: u64) -> Self {
        self.counts.push(metric(name, "Count"));
        self.fact(name, count)
    }

    /// A number that is not split.
    #[must_use]
    pub fn total(mut self, name: &'static str, total: u64) -> Self {
        self.measures.push(metric(name, "Count"));
        self.fact(name, total)
    }

    /// A time, in milliseconds with their fraction; not split.
    #[must_use]
    pub fn time(mut self, name: &'static str, time: Duration) -> Self {
        self.measures.push(metric(name, "Milliseconds"));
        self.fact(name, time.as_secs_f64() * 1_000.0)
    }

    /// What was asked of the table for it.
    #[must_use]
    pub fn spent(self, spent: Spent) -> Self {
        self.total("TransactionRetries", spent.retries.into())
            .fact("requests", spent.requests)
            .fact("read_units", spent.read_units)
            .fact("write_units", spent.write_units)
    }

    /// A fact for the log alone: never a token, a proof or an address.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.facts.insert(name.to_owned(), value.into());
        self
    }

    /// Writes the line.
    pub fn write(self) {
        let Ok(function) = std::env::var(FUNCTION_NAME) else {
            let facts = Value::Object(self.facts);
            tracing::info!(%facts, "{}", self.message);
            return;
        };
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let line = self.embedded(&function, u64::try_from(since.as_millis()).unwrap_or(0));
        // A lost line must not lose the answer.
        let _ = writeln!(std::io::stdout().lock(), "{line}");
    }

    fn embedded(self, function: &str, now_ms: u64) -> Value {
        let split = self.dimensions.iter().map(|name| json!([FUNCTION, name]));
        let dimensions: Vec<Value> = std::iter::once(json!([FUNCTION])).chain(split).collect();
        let directives: Vec<Value> = [(json!(dimensions), self.counts), (json!([[FUNCTION]]), self.measures)]
            .into_iter()
            .filter(|(_, metrics)| !metrics.is_empty())
            .map(
                |(dimensions, metrics)| json!({ "Namespace": NAMESPACE, "Dimensions": dimensions, "Metrics": metrics }),
            )
            .collect();
        let mut line = self.facts;
        line.insert("level".to_owned(), json!("INFO"));
        line.insert("message".to_owned(), json!(self.message));
        line.insert(FUNCTION.to_owned(), json!(function));
        line.insert("_aws".to_owned(), json!({ "Timestamp": now_ms, "CloudWatchMetrics": directives }));
        Value::Object(line)
    }
}

fn metric(name: &str, unit: &str) -> Value {
    json!({ "Name": name, "Unit": unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits and the shape are the specification's.
    #[test]
    fn a_line_is_in_the_embedded_metric_format() {
        let line = Observation::of("refused")
            .by("Game", "2048")
            .by("Reason", "too_fast")
            .count("Rejected", 1)
            .time("RefereeTime", Duration::from_micros(1_500))
            .fact("moves", 12)
            .embedded("sunwi-submit-run", 1_796_007_600_000);
        let expected = json!({
            "_aws": {
                "Timestamp": 1_796_007_600_000_u64,
                "CloudWatchMetrics": [
                    {
                        "Namespace": "Sunwi",
                        "Dimensions": [["Function"], ["Function", "Game"], ["Function", "Reason"]],
                        "Metrics": [{ "Name": "Rejected", "Unit": "Count" }],
                    },
                    {
                        "Namespace": "Sunwi",
                        "Dimensions": [["Function"]],
                        "Metrics": [{ "Name": "RefereeTime", "Unit": "Milliseconds" }],
                    },
                ],
            },
            "Function": "sunwi-submit-run",
            "Game": "2048",
            "Reason": "too_fast",
            "Rejected": 1,
            "RefereeTime": 1.5,
            "moves": 12,
            "level": "INFO",
            "message": "refused",
        });
        assert_eq!(line, expected);
        assert!(!line.to_string().contains('\n'), "CloudWatch reads line by line");
    }
}
