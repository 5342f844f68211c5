//! `Recording`: a turn as it was, to be replayed; and the advisor that records it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::advisors::redactor::Redactor;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_response::ChatResponse;
use crate::chat::messages::Messages;
use crate::client::advisor::{Advisor, NextRound, RoundRequest};

/// The version of the stored form.
const VERSION: u32 = 1;

/// The exchanges of one or more turns with a model: what the model was sent, and what it answered.
///
/// It is stored with serde, as JSON for example; the fields are private and may change with each release, another version is
/// refused by its number. [`ReplayChatModel`](crate::testing::ReplayChatModel) plays it.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Recording {
    pub(crate) exchanges: Vec<Exchange>,
}

/// One exchange with the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exchange {
    /// How many messages of the exchange before are sent again.
    pub(crate) repeats: usize,
    /// The messages after those.
    pub(crate) messages: Messages,
    pub(crate) reply: Reply,
}

/// What the model answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    Response(Box<ChatResponse>),
    /// The sentence of the error.
    Error(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    exchanges: Vec<Exchange>,
}

impl TryFrom<Stored> for Recording {
    type Error = String;

    fn try_from(stored: Stored) -> Result<Self, String> {
        let Stored { version, exchanges } = stored;
        if version != VERSION {
            return Err(format!(
                "the recording has version {version} of the format; this program reads version {VERSION}"
            ));
        }
        Ok(Self { exchanges })
    }
}

impl From<Recording> for Stored {
    fn from(Recording { exchanges }: Recording) -> Self {
        Self { version: VERSION, exchanges }
    }
}

impl Recording {
    /// The number of exchanges with the model.
    #[must_use]
    pub fn len(&self) -> usize {
        self.exchanges.len()
    }

    /// Whether nothing was recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exchanges.is_empty()
    }
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording").field("exchanges", &self.len()).finish_non_exhaustive()
    }
}

/// Records the exchanges of a turn, so that it can be replayed without the model.
///
/// It records each prompt that reaches it and each response that comes back, so it should be the innermost advisor. Messages of
/// an earlier exchange are recorded once. Keep a clone: the turn takes the advisor, and clones share the recording.
///
/// A recording is a regression test of tools and formats: the model's replies are played, the tools run, and a tool result that
/// differs from the recorded one is an error that names the place.
///
/// ```
/// use serde_json::json;
/// use tool_core::advisors::{Recording, RecordingAdvisor};
/// use tool_core::testing::ReplayChatModel;
/// use tool_core::{ChatClient, Format, ScriptedChatModel, tool, tools};
///
/// /// Lists towns.
/// #[tool]
/// fn towns(count: usize) -> Vec<&'static str> {
///     ["Bern", "Basel", "Chur"].into_iter().take(count).collect()
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// // Record once, with the live model.
/// let model = ScriptedChatModel::new().calls("towns", json!({ "count": 2 })).says("Bern and Basel.");
/// let recorder = RecordingAdvisor::new().with_redactor(|text| text.replace("s3cret", "***"));
/// let client = ChatClient::builder(model).default_advisor(recorder.clone()).build();
/// client.prompt("Two towns? My key is s3cret.").tools(tools![towns]).call().await?;
/// let stored = serde_json::to_string_pretty(&recorder.recording()).unwrap();
/// assert!(!stored.contains("s3cret"));
///
/// // Replay in tests.
/// let recording: Recording = serde_json::from_str(&stored).unwrap();
/// let model = ReplayChatModel::new(recording.clone());
/// let answer = ChatClient::new(model.clone()).prompt("Two towns? My key is ***.").tools(tools![towns]).call().await?;
/// assert_eq!(answer.content(), "Bern and Basel.");
/// assert!(model.is_finished());
///
/// // The result has changed: it is written in another format.
/// let client = ChatClient::new(ReplayChatModel::new(recording));
/// let tools = tools![towns].with_format(Format::Toon);
/// let error = client.prompt("Two towns? My key is ***.").tools(tools).call().await.unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "exchange 2 differs from the recording in message 3, tool `towns`, at character 2: recorded `[\"Bern\",\"Basel\"]`, found \
///      `[2]: Bern,Basel`"
/// );
/// # Ok::<(), tool_core::ChatError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct RecordingAdvisor {
    recorded: Arc<Mutex<Recorded>>,
    redactor: Redactor,
}

#[derive(Default)]
struct Recorded {
    recording: Recording,
    /// The messages of the last exchange, before they were redacted.
    last: Messages,
}

impl RecordingAdvisor {
    /// An advisor that has recorded nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Passes each text through `redactor` before it is recorded: of messages, reasoning and refusals, tool results, media, and
    /// each string in the arguments of tool calls and in the fields of the provider. A text for which it panics is recorded as
    /// `[the redactor panicked]`. Names and ids are recorded as they are.
    #[must_use]
    pub fn with_redactor(self, redactor: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        Self { redactor: Redactor::new(redactor), ..self }
    }

    /// What was recorded so far, also of a turn that failed.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.lock().recording.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self, messages: Messages, outcome: &Result<ChatResponse, ChatError>) {
        let reply = match outcome {
            Ok(response) => Reply::Response(Box::new(self.redactor.response(response))),
            Err(error) => Reply::Error(self.redactor.text(&error.to_string())),
        };
        let mut recorded = self.lock();
        let repeats = recorded.last.iter().zip(&messages).take_while(|(last, next)| last == next).count();
        let new = messages.iter().skip(repeats).map(|message| self.redactor.message(message)).collect();
        recorded.recording.exchanges.push(Exchange { repeats, messages: new, reply });
        recorded.last = messages;
    }
}

impl Advisor for RecordingAdvisor {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        let messages = request.prompt.messages.clone();
        let outcome = next.run(request).await;
        self.record(messages, &outcome);
        outcome
    }
}

impl fmt::Debug for RecordingAdvisor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordingAdvisor").field("exchanges", &self.lock().recording.len()).finish_non_exhaustive()
    }
}
