//! Which tokens are numbers, and which number each is.

/// A number by JSON's grammar; everything else that looks like one is a string.
///
/// Source: TOON specification 4.4, section 4; RFC 8259 section 6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Unsigned(u64),
    /// Below zero.
    Negative(i64),
    /// An integer past 64 bits: its token is needed for all its digits.
    Long,
    /// Infinite when the token is past the range of a double.
    Float(f64),
}

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Digits of a token, as one integer.
#[derive(Clone, Copy, Default)]
struct Digits {
    /// Wrong when there are more than [`SAFE_DIGITS`], which is looked at once, at the end.
    value: u64,
    count: usize,
}

/// So many digits always fit 64 bits.
const SAFE_DIGITS: usize = 19;

impl Digits {
    /// These, the digits at the start of `bytes` after them, and what follows.
    #[inline]
    fn take(self, bytes: &[u8]) -> (Self, &[u8]) {
        let (mut value, mut rest) = (self.value, bytes);
        while let [digit @ b'0'..=b'9', after @ ..] = rest {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            rest = after;
        }
        (Self { value, count: self.count + bytes.len() - rest.len() }, rest)
    }

    #[inline]
    fn value(self) -> Option<u64> {
        if self.count <= SAFE_DIGITS { Some(self.value) } else { None }
    }
}

/// The number a whole token is; `None` when it is none.
#[inline]
pub(super) fn parse(token: &str) -> Option<Number> {
    let (is_negative, bytes) = match token.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        bytes => (false, bytes),
    };
    let (whole, rest) = Digits::default().take(bytes);
    if whole.count == 0 || (whole.count > 1 && bytes.first() == Some(&b'0')) {
        return None;
    }
    match rest {
        [] => {
            // What is left after the sign is all digits.
            let value = whole.value().or_else(|| token.trim_start_matches('-').parse().ok());
            Some(integer(is_negative, value))
        }
        [b'.', fraction @ ..] => {
            let (digits, rest) = whole.take(fraction);
            let count = digits.count - whole.count;
            if count == 0 {
                return None;
            }
            let exponent = match rest {
                [] => 0,
                [b'e' | b'E', exponent @ ..] => power(exponent)?,
                _ => return None,
            };
            Some(Number::Float(float(token, is_negative, digits, count, exponent)))
        }
        [b'e' | b'E', exponent @ ..] => Some(Number::Float(float(token, is_negative, whole, 0, power(exponent)?))),
        _ => None,
    }
}

#[inline]
fn integer(is_negative: bool, value: Option<u64>) -> Number {
    match value {
        None => Number::Long,
        // Minus zero is zero.
        Some(0) => Number::Unsigned(0),
        Some(value) if is_negative => 0_i64.checked_sub_unsigned(value).map_or(Number::Long, Number::Negative),
        Some(value) => Number::Unsigned(value),
    }
}

/// The exponent that is all of `bytes`. One that is far too large may come out as another such.
#[inline(never)]
fn power(bytes: &[u8]) -> Option<i32> {
    let (is_negative, bytes) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    };
    let (digits, rest) = Digits::default().take(bytes);
    if !rest.is_empty() || digits.count == 0 {
        return None;
    }
    let value = digits.value().and_then(|value| i32::try_from(value).ok()).unwrap_or(i32::MAX);
    Some(if is_negative { -value } else { value })
}

/// Exact, as the standard library is. Few digits and a small power of ten need one rounding only (Clinger 1990).
#[inline]
fn float(token: &str, is_negative: bool, digits: Digits, fraction: usize, exponent: i32) -> f64 {
    let power = exponent.saturating_sub(i32::try_from(fraction).unwrap_or(i32::MAX));
    let value = match digits.value() {
        Some(0) => return 0.0,
        Some(value) if value < 1 << 53 => scaled(value, power),
        _ => None,
    };
    match value {
        Some(value) if is_negative => -value,
        Some(value) => value,
        // Minus zero is zero here too.
        None => token.parse::<f64>().unwrap_or_default() + 0.0,
    }
}

#[inline]
#[allow(clippy::cast_precision_loss, reason = "below 2^53 each integer is a double")]
fn scaled(value: u64, power: i32) -> Option<f64> {
    let scale = *POWERS.get(usize::try_from(power.unsigned_abs()).ok()?)?;
    Some(if power < 0 { value as f64 / scale } else { value as f64 * scale })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_exact_up_to_64_bits() {
        assert_eq!(parse("0"), Some(Number::Unsigned(0)));
        assert_eq!(parse("42"), Some(Number::Unsigned(42)));
        assert_eq!(parse("18446744073709551615"), Some(Number::Unsigned(u64::MAX)));
        assert_eq!(parse("18446744073709551616"), Some(Number::Long));
        assert_eq!(parse("-1"), Some(Number::Negative(-1)));
        assert_eq!(parse("-9223372036854775808"), Some(Number::Negative(i64::MIN)));
        assert_eq!(parse("-9223372036854775809"), Some(Number::Long));
        assert_eq!(parse("99999999999999999999999999"), Some(Number::Long));
    }

    #[test]
    fn minus_zero_is_zero_in_every_notation() {
        assert_eq!(parse("-0"), Some(Number::Unsigned(0)));
        for token in ["-0.0", "-0e5", "-0.000E-3", "-1e-400"] {
            let Some(Number::Float(value)) = parse(token) else { panic!("{token} is not a float") };
            assert_eq!(value.to_bits(), 0, "{token}");
        }
    }

    #[test]
    fn floats_are_those_of_the_standard_library() {
        for token in [
            "0.1",
            "7.25",
            "71.2833",
            "-0.3",
            "1.5000",
            "2.5e2",
            "-1E+03",
            "3E-02",
            "1e22",
            "1e23",
            "1e-22",
            "123456789012345678.5",
            "0.1000000000000000055511151231257827",
            "9007199254740993.0",
            "1.7976931348623157e308",
            "5e-324",
            "2.2250738585072011e-308",
            "1e400",
            "-1e400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0.000000000000000000000000000001",
        ] {
            let expected = token.parse::<f64>().unwrap();
            assert_eq!(parse(token), Some(Number::Float(expected)), "{token}");
        }
    }

    #[test]
    fn what_json_would_not_take_for_a_number_is_a_string() {
        for token in [
            "",
            "-",
            "+1",
            "05",
            "-05",
            "00",
            ".5",
            "-.5",
            "1.",
            "1.e5",
            "1e",
            "1e+",
            "e5",
            "0x10",
            "1_000",
            "NaN",
            "inf",
            "Infinity",
            "-Infinity",
            "1 ",
            "1.0 b",
            "1e1 b",
            "1.5.2",
            "٤٢",
            "1-2",
            "--1",
            "1e5.0",
            "01.5",
            "0e",
        ] {
            assert_eq!(parse(token), None, "{token}");
        }
    }
}
