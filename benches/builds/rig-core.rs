use std::time::Instant;

use rig_core::rig_tool;
use rig_core::tool::{ErasedTool, ToolContext, ToolExecutionError};

fn total(a: i64, b: &str, c: bool, d: Option<f64>) -> i64 {
    a + b.len() as i64 + i64::from(c) + d.unwrap_or_default() as i64
}

// tool
#[rig_tool(
    description = "Adds up what it is given, number NUMBER.",
    params(a = "A number", b = "A text", c = "A switch", d = "A factor")
)]
fn tool_NUMBER(a: i64, b: String, c: bool, d: Option<f64>) -> Result<i64, ToolExecutionError> {
    Ok(add_NUMBER(a, b, c, d))
}

fn add_NUMBER(a: i64, b: String, c: bool, d: Option<f64>) -> i64 {
    total(a, &b, c, d) + NUMBER
}

// end
fn tools() -> Vec<Box<dyn ErasedTool>> {
    vec![EACH(Box::new(ToolNUMBER), )]
}

fn schemas() -> (f64, usize) {
    let start = Instant::now();
    let bytes = tools().iter().map(|tool| tool.parameters().to_string().len()).sum();
    (start.elapsed().as_secs_f64() * 1e6, bytes)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let ((first, _), (again, bytes)) = (schemas(), schemas());
    let name = std::env::args().nth(1).unwrap();
    let tools = tools();
    let tool = tools.iter().find(|tool| tool.name() == name).unwrap();
    let mut context = ToolContext::new();
    let result = tool.execute(r#"{"a":7,"b":"abc","c":true}"#.to_owned(), &mut context).await;
    println!("{first} {again} {bytes} {}", result.output().render());
}
