//! `ToolOutput`: what a tool returns, kept as a value until it is converted.

use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::error::Error;
use std::{fmt, io};

use serde::Serialize;
use tool_formats::{ConvertOptions, Format, FormatError, LossSet, Records};

use crate::error::cause::Cause;
use crate::error::tool_error::{self, ToolError};
use crate::output::content_block::{self, ContentBlock};
use crate::output::scalar::Scalar;

/// The result of a tool: a value that can still be written in any format, or text and media that are sent as they are.
///
/// A tool rarely makes one by hand: any `Serialize` result becomes a value, `String` and `&str` become text, `()`
/// becomes the text `Done`. A value that serialises as text, such as a variant without content, an IP address or a date,
/// is sent as text in every format, too: unquoted.
///
/// ```
/// use tool_core::{Format, ToolOutput};
///
/// let output = ToolOutput::value(vec![1, 2, 3]);
/// assert_eq!(output.to_text(Format::Toon)?, "[3]: 1,2,3");
/// assert_eq!(output.downcast_ref::<Vec<i32>>(), Some(&vec![1, 2, 3]));
/// # Ok::<(), tool_core::formats::FormatError>(())
/// ```
pub struct ToolOutput {
    content: Content,
}

enum Content {
    Text(Cow<'static, str>),
    JsonText(String),
    Scalar(Scalar),
    Value(Box<dyn OutputValue>),
    Blocks(Vec<ContentBlock>),
}

impl ToolOutput {
    /// Text for the model, sent as it is in every format: never quoted, never converted.
    #[must_use]
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self { content: Content::Text(text.into()) }
    }

    /// Text that is JSON already and may be written in another format.
    #[must_use]
    pub fn json_text(json: impl Into<String>) -> Self {
        Self { content: Content::JsonText(json.into()) }
    }

    /// A value, written when the format is known.
    #[must_use]
    pub fn value<T: Serialize + Send + Sync + 'static>(value: T) -> Self {
        // The compiler knows the type, so only one of the two is left of it.
        let scalar = Scalar::of(&value);
        Self { content: scalar.map_or_else(|| Content::Value(Box::new(value)), Content::Scalar) }
    }

    /// Text and media, sent as they are in every format. A model that accepts only text reads a description of the media.
    #[must_use]
    pub fn blocks(blocks: impl IntoIterator<Item = ContentBlock>) -> Self {
        Self { content: Content::Blocks(blocks.into_iter().collect()) }
    }

    /// The text and media, if this is such an output.
    #[must_use]
    pub fn as_blocks(&self) -> Option<&[ContentBlock]> {
        match &self.content {
            Content::Blocks(blocks) => Some(blocks),
            Content::Text(_) | Content::JsonText(_) | Content::Scalar(_) | Content::Value(_) => None,
        }
    }

    /// The text and media, if this is such an output.
    pub(crate) fn into_blocks(self) -> Vec<ContentBlock> {
        match self.content {
            Content::Blocks(blocks) => blocks,
            Content::Text(_) | Content::JsonText(_) | Content::Scalar(_) | Content::Value(_) => Vec::new(),
        }
    }

    /// The text, which is taken out.
    pub(crate) fn take_text(&mut self) -> Option<String> {
        match &mut self.content {
            Content::Text(text) => Some(std::mem::take(text).into_owned()),
            Content::JsonText(_) | Content::Scalar(_) | Content::Value(_) | Content::Blocks(_) => None,
        }
    }

    /// Whether a format makes no difference: text, whatever its Rust type, and text with media.
    pub(crate) fn is_plain(&self) -> bool {
        match &self.content {
            Content::Text(_) | Content::Blocks(_) => true,
            Content::Value(value) => value.as_text().is_some(),
            Content::JsonText(_) | Content::Scalar(_) => false,
        }
    }

    /// The text of this output as JSON, and where it can be cut to at most so many bytes, if that is known.
    pub(crate) fn to_json_within(&self, max_bytes: usize) -> Result<(String, Option<Records>), FormatError> {
        match &self.content {
            Content::Value(value) => value.to_json_within(max_bytes),
            _ => Ok((self.to_text(Format::Json)?, None)),
        }
    }

    /// What the text of this output in `format` does not keep of it.
    pub(crate) fn losses(&self, format: Format) -> LossSet {
        let losses = match &self.content {
            Content::Text(_) | Content::Blocks(_) => return LossSet::default(),
            Content::Scalar(value) => value.losses(format),
            Content::JsonText(json) => {
                tool_formats::convert_with(json, Format::Json, format, &ConvertOptions::default())
                    .map(|text| text.losses)
            }
            Content::Value(value) => value.losses(format),
        };
        // What the format cannot hold at all is an error that was reported before.
        losses.unwrap_or_default()
    }

    /// The text, unless this is a value.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::JsonText(_) | Content::Scalar(_) | Content::Value(_) | Content::Blocks(_) => None,
        }
    }

    /// The value itself, when it is one of type `T`.
    #[must_use]
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        match &self.content {
            Content::Scalar(value) => value.as_any().downcast_ref(),
            Content::Value(value) => value.as_any().downcast_ref(),
            Content::Text(_) | Content::JsonText(_) | Content::Blocks(_) => None,
        }
    }

    /// The text of this output in `format`, without a final newline.
    ///
    /// # Errors
    /// [`FormatError`] when the format cannot hold the value (CSV holds tables only, XML no control characters), or the
    /// value fails to serialise. There is no fallback here: see [`ToolCallResultConverter`](crate::ToolCallResultConverter).
    #[inline]
    pub fn to_text(&self, format: Format) -> Result<String, FormatError> {
        match &self.content {
            Content::Text(text) => Ok(text.clone().into_owned()),
            Content::JsonText(json) if format == Format::Json => Ok(json.trim().to_owned()),
            Content::JsonText(json) => tool_formats::convert(json, Format::Json, format),
            Content::Scalar(value) => value.to_text(format),
            Content::Value(value) => value.to_text(format),
            Content::Blocks(blocks) => Ok(content_block::as_text(blocks)),
        }
    }
}

