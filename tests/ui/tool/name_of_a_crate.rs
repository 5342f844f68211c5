// error at 8:5

use tool_core::tool;

/// Reads the value of a text.
#[tool]
fn serde_json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn main() {}
