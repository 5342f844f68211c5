// error at 6:51

use tool_core::FunctionToolCallback;

fn main() {
    let _ = FunctionToolCallback::builder("one", |_arguments| 1).description("Gives one.").build();
}
