//! A conversation on the terminal: the answer is streamed while tools run, and Ctrl-C cancels the turn, not the program.
//!
//! `cargo run --example chat` reads one message from each line of standard input; Ctrl-D ends it. With `-- --json` it prints each
//! event as one line of JSON, for other programs: `docs/events.md`. The model is scripted, so no key is needed.
//!
//! `cargo run --example chat <examples/chat.in` prints `chat.out`, with `-- --json` `chat.jsonl`.
#![allow(clippy::print_stderr, reason = "an example prints")]

mod chat_model;
mod chat_tools;
mod titanic_data;

use std::error::Error;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::pin::pin;
use std::process::ExitCode;
use std::thread;

use tokio::signal::ctrl_c;
use tokio::sync::mpsc;
use tool_core::chat::Messages;
use tool_core::client::{ChatClientResponse, ChatEvent, ChatStream};
use tool_core::turn::{ToolCallDecision, TurnEnd};
use tool_core::{ChatClient, ChatError, RegisteredTools};

use chat_model::ScriptedModel;

/// Where messages come from and events go.
struct Terminal {
    lines: mpsc::UnboundedReceiver<String>,
    /// Whether a person types; else the lines are printed, so that the output is the whole conversation.
    is_interactive: bool,
    is_json: bool,
    /// Whether the last line has no end yet.
    is_line_open: bool,
}

impl Terminal {
    fn new(is_json: bool) -> Self {
        let (sender, lines) = mpsc::unbounded_channel();
        // A separate thread, because reading a line cannot be cancelled.
        thread::spawn(move || io::stdin().lock().lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { lines, is_interactive: io::stdin().is_terminal(), is_json, is_line_open: false }
    }

    /// Prints `prompt` and reads a line; `None` at the end of the input.
    async fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if !self.is_json {
            let start = if self.is_line_open { "\n" } else { "" };
            self.write(&format!("{start}{prompt}"))?;
        }
        let line = loop {
            tokio::select! {
                line = self.lines.recv() => break line,
                _ = ctrl_c() => eprintln!("Ctrl-D ends the program."),
            }
        };
        let is_echoed = self.is_interactive && line.is_some();
        if !self.is_json && !is_echoed {
            self.write_line(line.as_deref().unwrap_or_default())?;
        }
        self.is_line_open = false;
        Ok(line)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.is_line_open = !text.ends_with('\n');
        // Not `print!`, which panics when the reader of the output is gone.
        let mut output = io::stdout().lock();
        output.write_all(text.as_bytes())?;
        output.flush()
    }

    fn write_line(&mut self, text: &str) -> io::Result<()> {
        self.write(&format!("{text}\n"))
    }

    /// A line about what happens, between the text of the model.
    fn note(&mut self, text: &str) -> io::Result<()> {
        if self.is_line_open {
            self.write("\n")?;
        }
        self.write_line(&format!("[{text}]"))
    }

    fn show(&mut self, event: &ChatEvent) -> io::Result<()> {
        if self.is_json {
            let line = serde_json::to_string(event)?;
            return self.write_line(&line);
        }
        match event {
            ChatEvent::Text { text, .. } | ChatEvent::Refusal { text, .. } => self.write(text),
            ChatEvent::ToolStarted { name, .. } => self.note(&format!("{name} runs")),
            ChatEvent::ToolProgress { progress, .. } => self.note(progress.message.as_deref().unwrap_or("...")),
            ChatEvent::ToolFinished { response, .. } => self.note(&format!("{}: {}", response.name, response.text)),
            ChatEvent::Finished { end: TurnEnd::Answered(_), .. } => self.write("\n"),
            ChatEvent::Finished { end, .. } => self.note(&format!("the turn ended: {end:?}")),
            ChatEvent::Failed { message, .. } => self.note(&format!("the turn failed: {message}")),
            _ => Ok(()),
        }
    }

    /// Shows a turn, and cancels it at Ctrl-C. A cancelled turn ends with a response as well.
    async fn run(&mut self, mut stream: ChatStream) -> io::Result<Result<ChatClientResponse, ChatError>> {
        let handle = stream.cancellation_handle();
        let mut interrupt = pin!(ctrl_c());
        loop {
            tokio::select! {
                event = stream.next() => match event {
                    Some(event) => self.show(&event)?,
                    None => return Ok(stream.response().await),
                },
                _ = &mut interrupt, if !handle.is_cancelled() => handle.cancel(),
            }
        }
    }

    /// Runs a turn, and asks a person about calls that need approval.
    async fn run_with_approval(
        &mut self,
        client: &ChatClient,
        stream: ChatStream,
    ) -> io::Result<Result<ChatClientResponse, ChatError>> {
        let mut result = self.run(stream).await?;
        loop {
            let response = match result {
                Ok(response) if response.end() == &TurnEnd::Suspended => response,
                result => return Ok(result),
            };
            let Some(turn) = response.into_suspended_turn() else { return Err(io::Error::other("no suspended turn")) };
            let mut decisions = Vec::new();
            for call in turn.pending_approvals() {
                let question = format!("Run {} with {}? (y/n) ", call.name, call.arguments);
                let is_approved = self.read(&question).await?.is_some_and(|line| line.trim() == "y");
                let denied = || ToolCallDecision::Deny("the user declined".to_owned());
                let decision = if is_approved { ToolCallDecision::Approve } else { denied() };
                decisions.push((call.id.clone(), decision));
            }
            result = self.run(client.resume(turn, decisions).stream()).await?;
        }
    }
}

/// Holds the conversation until the end of the input.
async fn converse(is_json: bool) -> Result<(), Box<dyn Error>> {
    let model = ScriptedModel { is_slow: io::stdin().is_terminal() };
    let client = ChatClient::builder(model).default_tools(RegisteredTools::all()).build();
    let mut terminal = Terminal::new(is_json);
    if !is_json {
        terminal.write_line("Ask for passengers of the Titanic, a count to a number, or a mail.")?;
    }
    let mut messages = Messages::new();
    while let Some(line) = terminal.read("> ").await? {
        let stream = client.prompt(line).messages(messages).stream();
        // Both have the conversation so far, in which each call has a response.
        messages = match terminal.run_with_approval(&client, stream).await? {
            Ok(response) => response.messages().clone(),
            Err(error) => error.messages().clone(),
        };
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let is_json = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--json"] => true,
        _ => {
            eprintln!("usage: chat [--json]");
            return ExitCode::FAILURE;
        }
    };
    match converse(is_json).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
