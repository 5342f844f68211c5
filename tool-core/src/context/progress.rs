//! `Progress`: what a running tool reports.

use std::fmt;

use serde::Serialize;

/// How far a running tool is: [`ToolContext::progress`](crate::ToolContext::progress).
///
/// Source: MCP 2025-06-18, progress notifications.
#[derive(Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done, in units that the tool chooses; it grows with each report.
    pub progress: f64,
    /// How much there is to do in all, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// What is going on, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Progress {
    /// `progress` units are done.
    #[must_use]
    pub fn new(progress: f64) -> Self {
        Self { progress, total: None, message: None }
    }

    /// Says how much there is to do in all.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// Says what is going on.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

// What a tool says of its work may quote arguments.
impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message_bytes = self.message.as_ref().map(String::len);
        f.debug_struct("Progress")
            .field("progress", &self.progress)
            .field("total", &self.total)
            .field("message_bytes", &message_bytes)
            .finish()
    }
}

/// Receives the progress of one call.
pub(crate) type ProgressSink = dyn Fn(&Progress) + Send + Sync;
