//! Parses and compares number literals without loss of digits.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::{Number, Value};

/// `u128::MAX` has 39 digits; a longer integer fits no type, and an exponent must not make one.
const MAX_DIGITS: i64 = 39;
const MAX_LITERAL: usize = 39;
/// So many characters of an integer fit 64 bits.
const SHORT: usize = 18;

/// The literal of the same integer without fraction and exponent (`12.0`, `1.2e1`), if the number is one.
pub(crate) fn whole(literal: &str) -> Option<String> {
    let digits_only = literal.strip_prefix('-').unwrap_or(literal).bytes().all(|byte| byte.is_ascii_digit());
    if digits_only && literal.len() <= MAX_LITERAL {
        return Some(if literal == "-0" { "0" } else { literal }.to_owned());
    }
    let (sign, digits) = literal.strip_prefix('-').map_or(("", literal), |digits| ("-", digits));
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (digits, 0),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{integer}{fraction}");
    let significant = all.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    let trailing = all.len() - all.trim_end_matches('0').len();
    let zeros =
        exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?.checked_add(i64::try_from(trailing).ok()?)?;
    let length = i64::try_from(significant.len()).ok()?.checked_add(zeros)?;
    if zeros < 0 || length > MAX_DIGITS {
        return None;
    }
    Some(format!("{sign}{significant}{}", "0".repeat(usize::try_from(zeros).ok()?)))
}

/// Whether the number is an integer, however it is written.
pub(crate) fn is_whole(literal: &str) -> bool {
    short_integer(literal).is_some() || whole(literal).is_some()
}

/// The integer, if the literal has only so many digits that each 64-bit integer type is wide enough.
fn short_integer(literal: &str) -> Option<i64> {
    // A fraction and an exponent are not digits.
    if literal.len() <= SHORT { literal.parse().ok() } else { None }
}

/// Whether the literal is an integer that neither `i64` nor `u64` holds, so that a value without a type would lose
/// digits of it.
pub(crate) fn is_beyond_64_bits(literal: &str) -> bool {
    literal.len() > SHORT
        && !literal.contains(['.', 'e', 'E'])
        && literal.parse::<i64>().is_err()
        && literal.parse::<u64>().is_err()
}

/// The JSON number that a text is, blanks around it apart.
pub(crate) fn of_text(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    is_number.then_some(text)
}

/// Compares a literal with a bound of the schema, exactly where both are integers.
pub(crate) fn compare(literal: &str, bound: &Number) -> Option<Ordering> {
    if let (Some(number), Some(bound)) = (short_integer(literal), bound.as_i64()) {
        return Some(number.cmp(&bound));
    }
    let of_bound = bound.as_i64().map(i128::from).or_else(|| bound.as_u64().map(i128::from));
    let integer = whole(literal);
    match (integer.as_ref().and_then(|literal| literal.parse::<i128>().ok()), of_bound) {
        (Some(number), Some(bound)) => Some(number.cmp(&bound)),
        _ => literal.parse::<f64>().ok()?.partial_cmp(&bound.as_f64()?),
    }
}

/// What a number is read into, as the `format` of its schema says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum NumberKind {
    /// Perhaps a value without a type, which keeps 64 bits of an integer.
    #[default]
    Any,
    Float,
    Double,
    Signed(u32),
    Unsigned(u32),
}

impl NumberKind {
    pub(crate) fn of(schema: &Value) -> Self {
        let bits = |name: &str, kind: &str| match name.strip_prefix(kind) {
            // `isize` and `usize`.
            Some("") => Some(usize::BITS),
            Some(bits) => bits.parse().ok(),
            None => None,
        };
        match schema.get("format").and_then(Value::as_str) {
            Some("float") => Self::Float,
            Some("double") => Self::Double,
            Some(name) => {
                let signed = bits(name, "int").map(Self::Signed);
                signed.or_else(|| bits(name, "uint").map(Self::Unsigned)).unwrap_or_default()
            }
            None => Self::Any,
        }
    }

    /// Whether the type takes the number at all; only an integer type refuses one for its size.
    pub(crate) fn holds(self, literal: &str) -> bool {
        if matches!(self, Self::Any | Self::Float | Self::Double) {
            return true;
        }
        if let Some(number) = short_integer(literal) {
            return match self {
                Self::Signed(bits) if bits < 64 => {
                    bits.checked_sub(1).is_some_and(|bits| matches!(number >> bits, 0 | -1))
                }
                Self::Unsigned(bits) => number >= 0 && (bits >= 64 || number >> bits == 0),
                Self::Signed(_) | Self::Any | Self::Float | Self::Double => true,
            };
        }
        let Some(literal) = whole(literal) else { return false };
        match self {
            Self::Signed(bits) => literal.parse::<i128>().is_ok_and(|number| {
                let unused = 128_u32.saturating_sub(bits);
                number.checked_shl(unused).and_then(|shifted| shifted.checked_shr(unused)) == Some(number)
            }),
            Self::Unsigned(bits) => {
                literal.parse::<u128>().is_ok_and(|number| bits >= 128 || number.checked_shr(bits) == Some(0))
            }
            Self::Any | Self::Float | Self::Double => true,
        }
    }

