// error at 6:10

// `ToolParams` is `Deserialize` and `JsonSchema` already: leave the other derive out.
use tool_core::ToolParams;

#[derive(ToolParams, schemars::JsonSchema)]
struct Place {
    latitude: f64,
}

fn main() {
    let _ = Place { latitude: 1.0 }.latitude;
}
