// error at 9:41

use std::cell::Cell;

use tool_core::tool;

/// Counts.
#[tool]
fn count(#[tool_param(context)] calls: &Cell<u8>) {
    calls.set(1);
}

fn main() {
    count(&Cell::new(0));
}
