//! Tool calls of truncated responses: an incomplete call does not run.

use serde::de::IgnoredAny;

use crate::chat::chat_response::FinishReason;
use crate::chat::tool_call::ToolCall;
use crate::error::tool_error::{Reason, ToolError};

/// What truncated a response with this finish reason; `None` when it is complete.
pub(super) fn cut_by(finish_reason: &FinishReason) -> Option<&'static str> {
    match finish_reason {
        FinishReason::Length => Some("the model's token limit"),
        FinishReason::ContentFilter => Some("the provider's content filter"),
        FinishReason::Incomplete => Some("the end of its stream"),
        _ => None,
    }
}

/// Why a call of a truncated response does not run; `None` when its arguments are one complete JSON object.
pub(super) fn refusal(call: &ToolCall, by: &'static str) -> Option<ToolError> {
    let is_whole = is_whole(&call.arguments);
    (!is_whole).then(|| ToolError::new(Reason::CutOff { tool: call.name.clone(), by }))
}

/// Strict in every argument mode: repair could complete what the model did not write. Empty arguments count as truncated.
pub(super) fn is_whole(arguments: &str) -> bool {
    arguments.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(arguments).is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_whole;

    #[test]
    fn only_one_json_object_is_whole() {
        let nested = format!("{}1{}", r#"{"a":"#.repeat(1000), "}".repeat(1000));

        for whole in ["{}", " {} ", "\n{\"a\":[1,{}]}\n", r#"{"a":1,"a":2}"#, &nested] {
            assert!(is_whole(whole), "{whole:.40}");
        }
    }

    #[test]
    fn nothing_else_is_whole_however_it_may_be_repaired() {
        let whole = r#"{"to":"Ada","list":[1,{"b":"}"}],"c":null}"#;
        let cut = (0..whole.len()).map(|end| &whole[..end]);
        let other = [
            "null",
            "  ",
            "[]",
            "[{}]",
            "{'a':1}",
            "{a:1}",
            "{\"a\":1,}",
            "```json\n{}\n```",
            "{}{}",
            "\"{}\"",
            "{} x",
        ];

        for text in cut.chain(other) {
            assert!(!is_whole(text), "{text}");
        }
    }
}
