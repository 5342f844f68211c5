//! The calls that are dispatched: a tiny one, one that gives a hundred rows, and some whose cost is to read arguments.

use std::hint::black_box;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tool_core::{
    Format, ToolCallResultConverter, ToolContext, ToolDefinition, ToolError, ToolParams, ToolSet, tool, tools,
};

/// What the model sends for the tiny call.
pub const ADD_ARGUMENTS: &str = r#"{"a":1,"b":2}"#;

/// What the model sends for the rows: twelve fields.
pub const SEARCH_ARGUMENTS: &str = r#"{"text":"oak table","limit":100,"offset":20,"minimum":9.5,"maximum":250.25,"exact":false,"language":"en","tags":["wood","round"],"region":"west","sort":"price","descending":true,"seed":42}"#;

/// What the model sends for a booking: twenty fields in four objects.
pub const BOOKING_ARGUMENTS: &str = r#"{"booking":{"guest":{"name":"Ada","city":"Bern","age":36,"is_member":true,"email":"ada@example.org"},"room":{"floor":3,"number":312,"beds":2,"has_view":true,"kind":"double"},"stay":{"from":"2026-05-01","nights":4,"adults":2,"children":1,"has_breakfast":true},"payment":{"total":480.5,"deposit":100.25,"currency":"CHF","is_paid":false,"reference":"b-1042"}}}"#;

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

/// The fields of [`Query`] but for the text, as fields of a flattened parameter.
#[derive(ToolParams)]
#[allow(dead_code, reason = "read is what they are for")]
struct Page {
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
}

/// What a guest books.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Booking {
    pub guest: Guest,
    pub room: Room,
    pub stay: Stay,
    pub payment: Payment,
}

/// Who books.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Guest {
    pub name: String,
    pub city: String,
    pub age: u8,
    pub is_member: bool,
    pub email: String,
}

/// Where the guest sleeps.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Room {
    pub floor: u8,
    pub number: u16,
    pub beds: u8,
    pub has_view: bool,
    pub kind: String,
}

/// How long the guest stays.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Stay {
    pub from: String,
    pub nights: u32,
    pub adults: u8,
    pub children: u8,
    pub has_breakfast: bool,
}

/// What the guest pays.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Payment {
    pub total: f64,
    pub deposit: f64,
    pub currency: String,
    pub is_paid: bool,
    pub reference: String,
}

/// Takes the arguments of a search.
#[tool(register = false)]
#[allow(clippy::too_many_arguments, reason = "the point of it")]
fn take(
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
) -> u64 {
    black_box(Query { text, limit, offset, minimum, maximum, exact, language, tags, region, sort, descending, seed })
        .seed
}

/// Takes the arguments of a search, most of them from one parameter.
#[tool(register = false)]
fn take_flat(text: String, #[tool_param(flatten)] page: Page) -> u64 {
    black_box(text);
    black_box(page).seed
}

/// Books a room.
#[tool(register = false)]
fn book(booking: Booking) -> u32 {
    black_box(booking).stay.nights
}

/// Counts the bytes of a text.
#[tool(register = false)]
fn measure(text: String) -> usize {
    black_box(text).len()
}

/// All tools that are called, checked.
///
/// # Errors
/// None: their names differ.
pub fn tool_set() -> Result<ToolSet, ToolError> {
    ToolSet::build(&tools![add, search, take, take_flat, book, measure])
}

/// A tool that takes the arguments of a search, by a schema that is written by hand and says more than their types.
///
/// # Errors
/// None: the schema is right.
pub fn foreign_take() -> Result<ToolDefinition, ToolError> {
    let schema = json!({
        "type": "object",
        "properties": {
            "text": { "type": "string", "minLength": 1 },
            "limit": { "type": "integer", "minimum": 1, "maximum": 1000 },
            "offset": { "type": "integer", "minimum": 0 },
            "minimum": { "type": "number", "minimum": 0 },
            "maximum": { "type": "number", "exclusiveMinimum": 0 },
            "exact": { "type": "boolean" },
            "language": { "type": "string", "pattern": "^[a-z]{2}$" },
            "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 8 },
            "region": { "anyOf": [{ "enum": ["north", "east", "south", "west"] }, { "type": "null" }] },
            "sort": { "enum": ["price", "title"] },
            "descending": { "type": "boolean" },
            "seed": { "type": "integer", "minimum": 0 },
        },
        "required": [
            "text", "limit", "offset", "minimum", "maximum", "exact", "language", "tags", "sort", "descending", "seed",
        ],
        "additionalProperties": false,
    });
    ToolDefinition::new("foreign_take", "Takes the arguments of a search.", schema)
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

/// What a program without a framework does for a call whose cost is to read its arguments: it gives one number.
///
/// # Errors
/// When `arguments` are not what the function takes.
pub fn read_by_hand<T: DeserializeOwned>(arguments: &str, number: impl Fn(&T) -> u64) -> serde_json::Result<String> {
    let arguments: T = black_box(serde_json::from_str(arguments)?);
    serde_json::to_string(&number(&arguments))
}
