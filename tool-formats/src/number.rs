//! Numbers as digits, the way `serde_json` prints them.

use crate::tape::Number;

/// Room for digits that are copied right after they were written: across two cache lines, the copy waits for both.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Line(pub(crate) zmij::Buffer);

/// Appends `number` as JSON.
pub(crate) fn push_number(out: &mut String, number: Number<'_>) {
    match number {
        Number::I64(value) => out.push_str(itoa::Buffer::new().format(value)),
        Number::U64(value) => out.push_str(itoa::Buffer::new().format(value)),
        Number::Verbatim(digits) => out.push_str(digits),
        float => with_float_digits(float, |digits| out.push_str(digits)),
    }
}

/// Gives the shortest digits of a float to `write`: a dot always, an exponent outside 1e-5 to 1e16.
pub(crate) fn with_float_digits(float: Number<'_>, write: impl FnOnce(&str)) {
    let mut buffer = zmij::Buffer::new();
    write(match float {
        Number::F64(value) => buffer.format_finite(value),
        Number::F32(value) => buffer.format_finite(value),
        Number::Decimal(token) if is_shortest(token) => token,
        // The reader has made sure that the token is a finite number.
        Number::Decimal(token) => buffer.format(token.parse::<f64>().unwrap_or_default()),
        Number::Verbatim(digits) => digits,
        Number::I64(_) | Number::U64(_) => return,
    });
}

/// Whether a number of a JSON text already has the shortest digits of its double, in plain notation.
///
/// Two different decimals of up to 15 digits are two different doubles, so no shorter one can represent this.
fn is_shortest(token: &str) -> bool {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let is_plain = !digits.bytes().any(|byte| byte | 0x20 == b'e');
    is_plain && digits.len() <= 16 && !digits.ends_with('0') && !digits.starts_with("0.0000")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(number: Number<'_>) -> String {
        let mut out = String::new();
        push_number(&mut out, number);
        out
    }

    #[test]
    fn decimals_of_a_text_are_printed_as_serde_json_prints_their_double() {
        for token in [
            "1.0",
            "1.5",
            "-1.5",
            "1.50",
            "0.1",
            "-0.0",
            "0.0",
            "0.00001",
            "0.00002",
            "0.0001",
            "0.000001",
            "1e2",
            "1E2",
            "1e-7",
            "1.5e300",
            "123456789012345.5",
            "1234567890123456.5",
            "12345678901234567.5",
            "0.30000000000000004",
            "0.300000000000000041",
            "100000000000000000000.5",
            "2.50e-3",
            "0.1234567890123456789",
            "1e21",
            "9.95e22",
        ] {
            let expected = serde_json::to_string(&token.parse::<f64>().unwrap()).unwrap();
            assert_eq!(printed(Number::Decimal(token)), expected, "{token}");
        }
    }

    #[test]
    fn floats_are_printed_as_serde_json_prints_them() {
        for value in [0.0, -0.0, 1.0, 0.1, 1e15, 1e16, 1e17, 1e-4, 1e-5, 1e-6, 1.0 / 3.0, f64::MAX, f64::MIN_POSITIVE] {
            assert_eq!(printed(Number::F64(value)), serde_json::to_string(&value).unwrap());
        }
        assert_eq!(printed(Number::F32(0.1)), "0.1");
        assert_eq!(printed(Number::F32(16_777_216.0)), "16777216.0");
    }

    #[test]
    fn integers_keep_all_digits() {
        assert_eq!(printed(Number::I64(i64::MIN)), "-9223372036854775808");
        assert_eq!(printed(Number::U64(u64::MAX)), "18446744073709551615");
        assert_eq!(
            printed(Number::Verbatim("340282366920938463463374607431768211456")),
            "340282366920938463463374607431768211456"
        );
    }
}
