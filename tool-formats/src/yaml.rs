//! YAML in block style, where every string value stands in double quotes.
//!
//! Plain strings are what YAML readers disagree about: `no`, `1_000`, `12:30` and dates mean different things in YAML 1.1
//! and 1.2. Quoted ones mean the same to both.

use crate::bytes::{self, classes_of};
use crate::escape::{push_escaped, push_hex};
use crate::number::{push_number, with_float_digits};
use crate::tape::{Entries, Items, Node, Number, Scalar, View};

/// A key this long, as written, needs the explicit form `? key`: YAML looks for the colon within 1,024 characters.
const LONG_KEY: usize = 1000;

/// Writes one document, from its `---` on.
pub(crate) fn node_to_string(root: Node<'_>) -> String {
    let mut writer = Writer { out: String::with_capacity(128), margin: String::from("\n") };
    writer.out.push_str("---");
    match root.view() {
        View::Array(items) if items.len() > 0 => {
            writer.line(0);
            writer.items(items, 0);
        }
        View::Object(entries) if entries.len() > 0 => {
            writer.line(0);
            writer.entries(entries, 0);
        }
        _ => writer.value(root, 0),
    }
    writer.out
}

struct Writer {
    out: String,
    /// A line feed and as many spaces as the deepest line so far has needed.
    margin: String,
}

impl Writer {
    /// Begins a line at `depth`.
    fn line(&mut self, depth: usize) {
        let width = 1 + 2 * depth;
        while self.margin.len() < width {
            self.margin.push(' ');
        }
        self.out.push_str(self.margin.get(..width).unwrap_or_default());
    }

    /// The items of an array; the first one goes on the line that has been begun.
    fn items(&mut self, items: Items<'_>, depth: usize) {
        for (at, item) in items.enumerate() {
            if at > 0 {
                self.line(depth);
            }
            self.out.push('-');
            match item.view() {
                View::Array(inner) if inner.len() > 0 => {
                    self.out.push(' ');
                    self.items(inner, depth + 1);
                }
                View::Object(inner) if inner.len() > 0 => {
                    self.out.push(' ');
                    self.entries(inner, depth + 1);
                }
                _ => self.value(item, depth),
            }
        }
    }

    /// The entries of an object; the first one goes on the line that has been begun.
    fn entries(&mut self, entries: Entries<'_>, depth: usize) {
        for (at, (key, value)) in entries.enumerate() {
            if at > 0 {
                self.line(depth);
            }
            self.key(key, depth);
            self.value(value, depth);
        }
    }

    fn key(&mut self, key: &str, depth: usize) {
        let start = self.out.len();
        if is_plain(key) {
            self.out.push_str(key);
        } else {
            push_text(&mut self.out, key);
        }
        if self.out.len() - start > LONG_KEY {
            self.out.insert_str(start, "? ");
            self.line(depth);
        }
        self.out.push(':');
    }

    /// A value behind a hyphen, a colon or the `---`: on the same line, or indented below.
    fn value(&mut self, value: Node<'_>, depth: usize) {
        match value.view() {
            View::Array(items) if items.len() > 0 => {
                self.line(depth + 1);
                self.items(items, depth + 1);
            }
            View::Object(entries) if entries.len() > 0 => {
                self.line(depth + 1);
                self.entries(entries, depth + 1);
            }
            View::Array(_) => self.out.push_str(" []"),
            View::Object(_) => self.out.push_str(" {}"),
            View::Scalar(scalar) => {
                self.out.push(' ');
                push_scalar(&mut self.out, scalar);
            }
        }
    }
}

fn push_scalar(out: &mut String, scalar: Scalar<'_>) {
    match scalar {
        Scalar::Null => out.push_str("null"),
        Scalar::Bool(true) => out.push_str("true"),
        Scalar::Bool(false) => out.push_str("false"),
        Scalar::Number(number @ (Number::I64(_) | Number::U64(_) | Number::Verbatim(_))) => push_number(out, number),
        Scalar::Number(float) => with_float_digits(float, |digits| push_float(out, digits)),
        Scalar::Text(text) => push_text(out, text),
    }
}

/// YAML 1.1 takes a number for a float only with a dot in the mantissa and a sign in the exponent.
fn push_float(out: &mut String, digits: &str) {
    let Some((mantissa, exponent)) = digits.split_once('e') else {
        return out.push_str(digits);
    };
    out.push_str(mantissa);
    out.push_str(if mantissa.contains('.') { "e" } else { ".0e" });
    out.push_str(if exponent.starts_with(['-', '+']) { "" } else { "+" });
    out.push_str(exponent);
}

/// Whether a key is a name that no YAML reader takes for anything else.
fn is_plain(key: &str) -> bool {
    const WORDS: [&str; 11] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"];
    let is_name = match key.as_bytes() {
        [b'A'..=b'Z' | b'a'..=b'z' | b'_', rest @ ..] => {
            rest.len() < 128 && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        }
        _ => false,
    };
    is_name && !(key.len() <= 5 && WORDS.iter().any(|word| word.eq_ignore_ascii_case(key)))
}

fn push_text(out: &mut String, text: &str) {
    out.push('"');
    if classes_of(text) & (bytes::ESCAPED | bytes::YAML) != 0 {
        push_escaped(out, text, needs_escape, push_escape);
    } else {
        out.push_str(text);
    }
    out.push('"');
}

/// Besides controls, what YAML takes for a line break and what would reorder or vanish on a screen.
fn needs_escape(c: char) -> bool {
    matches!(
        c,
        '\0'..'\u{20}' | '"' | '\\' | '\u{7F}'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'
    )
}

fn push_escape(out: &mut String, c: char) {
    out.push('\\');
    match c {
        '\n' => out.push('n'),
        '\r' => out.push('r'),
        '\t' => out.push('t'),
        '"' | '\\' => out.push(c),
        '\0'..='\u{FF}' => {
            out.push('x');
            push_hex(out, c.into(), 2);
        }
        _ => {
            out.push('u');
            push_hex(out, c.into(), 4);
        }
    }
}
