// error at 9:16

use std::ffi::OsStr;

use tool_core::tool;

/// Opens a file.
#[tool]
fn open(name: &OsStr) {
    let _ = name;
}

fn main() {
    open(OsStr::new("a"));
}
