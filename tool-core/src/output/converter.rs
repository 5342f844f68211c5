//! `ToolCallResultConverter`, and the conversion of an output to text with its fallback to JSON.

use std::any::type_name;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use tool_formats::{CheapestFormat, Format, FormatError, Records};

use crate::error::catch_panic::catch;
use crate::error::tool_error::{self, ToolError};
use crate::output::observer::{ConversionObserver, ConversionRecord, TokenCounts};
use crate::output::tool_output::ToolOutput;
use crate::schema::definition::ToolDefinition;

/// Turns a tool's output into the text the model reads. [`Format`] is one.
///
/// A converter of your own may wrap another, or write what it likes:
/// ```
/// use tool_core::formats::{Format, convert};
/// use tool_core::output::ConversionError;
/// use tool_core::{ToolCallResultConverter, ToolDefinition, ToolOutput};
///
/// struct ShortToon;
///
/// impl ToolCallResultConverter for ShortToon {
///     fn convert(&self, output: &ToolOutput, tool: &ToolDefinition) -> Result<String, ConversionError> {
///         let json = Format::Json.convert(output, tool)?;
///         Ok(convert(&json, Format::Json, Format::Toon)?)
///     }
/// }
/// ```
///
/// Source: Spring AI 2.x, `ToolCallResultConverter`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert tool results",
    label = "not a format",
    note = "write a format such as `Format::Csv`, or implement `ToolCallResultConverter`"
)]
pub trait ToolCallResultConverter: Send + Sync {
    /// Writes `output`, which `tool` returned, as text without a final newline.
    ///
    /// # Errors
    /// [`ConversionError`] when the output cannot be written this way. The model then reads JSON instead.
    fn convert(&self, output: &ToolOutput, tool: &ToolDefinition) -> Result<String, ConversionError>;

    /// What reports and events call this converter; its type's name by default.
    fn name(&self) -> Cow<'_, str> {
        type_name::<Self>().into()
    }

    /// The format of all its texts, where there is one: what is lost of a result, and where JSON can be cut, is known then.
    fn format(&self) -> Option<Format> {
        None
    }

    /// One line that tells the model how to read the texts; `None`, the default, when there is nothing to tell. It has to
    /// be true of any tool: one may return text, and a result that cannot be converted is sent as JSON. It is added to
    /// a tool's description only where [the client is asked to](crate::client::ChatClientBuilder::describe_formats).
    fn format_hint(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// Whether `convert` returns [text](ToolOutput::text) as it is, so that it need not be copied.
    #[doc(hidden)]
    fn keeps_text(&self) -> bool {
        false
    }

    /// The format that this converter is, by which two of them are known to be the same.
    #[doc(hidden)]
    fn as_format(&self) -> Option<Format> {
        None
    }
}

impl ToolCallResultConverter for Format {
    #[inline]
    fn convert(&self, output: &ToolOutput, _tool: &ToolDefinition) -> Result<String, ConversionError> {
        Ok(output.to_text(*self)?)
    }

    fn name(&self) -> Cow<'_, str> {
        Format::name(*self).into()
    }

    fn format(&self) -> Option<Format> {
        Some(*self)
    }

    fn format_hint(&self) -> Option<Cow<'_, str>> {
        Format::format_hint(*self).map(Cow::from)
    }

    fn keeps_text(&self) -> bool {
        true
    }

    fn as_format(&self) -> Option<Format> {
        Some(*self)
    }
}

/// Each result in the format that is cheapest for it.
impl ToolCallResultConverter for CheapestFormat {
    fn convert(&self, output: &ToolOutput, _tool: &ToolDefinition) -> Result<String, ConversionError> {
        let json = output.to_text(Format::Json)?;
        if output.is_plain() {
            return Ok(json);
        }
        Ok(CheapestFormat::convert(self, &json, Format::Json)?.text)
    }

    fn name(&self) -> Cow<'_, str> {
        "cheapest".into()
    }

    fn format_hint(&self) -> Option<Cow<'_, str>> {
        CheapestFormat::format_hint(self).map(Cow::from)
    }

    fn keeps_text(&self) -> bool {
        true
    }
}

impl<C: ToolCallResultConverter + ?Sized> ToolCallResultConverter for Arc<C> {
    fn convert(&self, output: &ToolOutput, tool: &ToolDefinition) -> Result<String, ConversionError> {
        (**self).convert(output, tool)
    }

    fn name(&self) -> Cow<'_, str> {
        (**self).name()
    }

    fn format(&self) -> Option<Format> {
        (**self).format()
    }

    fn format_hint(&self) -> Option<Cow<'_, str>> {
        (**self).format_hint()
    }

    fn keeps_text(&self) -> bool {
        (**self).keeps_text()
    }

    fn as_format(&self) -> Option<Format> {
        (**self).as_format()
    }
}

/// Why a converter could not write an output.
pub struct ConversionError {
    /// Boxed, since every successful conversion carries its size.
    reason: Box<Reason>,
}

enum Reason {
    Format(FormatError),
    Custom(String),
}

