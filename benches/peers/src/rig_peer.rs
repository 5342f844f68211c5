//! `rig-core`: its object-safe tools by name, and the text that its output renders.

use std::collections::HashMap;

use rig_core::rig_tool;
use rig_core::tool::{ErasedTool, ToolContext, ToolExecutionError};
use tool_benches::Found;

#[rig_tool(description = "Adds two numbers.")]
fn add(a: i64, b: i64) -> Result<i64, ToolExecutionError> {
    Ok(a + b)
}

#[rig_tool(description = "Searches the shop.")]
#[allow(clippy::too_many_arguments, reason = "the point of it")]
fn search(
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
) -> Result<Vec<Found>, ToolExecutionError> {
    Ok(crate::rows(text, limit, offset, minimum, maximum, exact, language, tags, region, sort, descending, seed))
}

pub(crate) struct Peer(HashMap<&'static str, Box<dyn ErasedTool>>);

impl Peer {
    pub(crate) fn new() -> Self {
        let add: Box<dyn ErasedTool> = Box::new(Add);
        Self(HashMap::from([("add", add), ("search", Box::new(Search))]))
    }

    pub(crate) async fn call(&self, name: &str, arguments: &str) -> String {
        let tool = self.0.get(name).expect("it is in the map");
        tool.execute(arguments.to_owned(), &mut ToolContext::new()).await.output().render()
    }
}
