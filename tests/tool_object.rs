//! `#[tool_object]`: methods as tools of one object.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_async, clippy::unused_self, reason = "the shapes of methods are what is tested")]

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::json;
use tool_core::error::ToolErrorKind;
use tool_core::testing::TestTool;
use tool_core::{ToolCallback, ToolCallbackProvider, ToolContext, ToolParams, ToolSet, tool_object};

struct Tenant(&'static str);

struct Station {
    place: &'static str,
    asked: AtomicU32,
}

#[tool_object(parts(admin))]
impl Station {
    const DAYS: u8 = 3;

    fn new(place: &'static str) -> Self {
        Self { place, asked: AtomicU32::new(0) }
    }

    /// Tells the weather.
    ///
    /// # Arguments
    /// * `days` - Days from today
    #[tool(read_only, timeout = "5s", tags("weather"))]
    async fn forecast(&self, #[tool_param(default = Self::DAYS, maximum = 14)] days: u8) -> String {
        self.asked.fetch_add(1, Ordering::Relaxed);
        format!("sunny in {} in {days} days", self.place)
    }

    /// Says who asks.
    #[tool(name = "who")]
    fn who_asks<'a>(&'a self, greeting: &'a str, #[tool_param(context)] tenant: &Tenant) -> String {
        format!("{greeting} {}", tenant.0)
    }

    /// Tells the version.
    #[tool]
    fn version() -> &'static str {
        "1"
    }

    /// Is under a condition that does not hold.
    #[cfg(any())]
    #[tool]
    fn never(&self) {}
}

#[tool_object(part = admin)]
impl Station {
    /// Counts the questions.
    #[tool(approval)]
    fn asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }
}

fn tool<T>(object: &Arc<T>, name: &str) -> Arc<dyn ToolCallback>
where
    Arc<T>: ToolCallbackProvider,
{
    Arc::clone(ToolSet::build(object).unwrap().get(name).unwrap())
}

#[tokio::test(flavor = "current_thread")]
async fn methods_of_all_parts_share_the_object() {
    let station = Arc::new(Station::new("Bern"));

    let forecast = TestTool::new(tool(&station, "forecast"));
    assert_eq!(forecast.call(json!({})).await.unwrap(), "sunny in Bern in 3 days");
    assert_eq!(forecast.call(json!({ "days": 1 })).await.unwrap(), "sunny in Bern in 1 days");

    assert_eq!(TestTool::new(tool(&station, "asked")).call(json!({})).await.unwrap(), "2");
    assert_eq!(station.forecast(0).await, "sunny in Bern in 0 days");
}

#[test]
fn all_tool_methods_and_associated_functions_are_offered() {
    let tools = ToolSet::build(&Arc::new(Station::new("Bern"))).unwrap();

    let names: Vec<_> = tools.definitions().iter().map(|definition| definition.name().to_owned()).collect();
    assert_eq!(names, ["asked", "forecast", "version", "who"]);
}

#[test]
fn keys_of_a_method_are_its_metadata() {
    let station = Arc::new(Station::new("Bern"));

    let forecast = tool(&station, "forecast");
    assert_eq!(forecast.metadata().timeout(), Some(Duration::from_secs(5)));
    assert_eq!(forecast.metadata().read_only(), Some(true));
    assert!(forecast.metadata().has_tag("weather"));
    assert!(tool(&station, "asked").metadata().approval());
    assert_eq!(forecast.definition().input_schema()["properties"]["days"]["maximum"], 14);
    assert_eq!(forecast.definition().input_schema()["properties"]["days"]["description"], "Days from today");
    assert!(forecast.definition().location().to_string().contains("tool_object.rs:"));
}

#[tokio::test(flavor = "current_thread")]
async fn a_method_takes_values_of_the_context() {
    let who = TestTool::new(tool(&Arc::new(Station::new("Bern")), "who"));

    let missing = ToolSet::build_for(&Arc::new(Station::new("Bern")), &ToolContext::new()).unwrap_err();
    assert_eq!(missing.kind(), ToolErrorKind::MissingContext);
    let who = who.with_context(ToolContext::new().with(Tenant("acme")));
    assert_eq!(who.call(json!({ "greeting": "hi" })).await.unwrap(), "hi acme");
}

#[derive(ToolParams)]
struct Entry<T> {
    item: T,
}

struct Shelf<T> {
    items: std::sync::Mutex<Vec<T>>,
}

#[tool_object]
impl<T> Shelf<T>
where
    T: Display + Clone + Send + Sync + serde::de::DeserializeOwned + schemars::JsonSchema + 'static,
{
    /// Puts an item on the shelf.
    #[tool]
    fn put(&self, entry: Entry<T>, #[tool_param(min_items = 1)] more: Option<Vec<T>>) -> usize {
        let mut items = self.items.lock().unwrap();
        items.push(entry.item);
        items.extend(more.into_iter().flatten());
        items.len()
    }

    /// Takes the last item.
    #[tool]
    async fn take(&self) -> Option<String> {
        self.items.lock().unwrap().pop().map(|item| item.to_string())
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_generic_object_has_the_schema_of_its_concrete_type() {
    let numbers = Arc::new(Shelf { items: std::sync::Mutex::new(vec![1_u8]) });
    let texts = Arc::new(Shelf { items: std::sync::Mutex::new(vec![String::new()]) });

    let item = |callback: &Arc<dyn ToolCallback>| {
        callback.definition().input_schema()["properties"]["entry"]["properties"]["item"]["type"].clone()
    };
    assert_eq!(item(&tool(&numbers, "put")), "integer");
    assert_eq!(item(&tool(&texts, "put")), "string");
    let put = TestTool::new(tool(&numbers, "put"));
    assert_eq!(put.call(json!({ "entry": { "item": 2 }, "more": [3] })).await.unwrap(), "3");
    assert_eq!(
        put.call(json!({ "entry": { "item": 2 }, "more": [] })).await.unwrap_err().to_string(),
        "tool `put`: argument `more`: expected an array of at least 1 item or null, found an empty array"
    );
    assert_eq!(TestTool::new(tool(&numbers, "take")).call(json!({})).await.unwrap(), "3");
}

struct Board;

impl Board {
    const WIDTH: usize = 2;
}

#[tool_object]
impl Board {
    /// Turns a row round.
    #[tool]
    fn turn(&self, row: [u8; Self::WIDTH]) -> [u8; Self::WIDTH] {
        let [left, right] = row;
        [right, left]
    }
}

#[tokio::test(flavor = "current_thread")]
async fn constants_of_the_object_can_be_used_in_its_signatures() {
    let turn = TestTool::new(tool(&Arc::new(Board), "turn"));

    assert_eq!(turn.call(json!({ "row": [1, 2] })).await.unwrap(), "[2,1]");
}

struct Label<'a, T: ?Sized>(&'a str, Box<T>);

#[tool_object]
impl<T: Display + ?Sized + Send + Sync + 'static> Label<'_, T> {
    /// Reads the label.
    #[tool]
    fn read(&self, prefix: &str) -> String {
        format!("{prefix}{}{}", self.0, self.1)
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_generic_block_may_leave_out_a_lifetime() {
    let label = Arc::new(Label::<str>("a", "b".into()));

    assert_eq!(TestTool::new(tool(&label, "read")).call(json!({ "prefix": "-" })).await.unwrap(), "-ab");
}
