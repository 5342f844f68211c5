//! Arguments as models send them: the accepted ones, and the whole error of the others, in both modes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

#[path = "arguments/table.rs"]
mod table;
#[path = "arguments/tools.rs"]
mod tools;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use table::ROWS;
use tool_core::arguments::ArgumentRepairKind;
use tool_core::callback::{ToolFuture, ToolMetadata};
use tool_core::chat::FinishReason;
use tool_core::context::ArgumentMode;
use tool_core::error::ToolErrorKind;
use tool_core::testing::TestTool;
use tool_core::turn::TurnEnd;
use tool_core::{
    ChatClient, ChatResponse, FunctionToolCallback, ScriptedChatModel, ToolCall, ToolCallback, ToolContext,
    ToolDefinition, ToolOutput, tools,
};

fn lenient(tool: &str, arguments: &str) -> Result<String, String> {
    tools::answer(&tools::all(), tool, arguments, ArgumentMode::Lenient)
}

fn strict(tool: &str, arguments: &str) -> Result<String, String> {
    tools::answer(&tools::all(), tool, arguments, ArgumentMode::Strict)
}

#[test]
fn every_text_of_the_table_gives_the_listed_result() {
    let tools = tools::all();

    for row in ROWS {
        for (mode, expected) in [(ArgumentMode::Strict, row.strict), (ArgumentMode::Lenient, row.lenient)] {
            let answer = tools::answer(&tools, row.tool, row.arguments, mode);
            let answer = answer.as_ref().map(String::as_str).map_err(String::as_str);
            assert_eq!(answer, expected, "{mode:?} {}: {}", row.tool, row.arguments);
        }
    }
}

#[test]
fn lenient_mode_reads_what_strict_mode_accepts_with_the_same_result() {
    for row in ROWS {
        if let Ok(value) = row.strict {
            assert_eq!(row.lenient, Ok(value), "{}: {}", row.tool, row.arguments);
        }
    }
}

/// With a code fence, the reader checks each value; without one, only if it has to.
#[test]
fn a_code_fence_does_not_change_the_result() {
    let is_object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).is_ok();
    for row in ROWS.iter().filter(|row| is_object(row.arguments)) {
        let fenced = lenient(row.tool, &format!("```\n{}\n```", row.arguments));

        assert_eq!(fenced.as_deref().ok(), lenient(row.tool, row.arguments).as_deref().ok(), "{row:?}");
    }
}

#[test]
fn only_empty_text_becomes_an_empty_object() {
    let all_optional = |text: &str| lenient("scalars", text);

    for text in ["", " \n", "null", "{}"] {
        assert_eq!(all_optional(text), Ok("{}".to_owned()), "{text:?}");
    }
    for text in
        ["none", "None", "[]", "\"\"", "\"null\"", "0", "false", "I need nothing.", "<think>{}", "{", "```json\n```"]
    {
        assert!(all_optional(text).is_err(), "{text:?}");
    }
}

