//! The fields of a stored turn, deserialized one by one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::limit_tracker::LimitTracker;
use super::limits::ToolCallLimits;
use super::pending_calls::PendingCalls;
use super::turn_end::Ended;
use crate::chat::chat_options::ChatOptions;
use crate::chat::message::Message;
use crate::chat::messages::Messages;
use crate::chat::usage::Usage;
use crate::execution::turn_memory::Remembered;
use crate::provider::tool_set::Fingerprint;

/// The version of the stored form.
pub(super) const VERSION: u32 = 2;

#[derive(Serialize)]
pub(super) struct Snapshot {
    pub(super) version: u32,
    pub(super) messages: Messages,
    pub(super) options: ChatOptions,
    pub(super) limits: ToolCallLimits,
    pub(super) rounds: Vec<Usage>,
    pub(super) tracker: LimitTracker,
    pub(super) pending: PendingCalls,
    pub(super) memory: Remembered,
    /// Sorted by name.
    pub(super) tools: Vec<Fingerprint>,
    pub(super) end: Option<Ended>,
    pub(super) hidden_system: Option<String>,
}

impl Snapshot {
    pub(super) fn read_fields(mut stored: Map<String, Value>) -> Result<Self, String> {
        stored.remove("version");
        let saved = Self {
            version: VERSION,
            messages: list::<Message>(&mut stored, "messages")?.into(),
            options: field(&mut stored, "options")?,
            limits: field(&mut stored, "limits")?,
            rounds: list(&mut stored, "rounds")?,
            tracker: field(&mut stored, "tracker")?,
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

/// Every field is required, if only as `null`: a turn that lost its end would continue.
fn take(stored: &mut Map<String, Value>, name: &str) -> Result<Value, String> {
    stored.remove(name).ok_or_else(|| format!("missing field `{name}`"))
}

fn field<T: DeserializeOwned>(stored: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    serde_json::from_value(take(stored, name)?).map_err(|error| format!("`{name}`: {error}"))
}

/// A list, each item deserialized separately, so that an error has its place.
fn list<T: DeserializeOwned>(stored: &mut Map<String, Value>, name: &str) -> Result<Vec<T>, String> {
    let items =
        serde_json::from_value::<Vec<Value>>(take(stored, name)?).map_err(|error| format!("`{name}`: {error}"))?;
    let item = |(index, item)| serde_json::from_value(item).map_err(|error| format!("`{name}[{index}]`: {error}"));
    items.into_iter().enumerate().map(item).collect()
}
