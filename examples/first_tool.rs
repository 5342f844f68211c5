//! The first program of the README: one tool, called by a scripted model.
//!
//! `cargo run --example first_tool`; its output is in `first_tool.out`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use tool_core::{
    ChatClient, ChatError, ChatResponse, Format, Message, ScriptedChatModel, ToolCall, ToolResult, tool, tools,
};

#[derive(ToolResult)]
struct Passenger {
    name: &'static str,
    age: Option<f64>,
}

/// Get titanic passengers.
#[tool]
fn titanic_passengers(
    /// Number of records to return
    count: usize,
) -> Vec<Passenger> {
    let passengers = [
        Passenger { name: "Braund, Mr. Owen Harris", age: Some(22.0) },
        Passenger { name: "Moran, Mr. James", age: None },
    ];
    passengers.into_iter().take(count).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ChatError> {
    // First the model calls the tool, then it answers. A live model implements the same trait, `ChatModel`.
    let model = ScriptedChatModel::new()
        .step(|_| ChatResponse::tool_calls([ToolCall::new("call_1", "titanic_passengers", r#"{"count":2}"#)]))
        .says("Here are two passengers.");

    let response = ChatClient::new(model)
        .prompt("Please show me 2 Titanic passengers")
        .tools(tools![titanic_passengers].with_format(Format::Toon))
        .call()
        .await?;

    for tool_response in response.messages().iter().flat_map(Message::tool_responses) {
        println!("The model reads:\n{}\n", tool_response.text);
    }
    println!("The model answers:\n{}", response.content());
    Ok(())
}
