// error at 7:1

use tool_core::tool;

/// Does it.
#[tool]
gen fn f() -> u8 {}

fn main() {}
