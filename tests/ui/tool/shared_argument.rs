// error at 11:12
// error at 11:29

use std::rc::Rc;
use std::sync::Arc;

use tool_core::tool;

/// Does it.
#[tool]
fn f(name: Arc<str>, names: Vec<Rc<str>>) -> usize {
    name.len() + names.len()
}

fn main() {}
