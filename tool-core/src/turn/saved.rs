//! The form in which a turn is stored: opaque, and of one version.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::pending::PendingCalls;
use super::{End, Turn};
use crate::limits::{Ledger, ToolCallLimits};
use crate::memory::Remembered;
use crate::message::Message;
use crate::model::Prompt;
use crate::options::ChatOptions;
use crate::tool_set::Fingerprint;
use crate::usage::Usage;

/// The form of this version.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Saved {
    version: u32,
    messages: Vec<Message>,
    options: ChatOptions,
    limits: ToolCallLimits,
    rounds: Vec<Usage>,
    ledger: Ledger,
    pending: PendingCalls,
    memory: Remembered,
    tools: Vec<Fingerprint>,
    // With a reader named, it has to be there: a turn that lost its end would go on.
    #[serde(deserialize_with = "Option::deserialize")]
    end: Option<End>,
    hidden_system: Option<String>,
}

impl Saved {
    /// The version is looked at before all else, wherever a store has put it.
    ///
    /// Generic, so that only a program that reads turns compiles it.
    fn read<E: Error>(stored: Value) -> Result<Self, E> {
        match stored.get("version").and_then(Value::as_u64) {
            Some(version) if version == u64::from(VERSION) => serde_json::from_value(stored)
                .map_err(|error| E::custom(format_args!("the stored turn is damaged: {error}"))),
            Some(other) => {
                Err(E::custom(format_args!("the turn is stored in form {other}; this version reads form {VERSION}")))
            }
            None => Err(E::custom("this is no stored turn: it has no `version`")),
        }
    }
}

/// A turn can be stored at any step and in any self-describing format: `serde_json::to_string(&turn)`. What is inside
/// may change with each release; an older form is then refused by name.
///
/// The values behind direct results stay behind, their texts do not.
impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { prompt, limits, rounds, ledger, pending, memory, end, hidden_system, .. } = self.clone();
        let Prompt { messages, options, .. } = prompt;
        let (memory, tools) = (memory.save(), self.fingerprints());
        let version = VERSION;
        Saved { version, messages, options, limits, rounds, ledger, pending, memory, tools, end, hidden_system }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::read(Value::deserialize(deserializer)?)?;
        Ok(Self {
            prompt: Prompt { options: saved.options, ..Prompt::new(saved.messages) },
            limits: saved.limits,
            rounds: saved.rounds,
            ledger: saved.ledger,
            pending: saved.pending,
            memory: saved.memory.into(),
            stored_tools: Some(saved.tools),
            end: saved.end,
            hidden_system: saved.hidden_system,
        })
    }
}
