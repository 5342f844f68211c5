//! What schema and reader say of one text.

use std::sync::Arc;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use tool_core::ToolCallback;
use tool_core::context::ArgumentMode;
use tool_core::testing::TestTool;

pub(crate) struct Judge {
    schema: Value,
    validator: Validator,
    /// Of the schema, where a `format` says nothing.
    unformatted: Validator,
    /// Of the schema that schemars made, with the limits that the formats of numbers stand for.
    limited: Validator,
    strict: TestTool,
    lenient: TestTool,
    runtime: tokio::runtime::Runtime,
}

/// What both say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accepted,
    Refused,
    /// It is outside of a `format`, or has a name that the type of a map does not read; the schema says neither.
    NotSaid,
}

type Wrong = (&'static str, String);

impl Judge {
    /// `formats` is the schema that schemars made, with the formats of numbers, and `names` what the type asks of names.
    pub(crate) fn new(tool: Arc<dyn ToolCallback>, formats: &Value, names: Option<&Value>) -> Self {
        let mut schema = tool.definition().input_schema().clone();
        let validator = |schema: &Value, has_formats: bool| {
            jsonschema::options().should_validate_formats(has_formats).build(schema).unwrap()
        };
        let mut limited = limited(formats);
        let (sent, unformatted) = (validator(&schema, true), validator(&schema, false));
        if let Some(names) = names {
            for schema in [&mut schema, &mut limited] {
                schema["properties"]["value"]["propertyNames"] = names.clone();
            }
        }
        Self {
            validator: sent,
            unformatted,
            limited: validator(&limited, true),
            schema,
            strict: TestTool::new(Arc::clone(&tool)).with_mode(ArgumentMode::Strict),
            lenient: TestTool::new(tool).with_mode(ArgumentMode::Lenient),
            runtime: tokio::runtime::Builder::new_current_thread().build().unwrap(),
        }
    }

    /// The schema with what the type asks of names.
    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }

    pub(crate) fn verdict(&self, text: &str) -> Result<Verdict, Wrong> {
        let value: Value = serde_json::from_str(text).unwrap();
        let strict = self.runtime.block_on(self.strict.call_text(text));
        let is_valid = self.validator.is_valid(&value);
        let is_within = self.limited.is_valid(&value) && !has_more_than_64_bits(text);
        match (strict, is_valid) {
            (Err(_), false) => Ok(Verdict::Refused),
            (Err(_), true) if !is_within => Ok(Verdict::NotSaid),
            (Err(error), true) => Err(("only the schema accepts", error.to_string())),
            (Ok(_), false) if self.unformatted.is_valid(&value) => Ok(Verdict::NotSaid),
            (Ok(read), false) => Err(("only the reader accepts", read)),
            (Ok(read), true) => self.read_alike(text, &read),
        }
    }

    /// The lenient reader reads the same, and so does either what was read.
    fn read_alike(&self, text: &str, read: &str) -> Result<Verdict, Wrong> {
        let lenient = self.runtime.block_on(self.lenient.call_text(text));
        if !lenient.as_ref().is_ok_and(|lenient| lenient == read) {
            return Err(("lenient differs", format!("{read} and {lenient:?}")));
        }
        let again = self.runtime.block_on(self.strict.call_text(read));
        if !again.as_ref().is_ok_and(|again| again == read) {
            return Err(("what was read is not read again", format!("{read} and {again:?}")));
        }
        Ok(Verdict::Accepted)
    }
}

/// Whether an integer in the text has more than 64 bits, which the validator sees as a float.
fn has_more_than_64_bits(text: &str) -> bool {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter(|digits| digits.len() > 18).any(|digits| digits.parse::<i64>().is_err())
}

/// The schema with the limits of the formats of numbers.
fn limited(schema: &Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(limited).collect(),
        Value::Object(members) => {
            let mut limited: Map<String, Value> =
                members.iter().map(|(name, value)| (name.clone(), limited(value))).collect();
            if let Some([least, most]) = members.get("format").and_then(Value::as_str).and_then(limits) {
                let own = Value::Object(std::mem::take(&mut limited));
                limited.insert("allOf".to_owned(), json!([own, { "minimum": least, "maximum": most }]));
            }
            limited.into()
        }
        other => other.clone(),
    }
}

fn limits(format: &str) -> Option<[Value; 2]> {
    let limits = match format {
        "int8" => json!([i8::MIN, i8::MAX]),
        "int16" => json!([i16::MIN, i16::MAX]),
        "int32" => json!([i32::MIN, i32::MAX]),
        "int64" | "int" => json!([i64::MIN, i64::MAX]),
        "uint8" => json!([0, u8::MAX]),
        "uint16" => json!([0, u16::MAX]),
        "uint32" => json!([0, u32::MAX]),
        "uint64" | "uint" => json!([0, u64::MAX]),
        "int128" => json!([-1.7e38, 1.7e38]),
        "uint128" => json!([0, 3.4e38]),
        "float" => json!([f32::MIN, f32::MAX]),
        _ => return None,
    };
    let [least, most] = limits.as_array()?.as_slice() else { return None };
    Some([least.clone(), most.clone()])
}
