// error at 9:11

use std::error::Error;

use tool_core::tool;

/// Fails.
#[tool]
fn f() -> Box<dyn Error> {
    "no".into()
}

fn main() {}
