// error at 8:9
// error at 14:22
// error at 21:13

use tool_core::{ToolParams, tool};

#[derive(ToolParams)]
#[serde(renam_all = "camelCase")]
struct Unknown {
    a: u8,
}

#[derive(ToolParams)]
#[serde(rename_all = "camelCas")]
struct Misspelt {
    a: u8,
}

#[derive(ToolParams)]
struct Field {
    #[serde(requird)]
    a: u8,
}

/// Does it.
#[tool]
fn f(a: Unknown, b: Misspelt, c: Field) -> u8 {
    a.a + b.a + c.a
}

fn main() {
    f(Unknown { a: 1 }, Misspelt { a: 1 }, Field { a: 1 });
}
