//! The tools of a request, and the errors before the model is asked.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::sync::{Arc, Mutex};

use tool_core::callback::{ToolFuture, ToolMetadata, ToolObject};
use tool_core::chat::ChatErrorKind;
use tool_core::client::ChatClientRequest;
use tool_core::error::ToolErrorKind;
use tool_core::formats::CheapestFormat;
use tool_core::{
    ChatClient, Format, FunctionToolCallback, RegisteredTools, ScriptedChatModel, ToolCallback, ToolCallbackProvider,
    ToolContext, ToolDefinition, ToolError, ToolOutput, ToolSet, tool, tool_object, tools,
};

mod maps {
    pub(crate) struct Here(pub(crate) &'static str);

    /// Finds a route from here.
    #[tool_core::tool(register = false)]
    pub(crate) fn from_here(to: &str, #[tool_param(context)] here: &Here) -> String {
        format!("walk from {} to {to}", here.0)
    }

    /// Finds a route.
    #[tool_core::tool(tags("maps", "walking"))]
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
    /// Does something else.
    #[tool_core::tool(register = false)]
    pub(crate) fn other() {}

    /// Tells the weather of another service.
    #[tool_core::tool(name = "weather", companion = OtherWeather)]
    pub(crate) fn weather() -> &'static str {
        "rainy"
    }
}

#[test]
fn registered_tools_are_sorted_by_name() {
    let callbacks = RegisteredTools::all().tool_callbacks().unwrap();

    let names: Vec<_> = callbacks.iter().map(|callback| callback.definition().name().to_owned()).collect();
    assert_eq!(names, ["route", "weather", "weather"]);
}

#[test]
fn named_returns_only_the_named_tools() {
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
        "not registered: `rout` (did you mean `route`?); registered tools: `route`, `weather`, `weather` (a tool in another \
         crate needs `use that_crate as _;`)"
    );
    let expected = RegisteredTools::expect(["Weather"]).unwrap_err().to_string();
    assert!(
        expected.starts_with("not registered: `Weather` (did you mean `weather`?); registered tools: "),
        "{expected}"
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
    assert!(first.ends_with("registration.rs:34"), "{first}");
    assert!(second.ends_with("registration.rs:45"), "{second}");
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
    let first = FunctionToolCallback::builder("same_name", || 1).description("Does it.").build().unwrap();
    let second = FunctionToolCallback::builder("same_name", || 2).description("Does it.").build().unwrap();

    let error = ToolSet::build(&[first, second]).unwrap_err().to_string();

    assert!(error.contains("registration.rs:"), "{error}");
    assert!(error.starts_with("two tools are named `same_name`: "), "{error}");
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
        vec![Arc::new(switch.description("Switches the lamp.").build().unwrap())]
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
        Arc::new(FunctionToolCallback::builder("noop", || ()).description("Does it.").build().unwrap()),
        Arc::new(maps::route::callback()),
    ];

    // `route` is there twice, and the same both times.
    assert_eq!(ToolSet::build(&mixed).unwrap().len(), 4);
    assert_eq!(ToolSet::build(&mixed[..4]).unwrap().len(), 4);
}

type Provider = Arc<dyn ToolCallbackProvider>;

/// How many tools there are, or the kind of the error.
fn tools_of(providers: &[Provider]) -> Result<usize, ToolErrorKind> {
    ToolSet::build(providers).map(|tools| tools.len()).map_err(|error| error.kind())
}

#[test]
fn the_same_function_offered_twice_with_equal_metadata_and_converter_is_one_tool() {
    let registered = || -> Provider { Arc::new(RegisteredTools::named(["route"])) };
    let listed = || -> Provider { Arc::new(tools![maps::route]) };
    let toon = || -> Provider { Arc::new(tools![maps::route].with_format(Format::Toon)) };
    let nested = || -> Provider { Arc::new(RegisteredTools::named(["route"]).with_format(Format::Toon)) };

    assert_eq!(tools_of(&[registered(), listed(), registered(), listed()]), Ok(1));
    assert_eq!(tools_of(&[toon(), nested(), toon()]), Ok(1));
}

