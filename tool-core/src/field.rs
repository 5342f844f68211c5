//! Stage 5 of the road: the fields of `#[derive(ToolParams)]` types that are read with more than serde's rules.

use schemars::Schema;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::arguments::ToolParam;
use crate::rules::Rules;

/// What the keys of one field say; `Owner` is the type it belongs to.
pub trait Field<Owner> {
    /// The field's type.
    type Value;

    /// Checks the limits.
    ///
    /// # Errors
    /// What was expected and what came.
    fn check(_value: &Self::Value) -> Result<(), String> {
        Ok(())
    }
}

/// The value of a field that may be left out.
pub trait FieldDefault<Owner>: Field<Owner> {
    /// What an absent field is.
    fn value() -> Self::Value;
}

/// Reads a field and checks it.
///
/// # Errors
/// What the type or the limits say.
pub fn read_field<'de, F: Field<O>, O, D: Deserializer<'de>>(deserializer: D) -> Result<F::Value, D::Error>
where
    F::Value: Deserialize<'de>,
{
    let value = F::Value::deserialize(deserializer)?;
    F::check(&value).map_err(D::Error::custom)?;
    Ok(value)
}

/// The same where `null` counts as absent.
///
/// # Errors
/// What the type or the limits say.
pub fn read_field_or_default<'de, F: FieldDefault<O>, O, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<F::Value, D::Error>
where
    F::Value: Deserialize<'de>,
{
    let Some(value) = Option::<F::Value>::deserialize(deserializer)? else { return Ok(F::value()) };
    F::check(&value).map_err(D::Error::custom)?;
    Ok(value)
}

/// The value of an absent field.
#[must_use]
pub fn field_default<F: FieldDefault<O>, O>() -> F::Value {
    F::value()
}

/// Reads the fields of a flattened parameter, and names the one that is wrong, which serde loses on this way: a field's
/// `deserialize_with`.
///
/// # Errors
/// What the type says, after the place of the argument.
pub fn read_flattened<'de, T: ToolParam, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut track = serde_path_to_error::Track::new();
    let deserializer = serde_path_to_error::Deserializer::new(deserializer, &mut track);
    T::deserialize(deserializer).map_err(|error| {
        let path = track.path();
        match path.iter().next() {
            Some(Segment::Map { .. }) => D::Error::custom(format!("argument `{path}`: {error}")),
            _ => error,
        }
    })
}

/// Reads an argument whose schema is the user's, so that its type needs none.
///
/// # Errors
/// What the value's type says.
pub fn read_described<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// The same when it may be left out.
///
/// # Errors
/// What the value's type says.
pub fn read_optional_described<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Writes what the keys of a field say into its schema.
pub fn describe_field(schema: &mut Schema, rules: &Rules, example: Option<Value>, is_nullable: bool) {
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
