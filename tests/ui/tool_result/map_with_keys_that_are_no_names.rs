// error at 9:25

use std::collections::BTreeMap;

use tool_core::ToolResult;

#[derive(ToolResult)]
struct Grid {
    cells: Vec<BTreeMap<(i64, i64), u8>>,
}

fn main() {}
