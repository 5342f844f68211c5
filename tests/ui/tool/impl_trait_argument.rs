// error at 7:12

use tool_core::tool;

/// Does it.
#[tool]
fn f(text: impl Into<String>) {
    let _: String = text.into();
}

fn main() {
    f("a");
}
