//! `tools-rs`: its collection's call, whose arguments and result are `serde_json::Value`.

use tools_rs::{FunctionCall, ToolCollection, collect_tools, tool};

#[tool]
/// Adds two numbers.
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tool]
/// Searches the shop.
#[allow(clippy::too_many_arguments, reason = "the point of it")]
async fn search(
    text: String,
    limit: u32,
    offset: u32,
    minimum: f64,
    maximum: f64,
    exact: bool,
    language: String,
    tags: Vec<String>,
    region: Option<String>,
    sort: String,
    descending: bool,
    seed: u64,
) -> Vec<tool_benches::Found> {
    crate::rows(text, limit, offset, minimum, maximum, exact, language, tags, region, sort, descending, seed)
}

pub(crate) struct Peer(ToolCollection);

impl Peer {
    pub(crate) fn new() -> Self {
        Self(collect_tools())
    }

    pub(crate) async fn call(&self, name: &str, arguments: &str) -> String {
        let arguments = serde_json::from_str(arguments).expect("it is JSON");
        let call = FunctionCall::new(name.to_owned(), arguments);
        let response = self.0.call(call).await.expect("the arguments are right");
        response.result.to_string()
    }
}
