// error at 10:12
// error at 11:13

use std::sync::Arc;

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Names {
    first: Arc<str>,
    others: Vec<Arc<str>>,
}

fn main() {}
