// error at 8:10

use tool_core::tool;

/// Does it.
#[tokio::main]
#[tool]
async fn f() {}

fn main() {}
