//! The few requests everything else is made of. Each asks for its consumed capacity and reports it.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, Delete, KeysAndAttributes, Put, ReturnConsumedCapacity, Select, TransactWriteItem, Update,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Cancelled;
use crate::keys::{BY_RANK, Key, PK, RANK, SK};
use crate::meter::Direction;
use crate::{Store, StoreError};

pub(crate) type Item = HashMap<String, AttributeValue>;

/// Keys one batch read may ask for (the database's limit).
const BATCH: usize = 100;

pub(crate) fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

pub(crate) fn number(value: impl ToString) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// A mark that something is done.
pub(crate) fn yes() -> AttributeValue {
    AttributeValue::Bool(true)
}

/// Whether the condition of a write held: the database says so by an error.
fn was_held<T, E: ProvideErrorMetadata, R>(sent: Result<T, SdkError<E, R>>) -> Result<bool, StoreError> {
    match sent {
        Ok(_) => Ok(true),
        Err(SdkError::ServiceError(error)) if error.err().code() == Some("ConditionalCheckFailedException") => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

impl From<Key> for Item {
    fn from(key: Key) -> Self {
        Self::from([(PK.to_owned(), text(key.pk)), (SK.to_owned(), text(key.sk))])
    }
}

/// The item of `value` under `key`.
pub(crate) fn item(key: Key, value: &impl Serialize) -> Result<Item, StoreError> {
    let mut item: Item = serde_dynamo::to_item(value)?;
    item.extend(Item::from(key));
    Ok(item)
}

/// What must hold for a write to take place.
#[derive(Default)]
pub(crate) struct Condition {
    expression: Option<String>,
    names: Option<HashMap<String, String>>,
    values: Option<Item>,
}

impl Condition {
    /// The expression `expression` holds.
    pub(crate) fn new(expression: &str) -> Self {
        Self { expression: Some(expression.to_owned()), ..Self::default() }
    }

    /// No item with this key exists.
    pub(crate) fn absent() -> Self {
        Self::new("attribute_not_exists(pk)")
    }

    pub(crate) fn name(mut self, placeholder: &str, attribute: &str) -> Self {
        self.names.get_or_insert_default().insert(placeholder.to_owned(), attribute.to_owned());
        self
    }

    pub(crate) fn value(mut self, placeholder: &str, value: AttributeValue) -> Self {
        self.values.get_or_insert_default().insert(placeholder.to_owned(), value);
        self
    }
}

/// A range of one partition.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pk: String,
    sort: Option<(&'static str, AttributeValue)>,
    by_rank: bool,
    forward: bool,
}

impl Range {
    /// A partition in the order of its sort keys.
    pub(crate) fn all(pk: String) -> Self {
        Self { pk, sort: None, by_rank: false, forward: true }
    }

    /// The ranked items of a partition, best first.
    pub(crate) fn ranked(pk: String) -> Self {
        Self { by_rank: true, ..Self::all(pk) }
    }

    /// Narrowed by a condition on the sort key (`sk`, or `#rank` when ranked) against `:s`.
    pub(crate) fn sort(self, condition: &'static str, value: impl Into<String>) -> Self {
        Self { sort: Some((condition, text(value))), ..self }
    }

    pub(crate) fn backward(self) -> Self {
        Self { forward: false, ..self }
    }
}

impl Store {
    pub(crate) async fn get<T: DeserializeOwned>(&self, key: Key) -> Result<Option<T>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key.into()))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.meter.add(Direction::Read, found.consumed_capacity());
        Ok(found.item.map(serde_dynamo::from_item).transpose()?)
    }

    /// Reads items by key, consistently, in no order. What the database leaves over is asked for again.
    pub(crate) async fn batch_get(&self, keys: impl IntoIterator<Item = Key>) -> Result<Vec<Item>, StoreError> {
        let mut found = Vec::new();
        let mut waiting: Vec<Item> = keys.into_iter().map(Item::from).collect();
        for attempt in 0..crate::ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let mut left = Vec::new();
            for chunk in waiting.chunks(BATCH) {
                let wanted =
                    KeysAndAttributes::builder().set_keys(Some(chunk.to_vec())).consistent_read(true).build()?;
                let answer = self
                    .client
                    .batch_get_item()
                    .request_items(&self.table, wanted)
                    .return_consumed_capacity(ReturnConsumedCapacity::Total)
                    .send()
                    .await?;
                self.meter.add(Direction::Read, answer.consumed_capacity());
                found.extend(answer.responses.into_iter().flatten().flat_map(|(_, items)| items));
                left.extend(answer.unprocessed_keys.into_iter().flatten().flat_map(|(_, keys)| keys.keys));
            }
            if left.is_empty() {
                return Ok(found);
            }
            waiting = left;
        }
        Err(StoreError::Busy)
    }

    /// The first items of a range, at most `limit`, and whether more follow. One more is read to know, since the database
    /// also says "more" at the exact end.
    pub(crate) async fn query<T: DeserializeOwned>(
        &self,
        range: &Range,
        limit: u32,
    ) -> Result<(Vec<T>, bool), StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut items = Vec::new();
        let mut start = None;
        // One answer of the database ends at 1 MB, wherever that is.
        loop {
            let wanted = limit.saturating_add(1).saturating_sub(items.len());
            let query = self.range(range).limit(i32::try_from(wanted).unwrap_or(i32::MAX));
            let answer = query.set_exclusive_start_key(start).send().await?;
            self.meter.add(Direction::Read, answer.consumed_capacity());
            items.extend(answer.items.unwrap_or_default());
            start = answer.last_evaluated_key;
            if start.is_none() || items.len() > limit {
                break;
            }
        }
        let more = items.len() > limit;
        items.truncate(limit);
        Ok((serde_dynamo::from_items(items)?, more))
    }

    /// Counts a range page by page, stopping once more than `most` are found. The items stay in the database.
    pub(crate) async fn count(&self, range: &Range, most: u64) -> Result<u64, StoreError> {
        let mut counted = 0;
        let mut start = None;
        loop {
            let answer = self.range(range).select(Select::Count).set_exclusive_start_key(start).send().await?;
            self.meter.add(Direction::Read, answer.consumed_capacity());
            counted += u64::try_from(answer.count).unwrap_or(0);
            start = answer.last_evaluated_key;
            if start.is_none() || counted > most {
                return Ok(counted);
            }
        }
    }

    /// Goes through a range page by page, handing over the `attributes` (a projection) of each item: the memory is one
    /// page's, however long the range is.
    pub(crate) async fn each<T: DeserializeOwned>(
        &self,
        range: &Range,
        attributes: &str,
        mut visit: impl FnMut(T),
    ) -> Result<(), StoreError> {
        let mut start = None;
        loop {
            let query = self.range(range).projection_expression(attributes).set_exclusive_start_key(start);
            let answer = query.send().await?;
            self.meter.add(Direction::Read, answer.consumed_capacity());
            for item in answer.items.unwrap_or_default() {
                visit(serde_dynamo::from_item(item)?);
            }
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(());
            }
        }
    }

    fn range(&self, range: &Range) -> QueryFluentBuilder {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .set_index_name(range.by_rank.then(|| BY_RANK.to_owned()))
            .expression_attribute_values(":p", text(&range.pk))
            .consistent_read(true)
            .scan_index_forward(range.forward)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let Some((condition, value)) = &range.sort else {
            return query.key_condition_expression("pk = :p");
        };
        let names = range.by_rank.then(|| HashMap::from([("#rank".to_owned(), RANK.to_owned())]));
        query
            .key_condition_expression(format!("pk = :p AND {condition}"))
            .set_expression_attribute_names(names)
            .expression_attribute_values(":s", value.clone())
    }

    /// Writes one item if `condition` holds. Whether it did.
    pub(crate) async fn put(&self, item: Item, condition: Condition) -> Result<bool, StoreError> {
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        self.meter.add(Direction::Write, sent.iter().filter_map(|answer| answer.consumed_capacity()));
        was_held(sent)
    }

    /// Changes one item if `condition` holds. Whether it did.
    pub(crate) async fn update(&self, key: Key, change: &str, condition: Condition) -> Result<bool, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key.into()))
            .update_expression(change)
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        self.meter.add(Direction::Write, sent.iter().filter_map(|answer| answer.consumed_capacity()));
        was_held(sent)
    }

    /// Deletes one item if `condition` holds. Whether it did.
    pub(crate) async fn delete(&self, key: Key, condition: Condition) -> Result<bool, StoreError> {
        let sent = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(key.into()))
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        self.meter.add(Direction::Write, sent.iter().filter_map(|answer| answer.consumed_capacity()));
        was_held(sent)
    }

    /// A put as part of a transaction.
    pub(crate) fn put_part(&self, item: Item, condition: Condition) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .build()?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// An update as part of a transaction.
    pub(crate) fn update_part(
        &self,
        key: Key,
        change: &str,
        condition: Condition,
    ) -> Result<TransactWriteItem, StoreError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key.into()))
            .update_expression(change)
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .build()?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// A deletion as part of a transaction.
    pub(crate) fn delete_part(&self, key: Key, condition: Condition) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key.into()))
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .build()?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// All parts or none. The SDK gives every call a token of its own, so that its retries of one call count once.
    pub(crate) async fn transact(&self, parts: Vec<TransactWriteItem>) -> Result<(), Cancelled> {
        let sent = self
            .client
            .transact_write_items()
            .set_transact_items(Some(parts))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let consumed = sent.iter().flat_map(|answer| answer.consumed_capacity());
        self.meter.add(Direction::Write, consumed);
        sent?;
        Ok(())
    }

    /// All parts of something that was decided, or none: [`StoreError::Busy`] when somebody else has changed what it was decided
    /// from, and the caller decides again.
    pub(crate) async fn transact_decided(&self, parts: Vec<TransactWriteItem>) -> Result<(), StoreError> {
        self.transact(parts).await.map_err(|cancelled| match cancelled {
            Cancelled::Condition | Cancelled::Conflict => StoreError::Busy,
            Cancelled::Fault(fault) => fault,
        })
    }

    /// Waits before another try: up to 20 ms, doubled each time, drawn evenly so that rivals do not meet again.
    pub(crate) async fn pause(&self, attempt: u32) {
        self.meter.retry();
        let most = 20_u64 << attempt.min(6);
        let random = getrandom::u64().unwrap_or(most);
        tokio::time::sleep(Duration::from_millis(random % most)).await;
    }
}
