//! The example `chat`: Ctrl-C cancels the turn, and the conversation continues.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

/// A running example, whose output is read while it runs.
struct Chat {
    process: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: ChildStderr,
}

impl Chat {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_chat_example"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output, errors) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        Self { process, input, output: output.unwrap(), errors: errors.unwrap() }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn interrupt(&self) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }
}

/// Reads up to these words, and returns what was read.
fn read_to(output: &mut impl Read, words: &str) -> String {
    let (mut text, mut byte) = (Vec::new(), [0]);
    while !text.ends_with(words.as_bytes()) {
        assert_eq!(output.read(&mut byte).unwrap(), 1, "the output ends before {words:?}");
        text.extend(byte);
    }
    String::from_utf8(text).unwrap()
}

#[test]
fn an_interrupt_cancels_the_turn_and_the_conversation_continues() {
    let mut chat = Chat::start();
    chat.type_line("Count to 100000.");
    read_to(&mut chat.output, "[3 of 100000]");

    chat.interrupt();
    let cancelled = read_to(&mut chat.output, "\n> ");
    chat.type_line("Count to 2.");
    let counted = read_to(&mut chat.output, "\n> ");
    drop(chat.input.take());

    assert!(cancelled.contains("was interrupted; it may or may not have completed"), "{cancelled}");
    assert!(cancelled.ends_with("[the turn ended: Cancelled]\n> "), "{cancelled}");
    assert!(counted.contains("[count: counted to 2]"), "{counted}");
    assert!(chat.process.wait().unwrap().success());
}

#[test]
fn an_interrupt_between_turns_does_not_end_the_program() {
    let mut chat = Chat::start();
    chat.type_line("Hello!");
    read_to(&mut chat.output, "send a mail.\n> ");

    chat.interrupt();
    read_to(&mut chat.errors, "Ctrl-D ends the program.\n");
    chat.type_line("Count to 1.");

    read_to(&mut chat.output, "[count: counted to 1]");
    drop(chat.input.take());
    assert!(chat.process.wait().unwrap().success());
}
