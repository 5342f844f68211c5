//! Finds what a format cannot represent of a value.

use crate::bytes::is_xml_char;
use crate::format::Model;
use crate::number::with_float_digits;
use crate::tape::{Entries, Items, Node, Number, Scalar, View};
use crate::{Format, Loss, LossSet, WriteOptions};

/// What `format` does not keep of a value that it can hold.
pub(crate) fn of(root: Node<'_>, format: Format, options: WriteOptions) -> LossSet {
    let mut survey = Survey { format, options, losses: root.losses() };
    if survey.is_csv() {
        survey.table(root);
    } else {
        survey.value(root, Place::Root);
    }
    survey.losses
}

/// What a text had that its value does not, for a type that accepts anything.
pub(crate) fn of_reading(root: Node<'_>) -> LossSet {
    // JSON keeps all but what was lost before, and the digits.
    let mut survey = Survey { format: Format::Json, options: WriteOptions::default(), losses: root.losses() };
    survey.value(root, Place::Root);
    survey.losses
}

/// The same, with what a type without numbers past 64 bits, such as `serde_json::Value`, loses of the integers.
pub(crate) fn of_reading_untyped(root: Node<'_>, format: Format) -> LossSet {
    let mut losses = of_reading(root);
    let has_long = match format.info().model {
        // There, an integer that is too long is read as the text that it is.
        Model::Elements => false,
        Model::Table => cells(root).any(|cell| !matches!(cell.view(), View::Scalar(_)) && has_long_integer(cell)),
        Model::Json => has_long_integer(root),
    };
    if has_long {
        losses.insert(Loss::NumberPrecision);
    }
    losses
}

fn cells(table: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let rows = match table.view() {
        View::Array(rows) => Some(rows),
        _ => None,
    };
    rows.into_iter().flatten().filter_map(entries).flatten().map(|(_, cell)| cell)
}

/// Whether there is an integer past 64 bits with more digits than a double keeps.
fn has_long_integer(node: Node<'_>) -> bool {
    match node.view() {
        View::Scalar(Scalar::Number(Number::Verbatim(digits))) => {
            let fits = || digits.parse::<i64>().is_ok() || digits.parse::<u64>().is_ok();
            digits.len() > 18 && !fits() && is_cut_short(digits)
        }
        View::Scalar(_) => false,
        View::Array(mut items) => items.any(has_long_integer),
        View::Object(mut entries) => entries.any(|(_, value)| has_long_integer(value)),
    }
}

/// Those of `losses`, what a format does not keep of a value, that were lost while its text was read. Digits are: no
/// format writes fewer than a double has.
pub(crate) fn read_losses(root: Node<'_>, losses: LossSet) -> LossSet {
    let mut read = root.losses();
    if losses.contains(Loss::NumberPrecision) {
        read.insert(Loss::NumberPrecision);
    }
    read
}

/// What a value is directly inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Array,
    Object,
}

struct Survey {
    format: Format,
    options: WriteOptions,
    losses: LossSet,
}

impl Survey {
    fn value(&mut self, node: Node<'_>, place: Place) {
        match node.view() {
            View::Scalar(scalar) => self.scalar(scalar),
            View::Array(items) => self.array(items, place),
            View::Object(entries) => {
                self.lost_when(entries.len() == 0 && self.is_xml(), Loss::EmptyKinds);
                for (key, value) in entries {
                    self.characters(key);
                    self.value(value, Place::Object);
                }
            }
        }
    }

    fn array(&mut self, items: Items<'_>, place: Place) {
        if self.is_xml() {
            self.lost_when(items.len() == 0, Loss::EmptyKinds);
            self.lost_when(items.len() == 1 && place != Place::Root, Loss::SingletonArray);
            self.lost_when(items.len() > 0 && place == Place::Array, Loss::Structure);
        }
        items.for_each(|item| self.value(item, Place::Array));
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        match scalar {
            Scalar::Null => self.lost_when(self.is_untyped(), Loss::EmptyKinds),
            Scalar::Bool(_) => self.lost_when(self.is_untyped(), Loss::Types),
            Scalar::Number(number) => {
                self.lost_when(self.is_untyped(), Loss::Types);
                self.number(number);
            }
            Scalar::Text(text) => self.text(text),
        }
    }

    fn number(&mut self, number: Number<'_>) {
        self.lost_when(Self::is_shortened(number), Loss::NumberPrecision);
        self.lost_when(!self.format.info().has_negative_zero && is_negative_zero(number), Loss::NegativeZero);
    }

    fn text(&mut self, text: &str) {
        self.characters(text);
        self.lost_when(self.is_untyped() && text.is_empty(), Loss::EmptyKinds);
        self.lost_when(self.is_untyped() && looks_typed(text), Loss::Types);
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        self.lost_when(self.is_csv() && self.options.csv.guard_formulas && is_formula, Loss::GuardedFormulas);
    }

