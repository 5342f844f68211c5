// error at 9:20

use std::collections::HashMap;

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Grid {
    cells: HashMap<(i64, i64), u8>,
}

fn main() {}
