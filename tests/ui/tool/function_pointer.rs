// error at 8:20
// error at 14:14

use tool_core::tool;

/// Applies.
#[tool]
fn apply(function: for<'a> fn(&'a str) -> &'a str) {
    function("a");
}

/// Makes.
#[tool]
fn make() -> fn(&str) -> &str {
    str::trim
}

fn main() {
    apply(make());
}
