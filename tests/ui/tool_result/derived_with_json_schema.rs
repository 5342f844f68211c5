// error at 6:10

// With `#[tool_result(schema = false)]` the schema is left to the other derive.
use tool_core::ToolResult;

#[derive(ToolResult, schemars::JsonSchema)]
struct Place {
    latitude: f64,
}

fn main() {
    let _ = Place { latitude: 1.0 }.latitude;
}
