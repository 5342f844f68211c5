// error at 12:5
// error at 20:5
// error at 26:25

// The second has the name that the first is given.
use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(name = "b")]
    a: u8,
    b: u8,
}

#[derive(ToolParams)]
#[serde(rename_all = "camelCase")]
struct Other {
    #[serde(rename = "fullName")]
    name: String,
    full_name: String,
}

#[derive(ToolParams)]
enum Choice {
    A,
    #[tool_param(name = "A")]
    B,
}

fn main() {
    let _ = (Query { a: 1, b: 1 }.a, Choice::A, Choice::B);
    let _ = Other { name: String::new(), full_name: String::new() };
}
