use std::time::Instant;

use llm_tool::{Json, ToolContext, ToolRegistry, llm_tool};

fn total(a: i64, b: &str, c: bool, d: Option<f64>) -> i64 {
    a + b.len() as i64 + i64::from(c) + d.unwrap_or_default() as i64
}

// tool
/// Adds up what it is given, number NUMBER.
#[llm_tool]
fn tool_NUMBER(
    /// A number
    a: i64,
    /// A text
    b: String,
    /// A switch
    c: bool,
    /// A factor
    d: Option<f64>,
) -> Json<i64> {
    Json(add_NUMBER(a, b, c, d))
}

fn add_NUMBER(a: i64, b: String, c: bool, d: Option<f64>) -> i64 {
    total(a, &b, c, d) + NUMBER
}

// end
fn registry() -> ToolRegistry {
    ToolRegistry::new()EACH(.with_tool(ToolNUMBER))
}

fn schemas() -> (f64, usize) {
    let start = Instant::now();
    let bytes = registry().definitions().iter().map(|tool| tool.parameter_schema_json().len()).sum();
    (start.elapsed().as_secs_f64() * 1e6, bytes)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let ((first, _), (again, bytes)) = (schemas(), schemas());
    let name = std::env::args().nth(1).unwrap();
    let (registry, context) = (registry(), ToolContext::new());
    let call = registry.dispatch_str(&name, r#"{"a":7,"b":"abc","c":true}"#, &context);
    let output = call.await.unwrap();
    println!("{first} {again} {bytes} {}", output.content());
}
