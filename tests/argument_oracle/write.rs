//! A tree as a text: compact, as other JSON, or as carelessly as models write it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::random::Random;
use crate::tree::{Form, Kind, Node};

/// The differences of a text to compact JSON. The first four are valid JSON.
#[derive(Debug, Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is one habit")]
pub(crate) struct Style {
    pub(crate) blanks: bool,
    pub(crate) escapes: bool,
    pub(crate) numbers: bool,
    /// Names in any order.
    pub(crate) shuffled: bool,
    pub(crate) single_quotes: bool,
    pub(crate) typographic_quotes: bool,
    pub(crate) unquoted_names: bool,
    pub(crate) trailing_commas: bool,
    pub(crate) python: bool,
    pub(crate) raw_controls: bool,
    pub(crate) odd_blanks: bool,
}

pub(crate) struct Writer<'r> {
    random: &'r mut Random,
    style: Style,
    out: String,
    /// The kinds of repair that the text calls for.
    kinds: BTreeSet<&'static str>,
}

/// The text, and the kinds of repair that it calls for.
pub(crate) fn write(node: &Node, style: Style, random: &mut Random) -> (String, BTreeSet<&'static str>) {
    let mut writer = Writer { random, style, out: String::new(), kinds: BTreeSet::new() };
    writer.node(node);
    (writer.out, writer.kinds)
}

impl Writer<'_> {
    fn node(&mut self, node: &Node) {
        match &node.form {
            Form::Null if self.style.python => self.python("None"),
            Form::Bool(flag) if self.style.python => self.python(if *flag { "True" } else { "False" }),
            Form::Number(literal) => {
                let text = if self.style.numbers { self.respelled(node, literal) } else { literal.clone() };
                self.out.push_str(&text);
            }
            Form::Text(text) => self.string(text),
            Form::List(items) => {
                self.out.push('[');
                let items: Vec<&Node> = items.iter().filter(|item| item.form != Form::Absent).collect();
                for (index, item) in items.iter().enumerate() {
                    self.before(index);
                    self.node(item);
                }
                self.close(!items.is_empty(), ']');
            }
            Form::Object(members) => {
                self.out.push('{');
                let mut members: Vec<_> = members.iter().filter(|member| member.node.form != Form::Absent).collect();
                if self.style.shuffled && matches!(node.kind, Kind::Struct(_)) {
                    for last in (1..members.len()).rev() {
                        members.swap(last, self.random.below(last + 1));
                    }
                }
                for (index, member) in members.iter().enumerate() {
                    self.before(index);
                    self.name(&member.name);
                    self.blank('"');
                    self.out.push(':');
                    self.blank(if matches!(member.node.form, Form::Text(_) | Form::List(_)) { '"' } else { 'x' });
                    self.node(&member.node);
                }
                self.close(!members.is_empty(), '}');
            }
            _ => self.out.push_str(&node.json()),
        }
    }

    fn python(&mut self, word: &str) {
        self.kinds.insert("Python literal");
        self.out.push_str(word);
    }

    fn before(&mut self, index: usize) {
        if index > 0 {
            self.blank(',');
            self.out.push(',');
        }
        self.blank('x');
    }

    fn close(&mut self, has_items: bool, bracket: char) {
        if has_items && self.style.trailing_commas {
            self.kinds.insert("trailing comma");
            self.out.push(',');
        }
        self.blank(bracket);
        self.out.push(bracket);
    }

    /// A blank before `next`; `x` may be a word.
    fn blank(&mut self, next: char) {
        if self.style.blanks && self.random.once_in(2) {
            let blank = *self.random.one_of(&[" ", "\n", "\t", "\r\n  ", "  "]);
            self.out.push_str(blank);
        }
        if self.style.odd_blanks && self.random.once_in(3) {
            self.kinds.insert("odd blank");
            // A word that follows at once might begin with the letter of the escape.
            let blanks = if next == 'x' { &["\u{a0}", "\\n ", "\u{3000}"] } else { &["\\n", "\\t", "\\r\\n"] };
            let blank = *self.random.one_of(blanks);
            self.out.push_str(blank);
        }
    }

    fn name(&mut self, name: &str) {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if self.style.unquoted_names && name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(is_name) {
            self.kinds.insert("unquoted name");
            self.out.push_str(name);
        } else {
            self.string(name);
        }
    }

    fn string(&mut self, text: &str) {
        let json = self.escaped(text);
        let inside = &json[1..json.len() - 1];
        if self.style.single_quotes && !text.contains(['\'', '"', '\\']) && !inside.contains('\\') {
            self.kinds.insert("single quotes");
            write!(self.out, "'{inside}'").unwrap();
        } else if self.style.typographic_quotes
            && !text.contains(|c| matches!(c, '\'' | '"' | '\\' | '\u{2018}'..='\u{201f}' | '«' | '»'))
        {
            self.kinds.insert("typographic quotes");
            let (open, close) = *self.random.one_of(&[('“', '”'), ('‘', '’'), ('„', '“'), ('«', '»')]);
            write!(self.out, "{open}{inside}{close}").unwrap();
        } else {
            self.out.push_str(&json);
        }
    }

    /// As a JSON string.
    fn escaped(&mut self, text: &str) -> String {
        let mut out = "\"".to_owned();
        for c in text.chars() {
            match c {
                '\n' | '\t' | '\r' if self.style.raw_controls => {
                    self.kinds.insert("raw control character");
                    out.push(c);
                }
                '/' if self.style.escapes && self.random.once_in(2) => out.push_str("\\/"),
                _ if self.style.escapes && self.random.once_in(4) => {
                    let mut units = [0; 2];
                    for unit in c.encode_utf16(&mut units) {
                        write!(out, "\\u{unit:04x}").unwrap();
                    }
                }
                '"' => out.push_str("\\\""),
                _ => out.push_str(serde_json::to_string(&c).unwrap().trim_matches('"')),
            }
        }
        out + "\""
    }

    /// The same number in other digits, where only an integer can be meant.
    fn respelled(&mut self, node: &Node, literal: &str) -> String {
        let is_plain = literal.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
        match node.kind {
            Kind::Integer { .. } if is_plain && !node.is_untagged => match self.random.below(6) {
                0 => format!("{literal}.0"),
                1 => format!("{literal}e0"),
                2 => format!("{literal}.000E+0"),
                3 if literal != "0" => format!("{literal}0e-1"),
                4 if literal.ends_with("00") => format!("{}e2", &literal[..literal.len() - 2]),
                _ => literal.to_owned(),
            },
            Kind::Float | Kind::Single if literal.contains('.') && !literal.contains('e') && !node.is_untagged => {
                match self.random.below(3) {
                    0 => format!("{literal}00"),
                    1 => format!("{literal}e0"),
                    _ => literal.to_owned(),
                }
            }
            _ => literal.to_owned(),
        }
    }
}
