// error at 14:5
// error at 24:1

use tool_core::{ToolParams, tool};

#[derive(ToolParams)]
struct Page {
    from: u32,
}

/// Lists rows.
#[tool]
fn rows(
    /// Which ones
    #[tool_param(flatten)]
    page: Page,
) -> u32 {
    page.from
}

/// Lists rows.
///
/// # Arguments
/// * `page` - which ones
#[tool]
fn more_rows(#[tool_param(flatten)] page: Page) -> u32 {
    page.from
}

fn main() {
    rows(Page { from: 1 });
    more_rows(Page { from: 1 });
}
