//! Numbers at and past each limit, and in other digits.

use crate::alter_values::Alteration;
use crate::case::{Edit, Effect};
use crate::random::Random;
use crate::tree::{Form, Kind, Node, Spot};

pub(crate) const NUMBERS: &[Alteration] = &[
    ("an integer at its limit", at_limit),
    ("an integer past its limit", past_limit),
    ("an integer with a fraction or an exponent", whole_as_float),
    ("a float at its limit", float_at_limit),
    ("a float past its limit", float_past_limit),
    ("an integer beyond 64 bits without a type", beyond_64_bits),
    ("a number that JSON does not have", not_a_number),
    ("a number of an untagged type", untagged),
];

fn is_integer(node: &Node) -> bool {
    matches!(node.kind, Kind::Integer { .. }) && !node.is_untagged
}

fn limits(edit: &Edit, spot: &Spot) -> (i128, u128) {
    match edit.base.at(&spot.path).kind {
        Kind::Integer { least, most } => (least, most),
        _ => (0, 0),
    }
}

fn at_limit(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, is_integer)?;
    let (least, most) = limits(edit, &spot);
    let limit = if random.once_in(2) { least.to_string() } else { most.to_string() };
    edit.mean(&spot, Form::Number(limit.clone()));
    if random.once_in(3) {
        edit.set(&spot, Form::Text(limit));
        edit.repaired(&spot, "string to number");
    } else if random.once_in(2) {
        edit.set(&spot, Form::Number(format!("{limit}.0")));
    }
    if edit.tool == "by_hand" {
        // A value without a Rust type keeps the digits that were written.
        edit.both(&Effect::Open);
    }
    Some(())
}

fn past_limit(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, is_integer)?;
    let (least, most) = limits(edit, &spot);
    let number = match random.below(5) {
        0 => (least - 1).to_string(),
        1 => most
            .checked_add(1)
            .map_or_else(|| "340282366920938463463374607431768211456".to_owned(), |past| past.to_string()),
        2 => format!("{}e9", most.max(1)),
        3 => "9".repeat(300),
        _ => format!("-{}", "9".repeat(60)),
    };
    let in_string = random.once_in(4);
    edit.set(&spot, if in_string { Form::Text(number) } else { Form::Number(number) });
    // What the schema does not limit, its type does.
    let (is_least_said, is_most_said) = (least > i128::from(i64::MIN), most < i64::MAX.unsigned_abs().into());
    if edit.tool == "by_hand" {
        edit.both(&Effect::Open);
    } else if is_least_said && is_most_said {
        edit.refused(&spot, &[]);
    } else {
        let says = edit.says(&spot, &[]);
        edit.lenient.push(Effect::TypeRefused(says.clone()));
        edit.strict.push(if in_string { Effect::Refused(says) } else { Effect::TypeRefused(says) });
    }
    Some(())
}

fn whole_as_float(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, is_integer)?;
    let Form::Number(literal) = edit.base.at(&spot.path).form.clone() else { return None };
    let other = match random.below(4) {
        0 => format!("{literal}.0"),
        1 => format!("{literal}e0"),
        2 if literal != "0" => format!("{literal}00E-2"),
        _ => format!("{literal}.000e+0"),
    };
    edit.set(&spot, Form::Number(other));
    if edit.tool == "by_hand" {
        edit.both(&Effect::Open);
    }
    Some(())
}

fn is_float(node: &Node) -> bool {
    matches!(node.kind, Kind::Float | Kind::Single) && !node.is_untagged
}

fn float_at_limit(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, is_float)?;
    let all: &[&str] = match edit.base.at(&spot.path).kind {
        Kind::Single => {
            &["3.4028235e38", "-3.4028235e38", "1e-45", "1e-60", "0.1", "16777217", "-0.0", "1.17549435e-38"]
        }
        _ => &[
            "1.7976931348623157e308",
            "-1.7976931348623157e308",
            "5e-324",
            "1e-400",
            "-1.6797147598904503",
            "9007199254740993",
            "-0.0",
            "123456789012345678901234567890",
            "2.2250738585072014e-308",
            "1e23",
        ],
    };
    let literal = (*random.one_of(all)).to_owned();
    if edit.tool == "by_hand" && literal.len() == 30 {
        // A value without a Rust type would lose digits of it.
        return None;
    }
    edit.mean(&spot, Form::Number(literal.clone()));
    if random.once_in(3) {
        edit.set(&spot, Form::Text(literal));
        edit.repaired(&spot, "string to number");
    }
    Some(())
}

fn float_past_limit(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, is_float)?;
    let is_single = edit.base.at(&spot.path).kind == Kind::Single;
    let all: &[&str] = if is_single {
        &["1e39", "-1e39", "3.5e38", "1e308", "1e400"]
    } else {
        &["1e309", "-1e309", "1e400", "1e99999999999"]
    };
    let literal = (*random.one_of(all)).to_owned();
    let in_string = random.once_in(4);
    edit.set(&spot, if in_string { Form::Text(literal) } else { Form::Number(literal) });
    let says = edit.says(&spot, &[]);
    edit.lenient.push(Effect::TypeRefused(says.clone()));
    edit.strict.push(if in_string { Effect::Refused(says) } else { Effect::TypeRefused(says) });
    Some(())
}

fn beyond_64_bits(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| node.kind == Kind::Any)?;
    let number = *random.one_of(&["18446744073709551616", "-9223372036854775809", "12345678901234567890123", "1e400"]);
    edit.set(&spot, Form::Number(number.to_owned()));
    let says = edit.says(&spot, &[]);
    if number == "1e400" {
        edit.both(&Effect::TypeRefused(says));
    } else {
        edit.both(&Effect::Refused(says));
    }
    Some(())
}

fn not_a_number(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| matches!(node.form, Form::Number(_)))?;
    let all =
        ["02", "+2", "2.", ".5", "NaN", "Infinity", "-Infinity", "0x10", "1_000", "1e", "-", "--1", "1,000.5", "2d"];
    edit.set(&spot, Form::Raw((*random.one_of(&all)).to_owned()));
    edit.both(&Effect::NotJson(Vec::new()));
    Some(())
}

/// All that an `i64` does not hold as it is written is the nearest `f64`.
fn untagged(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| node.is_untagged && matches!(node.kind, Kind::Integer { .. }))?;
    if spot.place != "number" {
        return None;
    }
    let all = ["2.0", "-0.0", "1e2", "9223372036854775808", "-9223372036854775809", "12345678901234567890123"];
    edit.mean(&spot, Form::Number((*random.one_of(&all)).to_owned()));
    edit.base.at_mut(&spot.path).kind = Kind::Float;
    Some(())
}
