//! Stage 5 of the road: whether a text is one that plain serde reads without losing anything.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::argument_mode::ArgumentMode;

/// An integer of fewer digits has at most 64 bits.
const DIGITS_OF_64_BITS: usize = 19;

/// Whether plain serde may read the text: the fast path, for an object with nothing to mend in it.
///
/// A sequence would fill the fields in order: arguments are given by name. A strict reading looks for unknown names where
/// serde does not: in the types of parameters. A value without a type would lose digits of a long integer.
pub(super) fn is_plain(arguments: &str, mode: ArgumentMode) -> bool {
    let text = arguments.as_bytes();
    mode == ArgumentMode::Lenient && text.trim_ascii_start().starts_with(b"{") && !has_long_integer(text)
}

/// Whether as many digits stand in a row as an integer beyond 64 bits has.
fn has_long_integer(mut text: &[u8]) -> bool {
    // What ends in another character holds no such row, so most of the text is never looked at.
    while let Some((chunk, _)) = text.split_at_checked(DIGITS_OF_64_BITS) {
        let Some(other) = chunk.iter().rposition(|byte| !byte.is_ascii_digit()) else {
            return true;
        };
        text = text.get(other + 1..).unwrap_or_default();
    }
    false
}

/// Whether no object in the JSON text gives a name twice: a map would keep the last value, and say nothing.
pub(super) fn has_each_name_once(json: &str) -> bool {
    EachNameOnce.deserialize(&mut serde_json::Deserializer::from_str(json)).is_ok()
}

struct EachNameOnce;

impl<'de> DeserializeSeed<'de> for EachNameOnce {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for EachNameOnce {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(EachNameOnce)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = members.next_key_seed(Name)? {
            if !names.insert(name) {
                return Err(A::Error::custom("a name is given twice"));
            }
            members.next_value_seed(EachNameOnce)?;
        }
        Ok(())
    }
}

/// A name, borrowed where it can be.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{has_each_name_once, has_long_integer};

    #[test]
    fn a_row_of_digits_is_found_wherever_it_stands() {
        for before in 0..40 {
            let text = |digits: usize| " ".repeat(before) + &"1".repeat(digits) + ",\"a\":2}";

            assert!(has_long_integer(text(19).as_bytes()), "{before}");
            assert!(!has_long_integer(text(18).as_bytes()), "{before}");
        }
    }

    #[test]
    fn a_name_given_twice_is_seen_at_any_depth_and_however_it_is_written() {
        assert!(has_each_name_once(r#"{"a":{"b":1},"c":[{"b":null},{"b":true}],"b":"x"}"#));
        assert!(!has_each_name_once(r#"{"a":[{"b":1.5,"\u0062":1}]}"#));
    }
}
