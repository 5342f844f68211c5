// error at 6:14

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query<'a> {
    text: &'a str,
}

fn main() {
    let _ = Query { text: "a" }.text;
}
