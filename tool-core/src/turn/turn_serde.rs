//! `Serialize` and `Deserialize` of a turn: an opaque form with a version.

use serde::de::{DeserializeSeed, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::consistency;
use super::round_trip::difference;
use super::snapshot::{Snapshot, VERSION};
use super::state_machine::Turn;
use super::unique_keys::{Place, Unique};
use crate::chat::prompt::Prompt;

/// Checks the version first, wherever a store has put it.
fn read(stored: Value) -> Result<Snapshot, String> {
    let version = stored.get("version").and_then(Value::as_u64);
    match (version, stored) {
        (Some(version), Value::Object(stored)) if version == u64::from(VERSION) => {
            read_whole(stored).map_err(|detail| format!("the stored turn is damaged: {detail}"))
        }
        (Some(other), _) => {
            Err(format!("the turn is stored in version {other} of the format; this program reads version {VERSION}"))
        }
        (None, _) => Err("this is not a stored turn: it has no `version`".to_owned()),
    }
}

fn read_whole(stored: Map<String, Value>) -> Result<Snapshot, String> {
    let saved = Snapshot::read_fields(stored.clone())?;
    consistency::check(&saved)?;
    let written = serde_json::to_value(&saved).map_err(|error| error.to_string())?;
    difference(&stored.into(), &written, &Place::Root).map_or(Ok(saved), Err)
}

/// A turn can be stored at any step and in any self-describing format: `serde_json::to_string(&turn)`. The fields may change
/// with each release; another version is refused, and the error names it. Fields that contradict each other, missing or
/// unknown fields and duplicate keys are refused with their place.
///
/// The text of a direct result is stored, the value behind it is not.
impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { prompt, limits, rounds, tracker, pending, memory, end, hidden_system, .. } = self.clone();
        let Prompt { messages, options, .. } = prompt;
        let (memory, tools) = (memory.save(), self.fingerprints());
        let version = VERSION;
        Snapshot { version, messages, options, limits, rounds, tracker, pending, memory, tools, end, hidden_system }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Unique(&Place::Root).deserialize(deserializer)?;
        let mut saved = read(stored).map_err(D::Error::custom)?;
        saved.tools.sort();
        Ok(Self {
            prompt: Prompt { options: saved.options, ..Prompt::from(saved.messages) },
            limits: saved.limits,
            rounds: saved.rounds,
            tracker: saved.tracker,
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
