// error at 6:56

use tool_core::FunctionToolCallback;

fn main() {
    let _ = FunctionToolCallback::builder("one", || 1).build();
}
