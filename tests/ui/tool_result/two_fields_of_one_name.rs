// error at 9:22

use tool_core::ToolResult;

#[derive(ToolResult)]
#[serde(rename_all = "UPPERCASE")]
struct Row {
    a: u8,
    #[serde(rename = "A")]
    b: u8,
}

fn main() {
    let _ = Row { a: 1, b: 1 };
}
