//! `ChatOptions`: how a model is to answer.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chat::tool_call::ProviderFields;
use crate::error::display::{DidYouMean, EscapedName};
use crate::error::suggestion;

/// How a model is to answer. Options that are not set are left to the provider.
///
/// ```
/// use tool_core::chat::{ChatOptions, ToolChoice};
///
/// let options =
///     ChatOptions::new().with_tool_choice(ToolChoice::Required).with_temperature(0.2).with_extra("service_tier", "flex");
///
/// assert_eq!(options.temperature, Some(0.2));
/// ```
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ChatOptions {
    /// The provider's name of the model.
    pub model: Option<String>,
    /// Which tools the model may or must call. A choice that forces a call (`Required` or `Tool`) holds for the first exchange
    /// of a turn, and is `Auto` from then on, because a model that has to call a tool never answers. A choice that no tool of
    /// the request satisfies is an error before the model is asked.
    pub tool_choice: Option<ToolChoice>,
    /// Whether a tool choice that forces a call holds for every exchange of the turn. Such a turn ends at a limit, with a
    /// result that is returned directly, or by a hook.
    pub keep_tool_choice: Option<bool>,
    /// Whether one response may call several tools.
    pub parallel_tool_calls: Option<bool>,
    /// The most tokens the model may write.
    pub max_tokens: Option<u32>,
    /// From 0 on; the higher, the less predictable.
    pub temperature: Option<f64>,
    /// The share of the most probable tokens to choose from: more than 0, at most 1. Set it or the temperature, not both.
    pub top_p: Option<f64>,
    /// Texts at which the model stops writing; they are not part of the response.
    pub stop: Option<Vec<String>>,
    /// A number by which a provider can repeat a response, as far as it can at all.
    pub seed: Option<i64>,
    /// How much the model thinks before it answers.
    pub reasoning_effort: Option<ReasoningEffort>,
    /// The form of the answer.
    pub response_format: Option<ResponseFormat>,
    /// Fields that only some providers know, sent unchanged; a service tier, for example.
    pub extra: ProviderFields,
}

impl ChatOptions {
    /// Options that leave everything to the model.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the provider's name of the model.
    #[must_use]
    pub fn with_model(self, model: impl Into<String>) -> Self {
        Self { model: Some(model.into()), ..self }
    }

    /// Sets which tools the model may or must call.
    #[must_use]
    pub fn with_tool_choice(self, tool_choice: ToolChoice) -> Self {
        Self { tool_choice: Some(tool_choice), ..self }
    }

    /// Sets whether a tool choice that forces a call holds for every exchange of the turn.
    #[must_use]
    pub fn with_keep_tool_choice(self, keep_tool_choice: bool) -> Self {
        Self { keep_tool_choice: Some(keep_tool_choice), ..self }
    }

    /// Sets whether one response may call several tools.
    #[must_use]
    pub fn with_parallel_tool_calls(self, parallel_tool_calls: bool) -> Self {
        Self { parallel_tool_calls: Some(parallel_tool_calls), ..self }
    }

    /// Sets the most tokens the model may write.
    #[must_use]
    pub fn with_max_tokens(self, max_tokens: u32) -> Self {
        Self { max_tokens: Some(max_tokens), ..self }
    }

    /// Sets the temperature, from 0 on; the higher, the less predictable.
    #[must_use]
    pub fn with_temperature(self, temperature: f64) -> Self {
        Self { temperature: Some(temperature), ..self }
    }

    /// Sets the share of the most probable tokens to choose from: more than 0, at most 1.
    #[must_use]
    pub fn with_top_p(self, top_p: f64) -> Self {
        Self { top_p: Some(top_p), ..self }
    }

    /// Sets the texts at which the model stops writing.
    #[must_use]
    pub fn with_stop(self, stop: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { stop: Some(stop.into_iter().map(Into::into).collect()), ..self }
    }

    /// Sets a number by which a provider can repeat a response.
    #[must_use]
    pub fn with_seed(self, seed: i64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Sets how much the model thinks before it answers.
    #[must_use]
    pub fn with_reasoning_effort(self, reasoning_effort: ReasoningEffort) -> Self {
        Self { reasoning_effort: Some(reasoning_effort), ..self }
    }

    /// Sets the form of the answer.
    #[must_use]
    pub fn with_response_format(self, response_format: ResponseFormat) -> Self {
        Self { response_format: Some(response_format), ..self }
    }

    /// Adds a field that only some providers know.
    #[must_use]
    pub fn with_extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.extra.insert(name.into(), value.into());
        self
    }

