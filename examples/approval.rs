//! A person decides about a tool call: the turn is suspended, stored as JSON, and resumed in another process.
//!
//! `cargo run --example approval`; its output is in `approval.out`. The model is scripted.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use serde_json::json;
use tool_core::turn::{ToolCallDecision, Turn, TurnEnd};
use tool_core::{ChatClient, ChatResponse, Message, ScriptedChatModel, ToolCall, tool, tools};

/// Sends a mail.
#[tool(approval)]
fn send_mail(
    /// Recipient
    to: &str,
    /// Text
    text: &str,
) -> String {
    format!("sent {} characters to {to}", text.chars().count())
}

/// Sends two mails at once, then reports the results.
fn model() -> ScriptedChatModel {
    ScriptedChatModel::new()
        .step(|_| {
            let mail = |id, to| ToolCall::new(id, "send_mail", json!({ "to": to, "text": "At 5?" }).to_string());
            ChatResponse::tool_calls([mail("call_1", "ada"), mail("call_2", "all")])
        })
        .step(|prompt| {
            let responses = prompt.messages.last().map_or(&[][..], Message::tool_responses);
            let texts: Vec<_> = responses.iter().map(|response| response.text.as_str()).collect();
            ChatResponse::text(texts.join("; "))
        })
}

/// Asks, and returns the suspended turn as JSON.
async fn ask(client: &ChatClient) -> Result<String, Box<dyn Error>> {
    let response = client.prompt("Invite Ada and all others.").call().await?;
    assert_eq!(response.end(), &TurnEnd::Suspended);
    Ok(serde_json::to_string(&response.suspended_turn())?)
}

/// Applies the person's decisions, and resumes the turn.
async fn answer(client: &ChatClient, stored: &str) -> Result<String, Box<dyn Error>> {
    let turn: Turn = serde_json::from_str(stored)?;
    let mut decisions = Vec::new();
    for call in turn.pending_approvals() {
        println!("{} wants to run with {}", call.name, call.arguments);
        let decision = if call.arguments.contains(r#""to":"all""#) {
            ToolCallDecision::Deny("mails to everyone are not allowed".to_owned())
        } else {
            ToolCallDecision::Approve
        };
        decisions.push((call.id.clone(), decision));
    }
    let response = client.resume(turn, decisions).call().await?;
    Ok(response.content().to_owned())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let client = ChatClient::builder(model()).default_tools(tools![send_mail]).build();

    let stored = ask(&client).await?;
    println!("The turn waits, as JSON.");
    println!("The model: {}", answer(&client, &stored).await?);
    Ok(())
}
