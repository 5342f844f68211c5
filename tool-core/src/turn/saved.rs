//! The form in which a turn is stored: opaque, and of one version.

use serde::de::{DeserializeOwned, DeserializeSeed, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::checked;
use super::pending::PendingCalls;
use super::same::difference;
use super::unique::{Place, Unique};
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

#[derive(Serialize)]
pub(super) struct Saved {
    version: u32,
    pub(super) messages: Vec<Message>,
    options: ChatOptions,
    limits: ToolCallLimits,
    pub(super) rounds: Vec<Usage>,
    ledger: Ledger,
    pub(super) pending: PendingCalls,
    pub(super) memory: Remembered,
    /// Sorted by name.
    pub(super) tools: Vec<Fingerprint>,
    pub(super) end: Option<End>,
    hidden_system: Option<String>,
}

impl Saved {
    /// The version is looked at before all else, wherever a store has put it.
    fn read(stored: Value) -> Result<Self, String> {
        let version = stored.get("version").and_then(Value::as_u64);
        match (version, stored) {
            (Some(version), Value::Object(stored)) if version == u64::from(VERSION) => {
                Self::read_whole(stored).map_err(|detail| format!("the stored turn is damaged: {detail}"))
            }
            (Some(other), _) => Err(format!("the turn is stored in form {other}; this version reads form {VERSION}")),
            (None, _) => Err("this is no stored turn: it has no `version`".to_owned()),
        }
    }

    fn read_whole(stored: Map<String, Value>) -> Result<Self, String> {
        let saved = Self::read_fields(stored.clone())?;
        checked::check(&saved)?;
        let written = serde_json::to_value(&saved).map_err(|error| error.to_string())?;
        difference(&stored.into(), &written, &Place::Root).map_or(Ok(saved), Err)
    }

    fn read_fields(mut stored: Map<String, Value>) -> Result<Self, String> {
        stored.remove("version");
        let saved = Self {
            version: VERSION,
            messages: list(&mut stored, "messages")?,
            options: field(&mut stored, "options")?,
            limits: field(&mut stored, "limits")?,
            rounds: list(&mut stored, "rounds")?,
            ledger: field(&mut stored, "ledger")?,
            pending: PendingCalls::new(list(&mut stored, "pending")?),
            memory: field(&mut stored, "memory")?,
            tools: list(&mut stored, "tools")?,
            end: field(&mut stored, "end")?,
            hidden_system: field(&mut stored, "hidden_system")?,
        };
        match stored.keys().next() {
            None => Ok(saved),
            Some(name) => Err(format!("unknown field `{name}`")),
        }
    }
}

/// Each has to be there, if only as `null`: a turn that lost its end would go on.
fn take(stored: &mut Map<String, Value>, name: &str) -> Result<Value, String> {
    stored.remove(name).ok_or_else(|| format!("missing field `{name}`"))
}

fn field<T: DeserializeOwned>(stored: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    serde_json::from_value(take(stored, name)?).map_err(|error| format!("`{name}`: {error}"))
}

/// A list, each item read by itself, so that an error has its place.
fn list<T: DeserializeOwned>(stored: &mut Map<String, Value>, name: &str) -> Result<Vec<T>, String> {
    let items =
        serde_json::from_value::<Vec<Value>>(take(stored, name)?).map_err(|error| format!("`{name}`: {error}"))?;
    let item = |(index, item)| serde_json::from_value(item).map_err(|error| format!("`{name}[{index}]`: {error}"));
    items.into_iter().enumerate().map(item).collect()
}

/// A turn can be stored at any step and in any self-describing format: `serde_json::to_string(&turn)`. What is inside
/// may change with each release; an older form is then refused by name. A text whose parts do not belong together, that has
/// more or fewer fields than a turn has, or that gives a name twice, is refused with the place.
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
        let stored = Unique(&Place::Root).deserialize(deserializer)?;
        let mut saved = Saved::read(stored).map_err(D::Error::custom)?;
        saved.tools.sort();
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

#[cfg(test)]
mod tests;
