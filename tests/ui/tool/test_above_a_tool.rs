// error at 6:1

use tool_core::tool;

/// Does it.
#[tokio::test]
#[tool]
async fn f() {}

fn main() {}
