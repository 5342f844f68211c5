//! What the checked deserializer refuses: its settings and what it has seen.

use std::cell::Cell;
use std::sync::LazyLock;

use serde::de::Expected;

use crate::schema::compiled::number;
use crate::schema::raw_json::RawJson;

/// Below this, no float is what an integer of more than 64 bits comes to.
const LEAST_LONG: f64 = 9_223_372_036_854_775_808.0;

/// What a reading does not let pass, and what it has seen.
#[derive(Debug, Default)]
pub(in crate::arguments) struct Watch<'w> {
    /// Whether names that no field has may be passed over.
    pub(in crate::arguments) allows_unknown: bool,
    /// Whether a type may ask for any value: serde keeps one in a buffer, where nothing is seen of what becomes of it.
    pub(in crate::arguments) allows_buffers: bool,
    /// The floats that integers of more than 64 bits come to; unless they are known, every float as large is refused.
    pub(in crate::arguments) long: Option<&'w [f64]>,
    /// Whether a name was passed over.
    pub(in crate::arguments) has_unknown: Cell<bool>,
}

impl Watch<'_> {
    pub(super) fn is_long(&self, number: f64) -> bool {
        number.abs() >= LEAST_LONG && self.long.is_none_or(|long| long.contains(&number))
    }
}

/// Whether `serde_json` gives a number without a type as a map with its text, which is not seen to be a number: so it does
/// where a program switches on its feature `arbitrary_precision`.
pub(super) fn hides_numbers() -> bool {
    // Only with this feature is there a number that no double holds.
    static HIDES: LazyLock<bool> = LazyLock::new(|| serde_json::from_str::<serde_json::Number>("1e999").is_ok());
    *HIDES
}

/// The floats that integers of more than 64 bits come to where a type asks for any value.
pub(in crate::arguments) fn long_integers(value: &RawJson<'_>) -> Vec<f64> {
    let mut found = Vec::new();
    value.each_number(&mut |literal| {
        if number::is_beyond_64_bits(literal) {
            found.extend(literal.parse::<f64>());
        }
    });
    found
}

/// Whether the type behind a visitor takes a value into a buffer, by what serde's derive says that it expects.
pub(in crate::arguments) fn is_buffer(visitor: &dyn Expected) -> bool {
    let expected = visitor.to_string();
    // The first is an untagged type, the second names its tag; the last has a flattened field.
    expected == "any value" || ["internally tagged ", "struct "].iter().any(|words| expected.starts_with(words))
}
