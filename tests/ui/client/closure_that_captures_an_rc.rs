// error at 9:50

use std::rc::Rc;

use tool_core::FunctionToolCallback;

fn main() {
    let shared = Rc::new(1);
    let _ = FunctionToolCallback::builder("one", move || *shared).description("Gives one.").build();
}
