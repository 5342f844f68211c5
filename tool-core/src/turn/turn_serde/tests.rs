//! Stored turns that were altered: each is refused with the place, or goes on as a turn has to.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::callback::function_callback::FunctionToolCallback;
use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::ToolCallback;
use crate::chat::chat_options::{ChatOptions, ToolChoice};
use crate::chat::chat_response::ChatResponse;
use crate::chat::message::Message;
use crate::chat::prompt::Prompt;
use crate::chat::tool_call::ToolCall;
use crate::chat::usage::Usage;
use crate::chat::validate_messages;
use crate::context::tool_context::ToolContext;
use crate::execution::manager::ToolCallingManager;
use crate::provider::tool_set::ToolSet;
use crate::turn::approval::ToolCallDecision;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::{Turn, TurnStep};

fn tools() -> ToolSet {
    let tool = |name: &'static str, metadata| -> Arc<dyn ToolCallback> {
        let schema = json!({ "properties": { "to": {} } });
        let tool = FunctionToolCallback::builder(name, |arguments: Value| arguments["to"].clone());
        Arc::new(tool.input_schema(schema).metadata(metadata).description("Does it.").build().unwrap())
    };
    let tools = [
        tool("look", ToolMetadata::new().with_read_only(true).with_cache(true)),
        tool("pay", ToolMetadata::new().with_approval(true).with_return_direct(true)),
        tool("send", ToolMetadata::new().with_approval(true)),
    ];
    ToolSet::build(tools.as_slice()).unwrap()
}

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// Runs the tools of a turn until it waits or asks the model.
fn advance(turn: &mut Turn, tools: &ToolSet, mut step: TurnStep) -> TurnStep {
    while let TurnStep::RunTools(calls) = step {
        let manager = ToolCallingManager::new();
        let result = run(manager.execute_in_turn(&calls, tools, &ToolContext::new(), turn.memory()));
        step = turn.on_tool_results(result);
    }
    step
}

fn call(id: &str, name: &str) -> ToolCall {
    ToolCall::new(id, name, r#"{"to":"Ada"}"#)
}

/// A turn in its second round, with calls in each state that a suspended turn may have.
fn suspended() -> Turn {
    let (tools, options) = (tools(), ChatOptions::new().with_tool_choice(ToolChoice::Required));
    let history = [Message::system("Be kind."), Message::user("?")];
    let prompt = Prompt { options: options.with_extra("seed", 7), ..Prompt::new(history) }.with_tools(&tools);
    let mut turn = Turn::new(prompt, ToolCallLimits::default().with_max_calls_of("look", 9));
    turn.hidden_system = Some("Be kind.".to_owned());
    for calls in
        [vec![call("1", "look")], vec![call("2", "look"), call("3", "send"), call("4", "pay"), call("4", "send")]]
    {
        let step = turn.on_model_response(ChatResponse::tool_calls(calls).with_usage(Usage::new(7, 3)));
        advance(&mut turn, &tools, step);
    }
    assert_eq!(turn.pending_approvals().count(), 3);
    turn
}

fn ended() -> Turn {
    let mut turn = Turn::new(Prompt::from("?").with_tools(&tools()), ToolCallLimits::default());
    turn.on_model_response(ChatResponse::text("Hi"));
    turn
}

fn stored(turn: &Turn) -> Value {
    serde_json::to_value(turn).unwrap()
}

fn refusal(stored: Value) -> String {
    serde_json::from_value::<Turn>(stored).unwrap_err().to_string()
}

/// A stored turn after a change.
fn altered(turn: &Turn, change: impl FnOnce(&mut Value)) -> Value {
    let mut stored = stored(turn);
    change(&mut stored);
    stored
}

#[test]
fn a_stored_turn_whose_calls_are_gone_or_others_is_refused_with_the_place() {
    let turn = suspended();
    let damaged = |change: fn(&mut Value)| refusal(altered(&turn, change));

    assert_eq!(
        damaged(|turn| turn["pending"] = json!([])),
        "the stored turn is damaged: `pending`: there are 0 calls, but the last message has 4"
    );
    for id_or_name in [
        |turn: &mut Value| turn["pending"][1]["call"]["id"] = "9".into(),
        |turn: &mut Value| {
            turn["pending"][1]["call"]["name"] = "pay".into();
        },
    ] {
        assert_eq!(
            damaged(id_or_name),
            "the stored turn is damaged: `pending[1]`: the last message makes another call at this place"
        );
    }
    assert_eq!(
        damaged(|turn| turn["pending"][0]["state"]["answered"]["response"]["id"] = "1".into()),
        "the stored turn is damaged: `pending[0]`: the response is that of another call"
    );
    assert_eq!(
        damaged(|turn| {
            turn["pending"][1] = json!({ "call": call("3", "send"), "state": { "admitted": { "approved": false } } });
            turn["pending"][1]["call"]["arguments"] = r#"{"to":"Eve"}"#.into();
        }),
        "the stored turn is damaged: `pending[1]`: its arguments are not those of the last message"
    );
    assert_eq!(
        damaged(|turn| drop(turn["messages"].as_array_mut().unwrap().remove(3))),
        "the stored turn is damaged: `messages`: message 3 has tool calls, but no message with their responses follows it \
         (call `1`)"
    );
    assert_eq!(
        damaged(|turn| drop(turn["messages"].as_array_mut().unwrap().pop())),
        "the stored turn is damaged: `pending`: there are 4 calls, but the last message has 0"
    );
}

#[test]
fn a_stored_turn_with_an_end_that_does_not_fit_is_refused_with_the_place() {
    let end = |reason: Value| json!({ "reason": reason, "content": "" });

    assert_eq!(
        refusal(altered(&suspended(), |turn| turn["end"] = end(json!({ "answered": "stop" })))),
        "the stored turn is damaged: `end`: the turn has ended, so it must not have calls to run"
    );
    assert_eq!(
        refusal(altered(&ended(), |turn| turn["end"] = Value::Null)),
        "the stored turn is damaged: `end`: the model has answered, so the turn must have ended"
    );
    assert_eq!(
        refusal(altered(&ended(), |turn| turn["end"] = end("suspended".into()))),
        "the stored turn is damaged: `end.reason`: a suspended turn has not ended"
    );
    assert_eq!(
        refusal(altered(&ended(), |turn| turn["end"] = end("return_direct".into()))),
        "the stored turn is damaged: `end.reason`: the last message has no direct results"
    );
}

#[test]
fn a_part_of_a_stored_turn_that_cannot_be_read_is_named_by_its_place() {
    let turn = suspended();
    let damaged = |change: fn(&mut Value)| refusal(altered(&turn, change));

    assert!(damaged(|turn| turn["messages"][1] = json!({})).contains(": `messages[1]`: "));
    assert!(damaged(|turn| turn["pending"][2]["state"] = "asleep".into()).contains(": `pending[2]`: "));
    assert!(damaged(|turn| turn["limits"]["max_calls"] = (-1).into()).contains(": `limits`: "));
    assert_eq!(damaged(|turn| turn["more"] = 1.into()), "the stored turn is damaged: unknown field `more`");
    assert_eq!(
        damaged(|turn| turn["tools"][1] = turn["tools"][0].clone()),
        "the stored turn is damaged: `tools[1]`: duplicate tool `look`"
    );
    assert_eq!(
        damaged(|turn| turn["memory"]["responses"][0][2]["name"] = "send".into()),
        "the stored turn is damaged: `memory.responses[0]`: it is not a response of `look`"
    );
}

/// Every place in a value that has parts.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    found.push(place.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{place}/{index}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| places(member, &format!("{place}/{name}"), found));
        }
        _ => {}
    }
}

