use std::time::Instant;

use schemars::{JsonSchema, schema_for};
use serde::Deserialize;

struct Tool {
    name: &'static str,
    schema: fn() -> String,
    call: fn(&str) -> serde_json::Result<String>,
}

inventory::collect!(Tool);

fn total(a: i64, b: &str, c: bool, d: Option<f64>) -> i64 {
    a + b.len() as i64 + i64::from(c) + d.unwrap_or_default() as i64
}

// tool
#[derive(Deserialize, JsonSchema)]
struct ArgumentsNUMBER {
    /// A number
    a: i64,
    /// A text
    b: String,
    /// A switch
    c: bool,
    /// A factor
    d: Option<f64>,
}

/// Adds up what it is given, number NUMBER.
fn tool_NUMBER(a: i64, b: String, c: bool, d: Option<f64>) -> i64 {
    total(a, &b, c, d) + NUMBER
}

inventory::submit! {
    Tool {
        name: "tool_NUMBER",
        schema: || serde_json::to_string(&schema_for!(ArgumentsNUMBER)).unwrap(),
        call: |arguments| {
            let ArgumentsNUMBER { a, b, c, d } = serde_json::from_str(arguments)?;
            serde_json::to_string(&tool_NUMBER(a, b, c, d))
        },
    }
}

// end
fn schemas() -> (f64, usize) {
    let start = Instant::now();
    let bytes = inventory::iter::<Tool>.into_iter().map(|tool| (tool.schema)().len()).sum();
    (start.elapsed().as_secs_f64() * 1e6, bytes)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let ((first, _), (again, bytes)) = (schemas(), schemas());
    let name = std::env::args().nth(1).unwrap();
    let tool = inventory::iter::<Tool>.into_iter().find(|tool| tool.name == name).unwrap();
    let answer = (tool.call)(r#"{"a":7,"b":"abc","c":true}"#).unwrap();
    println!("{first} {again} {bytes} {answer}");
}
