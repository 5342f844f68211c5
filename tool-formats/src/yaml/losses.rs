//! What a YAML text has that no value of JSON's kinds can hold: seen by a second look at the text, since the reader that
//! makes the value drops it without a word.

use std::borrow::Cow;

use serde_yaml::granit_parser::{Event, Parser, ScalarStyle, Tag};

use crate::survey::is_cut_short;
use crate::{Loss, LossSet};

/// What is lost of a text that was read without an error.
pub(super) fn of(text: &str) -> LossSet {
    let mut look = Look::default();
    for event in Parser::new_from_str(text) {
        let Ok((event, _)) = event else { break };
        look.at(event);
    }
    look.losses
}

#[derive(Default)]
struct Look {
    losses: LossSet,
    /// What is open, and whether a key comes next in it.
    open: Vec<Option<bool>>,
}

impl Look {
    fn at(&mut self, event: Event<'_>) {
        match event {
            Event::Scalar(value, style, _, tag) => {
                let is_key = self.next_is_key();
                self.scalar(&value, style == ScalarStyle::Plain, tag, is_key);
            }
            Event::Alias(_) => {
                self.next_is_key();
                self.losses.insert(Loss::Aliases);
            }
            Event::SequenceStart(_, _, tag) => self.begin(None, tag),
            Event::MappingStart(_, _, tag) => self.begin(Some(true), tag),
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
            }
            _ => {}
        }
    }

    /// Whether what comes now is a key; what comes after it is not.
    fn next_is_key(&mut self) -> bool {
        match self.open.last_mut() {
            Some(Some(is_key)) => std::mem::replace(is_key, !*is_key),
            _ => false,
        }
    }

    fn begin(&mut self, keys: Option<bool>, tag: Option<Cow<'_, Tag>>) {
        self.next_is_key();
        self.tag(tag);
        self.open.push(keys);
    }

    /// Whether there is a tag that says a type of JSON.
    fn tag(&mut self, tag: Option<Cow<'_, Tag>>) -> bool {
        let Some(tag) = tag else { return false };
        let is_core = tag.core_suffix().is_some();
        // `!` alone says that a scalar is text, which it is anyway.
        let is_non_specific = tag.handle().is_empty() && tag.suffix() == "!" || tag.suffix().is_empty();
        if !is_core && !is_non_specific {
            self.losses.insert(Loss::Tags);
        }
        is_core
    }

    fn scalar(&mut self, value: &str, is_plain: bool, tag: Option<Cow<'_, Tag>>, is_key: bool) {
        let is_tagged = tag.is_some();
        if tag.as_ref().is_some_and(|tag| tag.core_suffix() == Some("null")) && !is_null(value) {
            self.losses.insert(Loss::Tags);
        }
        let is_number_by_tag = tag.as_ref().is_some_and(|tag| matches!(tag.core_suffix(), Some("int" | "float")));
        let may_be_number = self.tag(tag) && is_number_by_tag || is_plain && !is_tagged;
        if is_key && is_plain && value == "<<" {
            self.losses.insert(Loss::Aliases);
        } else if is_key && may_be_number && is_not_text(value) {
            self.losses.insert(Loss::KeyTypes);
        } else if !is_key && is_plain && !is_tagged && is_number_of_reader(value) {
            self.losses.insert(Loss::Types);
        } else if !is_key && may_be_number && loses_digits(value) {
            self.losses.insert(Loss::NumberPrecision);
        }
    }
}

/// Whether a plain scalar is a number, a boolean or null. Source: YAML 1.2.2, section 10.3.2.
fn is_not_text(value: &str) -> bool {
    is_null(value) || matches!(value, "true" | "True" | "TRUE" | "false" | "False" | "FALSE") || is_number(value)
}

fn is_null(value: &str) -> bool {
    matches!(value, "" | "~" | "null" | "Null" | "NULL")
}

fn is_number(value: &str) -> bool {
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    let based = |prefix, radix| {
        let digits: Option<&str> = unsigned.strip_prefix(prefix);
        digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix)))
    };
    let is_word = matches!(unsigned, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN");
    is_word || based("0x", 16) || based("0o", 8) || based("0b", 2) || is_decimal(unsigned)
}

/// Whether the reader takes a plain scalar for a number that is text in YAML 1.2: `0b101`, and hexadecimal and octal numbers with a
/// sign. Source: YAML 1.2.2, section 10.3.2.
fn is_number_of_reader(value: &str) -> bool {
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    let has_sign = unsigned.len() < value.len();
    is_number(value)
        && (unsigned.starts_with("0b") || has_sign && (unsigned.starts_with("0x") || unsigned.starts_with("0o")))
}

/// Digits with a point and an exponent; one zero at the start of more digits makes a text of them.
fn is_decimal(unsigned: &str) -> bool {
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let is_octal_like = whole.len() > 1 && whole.starts_with('0');
    has_digits
        && all_digits(whole)
        && all_digits(fraction)
        && !exponent.is_empty()
        && all_digits(exponent)
        && !is_octal_like
}

/// Whether the number that is read has fewer digits: a double, since integers of YAML are kept up to 64 bits.
fn loses_digits(value: &str) -> bool {
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    let token = value.strip_prefix('+').unwrap_or(value);
    // Shorter ones are kept, unless they are too small for a double.
    let is_short = unsigned.len() <= 15 && !unsigned.contains(['e', 'E']);
    let is_kept = || token.parse::<i64>().is_ok() || token.parse::<u64>().is_ok();
    !is_short && is_decimal(unsigned) && !is_kept() && is_cut_short(token)
}
