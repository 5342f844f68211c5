use std::time::Instant;

use tool_core::execution::ToolCallingManager;
use tool_core::{RegisteredTools, ToolCall, ToolContext, ToolSet, tool};

fn total(a: i64, b: &str, c: bool, d: Option<f64>) -> i64 {
    a + b.len() as i64 + i64::from(c) + d.unwrap_or_default() as i64
}

// tool
/// Adds up what it is given, number NUMBER.
#[tool]
fn tool_NUMBER(
    /// A number
    a: i64,
    /// A text
    b: String,
    /// A switch
    c: bool,
    /// A factor
    d: Option<f64>,
) -> i64 {
    total(a, &b, c, d) + NUMBER
}

// end
fn schemas() -> (f64, usize) {
    let start = Instant::now();
    let tools = ToolSet::build(&RegisteredTools::all()).unwrap();
    let bytes = tools.definitions().iter().map(|tool| tool.input_schema_text().len()).sum();
    (start.elapsed().as_secs_f64() * 1e6, bytes)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let ((first, _), (again, bytes)) = (schemas(), schemas());
    let name = std::env::args().nth(1).unwrap();
    let tools = ToolSet::build(&RegisteredTools::all()).unwrap();
    let calls = [ToolCall::new("1", name, r#"{"a":7,"b":"abc","c":true}"#)];
    let result = ToolCallingManager::new().execute(&calls, &tools, &ToolContext::new()).await;
    println!("{first} {again} {bytes} {}", result.responses()[0].text);
}
