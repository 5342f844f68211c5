// error at 9:37

use tool_core::tool;

struct Tenant;

/// Does it.
#[tool]
fn f(#[tool_param(context)] tenant: Tenant) {
    let Tenant = tenant;
}

fn main() {
    f(Tenant);
}