    /// Characters that XML cannot hold are here only where they are replaced.
    fn characters(&mut self, text: &str) {
        self.lost_when(self.is_xml() && !text.chars().all(is_xml_char), Loss::ReplacedCharacters);
    }

    fn table(&mut self, root: Node<'_>) {
        let rows: Vec<_> = match root.view() {
            View::Array(items) => items.filter_map(entries).collect(),
            _ => entries(root).into_iter().collect(),
        };
        self.lost_when(rows.len() == 1, Loss::SingletonArray);
        let columns: std::collections::HashSet<_> = rows.iter().cloned().flatten().map(|(key, _)| key).collect();
        for row in rows {
            self.lost_when(row.len() < columns.len(), Loss::EmptyKinds);
            self.row(row);
        }
    }

    fn row(&mut self, row: Entries<'_>) {
        for (_, cell) in row {
            if let View::Scalar(scalar) = cell.view() {
                self.scalar(scalar);
                continue;
            }
            let is_flat = self.options.csv.nested == crate::Nested::Flatten;
            self.losses.insert(if is_flat { Loss::Structure } else { Loss::Types });
            self.numbers(cell);
        }
    }

    /// Numbers inside of a cell are cut short like any other.
    fn numbers(&mut self, node: Node<'_>) {
        match node.view() {
            View::Scalar(Scalar::Number(number)) => {
                self.lost_when(Self::is_shortened(number), Loss::NumberPrecision);
            }
            View::Scalar(_) => {}
            View::Array(items) => items.for_each(|item| self.numbers(item)),
            View::Object(entries) => entries.for_each(|(_, value)| self.numbers(value)),
        }
    }

    fn lost_when(&mut self, condition: bool, loss: Loss) {
        if condition {
            self.losses.insert(loss);
        }
    }

    fn is_xml(&self) -> bool {
        self.format.info().model == Model::Elements
    }

    fn is_csv(&self) -> bool {
        self.format.info().model == Model::Table
    }

    fn is_untyped(&self) -> bool {
        self.format.info().model != Model::Json
    }

    fn is_shortened(number: Number<'_>) -> bool {
        match number {
            Number::Decimal(token) => is_cut_short(token),
            _ => false,
        }
    }
}

/// Whether the double nearest to a number has fewer digits than the number's token.
pub(crate) fn is_cut_short(token: &str) -> bool {
    let mut is_shortened = false;
    with_float_digits(Number::Decimal(token), |digits| {
        is_shortened = digits != token && significant(token) != significant(digits);
    });
    is_shortened
}

fn is_negative_zero(number: Number<'_>) -> bool {
    let is_it = |value: f64| value == 0.0 && value.is_sign_negative();
    match number {
        Number::F64(value) => is_it(value),
        Number::F32(value) => is_it(value.into()),
        // Nearly all tokens end before the number has to be read.
        Number::Decimal(token) => token.starts_with('-') && token.parse().is_ok_and(is_it),
        Number::I64(_) | Number::U64(_) | Number::Verbatim(_) => false,
    }
}

fn entries(node: Node<'_>) -> Option<Entries<'_>> {
    match node.view() {
        View::Object(entries) => Some(entries),
        _ => None,
    }
}

/// Whether a text could be taken for a number, a boolean, or JSON: what it is not is never in doubt.
fn looks_typed(text: &str) -> bool {
    matches!(text, "true" | "false")
        || text.starts_with(|c: char| matches!(c, '-' | '[' | '{') || c.is_ascii_digit())
            && (text.starts_with(['[', '{']) || text.parse::<f64>().is_ok())
}

/// The digits of a decimal without zeros at either end, and how far its point is from the first.
fn significant(token: &str) -> (String, i64) {
    let (mantissa, exponent) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches('-');
    let digits = format!("{whole}{fraction}");
    let leading = digits.len() - digits.trim_start_matches('0').len();
    let significant = digits.trim_matches('0').to_owned();
    let signed = |len: usize| i64::try_from(len).unwrap_or(i64::MAX);
    let exponent: i64 = exponent.trim_start_matches('+').parse().unwrap_or(0);
    let point = signed(whole.len()) - signed(leading) + exponent;
    if significant.is_empty() { (significant, 0) } else { (significant, point) }
}

#[cfg(test)]
mod tests {
    use super::significant;

    #[test]
    fn decimals_are_compared_by_their_digits() {
        for (one, other) in [
            ("1.50", "1.5"),
            ("1e2", "100.0"),
            ("0.1E-6", "1e-7"),
            ("-0.0010", "-0.001"),
            ("0.0", "0e5"),
            ("1e16", "1e+16"),
        ] {
            assert_eq!(significant(one), significant(other), "{one}");
        }
        for (one, other) in [
            ("0.30000000000000001", "0.3"),
            ("1e2", "10.0"),
            ("0.01", "0.1"),
            ("12345678901234567.5", "12345678901234568.0"),
        ] {
            assert_ne!(significant(one), significant(other), "{one}");
        }
    }
}
