use crate::limits::ToolCallLimits;
use crate::manager::ToolExecutionResult;
use crate::message::{Message, ToolCall, ToolResponse};
use crate::model::{ChatResponse, FinishReason, Prompt};
use crate::turn::{Turn, TurnStep};
use crate::usage::Usage;

fn turn(limits: ToolCallLimits) -> Turn {
    Turn::new(Prompt::from("?"), limits)
}

fn calls<const N: usize>(names: [&str; N]) -> ChatResponse {
    ChatResponse::tool_calls(names.map(|name| ToolCall::new(format!("id of {name}"), name, "{}")))
}

fn answered(calls: &[ToolCall], direct: bool) -> ToolExecutionResult {
    let response = |call: &ToolCall| ToolResponse { direct, ..ToolResponse::new(call, format!("{} ran", call.name)) };
    ToolExecutionResult::new(calls.iter().map(response).collect())
}

#[test]
fn a_text_answer_ends_the_turn() {
    let TurnStep::Finished(outcome) = turn(ToolCallLimits::default()).model_answered(ChatResponse::text("Hi")) else {
        panic!("the turn goes on");
    };

    assert_eq!(outcome.response().content(), "Hi");
    assert_eq!(outcome.response().finish_reason(), FinishReason::Stop);
}

#[test]
fn calls_are_run_then_the_model_is_asked_again() {
    let mut turn = turn(ToolCallLimits::default());

    let TurnStep::RunTools(run) = turn.model_answered(calls(["a", "b"])) else { panic!("no tools are run") };
    let step = turn.tools_answered(answered(&run, false));

    assert!(matches!(step, TurnStep::AskModel));
    let responses = turn.prompt().messages.last().unwrap().tool_responses();
    assert_eq!(responses.iter().map(|response| response.text.as_str()).collect::<Vec<_>>(), ["a ran", "b ran"]);
}

#[test]
fn direct_responses_end_the_turn_one_a_line() {
    let mut turn = turn(ToolCallLimits::default());

    let TurnStep::RunTools(run) = turn.model_answered(calls(["a", "b"])) else { panic!("no tools are run") };
    let TurnStep::Finished(outcome) = turn.tools_answered(answered(&run, true)) else { panic!("the turn goes on") };

    assert_eq!(outcome.response().content(), "a ran\nb ran");
    assert_eq!(outcome.response().direct_responses().len(), 2);
}

#[test]
fn a_refused_call_keeps_its_place_among_the_responses() {
    let mut turn = turn(ToolCallLimits { max_calls_per_tool: 1, ..ToolCallLimits::default() });

    let TurnStep::RunTools(run) = turn.model_answered(calls(["a", "a", "b"])) else { panic!("no tools are run") };
    let step = turn.tools_answered(answered(&run, false));

    let TurnStep::Finished(outcome) = step else { panic!("the turn goes on") };
    let last = outcome.response().messages().last().unwrap();
    let texts: Vec<_> = last.tool_responses().iter().map(|response| response.text.as_str()).collect();
    assert_eq!(texts, ["a ran", "tool `a` was not run: the turn has used its 1 calls of this tool", "b ran"]);
    assert_eq!(outcome.response().finish_reason(), FinishReason::LimitExceeded);
}

#[test]
fn a_turn_whose_calls_are_all_refused_still_answers_each() {
    let mut turn = turn(ToolCallLimits { max_calls: 0, ..ToolCallLimits::default() });

    let TurnStep::Finished(outcome) = turn.model_answered(calls(["a", "b"])) else { panic!("the turn goes on") };

    let Some(Message::Tool { responses }) = outcome.response().messages().last() else { panic!("no responses") };
    assert_eq!(responses.len(), 2);
    assert!(responses.iter().all(ToolResponse::is_error));
}

#[test]
fn fewer_results_than_calls_still_give_each_call_a_response() {
    let mut turn = turn(ToolCallLimits::default());

    let TurnStep::RunTools(run) = turn.model_answered(calls(["a", "b"])) else { panic!("no tools are run") };
    turn.tools_answered(answered(&run[1..], false));

    let responses = turn.prompt().messages.last().unwrap().tool_responses();
    assert_eq!(responses.iter().map(|response| response.id.as_str()).collect::<Vec<_>>(), ["id of a", "id of b"]);
    assert_eq!(responses[0].text, "tool `a` failed: there is no result");
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
