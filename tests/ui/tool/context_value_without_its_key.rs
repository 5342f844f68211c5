// error at 10:16
// error at 18:37

use tool_core::{tool, tool_object};

struct Tenant;

/// Does it.
#[tool]
fn f(_tenant: &Tenant) {}

struct Shop;

#[tool_object]
impl Shop {
    /// Does it.
    #[tool]
    fn sell(&self, _tenant: Option<&Tenant>) {}
}

fn main() {}
