// error at 6:15

use tool_core::ToolResult;

#[derive(ToolResult)]
#[tool_result(krate = ::llm)]
struct Place {
    latitude: f64,
}

fn main() {
    let _ = Place { latitude: 1.0 }.latitude;
}