#[test]
fn the_same_function_with_another_converter_or_metadata_is_another_tool() {
    let listed = || -> Provider { Arc::new(tools![maps::route]) };
    let toon = || -> Provider { Arc::new(tools![maps::route].with_format(Format::Toon)) };
    let yaml = || -> Provider { Arc::new(tools![maps::route].with_format(Format::Yaml)) };
    let custom = || -> Provider { Arc::new(tools![maps::route].with_format(CheapestFormat::default())) };
    let conditional = || -> Provider { Arc::new(tools![maps::route].enabled_if(|_, _| true)) };

    for pair in [
        [listed(), toon()],
        [toon(), yaml()],
        [toon(), listed()],
        [custom(), custom()],
        [listed(), conditional()],
        [conditional(), conditional()],
    ] {
        assert_eq!(tools_of(&pair), Err(ToolErrorKind::DuplicateName));
    }
}

#[test]
fn the_same_arc_closure_or_object_offered_twice_is_one_tool() {
    let callback = maps::route::callback();
    let closure = FunctionToolCallback::builder("closure", || 1).description("Does it.").build().unwrap();
    let counter = Arc::new(Counter);
    let conditional: Provider = Arc::new(tools![maps::route].enabled_if(|_, _| true));

    assert_eq!(tools_of(&[Arc::new(Arc::clone(&callback)), Arc::new(callback)]), Ok(1));
    assert_eq!(
        tools_of(&[Arc::new(closure.clone()), Arc::new(closure.clone().with_format(Format::Json))]),
        Err(ToolErrorKind::DuplicateName)
    );
    assert_eq!(tools_of(&[Arc::new(closure.clone()), Arc::new(closure)]), Ok(1));
    assert_eq!(tools_of(&[Arc::new(Arc::clone(&counter)), Arc::new(counter)]), Ok(1));
    assert_eq!(tools_of(&[Arc::clone(&conditional), conditional]), Ok(1));
}

/// Counts.
struct Counter;

#[tool_object]
impl Counter {
    /// Counts to one.
    #[tool(result_converter = CheapestFormat::default())]
    #[allow(clippy::unused_self, reason = "a method is what is tested")]
    fn count(&self) -> u8 {
        1
    }
}

#[test]
fn two_objects_of_one_type_are_different_tools() {
    assert_eq!(
        tools_of(&[Arc::new(Arc::new(Counter)), Arc::new(Arc::new(Counter))]),
        Err(ToolErrorKind::DuplicateName)
    );
}

/// A tool of one's own around another, whose definition it has.
struct Around(Arc<dyn ToolCallback>);

impl ToolCallback for Around {
    fn definition(&self) -> &ToolDefinition {
        self.0.definition()
    }

    fn metadata(&self) -> &ToolMetadata {
        self.0.metadata()
    }

    fn call<'a>(&'a self, _arguments: &'a str, _context: &'a ToolContext) -> ToolFuture<'a> {
        ToolFuture::ready(Ok(ToolOutput::text("another")))
    }
}

#[test]
fn a_hand_written_tool_with_the_definition_of_another_is_a_different_tool() {
    let around: Arc<dyn ToolCallback> = Arc::new(Around(maps::route::callback()));

    let pair: [Provider; 2] = [Arc::new(around), Arc::new(tools![maps::route])];
    assert_eq!(tools_of(&pair), Err(ToolErrorKind::DuplicateName));
}

#[test]
fn a_tag_that_no_tool_has_is_reported_with_the_nearest() {
    let maps = RegisteredTools::tagged(["maps"]).tool_callbacks().unwrap();
    let refused = |tags: &[&str]| RegisteredTools::tagged(tags.to_vec()).tool_callbacks().err().unwrap();

    assert_eq!(maps.len(), 1);
    let error = refused(&["map", "maps"]);
    assert_eq!(error.kind(), ToolErrorKind::NotRegistered);
    let crates = "(a tool in another crate needs `use that_crate as _;`)";
    let tags = format!("tags of registered tools: `maps`, `walking` {crates}");
    assert_eq!(error.to_string(), format!("no registered tool has the tag `map` (did you mean `maps`?); {tags}"));
    assert_eq!(refused(&["zzz"]).to_string(), format!("no registered tool has the tag `zzz`; {tags}"));
}

