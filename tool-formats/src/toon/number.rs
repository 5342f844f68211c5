//! Numbers in TOON: plain decimals where a reader would want them.

use crate::number::{Line, with_float_digits};
use crate::tape::Number;

/// From here on, up to [`EXACT_F64`], the shortest digits come without an exponent.
const PLAIN_F64: f64 = 1e-4;
/// Doubles below this have no neighbour within 1, so that the digits of a whole one are the shortest.
const EXACT_F64: f64 = 9_007_199_254_740_992.0;
const EXACT_F32: f32 = 16_777_216.0;

/// Appends a number: plain within 1e-6 to 1e21, no trailing zeros, no point without a fraction, no negative zero.
///
/// Source: TOON specification 4.4, section 2.
#[allow(clippy::inline_always, reason = "its callers know what kind of number it is")]
#[inline(always)]
pub(super) fn push_number(out: &mut String, number: Number<'_>) {
    match number {
        Number::I64(value) => push_signed(out, value),
        Number::U64(value) => push_unsigned(out, value),
        Number::Verbatim(digits) => out.push_str(digits),
        Number::F64(value) => push_f64(out, value),
        Number::F32(value) => push_f32(out, value),
        Number::Decimal(_) => push_shortest(out, number),
    }
}

fn push_signed(out: &mut String, value: i64) {
    match u64::try_from(value) {
        Ok(value) => push_unsigned(out, value),
        Err(_) => out.push_str(itoa::Buffer::new().format(value)),
    }
}

/// Appends an integer.
pub(super) fn push_unsigned(out: &mut String, value: u64) {
    // Most numbers of real tables have one digit, for which the general way takes three times as long.
    match u8::try_from(value) {
        Ok(digit @ 0..10) => out.push(char::from(b'0' + digit)),
        _ => out.push_str(itoa::Buffer::new().format(value)),
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "exact below 2^53")]
#[allow(clippy::float_cmp, reason = "a float is whole if it is the same as an integer")]
fn push_f64(out: &mut String, value: f64) {
    let size = value.abs();
    if size < EXACT_F64 {
        let whole = value as i64;
        if whole as f64 == value {
            return push_signed(out, whole);
        }
        if size >= PLAIN_F64 {
            return out.push_str(Line::default().0.format_finite(value));
        }
    }
    push_shortest(out, Number::F64(value));
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "exact below 2^24")]
#[allow(clippy::float_cmp, reason = "a float is whole if it is the same as an integer")]
fn push_f32(out: &mut String, value: f32) {
    let whole = value as i32;
    if value.abs() < EXACT_F32 && whole as f32 == value {
        return push_signed(out, whole.into());
    }
    push_shortest(out, Number::F32(value));
}

#[inline(never)]
fn push_shortest(out: &mut String, number: Number<'_>) {
    with_float_digits(number, |digits| push_float(out, digits));
}

/// Rewrites the shortest digits of a float, which are `1.0`, `1.5` or `1.5e-7`.
fn push_float(out: &mut String, digits: &str) {
    if let Some((mantissa, exponent)) = digits.split_once('e') {
        return push_scientific(out, mantissa, exponent);
    }
    match digits.strip_suffix(".0") {
        Some("-0") => out.push('0'),
        Some(whole) => out.push_str(whole),
        None => out.push_str(digits),
    }
}

fn push_scientific(out: &mut String, mantissa: &str, exponent: &str) {
    let power = exponent.parse::<i32>().unwrap_or_default();
    let mantissa = mantissa.strip_suffix(".0").unwrap_or(mantissa);
    if (-6..21).contains(&power) {
        return push_plain(out, mantissa, power);
    }
    out.push_str(mantissa);
    out.push_str(if power < 0 { "e" } else { "e+" });
    out.push_str(itoa::Buffer::new().format(power));
}

