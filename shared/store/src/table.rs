//! The table itself: made here on a laptop and in tests; on AWS the template makes the same one.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, LocalSecondaryIndex, Projection, ProjectionType,
    ScalarAttributeType, TimeToLiveSpecification,
};

use crate::keys::{BY_RANK, PK, RANK, SK, TTL};
use crate::{Store, StoreError};

impl Store {
    /// Makes the table unless it is there.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database refuses or cannot be reached.
    pub async fn create_table(&self) -> Result<(), StoreError> {
        let index = LocalSecondaryIndex::builder()
            .index_name(BY_RANK)
            .key_schema(element(PK, KeyType::Hash)?)
            .key_schema(element(RANK, KeyType::Range)?)
            .projection(Projection::builder().projection_type(ProjectionType::All).build())
            .build()?;
        let made = self
            .client
            .create_table()
            .table_name(&self.table)
            .attribute_definitions(attribute(PK)?)
            .attribute_definitions(attribute(SK)?)
            .attribute_definitions(attribute(RANK)?)
            .key_schema(element(PK, KeyType::Hash)?)
            .key_schema(element(SK, KeyType::Range)?)
            .local_secondary_indexes(index)
            .billing_mode(BillingMode::PayPerRequest)
            .send()
            .await;
        match made {
            Ok(_) => {}
            Err(error) if error.as_service_error().is_some_and(|e| e.is_resource_in_use_exception()) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let expiry = TimeToLiveSpecification::builder().attribute_name(TTL).enabled(true).build()?;
        self.client.update_time_to_live().table_name(&self.table).time_to_live_specification(expiry).send().await?;
        Ok(())
    }
}

fn attribute(name: &str) -> Result<AttributeDefinition, BuildError> {
    AttributeDefinition::builder().attribute_name(name).attribute_type(ScalarAttributeType::S).build()
}

fn element(name: &str, kind: KeyType) -> Result<KeySchemaElement, BuildError> {
    KeySchemaElement::builder().attribute_name(name).key_type(kind).build()
}
