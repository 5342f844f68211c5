// error at 9:28

use tool_core::tool;

struct Tenant;

/// Does it.
#[tool]
fn f(#[tool_param(context, description = "who asks")] tenant: &Tenant) {
    let Tenant = tenant;
}

fn main() {
    f(&Tenant);
}
