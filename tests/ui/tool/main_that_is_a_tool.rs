// error at 7:1

use tool_core::tool;

/// Does it.
#[tool]
#[tokio::main]
async fn f() {}

fn main() {}
