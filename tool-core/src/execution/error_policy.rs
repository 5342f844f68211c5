//! What happens after a failed call, and the text of the error for the model.

use std::fmt;
use std::sync::Arc;

use crate::error::catch_panic;
use crate::error::tool_error::{ToolError, ToolErrorKind};

/// What happens after a failed call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnError {
    /// The model reads the error, and the turn continues.
    ReportToModel,
    /// The turn ends with a [`ChatError`](crate::ChatError) of kind [`Tool`](crate::chat::ChatErrorKind::Tool).
    EndTurn,
}

type Redactor = dyn Fn(&str) -> String + Send + Sync;

/// What the model reads when the redactor panicked.
const UNREDACTED: &str = "the tool failed, and its error cannot be shown";

/// The error policy of one manager.
#[derive(Clone)]
pub(crate) struct ErrorPolicy {
    /// The kinds of errors that end the turn; all others are reported to the model.
    end_turn: Vec<ToolErrorKind>,
    redactor: Option<Arc<Redactor>>,
    max_bytes: usize,
}

impl Default for ErrorPolicy {
    fn default() -> Self {
        // A chain of causes may quote whole documents.
        Self { end_turn: vec![ToolErrorKind::Fatal], redactor: None, max_bytes: 4000 }
    }
}

impl ErrorPolicy {
    pub(crate) fn set(&mut self, kind: ToolErrorKind, on_error: OnError) {
        self.end_turn.retain(|own| *own != kind);
        if on_error == OnError::EndTurn {
            self.end_turn.push(kind);
        }
    }

    pub(crate) fn set_redactor(&mut self, redactor: impl Fn(&str) -> String + Send + Sync + 'static) {
        self.redactor = Some(Arc::new(redactor));
    }

    pub(crate) fn set_max_bytes(&mut self, max_bytes: usize) {
        self.max_bytes = max_bytes;
    }

    pub(crate) fn on_error(&self, kind: ToolErrorKind) -> OnError {
        if self.end_turn.contains(&kind) { OnError::EndTurn } else { OnError::ReportToModel }
    }

    /// The text for the model: redacted first, because a truncated secret may not be found, then truncated.
    pub(crate) fn model_text(&self, error: &ToolError) -> String {
        let text = error.model_text();
        let Some(redactor) = &self.redactor else { return bounded(text, self.max_bytes) };
        let redacted = catch_panic::catch(|| redactor(&text)).unwrap_or_else(|_| {
            tracing::error!("the error redactor panicked");
            // The text may still contain a secret.
            UNREDACTED.to_owned()
        });
        bounded(redacted, self.max_bytes)
    }
}

fn bounded(text: String, max_bytes: usize) -> String {
    if text.len() <= max_bytes {
        return text;
    }
    let end = (0..=max_bytes).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{}... ({} bytes in all)", text.get(..end).unwrap_or_default(), text.len())
}

impl fmt::Debug for ErrorPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErrorPolicy")
            .field("end_turn", &self.end_turn)
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorPolicy, OnError};
    use crate::error::tool_error::{ToolError, ToolErrorKind};

    #[test]
    fn only_a_fatal_failure_ends_the_turn_by_default() {
        let policy = ErrorPolicy::default();

        assert_eq!(policy.on_error(ToolErrorKind::Fatal), OnError::EndTurn);
        assert_eq!(policy.on_error(ToolErrorKind::Execution), OnError::ReportToModel);
    }

    #[test]
    fn a_secret_is_redacted_before_the_text_is_cut() {
        let mut policy = ErrorPolicy::default();
        policy.set_redactor(|text| text.replace("hunter2", "***"));
        policy.set_max_bytes(30);

        let text = policy.model_text(&ToolError::execution("password hunter2 is wrong for the archive"));

        assert_eq!(text, "the tool failed: password *** ... (54 bytes in all)");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let mut policy = ErrorPolicy::default();
        policy.set_max_bytes(18);

        let text = policy.model_text(&ToolError::execution("ééé"));

        assert_eq!(text, "the tool failed: ... (23 bytes in all)");
    }
}
