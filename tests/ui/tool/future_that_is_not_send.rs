// error at 7:10

use tool_core::tool;

/// Does it.
#[tool]
async fn f() {
    let shared = std::rc::Rc::new(1);
    std::future::ready(()).await;
    drop(shared);
}

fn main() {
    let _ = f();
}
