use std::time::Instant;

use tools_rs::{FunctionCall, collect_tools, tool};

fn total(a: i64, b: &str, c: bool, d: Option<f64>) -> i64 {
    a + b.len() as i64 + i64::from(c) + d.unwrap_or_default() as i64
}

// tool
#[tool]
/// Adds up what it is given, number NUMBER.
async fn tool_NUMBER(a: i64, b: String, c: bool, d: Option<f64>) -> i64 {
    total(a, &b, c, d) + NUMBER
}

// end
fn schemas() -> (f64, usize) {
    let start = Instant::now();
    let bytes = collect_tools().json().unwrap().to_string().len();
    (start.elapsed().as_secs_f64() * 1e6, bytes)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let ((first, _), (again, bytes)) = (schemas(), schemas());
    let name = std::env::args().nth(1).unwrap();
    let tools = collect_tools();
    let arguments = serde_json::from_str(r#"{"a":7,"b":"abc","c":true}"#).unwrap();
    let response = tools.call(FunctionCall::new(name, arguments)).await.unwrap();
    println!("{first} {again} {bytes} {}", response.result);
}
