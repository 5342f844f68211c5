//! A JSON parser that accepts common mistakes of models and records each as a repair.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::json_error::{JsonError, JsonErrorKind, line_and_column};
use super::strict_parser::has_each_name_once;
use crate::arguments::argument_repair::{ArgumentRepair, ArgumentRepairKind};
use crate::error::display::EscapedName;
use crate::schema::raw_json::MAX_DEPTH;
use crate::schema::raw_json::{Members, RawJson};

/// The words that are values, as JSON and as Python have them.
const LITERALS: [&str; 6] = ["true", "false", "null", "True", "False", "None"];

/// A reader at one place of a text. Every byte is looked at a bounded number of times.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: usize,
    notes: Vec<(ArgumentRepairKind, usize)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0, notes: Vec::new() }
    }

    /// Goes back to the start, as if nothing had been read.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.text);
    }

    /// Notes a repair at the byte `at`; one note for each kind is enough to tell, and keeps the list short.
    pub(super) fn note(&mut self, kind: ArgumentRepairKind, at: usize) {
        if self.notes.iter().all(|(noted, _)| *noted != kind) {
            self.notes.push((kind, at));
        }
    }

    pub(super) fn has_noted(&self, kind: ArgumentRepairKind) -> bool {
        self.notes.iter().any(|(noted, _)| *noted == kind)
    }

    pub(super) fn repairs(self) -> Vec<ArgumentRepair> {
        let text = self.text;
        let repair = |(kind, at)| {
            let (line, column) = line_and_column(text, at);
            ArgumentRepair::of_text(kind, format!("line {line} column {column}"))
        };
        self.notes.into_iter().map(repair).collect()
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<char> {
        match self.text.as_bytes().get(self.at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            _ => self.rest().chars().next(),
        }
    }

    /// The bytes from here on.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    #[inline]
    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    pub(super) fn skip_blanks(&mut self) {
        loop {
            match self.text.as_bytes().get(self.at) {
                None | Some(b'!'..=b'[' | b']'..=b'~') => return,
                Some(b' ' | b'\n' | b'\r' | b'\t') => {
                    self.at += 1;
                    continue;
                }
                Some(_) => {}
            }
            let Some(next) = self.peek() else { return };
            let length = if is_blank(next) { next.len_utf8() } else { self.escaped_blank() };
            if length == 0 {
                return;
            }
            if !next.is_ascii_whitespace() {
                self.note(ArgumentRepairKind::OddBlank, self.at);
            }
            self.at += length;
        }
    }

    /// The length of a `\n`, `\r` or `\t` that stands here as two characters. A word behind it may have begun with the
    /// letter.
    fn escaped_blank(&self) -> usize {
        let rest = self.rest();
        let Some(after) = ["\\n", "\\r", "\\t"].iter().find_map(|blank| rest.strip_prefix(blank)) else { return 0 };
        let is_literal = |literal: &str| after.strip_prefix(literal).is_some_and(|rest| !rest.starts_with(is_name));
        let is_word = after.starts_with(is_name_start) && !LITERALS.into_iter().any(is_literal);
        if is_word { 0 } else { 2 }
    }

    /// Whether the text ends within such a blank, or within the word behind it.
    fn ends_in_escaped_blank(&self) -> bool {
        let Some(after) = self.rest().strip_prefix('\\') else { return false };
        after.is_empty()
            || after
                .strip_prefix(['n', 'r', 't'])
                .is_some_and(|word| !word.is_empty() && LITERALS.iter().any(|literal| literal.starts_with(word)))
    }

    pub(super) fn fault(&self, kind: JsonErrorKind) -> JsonError {
        JsonError::new(kind, self.text, self.at)
    }

    /// The next token is not what was expected; at the end of the text, something was cut off.
    pub(super) fn unexpected(&self, expected: &'static str) -> JsonError {
        match self.token().filter(|_| !self.ends_in_escaped_blank()) {
            Some(found) => self.fault(JsonErrorKind::Unexpected { expected, found }),
            None => self.fault(JsonErrorKind::CutOff),
        }
    }

    /// A word, or one character: enough to find the place again.
    pub(super) fn token(&self) -> Option<String> {
        let word: String = self.rest().chars().take_while(|c| is_name(*c)).take(20).collect();
        let token = if word.is_empty() { self.peek().map(String::from)? } else { word };
        Some(if token == "`" { "a backtick".to_owned() } else { format!("`{token}`") })
    }

    /// The next value, after blanks.
    pub(super) fn value(&mut self) -> Result<RawJson<'a>, JsonError> {
        self.skip_blanks();
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::array),
            Some('-' | '0'..='9') => self.number(),
            Some(next) if is_quote(next) => self.string().map(RawJson::String),
            Some(next) if is_name(next) => self.word(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn nested(&mut self, read: impl Fn(&mut Self) -> Result<RawJson<'a>, JsonError>) -> Result<RawJson<'a>, JsonError> {
        if self.depth == MAX_DEPTH {
            return Err(self.fault(JsonErrorKind::TooDeep));
        }
        self.depth += 1;
        self.bump();
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<RawJson<'a>, JsonError> {
        let mut items = Vec::new();
        let mut comma = None;
        loop {
            self.skip_blanks();
            if self.eat(']') {
                self.note_trailing(comma);
                return Ok(RawJson::Array(items));
            }
            items.push(self.value()?);
            comma = self.comma("`,` or `]`", ']')?;
        }
    }

    fn object(&mut self) -> Result<RawJson<'a>, JsonError> {
        // Most objects have some.
        let mut members = Members::with_capacity(8);
        let mut comma = None;
        loop {
            self.skip_blanks();
            if self.eat('}') {
                self.note_trailing(comma);
                return self.each_name_once(members).map(RawJson::Object);
            }
            let name = self.name()?;
            self.skip_blanks();
            if !self.eat(':') {
                return Err(self.unexpected("`:`"));
            }
            members.push((name, self.value()?));
            comma = self.comma("`,` or `}`", '}')?;
        }
    }

    /// After an item: a comma, whose place is returned, or the end of the list, which is left.
    fn comma(&mut self, expected: &'static str, end: char) -> Result<Option<usize>, JsonError> {
        self.skip_blanks();
        let at = self.at;
        match self.peek() {
            Some(',') => {
                self.at += 1;
                Ok(Some(at))
            }
            Some(next) if next == end => Ok(None),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn note_trailing(&mut self, comma: Option<usize>) {
        if let Some(at) = comma {
            self.note(ArgumentRepairKind::TrailingComma, at);
        }
    }

    fn name(&mut self) -> Result<Cow<'a, str>, JsonError> {
        match self.peek() {
            Some(next) if is_quote(next) => self.string(),
            Some(next) if is_name_start(next) => {
                self.note(ArgumentRepairKind::UnquotedName, self.at);
                Ok(Cow::Borrowed(self.take_while(is_name)))
            }
            _ => Err(self.unexpected("a name in quotes")),
        }
    }

    /// Two values for one name have no one meaning, unless they are the same.
    fn each_name_once(&mut self, members: Members<'a>) -> Result<Members<'a>, JsonError> {
        if has_each_name_once(&members) {
            return Ok(members);
        }
        let mut first: HashMap<&str, &RawJson<'a>> = HashMap::with_capacity(members.len());
        let mut repeated = false;
        for (name, value) in &members {
            match first.get(&**name) {
                None => _ = first.insert(name, value),
                Some(other) if other.same(value) => repeated = true,
                Some(_) => {
                    let name = EscapedName(name).to_string();
                    return Err(self.fault(JsonErrorKind::RepeatedName(name)));
                }
            }
        }
        if !repeated {
            return Ok(members);
        }
        self.note(ArgumentRepairKind::RepeatedName, self.at);
        let mut seen = HashSet::new();
        Ok(members.into_iter().filter(|(name, _)| seen.insert(name.clone())).collect())
    }

    /// The grammar of RFC 8259 section 6.
    fn number(&mut self) -> Result<RawJson<'a>, JsonError> {
        let start = self.at;
        self.eat('-');
        if !self.eat('0') {
            self.digits()?;
        }
        if self.eat('.') {
            self.digits()?;
        }
        if self.eat('e') || self.eat('E') {
            _ = self.eat('+') || self.eat('-');
            self.digits()?;
        }
        Ok(RawJson::Number(Cow::Borrowed(self.text.get(start..self.at).unwrap_or_default())))
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let digits = self.bytes().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        if digits == 0 {
            return Err(self.unexpected("a digit"));
        }
        Ok(())
    }

    fn word(&mut self) -> Result<RawJson<'a>, JsonError> {
        let start = self.at;
        let word = self.take_while(is_name);
        let value = match word {
            "true" | "True" => RawJson::Bool(true),
            "false" | "False" => RawJson::Bool(false),
            "null" | "None" => RawJson::Null,
            _ => {
                if self.rest().is_empty() && LITERALS.iter().any(|literal| literal.starts_with(word)) {
                    return Err(self.fault(JsonErrorKind::CutOff));
                }
                self.at = start;
                return Err(self.unexpected("a value"));
            }
        };
        if word.starts_with(|c: char| c.is_ascii_uppercase()) {
            self.note(ArgumentRepairKind::PythonLiteral, start);
        }
        Ok(value)
    }

    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// All that may open a string: `"`, `'` and their typographic kin.
pub(crate) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '\u{2018}'..='\u{201f}' | '«' | '»')
}

pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

pub(crate) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}