impl ConversionError {
    /// An error of a converter's own; `message` says what cannot be written and why.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { reason: Box::new(Reason::Custom(message.into())) }
    }

    /// The kind of reason, without anything of the value: for logs.
    fn kind(&self) -> &'static str {
        match &*self.reason {
            Reason::Custom(_) => "refused by the converter",
            Reason::Format(FormatError::NotTabular { .. }) => "not tabular",
            Reason::Format(FormatError::FormatDisabled { .. }) => "the feature of the format is disabled",
            Reason::Format(FormatError::TooSparse { .. }) => "too sparse",
            Reason::Format(FormatError::IllegalCharacter { .. }) => "illegal character",
            Reason::Format(FormatError::TooDeep { .. } | FormatError::TextTooDeep { .. }) => "too deep",
            Reason::Format(FormatError::LossForbidden { .. } | FormatError::ReadLossForbidden { .. }) => {
                "a loss is forbidden"
            }
            Reason::Format(FormatError::KeyNotString) => "a key that is not a string",
            Reason::Format(FormatError::Serialize { .. }) => "the value cannot be serialised",
            Reason::Format(_) => "not writable in this format",
        }
    }
}

impl From<FormatError> for ConversionError {
    fn from(error: FormatError) -> Self {
        Self { reason: Box::new(Reason::Format(error)) }
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.reason {
            Reason::Format(error) => error.fmt(f),
            Reason::Custom(message) => f.write_str(message),
        }
    }
}

// The sentence may name a key of the value or quote it, and logs print `Debug` unasked.
impl fmt::Debug for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConversionError").field("kind", &self.kind()).finish_non_exhaustive()
    }
}

// A format error is the sentence itself, so it is not a `source` besides.
impl Error for ConversionError {}

/// How the results of one client are converted.
#[derive(Clone, Default)]
pub(crate) struct Conversion {
    pub(crate) default: Option<Arc<dyn ToolCallResultConverter>>,
    pub(crate) observer: Option<Arc<dyn ConversionObserver>>,
}

impl Conversion {
    /// The text of an output that is text, taken out of it, if its converter would return the same.
    pub(crate) fn take_text(
        &self,
        own: Option<&Arc<dyn ToolCallResultConverter>>,
        output: &mut ToolOutput,
    ) -> Option<String> {
        let keeps_text = own.or(self.default.as_ref()).is_none_or(ToolCallResultConverter::keeps_text);
        if keeps_text { output.take_text() } else { None }
    }

    /// The text of `output`: by the converter that came with the tool, else the client's, else as JSON; and as JSON
    /// when that converter fails. Where a list has more than `max_bytes`, it comes with the place to cut it, if that is
    /// found on the way.
    pub(crate) fn response(
        &self,
        own: Option<&Arc<dyn ToolCallResultConverter>>,
        output: &ToolOutput,
        tool: &ToolDefinition,
        max_bytes: Option<usize>,
    ) -> Result<(String, Option<Records>), ToolError> {
        let converter = own.or(self.default.as_ref()).map_or(&Format::Json as &dyn ToolCallResultConverter, |c| c);
        let result = catch(|| match max_bytes.filter(|_| converter.format() == Some(Format::Json)) {
            Some(max_bytes) => Ok(output.to_json_within(max_bytes)?),
            None => Ok((converter.convert(output, tool)?, None)),
        });
        match result.unwrap_or_else(|panic| Err(ConversionError::new(panic))) {
            Ok((text, records)) => {
                self.report(converter, output, tool, &text, None);
                Ok((text, records))
            }
            Err(reason) => Ok((self.json_instead(converter, output, tool, &reason)?, None)),
        }
    }

    /// The only fallback there is.
    fn json_instead(
        &self,
        converter: &dyn ToolCallResultConverter,
        output: &ToolOutput,
        tool: &ToolDefinition,
        reason: &ConversionError,
    ) -> Result<String, ToolError> {
        let failed = |detail| ToolError::new(tool_error::Reason::Conversion { tool: tool.name().to_owned(), detail });
        let text = match catch(|| output.to_text(Format::Json).map_err(|error| error.to_string())) {
            Ok(text) => text.map_err(failed)?,
            // A panic's words are for the operator.
            Err(words) => return Err(failed("serializing it panicked".to_owned()).with_panic(words)),
        };
        tracing::warn!(
            name: "tool.format.fallback",
            tool = tool.name(),
            format = %converter.name(),
            reason = reason.kind(),
            losses = %catch(|| output.losses(Format::Json)).unwrap_or_default(),
            "tool.format.fallback: a tool result is sent as JSON"
        );
        self.report(converter, output, tool, &text, Some(reason));
        Ok(text)
    }

    fn report(
        &self,
        converter: &dyn ToolCallResultConverter,
        output: &ToolOutput,
        tool: &ToolDefinition,
        text: &str,
        fallback: Option<&ConversionError>,
    ) {
        // Text and media are not converted at all.
        let Some(observer) = self.observer.as_ref().filter(|_| !output.is_plain()) else { return };
        // A result that fell back is JSON; of a converter of unknown format, what JSON loses is lost at least.
        let written = converter.format().filter(|_| fallback.is_none());
        let result = catch(|| {
            // Written again only to be compared with, so only for an observer.
            let json = output.to_text(Format::Json).unwrap_or_else(|_| text.to_owned());
            observer.observe(&ConversionRecord {
                tool: tool.name(),
                format: converter.name(),
                fallback: fallback.map(ToString::to_string),
                json_bytes: json.len(),
                response_bytes: text.len(),
                losses: output.losses(written.unwrap_or(Format::Json)),
                tokens: observer
                    .token_counter()
                    .map(|counter| TokenCounts::new(counter.count(&json), counter.count(text))),
            });
        });
        if result.is_err() {
            tracing::error!(tool = tool.name(), "the conversion observer panicked");
        }
    }
}