    /// What a number is not, which the type does not take for its size.
    pub(crate) fn out_of_range(self, literal: &str) -> Option<String> {
        match self {
            Self::Double => {
                literal.parse::<f64>().is_ok_and(f64::is_infinite).then(|| "number out of range".to_owned())
            }
            _ if self.holds(literal) => None,
            // As serde_json says it of what no integer type holds.
            Self::Signed(128) | Self::Unsigned(128) => Some("number out of range".to_owned()),
            Self::Signed(bits) => Some(format!("expected an integer that fits `i{bits}`")),
            Self::Unsigned(bits) => Some(format!("expected an integer that fits `u{bits}`")),
            Self::Any | Self::Float => None,
        }
    }

    /// Whether the type's value is the nearest to the number, also when serde has read the number into a buffer before.
    pub(crate) fn keeps(self, literal: &str) -> bool {
        match self {
            Self::Float => nearest_f32(literal).is_some_and(|nearest| nearest == literal),
            Self::Any => !is_beyond_64_bits(literal),
            Self::Double | Self::Signed(_) | Self::Unsigned(_) => true,
        }
    }
}

/// How the nearest `f32` is written; nothing when the number is beyond all of them. It is as the number was written unless
/// serde, which may read an `f64` first and round again, would miss the nearest.
// Rounding is what is looked at.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn nearest_f32(literal: &str) -> Option<Cow<'_, str>> {
    let nearest = literal.parse::<f32>().ok().filter(|number| number.is_finite())?;
    let twice = literal.parse::<f64>().ok()? as f32;
    if twice.to_bits() == nearest.to_bits() {
        return Some(Cow::Borrowed(literal));
    }
    Some(Cow::Owned(f64::from(nearest).to_string()))
}

/// The number without what says nothing: `1`, `1.0` and `10e-1` are one number.
pub(crate) fn canonical(literal: &str) -> String {
    let (sign, digits) = literal.strip_prefix('-').map_or(("", literal), |digits| ("-", digits));
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{integer}{fraction}");
    let significant = all.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return "0".to_owned();
    }
    let trailing = all.len() - all.trim_end_matches('0').len();
    let shift = |number: i128| {
        i128::try_from(trailing).ok()?.checked_sub(i128::try_from(fraction.len()).ok()?)?.checked_add(number)
    };
    match exponent.parse::<i128>().ok().and_then(shift) {
        Some(exponent) => format!("{sign}{significant}e{exponent}"),
        None => literal.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberKind, canonical, nearest_f32};

    #[test]
    fn an_integer_type_holds_what_its_bits_hold() {
        for (kind, least, most, beyond) in [
            (NumberKind::Signed(8), "-128", "127", ["-129", "128"]),
            (
                NumberKind::Signed(64),
                "-9223372036854775808",
                "9223372036854775807",
                ["-9223372036854775809", "9223372036854775808"],
            ),
            (NumberKind::Unsigned(8), "0", "255", ["-1", "256"]),
            (NumberKind::Unsigned(64), "0", "18446744073709551615", ["-1", "18446744073709551616"]),
            (
                NumberKind::Unsigned(128),
                "0",
                "340282366920938463463374607431768211455",
                ["-1", "340282366920938463463374607431768211456"],
            ),
        ] {
            assert!(kind.holds(least) && kind.holds(most), "{kind:?}");
            assert!(!beyond.iter().any(|number| kind.holds(number)), "{kind:?}");
        }
    }

    #[test]
    fn a_number_that_is_rounded_twice_is_written_anew() {
        assert_eq!(nearest_f32("1e39"), None);
        assert_eq!(nearest_f32("1e-50").unwrap(), "1e-50");
        assert_eq!(nearest_f32("0.1").unwrap(), "0.1");
        // Just above the middle between two `f32`, which the nearest `f64` is not.
        assert_eq!(nearest_f32("1.00000005960464477539062500001"), Some("1.0000001192092896".into()));
    }

    #[test]
    fn one_number_has_one_canonical_form() {
        for same in [["1", "1.0"], ["10", "1e1"], ["0.10", "1E-1"], ["-0", "0e9"], ["120", "1.2e+2"]] {
            assert_eq!(canonical(same[0]), canonical(same[1]));
        }
        assert_ne!(canonical("12345678901234567890123"), canonical("12345678901234567890124"));
        assert_ne!(canonical("1"), canonical("-1"));
    }
}
