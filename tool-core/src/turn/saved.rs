//! The form in which a turn is stored: opaque, and of one version.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::pending::PendingCalls;
use super::{End, Turn};
use crate::limits::{Ledger, ToolCallLimits};
use crate::memory::SavedMemory;
use crate::message::Message;
use crate::model::Prompt;
use crate::options::ChatOptions;
use crate::usage::Usage;

/// The form of this version.
const VERSION: u32 = 1;

/// The version stands first, so that it is read, or refused, before the rest.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(deserialize_with = "version")]
    version: u32,
    messages: Vec<Message>,
    options: ChatOptions,
    limits: ToolCallLimits,
    rounds: Vec<Usage>,
    ledger: Ledger,
    pending: PendingCalls,
    memory: SavedMemory,
    tools: BTreeMap<String, String>,
    end: Option<End>,
    hides_system: bool,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => {
            Err(D::Error::custom(format!("the turn is stored in form {other}; this version reads form {VERSION}")))
        }
    }
}

/// A turn can be stored at any step and in any self-describing format: `serde_json::to_string(&turn)`. What is inside
/// may change with each release; an older form is then refused by name.
///
/// The values behind direct results stay behind, their texts do not.
impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { prompt, limits, rounds, ledger, pending, memory, end, hides_system, .. } = self.clone();
        let Prompt { messages, options, .. } = prompt;
        let (memory, tools) = (memory.save(), self.fingerprints());
        Saved { version: VERSION, messages, options, limits, rounds, ledger, pending, memory, tools, end, hides_system }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        Ok(Self {
            prompt: Prompt { options: saved.options, ..Prompt::new(saved.messages) },
            limits: saved.limits,
            rounds: saved.rounds,
            ledger: saved.ledger,
            pending: saved.pending,
            memory: saved.memory.into(),
            stored_tools: Some(saved.tools),
            end: saved.end,
            hides_system: saved.hides_system,
        })
    }
}