/// The value as text, with the first name of the object at `at` given twice.
fn with_a_name_twice(value: &Value, place: &str, at: &str) -> String {
    match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            let items: Vec<_> = items.map(|(i, item)| with_a_name_twice(item, &format!("{place}/{i}"), at)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let member = |(name, member): (&String, &Value)| {
                format!("{}:{}", json!(name), with_a_name_twice(member, &format!("{place}/{name}"), at))
            };
            let mut members: Vec<_> = members.iter().map(member).collect();
            if place == at {
                members.extend(members.first().cloned());
            }
            format!("{{{}}}", members.join(","))
        }
        other => other.to_string(),
    }
}

#[test]
fn a_name_given_twice_is_refused_with_the_place_at_every_depth() {
    let stored = stored(&suspended());
    let mut found = Vec::new();
    places(&stored, "", &mut found);
    let objects =
        found.iter().filter(|at| stored.pointer(at).is_some_and(|it| it.as_object().is_some_and(|it| !it.is_empty())));

    let mut refused = 0;
    for at in objects {
        let error = serde_json::from_str::<Turn>(&with_a_name_twice(&stored, "", at)).unwrap_err().to_string();
        assert!(error.starts_with("the stored turn is damaged: duplicate key `"), "{at}: {error}");
        refused += 1;
    }
    assert!(refused > 30, "{refused}");
    let error = serde_json::from_str::<Turn>(&with_a_name_twice(&stored, "", "/messages/2/parts/0")).unwrap_err();
    let sentence = "the stored turn is damaged: duplicate key `messages[2].parts[0].type`";
    assert!(error.to_string().starts_with(sentence), "{error}");
}