    /// Replaces a forced tool choice by `Auto` after the first exchange, unless `keep_tool_choice` is set.
    pub(crate) fn end_forced_choice(&mut self) {
        let is_forced = matches!(self.tool_choice, Some(ToolChoice::Required | ToolChoice::Tool(_)));
        if is_forced && self.keep_tool_choice != Some(true) {
            self.tool_choice = Some(ToolChoice::Auto);
        }
    }

    /// These options with those of `other` added; where both set an option, `other` wins.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        self.extra.extend(other.extra);
        Self {
            model: other.model.or(self.model),
            tool_choice: other.tool_choice.or(self.tool_choice),
            keep_tool_choice: other.keep_tool_choice.or(self.keep_tool_choice),
            parallel_tool_calls: other.parallel_tool_calls.or(self.parallel_tool_calls),
            max_tokens: other.max_tokens.or(self.max_tokens),
            temperature: other.temperature.or(self.temperature),
            top_p: other.top_p.or(self.top_p),
            stop: other.stop.or(self.stop),
            seed: other.seed.or(self.seed),
            reasoning_effort: other.reasoning_effort.or(self.reasoning_effort),
            response_format: other.response_format.or(self.response_format),
            extra: self.extra,
        }
    }
}

// The fields of a provider may contain anything: only their names are shown.
impl fmt::Debug for ChatOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatOptions")
            .field("model", &self.model)
            .field("tool_choice", &self.tool_choice)
            .field("keep_tool_choice", &self.keep_tool_choice)
            .field("parallel_tool_calls", &self.parallel_tool_calls)
            .field("max_tokens", &self.max_tokens)
            .field("temperature", &self.temperature)
            .field("top_p", &self.top_p)
            .field("stop", &self.stop)
            .field("seed", &self.seed)
            .field("reasoning_effort", &self.reasoning_effort)
            .field("response_format", &self.response_format)
            .field("extra", &self.extra.keys().collect::<Vec<_>>())
            .finish()
    }
}

/// Which tools a model may or must call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolChoice {
    /// Any, or none.
    Auto,
    /// No tool.
    None,
    /// At least one tool.
    Required,
    /// The tool of this name.
    Tool(String),
}

/// How much a model thinks before it answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReasoningEffort {
    /// Not at all, where the model can do without.
    None,
    /// As little as possible.
    Minimal,
    /// A little.
    Low,
    /// The usual amount of most models.
    Medium,
    /// Much.
    High,
    /// Another amount, in the provider's word.
    Other(String),
}

/// The form of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ResponseFormat {
    /// Words.
    Text,
    /// Any JSON object.
    JsonObject,
    /// JSON that a schema describes.
    #[non_exhaustive]
    Schema {
        /// A name for the schema, which some providers require.
        name: String,
        /// A JSON Schema in the [dialect](crate::schema::SchemaDialect) of the provider.
        schema: Value,
    },
}

impl ResponseFormat {
    /// JSON that `schema` describes.
    #[must_use]
    pub fn json_schema(name: impl Into<String>, schema: Value) -> Self {
        Self::Schema { name: name.into(), schema }
    }
}

impl ToolChoice {
    /// Why no tool of these names satisfies this choice; `None` when one does.
    pub(crate) fn fault<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
        match self {
            Self::Required if names.clone().next().is_none() => Some(
                "the tool choice forces a call, and the request has no tools; add some with `tools(..)`".to_owned(),
            ),
            Self::Tool(wanted) if !names.clone().any(|name| name == wanted) => {
                let nearest: Vec<_> = suggestion::nearest(wanted, names).into_iter().map(str::to_owned).collect();
                let gap = if nearest.is_empty() { "" } else { "; " };
                let (wanted, nearest) = (EscapedName(wanted), DidYouMean(&nearest));
                Some(format!(
                    "the tool choice forces a call of `{wanted}`, which is not a tool of the request{gap}{nearest}"
                ))
            }
            _ => None,
        }
    }
}
