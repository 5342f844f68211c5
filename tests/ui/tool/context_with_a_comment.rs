// error at 9:5
// error at 11:5

use tool_core::{ToolContext, tool};

/// Greets.
#[tool]
fn greet(
    /// Where the name is.
    context: &ToolContext,
    /// Who is greeted.
    #[tool_param(context)]
    name: &String,
) {
    let _ = (context, name);
}

fn main() {
    greet(&ToolContext::new(), &String::new());
}