// A result may hold anything, so `Debug` shows only its kind.
impl fmt::Debug for ToolOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.content {
            Content::Text(_) => "ToolOutput::text(..)",
            Content::JsonText(_) => "ToolOutput::json_text(..)",
            Content::Scalar(_) | Content::Value(_) => "ToolOutput::value(..)",
            Content::Blocks(_) => "ToolOutput::blocks(..)",
        })
    }
}

/// Any serialisable value behind `dyn`, compiled once per type.
trait OutputValue: Send + Sync {
    fn to_text(&self, format: Format) -> Result<String, FormatError>;
    fn to_json_within(&self, max_bytes: usize) -> Result<(String, Option<Records>), FormatError>;
    /// The text, where the value is text.
    fn as_text(&self) -> Option<String>;
    fn losses(&self, format: Format) -> Result<LossSet, FormatError>;
    fn as_any(&self) -> &dyn Any;
}

impl<T: Serialize + Send + Sync + 'static> OutputValue for T {
    fn to_text(&self, format: Format) -> Result<String, FormatError> {
        if format == Format::Json {
            return Ok(unquoted(self, tool_formats::to_string(self, format)?));
        }
        match tool_formats::as_text(self) {
            Some(text) => Ok(text),
            None => tool_formats::to_string(self, format),
        }
    }

    fn to_json_within(&self, max_bytes: usize) -> Result<(String, Option<Records>), FormatError> {
        let json = tool_formats::to_json_within(self, max_bytes)?;
        Ok((unquoted(self, json.text), json.records))
    }

    fn as_text(&self) -> Option<String> {
        tool_formats::as_text(self)
    }

    fn losses(&self, format: Format) -> Result<LossSet, FormatError> {
        match tool_formats::as_text(self) {
            Some(_) => Ok(LossSet::default()),
            None => tool_formats::losses(self, format),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The text itself, where JSON has it in quotes: a value is asked only once in the common case.
fn unquoted<T: Serialize>(value: &T, json: String) -> String {
    if json.starts_with('"') { tool_formats::as_text(value).unwrap_or(json) } else { json }
}

/// What a closure tool may return: text, numbers, collections, `()`, types with `#[derive(ToolResult)]`, a
/// [`ToolOutput`], and a `Result` of any of them.
///
/// A `#[tool]` function may return any `Serialize` type. For a closure, Rust cannot tell a `Result` from another
/// serialisable type, so the types are listed; wrap any other one in [`ToolOutput::value`]. For the same reason a closure's
/// error is kept as a source only when it is a [`ToolError`], an error of `std::io` or `serde_json`, or boxed; of any other
/// say `.map_err(ToolError::from_error)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a closure tool",
    label = "not a tool result",
    note = "derive `ToolResult` for the type, or return `ToolOutput::value(..)`"
)]
pub trait IntoToolOutput {
    /// Turns a returned value into the tool's output.
    ///
    /// # Errors
    /// [`ToolError`] when the tool returned an error.
    fn into_tool_output(self) -> Result<ToolOutput, ToolError>;
}

