//! Which tools a request gets, and what is refused before a model is asked.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use tool_core::{
    ChatClient, ChatErrorKind, FunctionToolCallback, RegisteredTools, ScriptedChatModel, ToolCallback,
    ToolCallbackProvider, ToolDefinition, ToolErrorKind, ToolObject, ToolSet, tool, tools,
};

mod maps {
    /// Finds a route.
    #[tool_core::tool]
    pub(crate) fn route(to: &str) -> String {
        format!("walk to {to}")
    }
}

/// Tells the weather.
#[tool]
fn weather(city: &str) -> String {
    format!("sunny in {city}")
}

mod elsewhere {
    /// Tells the weather of another service.
    #[tool_core::tool(name = "weather", companion = OtherWeather)]
    pub(crate) fn weather() -> &'static str {
        "rainy"
    }
}

#[test]
fn registered_tools_come_sorted_by_name() {
    let callbacks = RegisteredTools::all().tool_callbacks().unwrap();

    let names: Vec<_> = callbacks.iter().map(|callback| callback.definition().name().to_owned()).collect();
    assert_eq!(names, ["route", "weather", "weather"]);
}

#[test]
fn named_gives_only_these() {
    let callbacks = RegisteredTools::named(["route"]).tool_callbacks().unwrap();

    assert_eq!(callbacks.len(), 1);
    assert_eq!(callbacks[0].definition().name(), "route");
}

#[test]
fn a_name_that_is_not_registered_is_reported_with_the_known_ones() {
    let error = RegisteredTools::named(["route", "rout"]).tool_callbacks().err().unwrap();

    assert_eq!(error.kind(), ToolErrorKind::NotRegistered);
    assert_eq!(
        error.to_string(),
        "not registered: `rout`; registered tools: `route`, `weather`, `weather` (a tool in another crate needs `use \
         that_crate as _;`)"
    );
}

#[test]
fn expect_gives_all_tools_when_the_named_ones_are_there() {
    let tools = RegisteredTools::expect(["route"]).unwrap();

    assert_eq!(tools.tool_callbacks().unwrap().len(), 3);
    assert_eq!(RegisteredTools::expect(["gone"]).unwrap_err().kind(), ToolErrorKind::NotRegistered);
}

#[test]
fn two_tools_of_one_name_are_refused_with_both_files_and_lines() {
    let error = ToolSet::build(&RegisteredTools::all()).unwrap_err();

    assert_eq!(error.kind(), ToolErrorKind::DuplicateName);
    let first = weather::definition().location().to_string();
    let second = elsewhere::OtherWeather::definition().location().to_string();
    assert!(first.ends_with("registration.rs:21"), "{first}");
    assert!(second.ends_with("registration.rs:28"), "{second}");
    assert_eq!(
        error.to_string(),
        format!("two tools are named `weather`: {first} and {second}; rename one, or offer it once")
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_duplicate_is_reported_before_the_model_is_asked() {
    let model = ScriptedChatModel::new();

    let error = ChatClient::new(model.clone()).prompt("?").tools(RegisteredTools::all()).call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::Tools);
    assert!(error.to_string().starts_with("two tools are named `weather`: "), "{error}");
    assert!(model.prompts().is_empty());
}

#[test]
fn closures_of_one_name_are_refused_with_the_place_of_each() {
    let first = FunctionToolCallback::builder("twin", || 1).build().unwrap();
    let second = FunctionToolCallback::builder("twin", || 2).build().unwrap();

    let error = ToolSet::build(&[first, second]).unwrap_err().to_string();

    assert!(error.contains("registration.rs:"), "{error}");
    assert!(error.starts_with("two tools are named `twin`: "), "{error}");
}

#[test]
fn a_list_of_paths_needs_no_registry() {
    let names: Vec<_> = tools![weather, maps::route]
        .tool_callbacks()
        .unwrap()
        .iter()
        .map(|callback| callback.definition().name().to_owned())
        .collect();

    assert_eq!(names, ["weather", "route"]);
}

#[test]
fn a_tool_set_finds_a_tool_by_its_exact_name() {
    let tools = ToolSet::build(&tools![weather, maps::route]).unwrap();

    assert_eq!(tools.get("weather").unwrap().definition().name(), "weather");
    assert!(tools.get("Weather").is_none());
    assert_eq!((tools.len(), tools.is_empty()), (2, false));
}

/// A device whose tools share its state; written by hand as `#[tool_object]` would.
struct Lamp {
    room: &'static str,
}

impl ToolObject for Lamp {
    fn tool_callbacks(self: &Arc<Self>) -> Vec<Arc<dyn ToolCallback>> {
        let lamp = Arc::clone(self);
        let switch =
            FunctionToolCallback::builder("switch_lamp", move || format!("the lamp in the {} is on", lamp.room));
        vec![Arc::new(switch.build().unwrap())]
    }
}

#[test]
fn an_object_is_a_provider_of_its_tools() {
    let tools = ToolSet::build(&Arc::new(Lamp { room: "hall" })).unwrap();

    assert!(tools.get("switch_lamp").is_some());
}

#[test]
fn providers_of_any_kind_go_into_one_set() {
    let mixed: Vec<Arc<dyn ToolCallbackProvider>> = vec![
        Arc::new(tools![weather]),
        Arc::new(RegisteredTools::named(["route"])),
        Arc::new(Arc::new(Lamp { room: "hall" })),
        Arc::new(FunctionToolCallback::builder("noop", || ()).build().unwrap()),
        Arc::new(maps::route::callback()),
    ];

    let error = ToolSet::build(&mixed).unwrap_err();

    assert_eq!(error.kind(), ToolErrorKind::DuplicateName);
    assert_eq!(ToolSet::build(&mixed[..4]).unwrap().len(), 4);
}

#[test]
fn a_name_that_no_provider_takes_is_refused_with_its_place() {
    let error = ToolDefinition::new("get weather", "", serde_json::json!({})).unwrap_err().to_string();

    assert!(error.starts_with("the tool name `get weather` ("), "{error}");
    assert!(
        error.ends_with(") is not allowed: 1 to 64 of letters, digits, `_` and `-`, the first a letter or `_`"),
        "{error}"
    );
}

#[test]
fn a_schema_that_is_no_object_is_refused_with_the_reason() {
    let refusal = |schema| ToolDefinition::new("t", "", schema).unwrap_err().to_string();

    assert!(refusal(serde_json::json!({"type": "string"})).ends_with("its type is \"string\", not \"object\""));
    assert!(refusal(serde_json::json!([])).ends_with("it is an array, not a JSON object"));
    assert!(
        refusal(serde_json::json!({"type": "object", "properties": []}))
            .ends_with("its `properties` are an array, not an object")
    );
}
