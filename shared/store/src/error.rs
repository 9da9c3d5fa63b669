//! What can go wrong between us and the table.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;

/// A fault of the store. None of them answers what was asked; a client may always send again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not answer in time, or could not be reached: whether a write took place is unknown.
    #[error("the database cannot be reached: {0}")]
    Unavailable(&'static str),
    /// Others write the same items all the time, or the database asks to slow down.
    #[error("the items are busy")]
    Busy,
    /// Too much time has passed since the submission was received; committing now could miss the close.
    #[error("too late to commit")]
    TooLate,
    /// An item is not in the form this version writes.
    #[error("an item cannot be read: {0}")]
    Item(#[from] serde_dynamo::Error),
    /// The database refuses the request itself: a fault of ours, or missing permissions.
    #[error("the database refuses the request: {0}")]
    Refused(String),
}

impl StoreError {
    /// Whether the same request may succeed later.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Busy | Self::TooLate)
    }
}

/// Codes with which the database asks for patience.
const PATIENCE: [&str; 6] = [
    "InternalServerError",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "TransactionConflictException",
    "TransactionInProgressException",
];

impl<E: ProvideErrorMetadata, R> From<SdkError<E, R>> for StoreError {
    fn from(error: SdkError<E, R>) -> Self {
        match &error {
            SdkError::ServiceError(service) => {
                let code = service.err().code().unwrap_or("unknown");
                if PATIENCE.contains(&code) {
                    return Self::Busy;
                }
                Self::Refused(format!("{code}: {}", service.err().message().unwrap_or_default()))
            }
            SdkError::ConstructionFailure(_) => Self::Refused("the request could not be built".to_owned()),
            SdkError::TimeoutError(_) => Self::Unavailable("timed out"),
            SdkError::DispatchFailure(_) => Self::Unavailable("no connection"),
            _ => Self::Unavailable("the answer could not be read"),
        }
    }
}

impl From<aws_sdk_dynamodb::error::BuildError> for StoreError {
    fn from(error: aws_sdk_dynamodb::error::BuildError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// Why a transaction did not take place.
#[derive(Debug)]
pub(crate) enum Cancelled {
    /// A condition did not hold: read again and decide again.
    Condition,
    /// Somebody else was writing, or the database asks to slow down: try again.
    Conflict,
    /// Something else.
    Fault(StoreError),
}

impl<R> From<SdkError<TransactWriteItemsError, R>> for Cancelled {
    fn from(error: SdkError<TransactWriteItemsError, R>) -> Self {
        if let SdkError::ServiceError(service) = &error
            && let TransactWriteItemsError::TransactionCanceledException(cancelled) = service.err()
        {
            let codes: Vec<&str> = cancelled.cancellation_reasons().iter().filter_map(|reason| reason.code()).collect();
            return if codes.contains(&"ConditionalCheckFailed") {
                Self::Condition
            } else if codes.contains(&"ValidationError") {
                Self::Fault(StoreError::Refused("a transaction is malformed".to_owned()))
            } else {
                Self::Conflict
            };
        }
        match StoreError::from(error) {
            StoreError::Busy => Self::Conflict,
            fault => Self::Fault(fault),
        }
    }
}
