// error at 14:19

use tool_core::tool;

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Page {
    from: u8,
}

/// Does it.
#[tool]
fn f(#[tool_param(flatten)] page: Option<Page>) -> bool {
    page.is_some_and(|page| page.from > 0)
}

fn main() {
    f(None);
}
