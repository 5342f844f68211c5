//! Finds the JSON value in a model's text, and repairs what has only one meaning.

mod json_error;
mod strict_parser;
mod lenient_parser;
mod string_literal;

pub(crate) use self::json_error::{JsonError, line_and_column};
pub(crate) use self::strict_parser::{each_member, plain};

use self::json_error::JsonErrorKind;
use self::lenient_parser::Reader;
pub(crate) use self::lenient_parser::{is_name, is_name_start, is_quote};

use std::ops::Range;

use crate::arguments::argument_repair::{ArgumentRepair, ArgumentRepairKind};
use crate::schema::raw_json::RawJson;

/// A value, and what was repaired to read it.
#[derive(Debug)]
pub(crate) struct RepairedJson<'a> {
    pub(crate) value: RawJson<'a>,
    pub(crate) repairs: Vec<ArgumentRepair>,
    /// The text of the object, where it is JSON that stands among other text.
    pub(crate) source: Option<&'a str>,
    /// The words before and after the object, without thoughts.
    pub(crate) around: [&'a str; 2],
}

impl<'a> RepairedJson<'a> {
    /// A value that is all of its text.
    pub(crate) fn whole(value: RawJson<'a>, repairs: Vec<ArgumentRepair>) -> Self {
        Self { value, repairs, source: None, around: ["", ""] }
    }
}

/// The one object in `text`, or the one value of another kind that is all of it.
///
/// Around the object there may be prose, code fences and thoughts. The same object twice is one; two different ones, a
/// text that is cut off and a text without any object are refused. `may_be_json` is false where it is known that the first
/// object needs repairs. Linear in time and memory.
pub(crate) fn object(text: &str, may_be_json: bool) -> Result<RepairedJson<'_>, JsonError> {
    let reader = Reader::new(text);
    let mut scan = Scan {
        reader,
        may_be_json,
        found: None,
        source: None,
        second: None,
        prose: false,
        before: 0..0,
        after: 0..text.len(),
    };
    if let Some(value) = scan.whole_value()? {
        return Ok(RepairedJson::whole(value, scan.reader.repairs()));
    }
    let value = scan.object_in_prose()?;
    let around = [scan.before, scan.after].map(|words| text.get(words).unwrap_or_default());
    Ok(RepairedJson { value, source: scan.source, repairs: scan.reader.repairs(), around })
}

/// The value that is all of `text`, of any kind, with nothing around it.
pub(crate) fn value(text: &str) -> Result<RepairedJson<'_>, JsonError> {
    if let Some(value) = plain(text) {
        return Ok(RepairedJson::whole(value, Vec::new()));
    }
    let mut reader = Reader::new(text);
    let value = reader.value()?;
    reader.skip_blanks();
    let Some(found) = reader.token() else {
        return Ok(RepairedJson::whole(value, reader.repairs()));
    };
    if let RawJson::Object(_) = value {
        return Err(reader.fault(JsonErrorKind::GoesOn { found }));
    }
    Err(no_brace(reader))
}

const THOUGHTS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")];

struct Scan<'a> {
    reader: Reader<'a>,
    /// Whether the next object may have nothing to repair in it.
    may_be_json: bool,
    found: Option<RawJson<'a>>,
    /// The text of that object, if it is JSON.
    source: Option<&'a str>,
    /// Where another object begins that is not the same.
    second: Option<JsonError>,
    /// Whether there was anything besides the object yet.
    prose: bool,
    /// Where the words before the object are, after a thought.
    before: Range<usize>,
    /// Where the words after the last object are, up to a thought.
    after: Range<usize>,
}

