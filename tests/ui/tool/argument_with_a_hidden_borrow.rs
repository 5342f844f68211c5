// error at 10:16
// error at 10:40

use std::borrow::Cow;

use tool_core::tool;

/// Writes.
#[tool]
fn write(text: Cow<str>, title: Option<Cow<str>>) {
    let _ = (text, title);
}

fn main() {
    write("a".into(), None);
}
