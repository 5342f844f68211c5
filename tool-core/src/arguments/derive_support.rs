//! Reads the fields of `#[derive(ToolParams)]` types that need more than serde's rules.

use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use crate::arguments::tool_param::ToolParam;
use crate::schema::constraints::Rules;

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
        crate::schema::normalize::allow_null(object);
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

/// Comes before the names of each variant, of which the first is its own and the others are aliases.
const VARIANT: &str = "\0";

/// A deserializer of an enum that says which names are those of one variant. serde gives them as one list, from which the
/// reader of a map could not tell that two of its names are one.
#[derive(Debug)]
pub struct AliasedVariants<D> {
    inner: D,
    names: &'static [&'static str],
}

impl<D> AliasedVariants<D> {
    /// `names` are those of all variants, each after a `"\0"`.
    pub fn new(inner: D, names: &'static [&'static str]) -> Self {
        Self { inner, names }
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for AliasedVariants<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_enum(name, self.names, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The own name of the variant that is called `name`, if `names` are those of [`AliasedVariants`].
pub(crate) fn first_name(names: &'static [&'static str], name: &str) -> Option<&'static str> {
    if names.first() != Some(&VARIANT) {
        return None;
    }
    names.split(|name| *name == VARIANT).find(|variant| variant.contains(&name))?.first().copied()
}
