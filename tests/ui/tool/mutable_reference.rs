// error at 7:13

use tool_core::tool;

/// Does it.
#[tool]
fn f(text: &mut String) {
    text.clear();
}

fn main() {
    f(&mut String::new());
}
