// error at 12:32
// error at 14:32

use tool_core::ToolParams;

fn wrong(_: u8) -> schemars::Schema {
    schemars::Schema::default()
}

#[derive(ToolParams)]
struct Query {
    #[tool_param(schema_with = nowhere)]
    a: u8,
    #[tool_param(schema_with = wrong)]
    b: u8,
}

fn main() {
    let _ = Query { a: 1, b: 1 }.a;
}