impl<'a> Scan<'a> {
    /// A text that begins like a value of another kind and is one.
    fn whole_value(&mut self) -> Result<Option<RawJson<'a>>, JsonError> {
        self.reader.skip_blanks();
        let Some(first) = self.reader.peek().filter(|first| !matches!(first, '{' | '<' | '`')) else {
            return Ok(None);
        };
        let value = self.reader.value();
        self.reader.skip_blanks();
        match value {
            Ok(value) if self.reader.rest().is_empty() => return Ok(Some(value)),
            // Members without the brace before them: an object found further on would be only a part.
            Ok(RawJson::String(_)) if self.reader.peek() == Some(':') => {
                return Err(no_brace(Reader::new(self.reader.text)));
            }
            Err(fault)
                if (fault.is_cut_off() || fault.is_mixed_escapes()) && (first == '[' || is_quote(first))
                    || fault.is_too_deep() =>
            {
                return Err(fault);
            }
            _ => {}
        }
        self.reader.restart();
        Ok(None)
    }

    fn object_in_prose(&mut self) -> Result<RawJson<'a>, JsonError> {
        self.reader.skip_blanks();
        if self.reader.peek() == Some('{') {
            self.take_object()?;
        }
        while let Some(next) = self.reader.peek() {
            match next {
                '{' if self.begins_object() => self.take_object()?,
                '<' => self.skip_tag()?,
                '`' => self.skip_fence(),
                _ => self.skip_prose(next),
            }
        }
        if let Some(second) = self.second.take() {
            return Err(second);
        }
        if self.may_have_ended_too_early() {
            self.reader.at = self.after.start;
            self.reader.skip_blanks();
            return Err(self.goes_on());
        }
        self.found.take().ok_or_else(|| self.reader.fault(JsonErrorKind::NoObject))
    }

    fn take_object(&mut self) -> Result<(), JsonError> {
        let start = self.reader.at;
        // Most objects have nothing to repair in them.
        let is_json = std::mem::replace(&mut self.may_be_json, true);
        let (object, source) = match is_json.then(|| strict_parser::begin(self.reader.text, start)).flatten() {
            Some((object, end)) => {
                self.reader.at = end;
                (object, self.reader.text.get(start..end))
            }
            None => (self.reader.value()?, None),
        };
        self.after.start = self.reader.at;
        match &self.found {
            None => {
                self.before.end = start;
                (self.found, self.source) = (Some(object), source);
            }
            Some(first) if first.same(&object) => self.reader.note(ArgumentRepairKind::RepeatedObject, start),
            Some(_) if self.second.is_none() => {
                self.second = Some(JsonError::new(JsonErrorKind::TwoObjects, self.reader.text, start));
            }
            Some(_) => {}
        }
        self.reader.skip_blanks();
        match self.reader.peek() {
            // What goes on like JSON may hold members that were meant to be inside.
            Some(',' | ':' | '"') => Err(self.goes_on()),
            Some('}' | ']') if self.prose => Err(self.goes_on()),
            _ => Ok(()),
        }
    }

    /// Whether a quote inside a string may have been taken for its end: then the rest of the string, and of the object, follows.
    fn may_have_ended_too_early(&self) -> bool {
        let quotes = [ArgumentRepairKind::SingleQuotes, ArgumentRepairKind::TypographicQuotes];
        let rest = self.reader.text.get(self.after.clone()).unwrap_or_default();
        let mut last = ' ';
        let is_suspicious = |next: char| {
            let is_apostrophe = last.is_alphanumeric() && matches!(next, '\'' | '\u{2019}');
            last = next;
            next == '}' || is_quote(next) && !is_apostrophe
        };
        self.found.is_some()
            && quotes.iter().any(|kind| self.reader.has_noted(*kind))
            && rest.chars().any(is_suspicious)
    }

    fn goes_on(&self) -> JsonError {
        self.reader.fault(JsonErrorKind::GoesOn { found: self.reader.token().unwrap_or_default() })
    }

    /// Whether the brace here is that of an object: in prose it may be a placeholder (`{city}`).
    fn begins_object(&self) -> bool {
        let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let mut inside = self.reader.rest().strip_prefix('{').unwrap_or_default().trim_start_matches(is_blank);
        while let Some(rest) = ["\\n", "\\r", "\\t"].iter().find_map(|blank| inside.strip_prefix(blank)) {
            inside = rest.trim_start_matches(is_blank);
        }
        match inside.chars().next() {
            None => true,
            Some('\\') if inside.len() == 1 => true,
            Some(next) if next == '}' || is_quote(next) => true,
            Some(next) if is_name_start(next) => {
                let after = inside.trim_start_matches(is_name).trim_start();
                after.is_empty() || after.starts_with(':')
            }
            Some(_) => false,
        }
    }

    /// Passes over a thought. One that was closed without having been opened began with the text.
    fn skip_tag(&mut self) -> Result<(), JsonError> {
        let rest = self.reader.rest();
        let begins = |tag: &str| rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
        let start = self.reader.at;
        if let Some((_, close)) = THOUGHTS.iter().find(|(open, _)| begins(open)) {
            let Some(end) = find_ignoring_case(rest, close) else {
                self.reader.at += rest.len();
                self.after.end = self.after.end.min(start);
                // After the object, a thought without an end says nothing about it.
                let found = self.found.is_some();
                self.reader.note(ArgumentRepairKind::ThinkingTag, start);
                return if found { Ok(()) } else { Err(self.reader.fault(JsonErrorKind::CutOff)) };
            };
            self.reader.at += end + close.len();
            match self.found {
                None => self.before.start = self.reader.at,
                Some(_) => self.after.end = self.after.end.min(start),
            }
        } else if let Some((_, close)) = THOUGHTS.iter().find(|(_, close)| begins(close)) {
            self.reader.at += close.len();
            self.before.start = self.reader.at;
            (self.found, self.source, self.second) = (None, None, None);
        } else {
            self.skip_prose('<');
            return Ok(());
        }
        self.reader.note(ArgumentRepairKind::ThinkingTag, start);
        Ok(())
    }

    fn skip_fence(&mut self) {
        if !self.reader.rest().starts_with("```") {
            return self.skip_prose('`');
        }
        self.reader.note(ArgumentRepairKind::CodeFence, self.reader.at);
        self.reader.take_while(|c| c == '`');
        self.reader.take_while(|c| c.is_ascii_alphanumeric());
        self.prose = true;
    }

    fn skip_prose(&mut self, next: char) {
        if !next.is_whitespace() && next != '\u{feff}' {
            self.reader.note(ArgumentRepairKind::Prose, self.reader.at);
            self.prose = true;
        }
        self.reader.at += next.len_utf8();
    }
}

/// Something else than an object begins the text, and is not all of it.
fn no_brace(mut reader: Reader<'_>) -> JsonError {
    reader.restart();
    reader.skip_blanks();
    reader.unexpected("`{`")
}

fn find_ignoring_case(text: &str, tag: &str) -> Option<usize> {
    text.as_bytes().windows(tag.len()).position(|window| window.eq_ignore_ascii_case(tag.as_bytes()))
}

/// Arguments in a form that does not depend on blanks and the order of names; text that is not JSON stays as it is.
///
/// Numbers stay as they were written, and an object that gives a name twice is not one that gives it once: two calls that
/// a tool could tell apart must not be one.
pub(crate) fn canonical(arguments: &str) -> String {
    match value(arguments) {
        Ok(RepairedJson { mut value, repairs, .. }) if repairs.is_empty() => {
            value.sort_names();
            value.to_text()
        }
        _ => arguments.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests;