#[tokio::test(flavor = "current_thread")]
async fn a_tag_that_no_tool_has_is_reported_before_the_model_is_asked() {
    let model = ScriptedChatModel::new();

    let error = ChatClient::new(model.clone()).prompt("?").tools(RegisteredTools::tagged(["Maps"])).call().await;

    assert!(error.unwrap_err().to_string().starts_with("no registered tool has the tag `Maps` (did you mean `maps`?)"));
    assert!(model.prompts().is_empty());
}

/// A provider that counts how often it is asked, and returns the tools it is set to.
struct Dynamic(Mutex<Vec<Arc<dyn ToolCallback>>>);

impl ToolCallbackProvider for Dynamic {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        Ok(self.0.lock().unwrap().clone())
    }
}

/// The tools that a model is sent.
fn sent(model: &ScriptedChatModel) -> Arc<[ToolDefinition]> {
    Arc::clone(&model.prompts().last().unwrap().tools)
}

#[tokio::test(flavor = "current_thread")]
async fn a_client_keeps_its_tool_set_until_a_provider_gives_other_tools() {
    let model = (0..6).fold(ScriptedChatModel::new(), |model, _| model.says("ok"));
    let dynamic = Arc::new(Dynamic(Mutex::new(vec![weather::callback()])));
    let client = ChatClient::builder(model.clone())
        .default_tools(Arc::clone(&dynamic) as Provider)
        .default_tools(
            tools![maps::route].with_format(Format::Toon).enabled_if(|_, context| context.get::<u8>().is_none()),
        )
        .default_tools(Arc::new(Counter))
        .build();
    let ask = async |request: ChatClientRequest| {
        request.call().await.unwrap();
        sent(&model)
    };

    let first = ask(client.prompt("?")).await;
    let second = ask(client.prompt("?")).await;
    let without_route = ask(client.prompt("?").tool_context(ToolContext::new().with(1_u8))).await;
    let with_more = ask(client.prompt("?").tools(tools![elsewhere::other])).await;
    *dynamic.0.lock().unwrap() = vec![elsewhere::OtherWeather::callback()];
    let third = ask(client.prompt("?")).await;
    dynamic.0.lock().unwrap().clear();
    let fourth = ask(client.prompt("?")).await;

    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!((first.len(), without_route.len(), with_more.len(), third.len(), fourth.len()), (3, 2, 4, 3, 2));
    assert_eq!(third[2].description(), "Tells the weather of another service.");
}

#[tokio::test(flavor = "current_thread")]
async fn a_kept_tool_set_is_still_checked_against_the_context_of_each_request() {
    let model = ScriptedChatModel::new().says("ok");
    let client = ChatClient::builder(model).default_tools(tools![maps::from_here]).build();

    client.prompt("?").tool_context(ToolContext::new().with(maps::Here("home"))).call().await.unwrap();
    let error = client.prompt("?").call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::Tools);
    assert!(error.to_string().starts_with("tool `from_here`: the tool context has no value of type "), "{error}");
}

#[test]
fn a_name_that_no_model_provider_accepts_is_refused_with_its_place() {
    let error = ToolDefinition::new("get weather", "", serde_json::json!({})).unwrap_err().to_string();

    assert!(error.starts_with("the tool name `get weather` ("), "{error}");
    assert!(
        error.ends_with(") is not valid: use 1 to 64 letters, digits, `_` or `-`, and begin with a letter or `_`"),
        "{error}"
    );
}

#[test]
fn a_schema_that_is_not_an_object_is_refused_with_the_reason() {
    let refusal = |schema| ToolDefinition::new("t", "", schema).unwrap_err().to_string();

    assert!(refusal(serde_json::json!({"type": "string"})).ends_with("its type is \"string\", not \"object\""));
    assert!(refusal(serde_json::json!([])).ends_with("it is an array, not a JSON object"));
    assert!(
        refusal(serde_json::json!({"type": "object", "properties": []}))
            .ends_with("its `properties` are an array, not an object")
    );
}
