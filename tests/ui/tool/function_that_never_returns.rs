// error at 7:13

use tool_core::tool;

/// Ends it all.
#[tool]
fn end() -> ! {
    std::process::exit(1)
}

fn main() {
    end();
}
