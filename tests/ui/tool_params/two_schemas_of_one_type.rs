// error at 6:10

// `#[tool_result(schema = false)]` leaves the schema to the other derive.
use tool_core::{ToolParams, ToolResult};

#[derive(ToolParams, ToolResult)]
struct Place {
    latitude: f64,
}

fn main() {
    let _ = Place { latitude: 1.0 }.latitude;
}
