//! Reading YAML through `serde-saphyr`, by the words of YAML 1.2: no text becomes a boolean for being `no`, nor a number
//! for its leading zeros or underscores.

use serde::Deserialize;
use serde::de::DeserializeSeed;
use serde_yaml::budget::BudgetBreach;
use serde_yaml::{
    Budget, Deserializer, Error, NonFiniteFloatPolicy, Options, RenderOptions, UserMessageFormatter,
    with_deserializer_from_str_with_options,
};

use crate::FormatError;
use crate::tape::{AnySeed, MAX_DEPTH, Tape, TapeBuilder};

/// Reads one document.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FormatError> {
    read(text, |deserializer| T::deserialize(deserializer))
}

/// Reads one document onto a tape.
pub(crate) fn to_tape(text: &str) -> Result<Tape<'_>, FormatError> {
    let mut builder = TapeBuilder::default();
    read(text, |deserializer| AnySeed::new(&mut builder).deserialize(deserializer))?;
    Ok(builder.finish())
}

fn read<'de, R>(
    text: &'de str,
    visit: impl for<'e> FnOnce(Deserializer<'de, 'e>) -> Result<R, Error>,
) -> Result<R, FormatError> {
    with_deserializer_from_str_with_options(text, options(), visit).map_err(|error| error_of(error.without_snippet()))
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
    // The messages for developers name options of its own, which nobody here can set.
    let what = error.render_with_options(RenderOptions::new(&UserMessageFormatter));
    // The place stands before it already.
    let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
    // Which of its limits that was is said by the name of its field.
    let what =
        what.split_once(" too complex: ").map_or(what, |_| "the document is too large or too complex").to_owned();
    let too_deep = FormatError::TextTooDeep { line, column, limit: MAX_YAML_DEPTH };
    match error {
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => too_deep,
        // The parser's own limit, for what stands in brackets.
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
        _ => FormatError::NotYaml { line, column, what },
    }
}

fn place(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX).max(1)
}
