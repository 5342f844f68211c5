// error at 14:28

use tool_core::tool;

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Page {
    from: u8,
}

/// Does it.
#[tool]
fn f(#[tool_param(flatten, name = "p")] page: Page) -> u8 {
    page.from
}

fn main() {
    f(Page { from: 1 });
}
