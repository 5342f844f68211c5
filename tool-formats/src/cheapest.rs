//! The format that costs the fewest tokens, chosen for each value.

mod shape;
mod weight;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::codec;
use crate::convert::{Converted, read, write_within};
use crate::format::{Candidacy, hint_of};
use crate::tape::{Node, Tape};
use crate::{Fidelity, Format, FormatError, ReadOptions, TokenCounter, WriteOptions, json, survey};
use shape::Shape;
use weight::weight_of;

/// Chooses JSON or TOON for each value, CSV too where anything may be lost. The text never has more bytes than JSON, and
/// never more tokens where they are counted.
///
/// | value | choice | with [`Fidelity::Any`] |
/// |---|---|---|
/// | 8 or more objects with the same keys (two or more) and scalar values | TOON | CSV |
/// | the same with such objects nested | TOON | TOON, or CSV by estimate |
/// | an object of 8 or more such objects | TOON | TOON |
/// | any other | JSON or TOON by estimate | JSON, TOON or CSV by estimate |
///
/// The estimate cuts texts the way the tokenizers of language models begin to: into words, numbers and runs of
/// punctuation. It takes a pass over the texts and no vocabulary, so it may be off by a few tokens. Where that matters,
/// [`with_token_counter`](Self::with_token_counter) counts instead.
///
/// # Example
/// ```
/// use tool_formats::{CheapestFormat, Format};
/// let ragged = serde_json::json!([{"a": [1, {"b": 2}]}, {"c": {"d": [[]]}}]);
/// assert_eq!(CheapestFormat::default().to_string(&ragged)?.format, Format::Json);
/// # #[cfg(feature = "toon")] {
/// let rows: Vec<_> = (0..20).map(|id| serde_json::json!({"id": id, "name": "Ada"})).collect();
/// assert_eq!(CheapestFormat::default().to_string(&rows)?.format, Format::Toon);
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Clone)]
pub struct CheapestFormat {
    fidelity: Fidelity,
    counter: Option<Arc<dyn TokenCounter>>,
}

impl fmt::Debug for CheapestFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counter = self.counter.as_ref().map(|counter| counter.name());
        f.debug_struct("CheapestFormat").field("fidelity", &self.fidelity).field("counter", &counter).finish()
    }
}

impl Default for CheapestFormat {
    /// Nothing is lost: JSON or TOON.
    fn default() -> Self {
        Self { fidelity: Fidelity::Lossless, counter: None }
    }
}

impl CheapestFormat {
    /// The same, allowing the losses that `fidelity` allows: with [`Fidelity::Any`], CSV is a candidate, too.
    #[must_use]
    pub fn with_fidelity(self, fidelity: Fidelity) -> Self {
        Self { fidelity, ..self }
    }

    /// The same with counted tokens: each value is written in all formats that lose no more than allowed, YAML and XML
    /// too, and the text with the fewest tokens is chosen, or JSON if no other has fewer.
    ///
    /// It takes the time of five texts and their tokens.
    ///
    /// # Example
    /// ```
    /// # #[cfg(all(feature = "tokens", feature = "csv"))] {
    /// use tool_formats::{CheapestFormat, Format, TiktokenCounter};
    /// let cheapest = CheapestFormat::default().with_token_counter(TiktokenCounter::o200k_base());
    /// let rows = serde_json::json!([{"city": "Bern", "land": "CH"}, {"city": "Oslo", "land": "NO"}]);
    /// assert_eq!(cheapest.to_string(&rows)?.format, Format::Csv);
    /// # }
    /// # Ok::<(), tool_formats::FormatError>(())
    /// ```
    #[must_use]
    pub fn with_token_counter(self, counter: impl TokenCounter + 'static) -> Self {
        Self { counter: Some(Arc::new(counter)), ..self }
    }

    /// Writes `value` in the format that is chosen for it.
    ///
    /// # Errors
    /// As [`to_string`](crate::to_string) for JSON.
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<Converted, FormatError> {
        let (json, lost) = json::to_string_noting(value)?;
        let tape = Tape::from_own_json(&json, lost)?;
        // The tape borrows from it.
        Ok(self.write(tape.root(), json.clone()))
    }

    /// Rewrites a text in the format that is chosen for its value.
    ///
    /// # Errors
    /// As [`from_str`](crate::from_str) when the text is not in that format.
    pub fn convert(&self, text: &str, from: Format) -> Result<Converted, FormatError> {
        self.convert_with(text, from, &ReadOptions::default())
    }

