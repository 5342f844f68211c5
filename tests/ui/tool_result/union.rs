// error at 6:1

use tool_core::ToolResult;

#[derive(ToolResult)]
union Either {
    a: u8,
    b: i8,
}

fn main() {
    let _ = Either { a: 1 };
}
