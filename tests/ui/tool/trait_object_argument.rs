// error at 7:13

use tool_core::tool;

/// Does it.
#[tool]
fn f(text: &dyn ToString) -> String {
    text.to_string()
}

fn main() {
    f(&1);
}