/// Spring AI issue 4987: there, broken JSON passes by the error handling of function tools and ends the conversation.
#[tokio::test(flavor = "current_thread")]
async fn malformed_arguments_are_reported_and_the_turn_continues() {
    let answer = turn(r#"{"text":"a","parts":[}"#).await;

    assert_eq!(
        answer.content(),
        "I read: tool `count`: the arguments are not valid JSON: expected a value, found `}` at line 1 column 22"
    );
    assert_eq!(answer.end(), &TurnEnd::Answered(FinishReason::Stop));
}

/// Spring AI issue 6723: there, an omitted primitive argument kills the conversation.
#[test]
fn an_omitted_argument_of_any_type_is_named() {
    assert_eq!(lenient("book", r#"{"city":"Bern"}"#), Err("tool `book`: argument `nights` is missing".to_owned()));
    assert_eq!(
        lenient("search", r#"{"filters":[{"field":"age"}]}"#),
        Err("tool `search`: argument `filters[0].max` is missing".to_owned())
    );
}

/// Spring AI issue 3924: there, a bad enum value is a raw error. An ordinal is never a value.
#[test]
fn a_wrong_enum_value_is_reported_with_the_allowed_ones_and_the_nearest() {
    assert_eq!(
        lenient("degrees", r#"{"unit":"kelwin"}"#),
        Err("tool `degrees`: argument `unit`: expected one of \"celsius\", \"fahrenheit\", \"kelvin\", found the string \
             \"kelwin\"; did you mean \"kelvin\"?"
            .to_owned())
    );
    assert!(lenient("degrees", r#"{"unit":0}"#).is_err());
    assert!(lenient("degrees", r#"{"unit":"0"}"#).is_err());
}

/// Spring AI issue 3884: there, an empty string for a number has an unhelpful message.
#[test]
fn an_empty_string_is_not_a_number_and_the_error_says_what_is_expected() {
    assert_eq!(
        lenient("book", r#"{"city":"Bern","nights":""}"#),
        Err("tool `book`: argument `nights`: expected an integer from 0 to 255, found an empty string".to_owned())
    );
}

/// Spring AI, row B17: there, `3.7` becomes `3`.
#[test]
fn a_float_is_never_truncated_to_an_integer() {
    for text in ["3.7", "\"3.7\"", "3.0000000001", "37e-1"] {
        let arguments = format!(r#"{{"city":"Bern","nights":{text}}}"#);

        assert!(lenient("book", &arguments).is_err(), "{text}");
        assert!(strict("book", &arguments).is_err(), "{text}");
    }
}

/// Spring AI issue 2497: there, the input of a tool with one string is that string, and an object is an error.
#[test]
fn the_arguments_of_a_tool_are_an_object_even_for_one_string() {
    let tool = FunctionToolCallback::builder("shout", |text: OneString| text.text.to_uppercase())
        .description("Does it.")
        .build()
        .unwrap();
    let tools = tool_core::ToolSet::build(&tool).unwrap();
    let shout = |arguments: &str| tools::answer(&tools, "shout", arguments, ArgumentMode::Lenient);

    assert_eq!(shout(r#"{"text":"hi"}"#), Ok("HI".to_owned()));
    assert_eq!(
        shout(r#""hi""#),
        Err("tool `shout`: the arguments must be a JSON object, found the string \"hi\"; known arguments: `text`"
            .to_owned())
    );
}

#[derive(Deserialize, schemars::JsonSchema)]
struct OneString {
    text: String,
}

/// Spring AI issues 4007, 4348, 3280 and 3234; rig issues 1437 and 1802: there, `""` and `null` fail.
#[test]
fn empty_text_is_an_empty_object_in_both_modes() {
    for text in ["", "  ", "null", " null\n"] {
        assert_eq!(lenient("nothing", text), Ok("[]".to_owned()), "{text:?}");
        assert_eq!(strict("nothing", text), Ok("[]".to_owned()), "{text:?}");
    }
}

/// rsai issue 68: there, an explicit `null` for an optional argument fails.
#[test]
fn null_for_an_optional_argument_means_absent() {
    let read = lenient("book", r#"{"city":"Bern","nights":2,"breakfast":null,"rooms":null}"#);

    assert_eq!(read, Ok(r#"["Bern",2,null,1]"#.to_owned()));
}

/// aisdk, as measured: there, a wrong type silently becomes the default of its type.
#[test]
fn a_wrong_type_never_becomes_a_default() {
    assert_eq!(
        lenient("book", r#"{"city":"Bern","nights":2,"rooms":"oops"}"#),
        Err("tool `book`: argument `rooms`: expected an integer from 0 to 4294967295 or null, found the string \"oops\""
            .to_owned())
    );
}

/// rmcp issue 840: there, wrong arguments are an error of the protocol, and the model cannot correct them.
#[test]
fn several_errors_of_one_call_are_reported_together() {
    assert_eq!(
        lenient("book", r#"{"town":"Bern","nights":"two","stars":5}"#),
        Err(
            "tool `book`: argument `city` is missing; argument `nights`: expected an integer from 0 to 255, found the \
             string \"two\"; unknown arguments `town`, `stars`; known arguments: `city`, `nights`, `breakfast`, `rooms`"
                .to_owned()
        )
    );
}

#[test]
fn the_error_for_any_wrong_call_is_bounded() {
    let unknown: Vec<String> = (0..2000).map(|index| format!(r#""{}{index}":0"#, "n".repeat(500))).collect();
    let deep = format!(r#"{{"root":{}"x"{}}}"#, r#"{"name":"a","folders":["#.repeat(60), "]}".repeat(60));

    for (tool, arguments) in [
        ("book", format!("{{{}}}", unknown.join(","))),
        ("book", format!(r#"{{"city":"Bern","nights":"{}"}}"#, "9".repeat(100_000))),
        ("book", format!(r#"{{"city":"Bern","nights":{}}}"#, "9".repeat(100_000))),
        ("degrees", format!(r#"{{"unit":"{}"}}"#, "celsius".repeat(10_000))),
        ("search", format!(r#"{{"filters":[{}0]}}"#, "{},".repeat(10_000))),
        ("folders", deep),
    ] {
        for mode in [ArgumentMode::Strict, ArgumentMode::Lenient] {
            let sentence = tools::answer(&tools::all(), tool, &arguments, mode).unwrap_err();
            assert!(sentence.chars().count() <= 2000, "{tool} {}", sentence.chars().count());
        }
    }
}

/// Counts characters.
#[tool_core::tool]
fn count(text: &str, parts: Option<Vec<String>>) -> usize {
    text.chars().count() + parts.unwrap_or_default().len()
}

/// One turn in which the model calls `count` with `arguments`, and answers with the response.
async fn turn(arguments: &'static str) -> tool_core::client::ChatClientResponse {
    turn_in(ArgumentMode::default(), arguments).await
}

async fn turn_in(mode: ArgumentMode, arguments: &'static str) -> tool_core::client::ChatClientResponse {
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([ToolCall::new("1", "count", arguments)]))
        .step(|prompt| ChatResponse::text(format!("I read: {}", prompt.messages[2].tool_responses()[0].text)));
    let client = ChatClient::builder(model).argument_mode(mode).default_tools(tools![count]).build();
    client.prompt("?").call().await.unwrap()
}

#[tokio::test(flavor = "current_thread")]
async fn a_client_reads_in_one_mode_for_all_its_tools() {
    let arguments = r"{'text': 'four'}";

    assert_eq!(turn_in(ArgumentMode::Lenient, arguments).await.content(), "I read: 4");
    assert_eq!(
        turn_in(ArgumentMode::Strict, arguments).await.content(),
        "I read: tool `count`: the arguments are not valid JSON: single quotes at line 1 column 2"
    );
}

/// A callback as users write one.
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
            let read = self.definition.read_arguments::<OneString>(arguments, context.argument_mode())?;
            Ok(ToolOutput::text(format!("{} {}", read.params.text, read.repairs.len())))
        })
    }
}

#[test]
fn a_callback_written_by_hand_reads_in_the_clients_mode() {
    let schema = json!({ "properties": { "text": { "type": "string" } }, "required": ["text"] });
    let definition = ToolDefinition::new("by_hand", "", schema).unwrap();
    let callback = ByHand { definition, metadata: ToolMetadata::new() };
    let callback: std::sync::Arc<dyn ToolCallback> = std::sync::Arc::new(callback);
    let tools = tool_core::ToolSet::build(&callback).unwrap();
    let answer = |mode| tools::answer(&tools, "by_hand", r#"{"text":1,}"#, mode);

    assert_eq!(answer(ArgumentMode::Lenient), Ok("1 2".to_owned()));
    assert_eq!(
        answer(ArgumentMode::Strict),
        Err("tool `by_hand`: the arguments are not valid JSON: trailing comma at line 1 column 10".to_owned())
    );
}

#[test]
fn repairs_have_kind_and_place_and_debug_hides_the_values() {
    let schema = json!({ "properties": { "text": { "type": "string" } }, "required": ["text"] });
    let definition = ToolDefinition::new("by_hand", "", schema).unwrap();

    let read = definition.read_arguments::<OneString>(r#"{"text":4711}"#, ArgumentMode::Lenient).unwrap();

    assert_eq!(read.repairs[0].kind(), ArgumentRepairKind::NumberToString);
    assert_eq!(read.repairs[0].place(), "text");
    assert!(!format!("{read:?}").contains("4711"));
    let error = definition.read_arguments::<OneString>(r#"{"text":["4711"]}"#, ArgumentMode::Lenient).unwrap_err();
    assert_eq!(error.kind(), ToolErrorKind::InvalidArguments);
    assert!(!format!("{error:?}").contains("4711"));
}

/// Counts by number.
#[tool_core::tool]
fn by_number(counts: std::collections::BTreeMap<u32, u8>) -> usize {
    counts.len()
}

#[tokio::test(flavor = "current_thread")]
async fn a_name_that_should_be_a_number_is_reported() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let tool = TestTool::new(by_number::callback()).with_mode(mode);
        for (arguments, name) in [(r#"{"counts":{"1":2,"x":3}}"#, "x"), (r#"{"counts":{"12":2,"01":3}}"#, "01")] {
            let error = tool.call_text(arguments).await.unwrap_err().to_string();

            assert_eq!(error, format!("tool `by_number`: argument `counts.{name}`: the name must be a number"));
        }
    }
}

#[test]
fn a_text_that_is_nested_too_deeply_has_the_same_error_in_both_modes() {
    let deep = "[".repeat(128);
    let error =
        Err("tool `nothing`: the arguments are nested more than 127 levels deep at line 1 column 128".to_owned());

    assert_eq!(lenient("nothing", &deep), error);
    assert_eq!(strict("nothing", &deep), error);
}
