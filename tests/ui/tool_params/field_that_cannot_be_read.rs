// error at 12:12
// error at 13:13
// error at 15:15
// error at 20:15

use tool_core::{ToolParams, tool};

struct Own;

#[derive(ToolParams)]
struct Query {
    plain: Own,
    listed: Vec<Own>,
    #[tool_param(required)]
    demanded: Option<Own>,
}

#[derive(ToolParams)]
enum Choice {
    Whichever(Own),
}

/// Does it.
#[tool]
fn f(query: Query, choice: Choice) {
    let Query { plain: Own, .. } = query;
    let Choice::Whichever(Own) = choice;
}

fn main() {
    let query = Query { plain: Own, listed: Vec::new(), demanded: None };
    let _ = (&query.listed, &query.demanded);
    f(query, Choice::Whichever(Own));
}
