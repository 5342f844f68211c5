// error at 10:16
// error at 10:37

use std::ffi::{CStr, OsStr};

use tool_core::tool;

/// Opens a file.
#[tool]
fn open(name: &OsStr, mode: Option<&CStr>) {
    let _ = (name, mode);
}

fn main() {
    open(OsStr::new("a"), None);
}
