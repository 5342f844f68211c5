//! Tools with parameters of every kind. Each returns what it read, so that a dropped value is noticed.

use std::cell::Cell;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_core::callback::{ToolFuture, ToolMetadata};
use tool_core::{
    FunctionToolCallback, ToolCallback, ToolCallbackProvider, ToolContext, ToolDefinition, ToolOutput, ToolSet, tool,
    tools,
};

use crate::types::{
    Alarm, Colour, Counts, Event, Filter, Folder, Id, Number, Paging, Person, Range, Shape, Tag, Unit, Weight,
};

thread_local! {
    /// How often tools have run in this thread.
    static RUNS: Cell<u64> = const { Cell::new(0) };
}

/// How often tools have run in this thread.
pub(crate) fn runs() -> u64 {
    RUNS.get()
}

pub(crate) fn json_text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

/// What the tool read, by name.
macro_rules! read {
    ($($name:ident),*) => {{
        RUNS.set(RUNS.get() + 1);
        let members = [$(format!("\"{}\":{}", stringify!($name), json_text(&$name))),*];
        format!("{{{}}}", members.join(","))
    }};
}

/// Removes files.
#[tool]
fn purge(
    pattern: Option<String>,
    #[tool_param(default = false)] dry_run: bool,
    older_than_days: Option<u32>,
    keep: Option<Vec<String>>,
) -> String {
    read!(pattern, dry_run, older_than_days, keep)
}

/// Books a room.
#[tool]
fn book(
    city_name: String,
    nights: u8,
    breakfast: Option<bool>,
    #[tool_param(default = 1, minimum = 1, maximum = 9)] rooms: u32,
    unit: Unit,
    initial: char,
) -> String {
    read!(city_name, nights, breakfast, rooms, unit, initial)
}

/// Takes integers of each width.
#[tool]
#[allow(clippy::too_many_arguments, reason = "one of each")]
fn integers(
    tiny: i8,
    small: i16,
    middle: i32,
    large: i64,
    byte: Option<u8>,
    word: Option<u16>,
    double: Option<u32>,
    quad: Option<u64>,
    huge: Option<u128>,
) -> String {
    read!(tiny, small, middle, large, byte, word, double, quad, huge)
}

/// Takes floats.
#[tool]
fn floats(exact: f64, single: f32, list: Vec<f64>, maybe: Option<f32>) -> String {
    read!(exact, single, list, maybe)
}

/// Takes enums of every form.
#[tool]
fn enums(unit: Unit, shape: Shape, event: Event, alarm: Option<Alarm>, steps: Vec<Shape>) -> String {
    read!(unit, shape, event, alarm, steps)
}

/// Takes untagged enums.
#[tool]
fn untagged(number: Number, id: Option<Id>, ids: Vec<Id>) -> String {
    read!(number, id, ids)
}

/// Searches.
#[tool]
fn search(query_text: &str, filters: Vec<Filter>, range: Option<Range>, tag_list: &[String]) -> String {
    read!(query_text, filters, range, tag_list)
}

/// Takes sets.
#[tool]
fn sets(
    numbers: std::collections::BTreeSet<i64>,
    names: Option<std::collections::BTreeSet<String>>,
    units: std::collections::BTreeSet<Unit>,
) -> String {
    read!(numbers, names, units)
}

/// Takes maps with names of every kind.
#[tool]
fn maps(
    by_name: Counts<String, i64>,
    by_number: Option<Counts<i64, u8>>,
    by_flag: Option<Counts<bool, String>>,
    by_unit: Option<Counts<Unit, f64>>,
    filters: Option<Counts<String, Filter>>,
) -> String {
    read!(by_name, by_number, by_flag, by_unit, filters)
}

/// Takes the fields of a page as arguments.
#[tool]
fn pages(table: String, #[tool_param(flatten)] page: Paging, strict: Option<bool>) -> String {
    read!(table, page, strict)
}

/// Takes names that have other names.
#[tool]
fn people(person: Person, tags: Option<Vec<Tag>>, votes: Option<Counts<Tag, u8>>) -> String {
    read!(person, tags, votes)
}

/// Takes types with rules of their own.
#[tool]
fn ruled(
    weight: Weight,
    colour: Colour,
    #[tool_param(min_length = 2, max_length = 8)] code: Option<String>,
    #[tool_param(minimum = -5, maximum = 5)] level: Option<i32>,
    pair: (u8, String),
    corners: Option<[i16; 3]>,
) -> String {
    read!(weight, colour, code, level, pair, corners)
}

/// Makes folders.
#[tool]
fn folders(root: Folder) -> String {
    read!(root)
}

/// Takes anything.
#[tool]
fn anything(any: Value, more: Option<Value>, count: Option<u16>) -> String {
    read!(any, more, count)
}

/// What a closure takes.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Forecast {
    place: String,
    #[serde(default)]
    days: Option<u8>,
    #[serde(default)]
    hourly: bool,
    range: Option<Range>,
}

/// A closure.
fn forecast() -> FunctionToolCallback {
    let closure = |forecast: Forecast| {
        RUNS.set(RUNS.get() + 1);
        json_text(&forecast)
    };
    FunctionToolCallback::builder("forecast", closure).description("Tells the weather.").build().unwrap()
}

/// A callback written by hand, whose arguments stay values.
struct ByHand {
    definition: ToolDefinition,
    metadata: ToolMetadata,
}

impl ToolCallback for ByHand {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.metadata
    }

    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a> {
        ToolFuture::new(async move {
            let read = self.definition.read_arguments::<Value>(arguments, context.argument_mode())?;
            for repair in read.repairs {
                // What the model made up is in no event.
                let kind = repair.kind();
                let made_up =
                    repair.place().rsplit_once('.').map_or("*".to_owned(), |(parent, _)| format!("{parent}.*"));
                let is_made_up = kind == tool_core::arguments::ArgumentRepairKind::UnknownName;
                let path = if is_made_up { made_up.as_str() } else { repair.place() };
                tracing::debug!(tool = self.definition.name(), path, %kind, "an argument was read otherwise");
            }
            RUNS.set(RUNS.get() + 1);
            Ok(ToolOutput::text(read.params.to_string()))
        })
    }
}

/// A schema that no type was made for.
fn by_hand() -> Arc<dyn ToolCallback> {
    let schema = json!({
        "type": "object",
        "properties": {
            "days": { "type": "integer", "minimum": 0 },
            "ratio": { "type": "number" },
            "unit": { "type": "string", "enum": ["celsius", "fahrenheit", "kelvin"] },
            "is_hourly": { "type": "boolean" },
            "place": {
                "type": "object",
                "properties": { "city": { "type": "string" }, "floor": { "type": "integer" } },
                "required": ["city"],
                "additionalProperties": false,
            },
            "tags": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["days"],
        "additionalProperties": false,
    });
    let definition = ToolDefinition::new("by_hand", "Takes values.", schema).unwrap();
    Arc::new(ByHand { definition, metadata: ToolMetadata::new() })
}

/// All tools of this file.
pub(crate) fn callbacks() -> Vec<Arc<dyn ToolCallback>> {
    let functions = tools![
        purge, book, integers, floats, enums, untagged, search, sets, maps, pages, people, ruled, folders, anything
    ];
    let mut all = functions.tool_callbacks().unwrap();
    all.push(Arc::new(forecast()));
    all.push(by_hand());
    all
}

pub(crate) fn all() -> ToolSet {
    ToolSet::build(&callbacks()).unwrap()
}
