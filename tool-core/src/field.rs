//! Stage 5 of the road: the fields of `#[derive(ToolParams)]` types that are read with more than serde's rules.

use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::Value;

use crate::arguments::ToolParam;
use crate::rules::Rules;

/// What the keys of a type's field say; `INDEX` is the number of the field.
pub trait Field<const INDEX: usize> {
    /// The field's type.
    type Value;

    /// Its limits.
    fn rules() -> &'static Rules;

    /// Checks the limits.
    ///
    /// # Errors
    /// What was expected and what came.
    fn check(_value: &Self::Value) -> Result<(), String> {
        Ok(())
    }

    /// A value for the schema to show.
    #[must_use]
    fn example() -> Option<Value> {
        None
    }
}

/// The value of a field that may be left out.
pub trait FieldDefault<const INDEX: usize>: Field<INDEX> {
    /// What an absent field is.
    fn value() -> Self::Value;
}

/// Reads a field and checks it: a field's `deserialize_with`.
///
/// # Errors
/// What the type or the limits say.
pub fn read_field<'de, const INDEX: usize, O: Field<INDEX>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<O::Value, D::Error>
where
    O::Value: Deserialize<'de>,
{
    let value = O::Value::deserialize(deserializer)?;
    O::check(&value).map_err(D::Error::custom)?;
    Ok(value)
}

/// The same where `null` counts as absent.
///
/// # Errors
/// What the type or the limits say.
pub fn read_field_or_default<'de, const INDEX: usize, O: FieldDefault<INDEX>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<O::Value, D::Error>
where
    O::Value: Deserialize<'de>,
{
    let Some(value) = Option::<O::Value>::deserialize(deserializer)? else { return Ok(O::value()) };
    O::check(&value).map_err(D::Error::custom)?;
    Ok(value)
}

/// The value of an absent field.
#[must_use]
pub fn field_default<const INDEX: usize, O: FieldDefault<INDEX>>() -> O::Value {
    O::value()
}

/// The value of an absent field that is an `Option` with limits.
#[must_use]
pub fn absent_field<const INDEX: usize, O: Field<INDEX>>() -> O::Value
where
    O::Value: Default,
{
    O::Value::default()
}

/// Writes what the keys of a field say into its schema.
pub fn describe_field<const INDEX: usize, O: Field<INDEX>>(schema: &mut Schema, is_nullable: bool) {
    describe(schema, O::rules(), O::example(), is_nullable);
}

fn describe(schema: &mut Schema, rules: &Rules, example: Option<Value>, is_nullable: bool) {
    // An absent option is nothing, which the schema says by not requiring it.
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    let object = schema.ensure_object();
    rules.write(object);
    if let Some(example) = example {
        object.insert("examples".to_owned(), Value::Array(vec![example]));
    }
    if is_nullable {
        crate::schema::allow_null(object);
    }
}

/// A type that is read and needs no schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter",
    label = "not readable by a model's arguments",
    note = "write `#[derive(ToolParams)]` on the type, or derive `serde::Deserialize`"
)]
pub trait ReadField: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ReadField for T {}

/// A type that is written and described.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be inside the result of a tool",
    label = "not a tool result",
    note = "write `#[derive(ToolResult)]` on the type, or derive `serde::Serialize` and `schemars::JsonSchema`; it also \
            has to be `Send` and `Sync`"
)]
pub trait DescribedResultField: Serialize + JsonSchema + Send + Sync {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema + Send + Sync + ?Sized> DescribedResultField for T {}

/// A type that is written and needs no schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be inside the result of a tool",
    label = "not a tool result",
    note = "write `#[derive(ToolResult)]` on the type, or derive `serde::Serialize`; it also has to be `Send` and `Sync`"
)]
pub trait ResultField: Serialize + Send + Sync {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Send + Sync + ?Sized> ResultField for T {}

/// Says in our words that a field's type cannot be read.
pub fn is_described_param<T: ToolParam>() {}

/// The same where no schema is asked for.
pub fn is_param<T: ReadField>() {}

/// Says in our words that a field's type cannot be written.
pub fn is_described_result<T: DescribedResultField + ?Sized>() {}

/// The same where no schema is asked for.
pub fn is_result<T: ResultField + ?Sized>() {}
