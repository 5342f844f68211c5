// error at 6:1

use tool_core::ToolParams;

#[derive(ToolParams)]
union Either {
    a: u8,
    b: i8,
}

fn main() {
    let _ = Either { a: 1 };
}
