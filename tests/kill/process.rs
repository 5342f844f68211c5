//! Runs one turn, and stores it before each step: `tests/kill.rs` kills this process in the middle of a tool.
//!
//! Its arguments are a folder, and the tool that does not return, if any.
#![allow(clippy::indexing_slicing, reason = "a program of a test")]

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tool_core::execution::ToolCallingManager;
use tool_core::turn::{ToolCallLimits, Turn, TurnStep};
use tool_core::{
    ChatError, ChatModel, ChatResponse, Message, Prompt, ScriptedChatModel, ToolCall, ToolContext, ToolSet, tool, tools,
};

/// Where this process keeps what outlives it.
struct Folder {
    path: PathBuf,
    /// The tool that does not return.
    hangs_in: Option<String>,
}

impl Folder {
    /// Writes a line that a killed process leaves behind.
    fn note(&self, tool: &str) -> std::io::Result<()> {
        let mut ledger = OpenOptions::new().create(true).append(true).open(self.path.join("ledger"))?;
        writeln!(ledger, "{tool}")?;
        ledger.sync_all()?;
        while self.hangs_in.as_deref() == Some(tool) {
            std::thread::park();
        }
        Ok(())
    }

    /// The last complete version survives.
    fn store(&self, name: &str, value: &impl serde::Serialize) -> Result<(), Box<dyn Error>> {
        let new = self.path.join("new");
        fs::write(&new, serde_json::to_vec(value)?)?;
        fs::rename(new, self.path.join(name))?;
        Ok(())
    }
}

/// The price of a thing.
#[tool(read_only)]
fn price(thing: &str, #[tool_param(context)] folder: &Folder) -> std::io::Result<usize> {
    folder.note("price")?;
    Ok(thing.len())
}

/// Charges the card.
#[tool]
fn charge(amount: u32, #[tool_param(context)] folder: &Folder) -> std::io::Result<String> {
    folder.note("charge")?;
    Ok(format!("charged {amount}"))
}

/// Sets the address. To set it again changes nothing.
#[tool(idempotent)]
fn set_address(address: &str, #[tool_param(context)] folder: &Folder) -> std::io::Result<String> {
    folder.note("set_address")?;
    Ok(format!("sent to {address}"))
}

/// Calls each tool, then says what they returned. A model has no state: the messages say how far the turn is.
fn model() -> ScriptedChatModel {
    ScriptedChatModel::new().step(|prompt| {
        let responses = prompt.messages.last().map_or(&[][..], Message::tool_responses);
        if responses.is_empty() {
            return ChatResponse::tool_calls([
                ToolCall::new("1", "price", r#"{"thing":"lamp"}"#),
                ToolCall::new("2", "charge", r#"{"amount":4}"#),
                ToolCall::new("3", "set_address", r#"{"address":"Bern"}"#),
            ]);
        }
        let texts: Vec<_> = responses.iter().map(|response| response.text.as_str()).collect();
        ChatResponse::text(texts.join(" | "))
    })
}

fn stored(path: &Path) -> Option<Turn> {
    serde_json::from_slice(&fs::read(path.join("turn.json")).ok()?).ok()
}

async fn ask(prompt: &Prompt) -> Result<ChatResponse, ChatError> {
    model().call(prompt).await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = PathBuf::from(arguments.next().ok_or("the folder is missing")?);
    let tool_set = ToolSet::build(&tools![price, charge, set_address])?;
    let (mut turn, mut step) = if let Some(mut turn) = stored(&path) {
        let step = turn.resume(&tool_set)?;
        (turn, step)
    } else {
        let prompt = Prompt::new([Message::user("Buy the lamp.")]).with_tools(&tool_set);
        (Turn::new(prompt, ToolCallLimits::default()), TurnStep::AskModel)
    };
    let context = ToolContext::new().with(Folder { path, hangs_in: arguments.next() });
    let folder = context.get::<Folder>().ok_or("the folder is missing")?;
    let manager = ToolCallingManager::new();
    loop {
        folder.store("turn.json", &turn)?;
        step = match step {
            TurnStep::AskModel => turn.on_model_response(ask(turn.prompt()).await?),
            TurnStep::RunTools(calls) => {
                let result = manager.execute_in_turn(&calls, &tool_set, &context, turn.memory()).await;
                turn.on_tool_results(result)
            }
            TurnStep::Failed(error) => return Err(error.into()),
            _ => break,
        };
    }
    folder.store("messages.json", &turn.prompt().messages)
}
