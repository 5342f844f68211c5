//! Stage 5 of the road: number literals, read without losing a digit.

use std::cmp::Ordering;

use serde_json::Number;

/// `u128::MAX` has 39 digits; a longer integer fits no type, and an exponent must not make one.
const MAX_DIGITS: i64 = 39;
const MAX_LITERAL: usize = 39;

/// The literal of the same integer without fraction and exponent (`12.0`, `1.2e1`), if the number is one.
pub(super) fn whole(literal: &str) -> Option<String> {
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

/// Whether the literal is an integer that neither `i64` nor `u64` holds, so that a value without a type would lose
/// digits of it.
pub(super) fn is_beyond_64_bits(literal: &str) -> bool {
    !literal.contains(['.', 'e', 'E']) && literal.parse::<i64>().is_err() && literal.parse::<u64>().is_err()
}

/// The JSON number that a text is, blanks around it apart.
pub(super) fn of_text(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    is_number.then_some(text)
}

/// Compares a literal with a bound of the schema, exactly where both are integers.
pub(super) fn compare(literal: &str, bound: &Number) -> Option<Ordering> {
    let of_bound = bound.as_i64().map(i128::from).or_else(|| bound.as_u64().map(i128::from));
    let integer = whole(literal);
    match (integer.as_ref().and_then(|literal| literal.parse::<i128>().ok()), of_bound) {
        (Some(number), Some(bound)) => Some(number.cmp(&bound)),
        _ => literal.parse::<f64>().ok()?.partial_cmp(&bound.as_f64()?),
    }
}
