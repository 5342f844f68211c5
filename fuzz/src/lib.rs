//! The fuzz targets: no panic, no endless loop, and a written text is read back as the same value.

use serde_json::Value;
use tool_core::execution::ToolCallingManager;
use tool_core::{ToolCall, ToolContext, ToolSet, tool, tools};
use tool_formats::toon::{self, DecodeOptions};
use tool_formats::{Format, convert, from_str, to_string};

/// Bytes as TOON, strict and lenient, untyped and typed; a read value is written and read again.
pub fn toon(bytes: &[u8]) {
    let _ = toon::from_slice::<Value>(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let lenient = DecodeOptions::new().with_strict(false);
    let _ = toon::from_str_with::<Value>(text, &lenient);
    let _ = toon::from_str::<Typed>(text);
    if let Ok(value) = toon::from_str::<Value>(text) {
        let written = toon::to_string(&value).expect("a value of JSON can be written");
        let read: Value = toon::from_str(&written).expect("what we write we read");
        assert!(same(&value, &read), "{value} became {read} by\n{written}");
    }
}

/// Bytes as JSON, in every format; TOON and YAML are read back the same.
pub fn json(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for format in Format::ALL {
        let converted = convert(text, Format::Json, *format);
        assert!(!converted.is_ok_and(|text| text.ends_with('\n')), "{format} ends with a newline");
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    let written = to_string(&value, Format::Toon).expect("a value of JSON can be written");
    let read: Value = toon::from_str(&written).expect("what we write we read");
    assert!(same(&value, &read), "{value} became {read} by\n{written}");
}

/// Bytes as YAML, XML and CSV, untyped and typed.
pub fn readers(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for format in [Format::Yaml, Format::Xml, Format::Csv] {
        let _ = from_str::<Value>(text, format);
        let _ = from_str::<Vec<std::collections::BTreeMap<String, f64>>>(text, format);
    }
}

/// Any bytes as the arguments of a tool give one response.
pub fn arguments(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let tools = ToolSet::build(&tools![odd]).expect("one tool");
    let calls = [ToolCall::new("1", "odd", text)];
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let result = runtime.block_on(ToolCallingManager::new().execute(&calls, &tools, &ToolContext::new()));
    assert_eq!(result.responses().len(), 1);
    assert!(result.responses()[0].text.len() < 5000, "an answer without end");
}

/// Takes one of everything.
#[tool]
fn odd(text: &str, number: Option<i64>, flags: Vec<bool>, #[tool_param(default = 0.5)] ratio: f64) -> String {
    format!("{} {number:?} {} {ratio}", text.len(), flags.len())
}

#[derive(serde::Deserialize)]
#[allow(dead_code, reason = "read, not used")]
struct Typed<'a> {
    #[serde(borrow)]
    name: Option<std::borrow::Cow<'a, str>>,
    numbers: Option<Vec<u64>>,
    rows: Option<Vec<std::collections::BTreeMap<String, f64>>>,
}

/// Equal by value: 1 and 1.0 are one number in TOON.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}
