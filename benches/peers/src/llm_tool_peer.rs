//! `llm-tool`: its registry's dispatch of text.

use llm_tool::{Json, ToolContext, ToolRegistry, llm_tool};

/// Adds two numbers.
#[llm_tool]
fn add(
    /// The first number
    a: i64,
    /// The second number
    b: i64,
) -> Json<i64> {
    Json(a + b)
}

/// Searches the shop.
#[llm_tool]
#[allow(clippy::too_many_arguments, reason = "the point of it")]
fn search(
    /// What to look for
    text: String,
    /// How many rows
    limit: u32,
    /// How many to leave out
    offset: u32,
    /// The lowest price
    minimum: f64,
    /// The highest price
    maximum: f64,
    /// Whether the words must be the same
    exact: bool,
    /// The language
    language: String,
    /// What the rows have to do with
    tags: Vec<String>,
    /// Where
    region: Option<String>,
    /// By what to sort
    sort: String,
    /// Whether to turn the order round
    descending: bool,
    /// Where numbers begin
    seed: u64,
) -> Json<Vec<tool_benches::Found>> {
    Json(crate::rows(text, limit, offset, minimum, maximum, exact, language, tags, region, sort, descending, seed))
}

pub(crate) struct Peer {
    registry: ToolRegistry,
    context: ToolContext,
}

impl Peer {
    pub(crate) fn new() -> Self {
        Self { registry: ToolRegistry::new().with_tool(Add).with_tool(Search), context: ToolContext::new() }
    }

    pub(crate) async fn call(&self, name: &str, arguments: &str) -> String {
        let output = self.registry.dispatch_str(name, arguments, &self.context).await.expect("the arguments are right");
        output.content().to_owned()
    }
}
