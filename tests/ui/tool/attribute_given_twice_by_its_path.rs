// error at 5:1

/// Says hello.
#[tool_core::tool]
#[tool_core::tool]
fn hello() {}

fn main() {
    hello();
}
