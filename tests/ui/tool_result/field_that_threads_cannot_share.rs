// error at 11:14
// error at 12:15

use std::cell::RefCell;
use std::rc::Rc;

use tool_core::ToolResult;

#[derive(ToolResult)]
struct Row {
    counted: Rc<u8>,
    changing: RefCell<u8>,
}

fn main() {}