/// Changes of the value at `at`, each a turn that was altered in one place.
fn changes(stored: &Value, at: &str) -> Vec<Value> {
    let mut changed = Vec::new();
    let mut change = |with: &dyn Fn(&mut Value)| {
        let mut altered = stored.clone();
        altered.pointer_mut(at).into_iter().for_each(with);
        changed.push(altered);
    };
    for value in
        [json!(null), json!(0), json!(u64::MAX), json!(-1.5), json!("x"), json!(""), json!([]), json!({}), json!(true)]
    {
        change(&|place| *place = value.clone());
    }
    change(&|place| {
        if let Value::Array(items) = place {
            items.extend(items.first().cloned());
        }
    });
    change(&|place| {
        if let Value::Array(items) = place {
            items.reverse();
        }
    });
    change(&|place| {
        if let Value::Array(items) = place {
            items.pop();
        }
    });
    change(&|place| {
        if let Value::Object(members) = place {
            *members = members.clone().into_iter().skip(1).collect::<Map<_, _>>();
        }
    });
    change(&|place| {
        if let Value::Object(members) = place {
            members.insert("unknown".to_owned(), json!(1));
        }
    });
    changed
}

/// Whether the turn goes on as it has to: whoever is asked next is sent a conversation in which all calls are answered.
fn goes_on(mut turn: Turn) {
    let tools = tools();
    let Ok(step) = turn.resume(&tools) else { return };
    let step = advance(&mut turn, &tools, step);
    if matches!(step, TurnStep::Suspended) {
        let ids: Vec<_> = turn.pending_approvals().map(|call| call.id.clone()).collect();
        for id in ids {
            turn.decide(&id, ToolCallDecision::Deny("no".to_owned())).unwrap();
        }
        let step = turn.resume(&tools).unwrap();
        advance(&mut turn, &tools, step);
    }
    validate_messages::check(&turn.prompt().messages).unwrap();
}

#[test]
fn a_stored_turn_that_was_altered_anywhere_is_refused_or_goes_on_as_a_turn_has_to() {
    let (mut refused, mut read) = (0, 0);
    for turn in [suspended(), ended()] {
        let stored = stored(&turn);
        let mut found = Vec::new();
        places(&stored, "", &mut found);
        for at in &found {
            for altered in changes(&stored, at) {
                match serde_json::from_value::<Turn>(altered) {
                    Ok(turn) => {
                        goes_on(turn);
                        read += 1;
                    }
                    Err(error) => {
                        let error = error.to_string();
                        let is_about_version = error.contains("is stored in version ");
                        assert!(is_about_version || error.contains('`'), "{at}: {error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 500 && read > 100, "{refused} refused, {read} read");
}

#[test]
fn a_stored_turn_that_was_not_altered_is_read_whatever_the_order_of_its_names() {
    fn reversed(value: Value) -> Value {
        match value {
            Value::Object(members) => members.into_iter().rev().map(|(name, value)| (name, reversed(value))).collect(),
            Value::Array(items) => items.into_iter().map(reversed).collect(),
            other => other,
        }
    }
    let stored = stored(&suspended());

    let turn: Turn = serde_json::from_value(reversed(stored.clone())).unwrap();

    assert_eq!(serde_json::to_value(&turn).unwrap(), stored);
}

#[test]
fn a_stored_turn_that_lost_or_gained_a_field_at_any_depth_is_refused_with_the_place() {
    let turn = suspended();
    let without = |at: &str, name: &str| {
        let taken = |turn: &mut Value| drop(turn.pointer_mut(at).unwrap().as_object_mut().unwrap().remove(name));
        refusal(altered(&turn, taken))
    };
    let with = |at: &str| refusal(altered(&turn, |turn| turn.pointer_mut(at).unwrap()["more"] = 1.into()));

    // Each has a default, which would undo what was asked for.
    for (at, name, place) in [
        ("/limits", "max_rounds", "limits.max_rounds"),
        ("/limits", "max_calls_of", "limits.max_calls_of"),
        ("/options", "tool_choice", "options.tool_choice"),
        ("/rounds/0", "cache_read_tokens", "rounds[0].cache_read_tokens"),
    ] {
        assert_eq!(without(at, name), format!("the stored turn is damaged: missing field `{place}`"));
    }
    for (at, place) in [
        ("/limits", "limits.more"),
        ("/messages/1", "messages[1].more"),
        ("/messages/2/parts/0", "messages[2].parts[0].more"),
        ("/pending/1/call", "pending[1].call.more"),
        ("/tracker", "tracker.more"),
    ] {
        assert_eq!(with(at), format!("the stored turn is damaged: unknown field `{place}`"));
    }
    assert_eq!(
        refusal(altered(&turn, |turn| turn["limits"] = json!([1, 2]))),
        "the stored turn is damaged: `limits` does not have the form of a stored turn"
    );
}

#[test]
fn a_stored_turn_is_read_back_with_each_number_of_its_options() {
    for temperature in [0.0, 0.1, 0.2, 0.7, 1.0, 1.3, f64::MIN_POSITIVE, f64::MAX] {
        let mut turn = suspended();
        turn.prompt.options.temperature = Some(temperature);
        turn.prompt.options = turn.prompt.options.with_extra("top", 0.1).with_extra("big", u64::MAX);

        let text = serde_json::to_string(&turn).unwrap();
        // As a store does that knows no difference between `1.0` and `1`.
        let read: Turn = serde_json::from_str(&text.replace("1.0,", "1,")).unwrap();

        assert_eq!(read.prompt().options, turn.prompt.options);
    }
}
