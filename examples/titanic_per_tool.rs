//! Another format for each tool: by name, and by a converter defined here. A `LoggingAdvisor` prints the exchange.
//!
//! `cargo run --example titanic_per_tool`

mod titanic_data;

use titanic_data::{Passenger, read_passengers, table_path};
use tool_core::advisors::LoggingAdvisor;
use tool_core::formats::{TiktokenCounter, convert};
use tool_core::output::ConversionError;
use tool_core::{
    ChatClient, ChatResponse, Format, Message, ScriptedChatModel, ToolCall, ToolCallResultConverter, ToolContext,
    ToolDefinition, ToolOutput, tool, tools,
};

/// Writes TOON from JSON: a converter can change the text of another converter.
struct ToonToolCallResultConverter<C> {
    delegate: C,
}

impl<C: ToolCallResultConverter> ToolCallResultConverter for ToonToolCallResultConverter<C> {
    fn convert(&self, output: &ToolOutput, tool: &ToolDefinition) -> Result<String, ConversionError> {
        let json = self.delegate.convert(output, tool)?;
        Ok(convert(&json, Format::Json, Format::Toon)?)
    }
}

/// Get random titanic passengers.
#[tool(result_converter = Format::Toon)]
fn random_titanic_toon(
    /// Number of records to return
    count: usize,
    ctx: &ToolContext,
) -> Result<Vec<Passenger>, &'static str> {
    pick(count, ctx)
}

/// Get random titanic passengers, by way of JSON.
#[tool(result_converter = ToonToolCallResultConverter { delegate: Format::Json })]
fn random_titanic_delegating(
    /// Number of records to return
    count: usize,
    ctx: &ToolContext,
) -> Result<Vec<Passenger>, &'static str> {
    pick(count, ctx)
}

/// Get random titanic passengers, in the format of the client.
#[tool]
fn random_titanic(
    /// Number of records to return
    count: usize,
    ctx: &ToolContext,
) -> Result<Vec<Passenger>, &'static str> {
    pick(count, ctx)
}

/// The table and the seed that the tools draw with.
struct Draw {
    passengers: Vec<Passenger>,
    seed: u64,
}

/// Draws `count` passengers. A seed always draws the same ones, so that the output can be compared.
fn pick(count: usize, context: &ToolContext) -> Result<Vec<Passenger>, &'static str> {
    let draw = context.get::<Draw>().ok_or("there is no table to draw from")?;
    let mut state = draw.seed;
    let next = |_| {
        // A linear congruential step (Knuth, MMIX): its numbers never change, unlike those of a library.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or_default() % draw.passengers.len().max(1)
    };
    Ok((0..count).map(next).filter_map(|index| draw.passengers.get(index)).cloned().collect())
}

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stdout, reason = "an example prints")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tool_names = ["random_titanic_toon", "random_titanic_delegating", "random_titanic"];
    let model = ScriptedChatModel::new()
        .with_token_counter(TiktokenCounter::o200k_base())
        .step(move |_| {
            let call = |name| ToolCall::new(format!("call_{name}"), name, r#"{"count":2}"#);
            ChatResponse::tool_calls(tool_names.map(call))
        })
        .step(|prompt| {
            let responses = prompt.messages.last().map(Message::tool_responses).unwrap_or_default();
            ChatResponse::text(format!("I have read {} tool responses.", responses.len()))
        });
    let client = ChatClient::builder(model)
        .default_format(Format::Csv)
        .default_advisor(LoggingAdvisor::new(|entry| println!("{entry}\n")))
        .build();
    let draw = Draw { passengers: read_passengers(&table_path())?, seed: 1912 };

    println!("The model is scripted: its two answers are written in this example.\n");
    let answer = client
        .prompt("Please show me 2 random Titanic passengers, three times.")
        .tools(tools![random_titanic_toon, random_titanic_delegating, random_titanic])
        .tool_context(ToolContext::new().with(draw))
        .call()
        .await?;

    println!("ANSWER: {}", answer.content());
    println!("TOKENS of both rounds: {}", answer.usage().total_tokens());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tool_core::ToolSet;
    use tool_core::execution::ToolCallingManager;

    #[tokio::test(flavor = "current_thread")]
    async fn a_converter_that_delegates_to_json_writes_what_the_format_writes() {
        let tools = ToolSet::build(&tools![random_titanic_toon, random_titanic_delegating]).unwrap();
        let calls = ["random_titanic_toon", "random_titanic_delegating"]
            .map(|name| ToolCall::new(name, name, r#"{"count":3}"#));
        let draw = Draw { passengers: read_passengers(&table_path()).unwrap(), seed: 7 };

        let result = ToolCallingManager::new().execute(&calls, &tools, &ToolContext::new().with(draw)).await;

        assert!(result.responses()[0].text.starts_with("[3]{PassengerId,"));
        assert_eq!(result.responses()[0].text, result.responses()[1].text);
    }
}