    /// Rewrites a text that is read with options in the format that is chosen for its value.
    ///
    /// # Errors
    /// As [`from_str_with`](crate::from_str_with).
    pub fn convert_with(&self, text: &str, from: Format, options: &ReadOptions) -> Result<Converted, FormatError> {
        let tape = read(text, from, *options)?;
        Ok(self.write(tape.root(), json::node_to_string(tape.root())))
    }

    /// The formats it chooses from.
    pub fn formats(&self) -> impl Iterator<Item = Format> {
        Format::enabled().filter(|format| match format.info().candidacy {
            Candidacy::Always => true,
            Candidacy::IfLossy => self.counter.is_some() || self.fidelity == Fidelity::Any,
            Candidacy::Never => self.counter.is_some(),
        })
    }

    /// One line that says how to read the texts, as [`Format::format_hint`]; `None` where there is only JSON.
    ///
    /// # Example
    /// ```
    /// use tool_formats::{CheapestFormat, Format};
    /// # #[cfg(feature = "toon")]
    /// assert_eq!(CheapestFormat::default().format_hint(), Format::Toon.format_hint());
    /// ```
    #[must_use]
    pub fn format_hint(&self) -> Option<String> {
        hint_of(self.formats())
    }

    fn write(&self, root: Node<'_>, json: String) -> Converted {
        let (format, text) = match &self.counter {
            Some(counter) => self.counted(root, json, &**counter),
            None => return self.allowed(root, json),
        };
        let losses = survey::of(root, format, WriteOptions::default());
        Converted { text, format, losses, read_losses: survey::read_losses(root, losses) }
    }

    /// The estimated choice, or JSON where that would lose more than it may: what JSON loses, too, was lost before.
    fn allowed(&self, root: Node<'_>, json: String) -> Converted {
        let lost_in = |format| survey::of(root, format, WriteOptions::default());
        let (format, text) = self.estimated(root, json);
        let losses = lost_in(format);
        if self.fidelity.allows(losses) || self.fidelity.allows(losses.without(lost_in(Format::Json))) {
            return Converted { text, format, losses, read_losses: survey::read_losses(root, losses) };
        }
        let (format, losses) = (Format::Json, lost_in(Format::Json));
        Converted { text: json::node_to_string(root), format, losses, read_losses: survey::read_losses(root, losses) }
    }

    fn counted(&self, root: Node<'_>, json: String, counter: &dyn TokenCounter) -> (Format, String) {
        let options = WriteOptions::new().with_fidelity(self.fidelity);
        let mut best = (counter.count(&json), (Format::Json, json));
        for format in self.formats().filter(|format| *format != Format::Json) {
            let Ok(converted) = write_within(root, format, options) else { continue };
            let tokens = counter.count(&converted.text);
            if tokens < best.0 {
                best = (tokens, (format, converted.text));
            }
        }
        best.1
    }

    fn estimated(&self, root: Node<'_>, json: String) -> (Format, String) {
        let options = WriteOptions::default();
        let (shape, mut texts) = (Shape::of(root), Vec::new());
        for format in self.candidates(shape) {
            // A format that cannot represent the value is not a candidate.
            let text = codec::write(root, format, &options).ok();
            texts.extend(text.filter(|text| text.len() <= json.len()).map(|text| (format, text)));
        }
        match texts.len() {
            0 => (Format::Json, json),
            1 if shape.is_sure() => texts.pop().unwrap_or((Format::Json, json)),
            _ => lightest((Format::Json, json), texts),
        }
    }

    /// The formats other than JSON that may be cheaper for the value's shape.
    fn candidates(&self, shape: Shape) -> impl Iterator<Item = Format> {
        let is_surely_csv = self.fidelity == Fidelity::Any && shape == Shape::Table && Format::Csv.is_enabled();
        self.formats().filter(move |format| match format {
            Format::Toon => !is_surely_csv,
            Format::Csv => shape != Shape::Map,
            _ => false,
        })
    }
}

fn lightest(json: (Format, String), texts: Vec<(Format, String)>) -> (Format, String) {
    let mut best = (weight_of(&json.1), json);
    for text in texts {
        let weight = weight_of(&text.1);
        if weight < best.0 {
            best = (weight, text);
        }
    }
    best.1
}
