use std::sync::Arc;

use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::{ToolCallback, ToolFuture};
use crate::chat::chat_error::ChatErrorKind;
use crate::chat::chat_response::{ChatResponse, FinishReason};
use crate::chat::message::Message;
use crate::chat::prompt::Prompt;
use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::chat::usage::Usage;
use crate::client::response::ChatClientResponse;
use crate::context::tool_context::ToolContext;
use crate::execution::execution_result::ToolExecutionResult;
use crate::output::tool_output::ToolOutput;
use crate::provider::tool_set::ToolSet;
use crate::schema::definition::ToolDefinition;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::{Turn, TurnStep};
use crate::turn::turn_end::TurnEnd;

fn turn(limits: ToolCallLimits) -> Turn {
    Turn::new(Prompt::from("?"), limits)
}

fn calls<const N: usize>(names: [&str; N]) -> ChatResponse {
    ChatResponse::tool_calls(names.map(|name| ToolCall::new(format!("id of {name}"), name, "{}")))
}

fn answered(calls: &[ToolCall], direct: bool) -> ToolExecutionResult {
    let response = |call: &ToolCall| ToolResponse { direct, ..ToolResponse::new(call, format!("{} ran", call.name)) };
    ToolExecutionResult::new(calls.iter().map(response))
}

fn response(step: &TurnStep, turn: Turn) -> ChatClientResponse {
    assert!(matches!(step, TurnStep::Finished), "the turn goes on: {step:?}");
    turn.into()
}

#[test]
fn a_text_answer_ends_the_turn() {
    let mut turn = turn(ToolCallLimits::default());

    let step = turn.on_model_response(ChatResponse::text("Hi"));

    let response = response(&step, turn);
    assert_eq!(response.content(), "Hi");
    assert_eq!(response.end(), &TurnEnd::Answered(FinishReason::Stop));
}

#[test]
fn calls_are_run_then_the_model_is_asked_again() {
    let mut turn = turn(ToolCallLimits::default());

    let TurnStep::RunTools(run) = turn.on_model_response(calls(["a", "b"])) else { panic!("no tools are run") };
    let step = turn.on_tool_results(answered(&run, false));

    assert!(matches!(step, TurnStep::AskModel));
    let responses = turn.prompt().messages.last().unwrap().tool_responses();
    assert_eq!(responses.iter().map(|response| response.text.as_str()).collect::<Vec<_>>(), ["a ran", "b ran"]);
}

#[test]
fn direct_responses_end_the_turn_one_a_line() {
    let mut turn = turn(ToolCallLimits::default());

    let TurnStep::RunTools(run) = turn.on_model_response(calls(["a", "b"])) else { panic!("no tools are run") };
    let step = turn.on_tool_results(answered(&run, true));

    let response = response(&step, turn);
    assert_eq!(response.content(), "a ran\nb ran");
    assert_eq!(response.direct_responses().len(), 2);
}

#[test]
fn a_refused_call_keeps_its_place_among_the_responses() {
    let mut turn = turn(ToolCallLimits::new().with_max_calls_per_tool(1));

    let TurnStep::RunTools(run) = turn.on_model_response(calls(["a", "a", "b"])) else { panic!("no tools are run") };
    let step = turn.on_tool_results(answered(&run, false));

    let response = response(&step, turn);
    let last = response.messages().last().unwrap();
    let texts: Vec<_> = last.tool_responses().iter().map(|response| response.text.as_str()).collect();
    assert_eq!(texts, ["a ran", "tool `a` was not run: the turn has used its 1 calls of this tool", "b ran"]);
    assert_eq!(response.end(), &TurnEnd::LimitExceeded);
}

#[test]
fn a_turn_whose_calls_are_all_refused_still_answers_each() {
    let mut turn = turn(ToolCallLimits::new().with_max_calls(0));

    let step = turn.on_model_response(calls(["a", "b"]));

    let response = response(&step, turn);
    let responses = response.messages().last().unwrap().tool_responses();
    assert_eq!(responses.len(), 2);
    assert!(responses.iter().all(|response| response.is_error()));
}

#[test]
fn fewer_results_than_calls_still_give_each_call_a_response() {
    let mut turn = turn(ToolCallLimits::default());

    let TurnStep::RunTools(run) = turn.on_model_response(calls(["a", "b"])) else { panic!("no tools are run") };
    turn.on_tool_results(answered(&run[1..], false));

    let responses = turn.prompt().messages.last().unwrap().tool_responses();
    assert_eq!(responses.iter().map(|response| response.id.as_str()).collect::<Vec<_>>(), ["id of a", "id of b"]);
    assert_eq!(responses[0].text, "tool `a` failed: it returned no response");
}

#[test]
fn the_default_limits_are_finite() {
    let limits = ToolCallLimits::default();

    assert_eq!((limits.max_calls_per_tool, limits.max_calls, limits.max_rounds), (40, 150, 25));
}

#[test]
fn usage_adds_up_without_overflow() {
    let sum = Usage::new(u64::MAX, 1) + Usage::new(1, 1);

    assert_eq!(sum, Usage::new(u64::MAX, 2));
    assert_eq!(sum.total_tokens(), u64::MAX);
}

struct Named(ToolDefinition, ToolMetadata);

impl ToolCallback for Named {
    fn definition(&self) -> &ToolDefinition {
        &self.0
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.1
    }

