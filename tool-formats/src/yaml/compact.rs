//! YAML with as few quotes as its readers allow.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_yaml::{SerializerOptions, to_string_with_options};

use crate::FormatError;
use crate::number::with_float_digits;
use crate::tape::{Node, Number, Scalar, View};

/// Writes one document, without a final newline.
pub(crate) fn compact(root: Node<'_>) -> Result<String, FormatError> {
    let mut options = SerializerOptions::default();
    // A block's last line needs its line feed, and no text of ours ends with one.
    options.prefer_block_scalars = false;
    let mut text = to_string_with_options(&Value(root), options)
        .map_err(|error| FormatError::Serialize { message: error.to_string() })?;
    text.truncate(text.trim_end_matches('\n').len());
    Ok(text)
}

struct Value<'t>(Node<'t>);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.view() {
            View::Scalar(Scalar::Null) => serializer.serialize_unit(),
            View::Scalar(Scalar::Bool(value)) => serializer.serialize_bool(value),
            View::Scalar(Scalar::Text(text)) => serializer.serialize_str(text),
            View::Scalar(Scalar::Number(number)) => serialize_number(number, serializer),
            View::Array(mut items) => {
                let mut array = serializer.serialize_seq(Some(items.len()))?;
                items.try_for_each(|item| array.serialize_element(&Value(item)))?;
                array.end()
            }
            View::Object(mut entries) => {
                let mut object = serializer.serialize_map(Some(entries.len()))?;
                entries.try_for_each(|(key, value)| object.serialize_entry(key, &Value(value)))?;
                object.end()
            }
        }
    }
}

fn serialize_number<S: Serializer>(number: Number<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Number::I64(value) => serializer.serialize_i64(value),
        Number::U64(value) => serializer.serialize_u64(value),
        Number::F64(value) => serializer.serialize_f64(value),
        Number::F32(value) => serializer.serialize_f32(value),
        Number::Verbatim(digits) => match digits.parse::<i128>() {
            Ok(value) => serializer.serialize_i128(value),
            Err(_) => serialize_float(number, serializer),
        },
        Number::Decimal(_) => serialize_float(number, serializer),
    }
}

fn serialize_float<S: Serializer>(number: Number<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut value = 0.0;
    with_float_digits(number, |digits| value = digits.parse().unwrap_or_default());
    serializer.serialize_f64(value)
}
