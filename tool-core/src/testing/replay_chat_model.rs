//! `ReplayChatModel`: a model that plays a recording.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::advisors::recording::{Recording, Reply};
use crate::advisors::redactor::Redactor;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_model::ChatModel;
use crate::chat::chat_response::ChatResponse;
use crate::chat::message::Message;
use crate::chat::messages::Messages;
use crate::chat::prompt::Prompt;
use crate::chat::tool_call::ToolResponse;
use crate::error::display::EscapedName;

/// How many characters of a text an error shows.
const SHOWN: usize = 60;

/// A model that plays a [`Recording`], offline: for an example, see
/// [`RecordingAdvisor`](crate::advisors::RecordingAdvisor).
///
/// Each exchange must have the messages of the recorded one, byte for byte, tool results included; then its reply is the recorded
/// one. Message ids, media and errors count; what is not part of the messages, such as the definitions of the tools, does not.
/// Clones play the same recording together.
#[derive(Clone)]
pub struct ReplayChatModel {
    recording: Arc<Recording>,
    redactor: Redactor,
    played: Arc<Mutex<Played>>,
}

#[derive(Default)]
struct Played {
    exchanges: usize,
    /// The messages of the last recorded exchange.
    recorded: Messages,
}

impl ReplayChatModel {
    /// A model that plays `recording` from its beginning.
    #[must_use]
    pub fn new(recording: Recording) -> Self {
        Self { recording: Arc::new(recording), redactor: Redactor::default(), played: Arc::default() }
    }

    /// Passes the texts of each prompt through `redactor` before they are compared: the one of the recording, when the tools
    /// return the secrets again.
    #[must_use]
    pub fn with_redactor(self, redactor: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        Self { redactor: Redactor::new(redactor), ..self }
    }

    /// Whether all exchanges of the recording were played.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.played.lock().unwrap_or_else(PoisonError::into_inner).exchanges == self.recording.len()
    }

    fn play(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        let count = self.recording.len();
        let Some(exchange) = self.recording.exchanges.get(played.exchanges) else {
            let sentence = format!("the recording has {count} exchanges, and the model was asked for one more");
            return Err(ChatError::model(sentence));
        };
        let mut recorded = played.recorded.clone();
        recorded.truncate(exchange.repeats);
        recorded.extend(exchange.messages.clone());
        let number = played.exchanges + 1;
        if let Some(difference) = self.difference(&recorded, &prompt.messages) {
            return Err(ChatError::model(format!("exchange {number} differs from the recording in {difference}")));
        }
        played.exchanges = number;
        played.recorded = recorded;
        match &exchange.reply {
            Reply::Response(response) => Ok(ChatResponse::clone(response)),
            Reply::Error(sentence) => Err(ChatError::model(sentence.clone())),
        }
    }

    fn difference(&self, recorded: &Messages, found: &Messages) -> Option<String> {
        let pairs = recorded.iter().zip(found).enumerate();
        for (index, (recorded, found)) in pairs {
            let found = self.redactor.message(found);
            if *recorded != found {
                return Some(format!("message {}{}", index + 1, difference_of(recorded, &found)));
            }
        }
        let (recorded, found) = (recorded.len(), found.len());
        (recorded != found).then(|| format!("the number of messages: recorded {recorded}, found {found}"))
    }
}

/// Where two messages differ.
fn difference_of(recorded: &Message, found: &Message) -> String {
    if let (Message::Tool(recorded), Message::Tool(found)) = (recorded, found) {
        let pairs = recorded.responses().iter().zip(found.responses());
        let different = pairs.into_iter().find(|(recorded, found)| recorded != found);
        if let Some((recorded, found)) = different {
            return of_responses(recorded, found);
        }
    }
    if recorded.text() != found.text() {
        return of_texts(&recorded.text(), &found.text());
    }
    let json = |message: &Message| serde_json::to_string(message).unwrap_or_default();
    of_texts(&json(recorded), &json(found))
}

fn of_responses(recorded: &ToolResponse, found: &ToolResponse) -> String {
    let place = format!(", tool `{}`", EscapedName(&found.name));
    if recorded.text != found.text {
        return place + &of_texts(&recorded.text, &found.text);
    }
    let json = |response: &ToolResponse| serde_json::to_string(response).unwrap_or_default();
    place + &of_texts(&json(recorded), &json(found))
}

/// The first character that differs, and both texts from shortly before it.
fn of_texts(recorded: &str, found: &str) -> String {
    let same = recorded.chars().zip(found.chars()).take_while(|(recorded, found)| recorded == found).count();
    let shown = |text: &str| {
        let start = same.saturating_sub(SHOWN / 3);
        let begins = if start > 0 { "..." } else { "" };
        let shown: String = text.chars().skip(start).take(SHOWN).collect();
        let ends = if text.chars().count() > start + SHOWN { "..." } else { "" };
        format!("`{begins}{shown}{ends}`")
    };
    format!(", at character {}: recorded {}, found {}", same + 1, shown(recorded), shown(found))
}

impl ChatModel for ReplayChatModel {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        self.play(prompt)
    }
}

impl fmt::Debug for ReplayChatModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplayChatModel").field("exchanges", &self.recording.len()).finish_non_exhaustive()
    }
}
