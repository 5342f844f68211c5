// error at 6:10

// `ToolResult` is `Serialize` and `JsonSchema` already: leave the other derive out.
use tool_core::ToolResult;

#[derive(ToolResult, serde::Serialize)]
struct Place {
    latitude: f64,
}

fn main() {
    let _ = Place { latitude: 1.0 }.latitude;
}
