// error at 15:18
// error at 18:18
// error at 21:18
// error at 24:18
// error at 27:18
// error at 30:18
// error at 42:18
// error at 48:9
// error at 54:9

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(name = "b")]
    #[serde(rename = "c")]
    a: u8,
    #[tool_param(default = 1)]
    #[serde(default)]
    d: u8,
    #[tool_param(minimum = 1)]
    #[serde(deserialize_with = "read")]
    e: u8,
    #[tool_param(description = "This")]
    #[schemars(description = "That")]
    f: u8,
    #[tool_param(minimum = 1)]
    #[serde(skip)]
    g: u8,
    #[tool_param(flatten)]
    #[serde(flatten)]
    h: Page,
}

#[derive(ToolParams)]
struct Page {
    from: u8,
}

#[derive(ToolParams)]
enum Choice {
    #[tool_param(name = "a")]
    #[serde(rename = "b")]
    A,
}

#[derive(ToolParams)]
#[serde(crate = "serde")]
struct Elsewhere {
    a: u8,
}

#[derive(ToolParams)]
#[serde(remote = "Elsewhere")]
struct Remote {
    a: u8,
}

fn main() {}
