// error at 19:48
// error at 20:48
// error at 21:48
// error at 22:48
// error at 23:48
// error at 24:48
// error at 25:48

use tool_core::{FunctionToolCallback, ToolContext, ToolParams};

#[derive(ToolParams)]
struct City {
    name: String,
}

struct Own;

fn main() {
    let _ = FunctionToolCallback::builder("a", |_: City, _: City| 1).description("Does it.").build();
    let _ = FunctionToolCallback::builder("b", |_: ToolContext, _: City| 1).description("Does it.").build();
    let _ = FunctionToolCallback::builder("c", |_: &City| 1).description("Does it.").build();
    let _ = FunctionToolCallback::builder("d", |_: &ToolContext| 1).description("Does it.").build();
    let _ = FunctionToolCallback::builder("e", |_: Own| 1).description("Does it.").build();
    let _ = FunctionToolCallback::builder("f", |_: City| Own).description("Does it.").build();
    let _ = FunctionToolCallback::builder("g", || Err::<u8, Own>(Own)).description("Does it.").build();
}