/// Moves the point of a mantissa with one digit before it.
fn push_plain(out: &mut String, mantissa: &str, power: i32) {
    let digits = match mantissa.strip_prefix('-') {
        Some(digits) => {
            out.push('-');
            digits
        }
        None => mantissa,
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let shift = usize::try_from(power.unsigned_abs()).unwrap_or_default();
    if power < 0 {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', shift - 1));
        out.push_str(whole);
        out.push_str(fraction);
        return;
    }
    out.push_str(whole);
    match fraction.split_at_checked(shift) {
        Some((before, "")) => out.push_str(before),
        Some((before, after)) => {
            out.push_str(before);
            out.push('.');
            out.push_str(after);
        }
        None => {
            out.push_str(fraction);
            out.extend(std::iter::repeat_n('0', shift - fraction.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(number: Number<'_>) -> String {
        let mut out = String::new();
        push_number(&mut out, number);
        out
    }

    #[track_caller]
    fn float(value: f64, expected: &str) {
        assert_eq!(printed(Number::F64(value)), expected);
        assert_eq!(expected.parse(), Ok(value), "{expected} reads back");
    }

    #[test]
    fn whole_floats_have_no_point() {
        float(0.0, "0");
        float(1.0, "1");
        float(-7.0, "-7");
        float(1e6, "1000000");
        float(123_456_789_012_345_680.0, "123456789012345680");
    }

    #[test]
    fn negative_zero_is_zero() {
        assert_eq!(printed(Number::F64(-0.0)), "0");
        assert_eq!(printed(Number::F32(-0.0)), "0");
        assert_eq!(printed(Number::Decimal("-0.0")), "0");
        assert_eq!(printed(Number::Decimal("-0e5")), "0");
    }

    #[test]
    fn numbers_from_a_millionth_to_just_below_1e21_are_plain() {
        float(0.000_001, "0.000001");
        float(-0.000_001, "-0.000001");
        float(0.000_001_5, "0.0000015");
        float(0.000_01, "0.00001");
        float(1e15, "1000000000000000");
        float(1e16, "10000000000000000");
        float(1.5e16, "15000000000000000");
        float(1.234_567_890_123_456_7e19, "12345678901234567000");
        float(-1e20, "-100000000000000000000");
        float(9.999_999_999_999_999e20, "999999999999999900000");
    }

    #[test]
    fn numbers_outside_have_an_exponent_with_a_sign() {
        float(1e21, "1e+21");
        float(-1.5e300, "-1.5e+300");
        float(1e-7, "1e-7");
        float(9.999_999_999_999e-7, "9.999999999999e-7");
        float(5e-324, "5e-324");
        float(f64::MAX, "1.7976931348623157e+308");
    }

    #[test]
    fn floats_have_their_shortest_digits() {
        float(0.1 + 0.2, "0.30000000000000004");
        float(1.0 / 3.0, "0.3333333333333333");
        float(27.7208, "27.7208");
        assert_eq!(printed(Number::F32(0.1)), "0.1");
        assert_eq!(printed(Number::F32(3.4e38)), "3.4e+38");
    }

    #[test]
    fn decimals_of_a_text_are_rewritten() {
        for (token, expected) in [
            ("1.0", "1"),
            ("1.50", "1.5"),
            ("1e2", "100"),
            ("1.5E-3", "0.0015"),
            ("0.0000001", "1e-7"),
            ("0.0000010", "0.000001"),
            ("1e21", "1e+21"),
            ("123456789.125", "123456789.125"),
            ("0.1000000000000000055", "0.1"),
            ("1e-400", "0"),
        ] {
            assert_eq!(printed(Number::Decimal(token)), expected, "{token}");
        }
    }

    #[test]
    fn integers_keep_all_digits() {
        assert_eq!(printed(Number::I64(i64::MIN)), "-9223372036854775808");
        assert_eq!(printed(Number::U64(u64::MAX)), "18446744073709551615");
        assert_eq!(
            printed(Number::Verbatim("340282366920938463463374607431768211455")),
            "340282366920938463463374607431768211455"
        );
    }
}
