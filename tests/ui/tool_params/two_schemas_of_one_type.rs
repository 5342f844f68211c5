// error at 7:10

// Only a type with parameters needs the key: `#[tool_result(schema = false)]` leaves the schema to the other derive.
// `Place` compiles.
use tool_core::{ToolParams, ToolResult};

#[derive(ToolParams, ToolResult)]
struct Pair<T> {
    first: T,
}

#[derive(ToolParams, ToolResult)]
struct Place {
    latitude: f64,
}

fn main() {
    let _ = Place { latitude: 1.0 }.latitude + Pair { first: 1.0 }.first;
}
