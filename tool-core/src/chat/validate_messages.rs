//! Checks that a conversation can be sent, before a provider refuses it.

use std::fmt;
use std::sync::Arc;

use crate::chat::assistant_message::AssistantMessage;
use crate::chat::message::Message;
use crate::chat::messages::Messages;
use crate::chat::tool_call::ToolResponse;
use crate::error::display::EscapedName;

/// What is wrong with a message, and its number; the first is 1.
#[derive(Debug)]
pub(crate) struct HistoryFault {
    number: usize,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Empty,
    /// The message has tool responses, and the one before it has no tool calls.
    NoCalls,
    /// The message after this one is not a tool message, or there is none.
    Unanswered {
        id: String,
    },
    /// The message has no response for a call of the one before it.
    Missing {
        id: String,
    },
    /// The message has a response to a call that the one before it does not have.
    Foreign {
        id: String,
    },
    Order {
        id: String,
        expected: String,
    },
    OtherTool {
        id: String,
        name: String,
        called: String,
    },
}

impl HistoryFault {
    /// Whether a message is empty.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self.reason, Reason::Empty)
    }
}

impl fmt::Display for HistoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, reason } = self;
        match reason {
            Reason::Empty => write!(f, "message {number} is empty: it has neither text nor tool calls"),
            Reason::NoCalls => {
                write!(f, "message {number} has tool responses, but the message before it has no tool calls")
            }
            Reason::Unanswered { id } => write!(
                f,
                "message {number} has tool calls, but no message with their responses follows it (call `{}`)",
                EscapedName(id)
            ),
            Reason::Missing { id } => {
                write!(
                    f,
                    "message {number} has no response for the call `{}` of the message before it",
                    EscapedName(id)
                )
            }
            Reason::Foreign { id } => write!(
                f,
                "message {number} has a response for the call `{}`, which the message before it does not have",
                EscapedName(id)
            ),
            Reason::Order { id, expected } => write!(
                f,
                "message {number} has the response for the call `{}` in the place of that for `{}`: responses must be in the \
                 order of the calls",
                EscapedName(id),
                EscapedName(expected)
            ),
            Reason::OtherTool { id, name, called } => write!(
                f,
                "message {number} has a response of the tool `{}` for the call `{}`, which is a call of `{}`",
                EscapedName(name),
                EscapedName(id),
                EscapedName(called)
            ),
        }
    }
}

/// Checks that no message is empty, and that each tool call has its response, in the order of the calls.
pub(crate) fn check(messages: &Messages) -> Result<(), HistoryFault> {
    match open_calls(messages)? {
        Some(assistant) => Err(unanswered(messages.len(), assistant)),
        None => Ok(()),
    }
}

/// The last message if it calls tools, whose responses are missing, after a check of all messages before.
pub(crate) fn open_calls(messages: &Messages) -> Result<Option<&AssistantMessage>, HistoryFault> {
    let mut open = None;
    for (index, message) in messages.iter().enumerate() {
        if let Message::Tool(tool) = message {
            answered(open, tool.responses()).map_err(|reason| HistoryFault { number: index + 1, reason })?;
            open = None;
            continue;
        }
        if let Some(assistant) = open {
            return Err(unanswered(index, assistant));
        }
        if message.is_empty() {
            return Err(HistoryFault { number: index + 1, reason: Reason::Empty });
        }
        open = match message {
            Message::Assistant(assistant) if assistant.has_tool_calls() => Some(assistant),
            _ => None,
        };
    }
    Ok(open)
}

fn unanswered(number: usize, assistant: &AssistantMessage) -> HistoryFault {
    let id = assistant.tool_calls().next().map_or(String::new(), |call| call.id.clone());
    HistoryFault { number, reason: Reason::Unanswered { id } }
}

