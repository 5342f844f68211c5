//! The two calls that are dispatched: a tiny one, and one that gives a hundred rows.

use serde::{Deserialize, Serialize};
use tool_core::{Format, ToolCallResultConverter, ToolContext, ToolError, ToolSet, tool, tools};

/// What the model sends for the tiny call.
pub const ADD_ARGUMENTS: &str = r#"{"a":1,"b":2}"#;

/// What the model sends for the rows: twelve fields.
pub const SEARCH_ARGUMENTS: &str = r#"{"text":"oak table","limit":100,"offset":20,"minimum":9.5,"maximum":250.25,"exact":false,"language":"en","tags":["wood","round"],"region":"west","sort":"price","descending":true,"seed":42}"#;

/// The twelve arguments of a search.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Query {
    pub text: String,
    pub limit: u32,
    pub offset: u32,
    pub minimum: f64,
    pub maximum: f64,
    pub exact: bool,
    pub language: String,
    pub tags: Vec<String>,
    pub region: Option<String>,
    pub sort: String,
    pub descending: bool,
    pub seed: u64,
}

/// One of the rows found: twelve fields.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Found {
    pub id: u64,
    pub rank: u32,
    pub title: &'static str,
    pub maker: &'static str,
    pub price: f64,
    pub score: f64,
    pub stock: u32,
    pub exact: bool,
    pub region: Option<&'static str>,
    pub width: u16,
    pub height: u16,
    pub note: &'static str,
}

/// The rows of a search. They are cheap to make, so that reading and writing are what is measured.
#[must_use]
pub fn find(query: &Query) -> Vec<Found> {
    let step = (query.maximum - query.minimum) / f64::from(query.limit.max(1));
    (0..query.limit)
        .map(|rank| Found {
            id: query.seed + u64::from(query.offset + rank),
            rank,
            title: "Round table, oiled oak",
            maker: "Möbel & Söhne",
            price: query.minimum + step * f64::from(rank),
            score: 1.0 / f64::from(rank + 1),
            stock: rank % 7,
            exact: query.exact,
            region: query.region.as_ref().map(|_| "west"),
            width: 120,
            height: 75,
            note: "ships in \"two\" boxes",
        })
        .collect()
}

/// Adds two numbers.
#[tool(register = false)]
fn add(
    /// The first number
    a: i64,
    /// The second number
    b: i64,
) -> i64 {
    a + b
}

/// Searches the shop.
#[tool(register = false)]
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
) -> Vec<Found> {
    find(&Query { text, limit, offset, minimum, maximum, exact, language, tags, region, sort, descending, seed })
}

/// The tools `add` and `search`, checked.
///
/// # Errors
/// None: their names differ.
pub fn tool_set() -> Result<ToolSet, ToolError> {
    ToolSet::build(&tools![add, search])
}

/// Looks a tool up, calls it, and converts its output to JSON.
///
/// # Panics
/// When the call fails.
pub async fn call_to_json(tools: &ToolSet, name: &str, arguments: &str, context: &ToolContext) -> String {
    let callback = tools.get(name).expect("it is in the set");
    let output = callback.call(arguments, context).await.expect("the arguments are right");
    Format::Json.convert(&output, callback.definition()).expect("it can be written")
}

/// What a program without a framework does for the tiny call.
///
/// # Errors
/// When `arguments` are not what the function takes.
pub fn add_by_hand(arguments: &str) -> serde_json::Result<String> {
    #[derive(Deserialize)]
    struct Arguments {
        a: i64,
        b: i64,
    }

    let Arguments { a, b } = serde_json::from_str(arguments)?;
    serde_json::to_string(&(a + b))
}

/// What a program without a framework does for the rows.
///
/// # Errors
/// When `arguments` are not what the function takes.
pub fn search_by_hand(arguments: &str) -> serde_json::Result<String> {
    serde_json::to_string(&find(&serde_json::from_str(arguments)?))
}
