//! Reading YAML through `serde-saphyr`, by the words of YAML 1.2: no text becomes a boolean for being `no`, nor a number
//! for its leading zeros or underscores.

use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{DeserializeSeed, SeqAccess};
use serde_yaml::budget::BudgetBreach;
use serde_yaml::{
    Budget, Error, NonFiniteFloatPolicy, Options, RenderOptions, UserMessageFormatter,
    with_deserializer_from_str_with_options,
};

use super::documents::{Document, split};
use super::{block_at_end, losses};
use crate::tape::{AnySeed, MAX_DEPTH, Tape, TapeBuilder};
use crate::wrap::{Copied, Wrapped};
use crate::{Documents, Format, FormatError};

/// Reads one document, or a list of all there are.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str, documents: Documents) -> Result<T, FormatError> {
    read_with(text, documents, PhantomData)
}

/// Reads one document onto a tape, or a list of all there are, with what is lost on demand.
pub(crate) fn to_tape(text: &str, documents: Documents, with_losses: bool) -> Result<Tape<'_>, FormatError> {
    let mut builder = TapeBuilder::default();
    read_with(text, documents, AnySeed::new(&mut builder))?;
    if with_losses {
        losses::of(text).iter().for_each(|loss| builder.note(loss));
    }
    Ok(builder.finish())
}

fn read_with<'de, S: DeserializeSeed<'de>>(
    text: &'de str,
    documents: Documents,
    seed: S,
) -> Result<S::Value, FormatError> {
    match documents {
        Documents::One => read(text, seed),
        Documents::All => seed.deserialize(SeqAccessDeserializer::new(All { text, rest: split(text).into_iter() })),
    }
}

/// The documents of a text, as the items of a list.
struct All<'de> {
    text: &'de str,
    rest: std::vec::IntoIter<Document<'de>>,
}

impl<'de> SeqAccess<'de> for All<'de> {
    type Error = FormatError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, FormatError> {
        let Some(document) = self.rest.next() else { return Ok(None) };
        let before = self.text.get(..document.offset).unwrap_or_default();
        let lines = before.bytes().filter(|byte| *byte == b'\n').count();
        read(document.text, seed).map(Some).map_err(|error| error.lines_below(lines))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Reads a text of one document.
fn read<'de, S: DeserializeSeed<'de>>(text: &'de str, seed: S) -> Result<S::Value, FormatError> {
    let read = match block_at_end::without_line_feed(text) {
        None => with_deserializer_from_str_with_options(text, options(), |deserializer| seed.deserialize(deserializer)),
        // The text is not the caller's any more, so nothing can be borrowed from it.
        Some(text) => with_deserializer_from_str_with_options(&text, options(), |deserializer| {
            seed.deserialize(Wrapped::<_, Copied>::new(deserializer))
        }),
    };
    read.map_err(|error| error_of(error.without_snippet()))
}

fn options() -> Options {
    let mut options = Options::default();
    options.budget = Some(budget());
    options.alias_limits.max_total_replayed_events = 100_000;
    options.strict_booleans = true;
    options.leading_zero_numbers_as_strings = true;
    options.underscored_numbers_as_strings = true;
    options.non_finite_float_policy = NonFiniteFloatPolicy::Reject;
    options.with_snippet = false;
    options
}

/// Half of what the other formats allow: a level takes more than 20 kB of stack here in a debug build.
const MAX_YAML_DEPTH: usize = MAX_DEPTH / 2;

/// A text may be as long as any other; what must stay bounded is what a short one can grow to, by depth or by aliases.
fn budget() -> Budget {
    let mut budget = Budget::default();
    budget.max_depth = MAX_YAML_DEPTH;
    budget.flow_nesting_limit = MAX_YAML_DEPTH;
    budget.max_events = usize::MAX;
    budget.max_nodes = usize::MAX;
    budget.max_total_scalar_bytes = usize::MAX;
    budget
}

fn error_of(error: &Error) -> FormatError {
    let (line, column) = match error.location() {
        Some(location) => (place(location.line()), place(location.column())),
        None => (1, 1),
    };
    // The messages for developers name options of the reader, which cannot be set from here.
    let what = error.render_with_options(RenderOptions::new(&UserMessageFormatter));
    // The place is before it already.
    let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
    // Which of its limits that was is said by the name of its field.
    let what =
        what.split_once(" too complex: ").map_or(what, |_| "the document is too large or too complex").to_owned();
    let too_deep = FormatError::TextTooDeep { line, column, limit: MAX_YAML_DEPTH };
    match error {
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => too_deep,
        // The parser's own limit, for what is in brackets.
        _ if what == "recursion limit exceeded" => too_deep,
        Error::Message { .. }
        | Error::Unexpected { .. }
        | Error::InvalidScalar { .. }
        | Error::InvalidBooleanStrict { .. }
        | Error::NullIntoString { .. }
        | Error::UnexpectedValueForUnit { .. }
        | Error::SerdeInvalidType { .. }
        | Error::SerdeInvalidValue { .. }
        | Error::SerdeInvalidLength { .. }
        | Error::SerdeUnknownVariant { .. }
        | Error::SerdeUnknownField { .. }
        | Error::SerdeMissingField { .. } => FormatError::Deserialize { line, column, message: what },
        _ => FormatError::malformed(Format::Yaml, line, column, what),
    }
}

fn place(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX).max(1)
}