impl IntoToolOutput for ToolOutput {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
    }
}

/// No result to tell: the model reads `Done`. Source: Spring AI 2.x, `DefaultToolCallResultConverter`.
impl IntoToolOutput for () {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("Done"))
    }
}

impl<T: IntoToolOutput, E: fmt::Display + 'static> IntoToolOutput for Result<T, E> {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        self.map_err(failure)?.into_tool_output()
    }
}

/// The error that a closure returned, or a function one that is not kept: a [`ToolError`] stays itself, and any other shows its `{:#}` text. Which other types
/// are errors, Rust does not say of a type that is not known here, so those that are common are looked for.
pub(crate) fn failure<E: fmt::Display + 'static>(error: E) -> ToolError {
    let mut error = Some(error);
    let message = error.as_ref().map(tool_error::shown).unwrap_or_default();
    if let Some(error) = take::<E, ToolError>(&mut error) {
        return error;
    }
    let cause = take::<E, io::Error>(&mut error)
        .map(Cause::returned)
        .or_else(|| take::<E, serde_json::Error>(&mut error).map(Cause::returned))
        .or_else(|| take::<E, Box<dyn Error + Send + Sync>>(&mut error).map(Cause::returned_in));
    let failure = ToolError::execution(message);
    match cause {
        Some(cause) => failure.with_cause(cause),
        None => failure,
    }
}

/// The error, if it is a `T`.
fn take<E: 'static, T: 'static>(error: &mut Option<E>) -> Option<T> {
    (error as &mut dyn Any).downcast_mut::<Option<T>>()?.take()
}

macro_rules! text_outputs {
    ($($type:ty),+ $(,)?) => {$(
        impl IntoToolOutput for $type {
            fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
                Ok(ToolOutput::text(String::from(self)))
            }
        }
    )+};
}

text_outputs!(String, &str, Cow<'_, str>, Box<str>, char);

/// A result that may be absent: the model reads `null`.
impl<T: IntoToolOutput> IntoToolOutput for Option<T> {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        match self {
            Some(output) => output.into_tool_output(),
            None => Ok(ToolOutput::value(())),
        }
    }
}

macro_rules! value_outputs {
    ($([$($generic:ident),*] $type:ty,)+) => {$(
        impl<$($generic: Serialize + Send + Sync + 'static),*> IntoToolOutput for $type {
            #[inline]
            fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
                Ok(ToolOutput::value(self))
            }
        }
    )+};
}

value_outputs! {
    [] bool, [] i8, [] i16, [] i32, [] i64, [] i128, [] isize, [] u8, [] u16, [] u32, [] u64, [] u128, [] usize,
    [] f32, [] f64,
    [] serde_json::Value, [] serde_json::Map<String, serde_json::Value>,
    [T] Vec<T>, [T] Box<[T]>, [T] VecDeque<T>, [T] BTreeSet<T>,
    [K, V] BTreeMap<K, V>,
    [A, B] (A, B), [A, B, C] (A, B, C), [A, B, C, D] (A, B, C, D),
}

impl<T: Serialize + Send + Sync + 'static, S: Send + Sync + 'static> IntoToolOutput for HashSet<T, S> {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::value(self))
    }
}

impl<K, V, S> IntoToolOutput for HashMap<K, V, S>
where
    K: Serialize + Send + Sync + 'static,
    V: Serialize + Send + Sync + 'static,
    S: Send + Sync + 'static,
{
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::value(self))
    }
}