/// Checks that these are the responses to the calls of this message. Ids may be equal, as those of some models are: then the
/// order decides.
fn answered(assistant: Option<&AssistantMessage>, responses: &[Arc<ToolResponse>]) -> Result<(), Reason> {
    let Some(assistant) = assistant else { return Err(Reason::NoCalls) };
    let mut calls = assistant.tool_calls();
    for response in responses {
        let id = || response.id.clone();
        let Some(call) = calls.next() else { return Err(Reason::Foreign { id: id() }) };
        if call.id != response.id {
            let id = id();
            let is_known = assistant.tool_calls().any(|call| call.id == id);
            let is_answered = responses.iter().any(|response| response.id == call.id);
            return Err(match (is_known, is_answered) {
                (false, _) => Reason::Foreign { id },
                (true, true) => Reason::Order { id, expected: call.id.clone() },
                (true, false) => Reason::Missing { id: call.id.clone() },
            });
        }
        if call.name != response.name {
            return Err(Reason::OtherTool { id: id(), name: response.name.clone(), called: call.name.clone() });
        }
    }
    match calls.next() {
        Some(call) => Err(Reason::Missing { id: call.id.clone() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::chat::assistant_message::AssistantMessage;
    use crate::chat::message::Message;
    use crate::chat::messages::Messages;
    use crate::chat::tool_call::{ToolCall, ToolResponse};

    fn call(id: &str) -> ToolCall {
        ToolCall::new(id, "add", "{}")
    }

    fn calls(ids: &[&str]) -> Message {
        let tool_calls = ids.iter().map(|id| call(id));
        Message::Assistant(AssistantMessage::default().with_tool_calls(tool_calls))
    }

    fn responses(ids: &[&str]) -> Message {
        Message::tool(ids.iter().map(|id| ToolResponse::new(&call(id), "1")))
    }

    fn fault(messages: &[Message]) -> String {
        check(&messages.iter().cloned().collect::<Messages>()).unwrap_err().to_string()
    }

    #[test]
    fn a_conversation_in_which_each_call_has_its_response_is_fine() {
        let messages = [
            Message::system("Be kind."),
            Message::user("?"),
            calls(&["1", "2"]),
            responses(&["1", "2"]),
            calls(&["1", "1"]),
            responses(&["1", "1"]),
            Message::assistant("Done."),
            Message::user("And?"),
        ];

        assert!(check(&Messages::from(messages)).is_ok());
        assert!(check(&Messages::new()).is_ok());
    }

    #[test]
    fn an_empty_message_is_named_by_its_number() {
        for empty in [Message::user(""), Message::user(" \n"), Message::assistant(""), Message::system("")] {
            let sentence = "message 2 is empty: it has neither text nor tool calls";
            assert_eq!(fault(&[Message::user("?"), empty]), sentence);
        }
    }

    #[test]
    fn a_call_without_a_response_is_named_by_its_message() {
        let sentence = "message 1 has tool calls, but no message with their responses follows it (call `a`)";

        assert_eq!(fault(&[calls(&["a", "b"])]), sentence);
        assert_eq!(fault(&[calls(&["a"]), Message::user("?")]), sentence);
        assert_eq!(fault(&[calls(&["a"]), calls(&["b"]), responses(&["b"])]), sentence);
    }

    #[test]
    fn responses_without_calls_are_named_by_their_message() {
        let sentence = "message 2 has tool responses, but the message before it has no tool calls";

        assert_eq!(fault(&[Message::user("?"), responses(&["a"])]), sentence);
        assert_eq!(fault(&[Message::assistant("!"), responses(&[])]), sentence);
        assert_eq!(
            fault(&[calls(&["a"]), responses(&["a"]), responses(&["a"])]),
            "message 3 has tool responses, but the message before it has no tool calls"
        );
    }

    #[test]
    fn responses_of_other_calls_too_few_too_many_or_in_another_order_are_named() {
        let missing = |id| format!("message 2 has no response for the call `{id}` of the message before it");
        let foreign =
            |id| format!("message 2 has a response for the call `{id}`, which the message before it does not have");

        assert_eq!(fault(&[calls(&["a", "b"]), responses(&["a"])]), missing("b"));
        assert_eq!(fault(&[calls(&["a", "b"]), responses(&["b"])]), missing("a"));
        assert_eq!(fault(&[calls(&["a"]), responses(&[])]), missing("a"));
        assert_eq!(fault(&[calls(&["a"]), responses(&["b"])]), foreign("b"));
        assert_eq!(fault(&[calls(&["a"]), responses(&["a", "a"])]), foreign("a"));
        assert_eq!(
            fault(&[calls(&["a", "b"]), responses(&["b", "a"])]),
            "message 2 has the response for the call `b` in the place of that for `a`: responses must be in the order of the \
             calls"
        );
    }

    #[test]
    fn a_response_of_another_tool_is_named() {
        let responses = vec![ToolResponse::new(&ToolCall::new("a", "divide", ""), "1")];

        assert_eq!(
            fault(&[calls(&["a"]), Message::tool(responses)]),
            "message 2 has a response of the tool `divide` for the call `a`, which is a call of `add`"
        );
    }
}
