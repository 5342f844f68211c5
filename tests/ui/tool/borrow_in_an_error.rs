// error at 7:38

use tool_core::tool;

/// Checks.
#[tool]
fn check(text: &str) -> Result<&str, &str> {
    Err(text)
}

fn main() {
    check("a").unwrap();
}