    fn call<'a>(&'a self, _arguments: &'a str, _context: &'a ToolContext) -> ToolFuture<'a> {
        ToolFuture::ready(Ok(ToolOutput::text("ran")))
    }
}

fn tools<const N: usize>(tools: [(&'static str, ToolMetadata); N]) -> ToolSet {
    let callback = |(name, metadata)| -> Arc<dyn ToolCallback> {
        Arc::new(Named(ToolDefinition::new(name, "", serde_json::json!({})).unwrap(), metadata))
    };
    ToolSet::build(tools.map(callback).as_slice()).unwrap()
}

/// The turn as another process reads it.
fn stored(turn: &Turn) -> Turn {
    serde_json::from_str(&serde_json::to_string(turn).unwrap()).unwrap()
}

#[test]
fn a_call_that_was_running_when_its_turn_was_stored_runs_again_only_if_that_does_no_harm() {
    let again = ToolMetadata::new().with_idempotent(true);
    let tools =
        tools([("once", ToolMetadata::new()), ("again", again), ("look", ToolMetadata::new().with_read_only(true))]);
    let mut turn = Turn::new(Prompt::from("?").with_tools(&tools), ToolCallLimits::default());
    turn.on_model_response(calls(["once", "again", "look"]));

    let mut turn = stored(&turn);
    let TurnStep::RunTools(run) = turn.resume(&tools).unwrap() else { panic!("no tools are run") };
    turn.on_tool_results(answered(&run, false));

    let texts: Vec<_> =
        turn.prompt().messages.last().unwrap().tool_responses().iter().map(|it| it.text.clone()).collect();
    let unknown = "tool `once` was interrupted; it may or may not have completed; check this before you call it again";
    assert_eq!(texts, [unknown, "again ran", "look ran"]);
}

#[test]
fn a_turn_stored_before_the_model_is_asked_asks_it() {
    let turn = stored(&turn(ToolCallLimits::default()));

    assert!(matches!(turn.clone().resume(&ToolSet::default()), Ok(TurnStep::AskModel)));
    assert_eq!(turn.prompt().messages, [Message::user("?")]);
}

#[test]
fn a_stored_turn_keeps_what_was_used() {
    let mut turn = turn(ToolCallLimits::new().with_max_calls(7));
    turn.set_elapsed(std::time::Duration::from_secs(3));
    turn.on_model_response(calls(["a"]).with_usage(Usage::new(5, 2).with_cache(3, 1)));

    let again = stored(&turn);

    assert_eq!(again.rounds(), turn.rounds());
    assert_eq!(again.elapsed(), turn.elapsed());
    assert_eq!(serde_json::to_value(&again).unwrap(), serde_json::to_value(&turn).unwrap());
}

#[test]
fn a_turn_stored_in_another_form_is_refused_by_its_number() {
    let mut stored = serde_json::to_value(turn(ToolCallLimits::default())).unwrap();
    stored["version"] = 3.into();

    let error = serde_json::from_value::<Turn>(stored).unwrap_err();

    assert_eq!(error.to_string(), "the turn is stored in version 3 of the format; this program reads version 2");
}

#[test]
fn what_is_no_stored_turn_is_said_to_be_none() {
    let message = |stored| serde_json::from_value::<Turn>(stored).unwrap_err().to_string();
    let mut damaged = serde_json::to_value(turn(ToolCallLimits::default())).unwrap();
    damaged.as_object_mut().unwrap().remove("end");

    assert_eq!(message(serde_json::json!([1])), "this is not a stored turn: it has no `version`");
    assert_eq!(message(damaged), "the stored turn is damaged: missing field `end`");
    let reordered = serde_json::json!({ "messages": 7, "version": 3 });
    assert_eq!(message(reordered), "the turn is stored in version 3 of the format; this program reads version 2");
}

#[test]
fn counts_of_a_stored_turn_do_not_overflow() {
    let mut stored = serde_json::to_value(turn(ToolCallLimits::default())).unwrap();
    stored["tracker"]["calls"] = u64::MAX.into();

    let mut turn: Turn = serde_json::from_value(stored).unwrap();
    let step = turn.on_model_response(calls(["a"]));

    assert_eq!(response(&step, turn).end(), &TurnEnd::LimitExceeded);
}

#[test]
fn a_turn_that_failed_cannot_go_on() {
    let mut turn = turn(ToolCallLimits::default());
    turn.on_model_response(calls(["a"]));

    let error = turn.on_model_error(crate::chat::chat_error::ChatError::model("no answer"));

    assert_eq!(error.messages().len(), 3);
    assert!(turn.resume(&ToolSet::default()).is_err());
}

#[test]
fn a_turn_that_has_ended_cannot_go_on() {
    let mut turn = turn(ToolCallLimits::default());
    turn.on_model_response(ChatResponse::text("Hi"));

    let error = stored(&turn).resume(&ToolSet::default()).unwrap_err();

    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ChatErrorKind::Resume, "the turn has ended; start a new one with its messages")
    );
}

#[test]
fn a_turn_goes_on_only_with_the_tools_it_began_with() {
    let plain = ToolMetadata::new;
    let turn =
        Turn::new(Prompt::from("?").with_tools(&tools([("a", plain()), ("b", plain())])), ToolCallLimits::default());

    let error = stored(&turn).resume(&tools([("b", plain()), ("c", plain())])).unwrap_err();

    assert_eq!(error.to_string(), "the turn was started with other tools: missing: `a`; added: `c`");
}
