// error at 9:11

use std::fmt::Display;

use tool_core::tool;

/// Shows something.
#[tool]
fn f() -> impl Display {
    1
}

fn main() {}
