//! XML: an element a key, in the article style of Jackson's tree, but well-formed whatever the keys are.

mod children;
mod document;
mod letters;
mod name;
mod reader;

pub(crate) use reader::{from_str, to_tape};

use crate::bytes::{self, classes_of, is_xml_char};
use crate::escape::push_escaped;
use crate::keys::OpenKeys;
use crate::number::push_number;
use crate::tape::{Key, MAX_DEPTH, Scalar};
use crate::{FormatError, IllegalCharacters};
use name::{Tag, is_name, key_of};

/// Takes the events of one value, which is written as one root element, without a declaration.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    out: String,
    open: Vec<Open>,
    /// The key of the current entry of each open object, one behind the other.
    path: String,
    keys: OpenKeys,
    illegal: IllegalCharacters,
    /// What XML cannot hold; the rest of the value is in vain.
    error: Option<FormatError>,
}

/// An array or object that is open.
#[derive(Debug)]
struct Open {
    kind: Kind,
    tag: Tag,
    /// Where its element begins.
    start: usize,
    len: usize,
    /// Where the key of its current entry begins in the path.
    path: usize,
    /// What the current entry is called.
    entry: Tag,
    /// Where its keys begin among all open ones.
    keys: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Object,
    /// The array at the root: a line each row, and the only newlines that are not data.
    Rows,
    /// An array that is an entry: it repeats the element of its key.
    Repeated,
    /// An array in an array: an element of its own, around its items.
    Nested,
}

impl Writer {
    pub(crate) fn new(illegal: IllegalCharacters) -> Self {
        Self { illegal, ..Self::default() }
    }

    pub(crate) fn finish(self) -> Result<String, FormatError> {
        match self.error {
            Some(error) => Err(error),
            None if self.open.is_empty() => Ok(self.out),
            None => Err(FormatError::unbalanced()),
        }
    }

    #[inline]
    pub(crate) fn scalar(&mut self, scalar: Scalar<'_>) {
        let tag = self.begin_child(Tag::Row);
        if let Scalar::Null = scalar {
            return tag.push_empty(&mut self.out, &self.path);
        }
        tag.push_start(&mut self.out, &self.path);
        match scalar {
            Scalar::Null => {}
            Scalar::Bool(true) => self.out.push_str("true"),
            Scalar::Bool(false) => self.out.push_str("false"),
            Scalar::Number(number) => push_number(&mut self.out, number),
            Scalar::Text(text) => self.text(text),
        }
        tag.push_end(&mut self.out, &self.path);
    }

    fn text(&mut self, text: &str) {
        if classes_of(text) & bytes::XML == 0 {
            self.out.push_str(text);
        } else {
            self.check(text);
            let special = |c| matches!(c, '&' | '<' | '>' | '\r') || !is_xml_char(c);
            push_escaped(&mut self.out, text, special, push_escape);
        }
    }

    #[inline]
    pub(crate) fn key(&mut self, key: Key<'_>) {
        self.key_text(key.as_str());
    }

    fn key_text(&mut self, key: &str) {
        let depth = self.open.len();
        let Some(open) = self.open.last_mut() else { return };
        self.path.truncate(open.path);
        self.path.push_str(key);
        let is_name = self.keys.note_field(key, open.len, depth, self.out.len(), is_name);
        open.entry = Tag::Key { start: open.path, len: key.len(), is_name };
        if !is_name {
            self.check(key);
        }
    }

    pub(crate) fn begin_array(&mut self, _: usize) -> Result<(), FormatError> {
        match self.open.last().map(|around| around.kind) {
            None => self.begin(Kind::Rows),
            Some(Kind::Object) => self.begin(Kind::Repeated),
            Some(_) => self.begin(Kind::Nested),
        }
    }

    pub(crate) fn begin_object(&mut self) -> Result<(), FormatError> {
        self.begin(Kind::Object)
    }

    fn begin(&mut self, kind: Kind) -> Result<(), FormatError> {
        if self.open.len() == MAX_DEPTH {
            return Err(FormatError::TooDeep { limit: MAX_DEPTH });
        }
        let tag = self.begin_child(Tag::Root);
        let start = self.out.len();
        if kind != Kind::Repeated {
            tag.push_start(&mut self.out, &self.path);
        }
        let (path, keys) = (self.path.len(), self.keys.len());
        self.open.push(Open { kind, tag, start, len: 0, path, entry: Tag::Item, keys });
        Ok(())
    }

    pub(crate) fn end(&mut self) {
        let depth = self.open.len();
        let Some(open) = self.open.pop() else { return };
        if open.kind == Kind::Object {
            self.keys.resolve_fields(open.keys, depth, &mut self.out, "", key_of);
            self.keys.forget(open.keys);
        }
        self.path.truncate(open.path);
        if open.len == 0 {
            self.out.truncate(open.start);
            return open.tag.push_empty(&mut self.out, &self.path);
        }
        if open.kind == Kind::Rows {
            self.out.push('\n');
        }
        if open.kind != Kind::Repeated {
            open.tag.push_end(&mut self.out, &self.path);
        }
    }

    /// What the next value is called, `root` if it is the root.
    #[inline]
    fn begin_child(&mut self, root: Tag) -> Tag {
        let Some(open) = self.open.last_mut() else { return root };
        open.len += 1;
        match open.kind {
            Kind::Object => open.entry,
            Kind::Repeated => open.tag,
            Kind::Nested => Tag::Item,
            Kind::Rows => {
                self.out.push('\n');
                Tag::Row
            }
        }
    }

    /// Source: XML 1.0, production 2 (`Char`).
    fn check(&mut self, text: &str) {
        if self.illegal == IllegalCharacters::Replace {
            return;
        }
        if let (None, Some(character)) = (&self.error, text.chars().find(|c| !is_xml_char(*c))) {
            self.error = Some(FormatError::IllegalCharacter { path: self.pointer(), character });
        }
    }

    /// JSON pointer to the current value.
    fn pointer(&self) -> String {
        let ends = self.open.iter().skip(1).map(|inner| inner.path).chain([self.path.len()]);
        let step = |(open, end): (&Open, usize)| match open.kind {
            Kind::Object => {
                let key = self.path.get(open.path..end).unwrap_or_default();
                format!("/{}", key.replace('~', "~0").replace('/', "~1"))
            }
            _ => format!("/{}", open.len.saturating_sub(1)),
        };
        self.open.iter().zip(ends).map(step).collect()
    }
}

/// Readers turn a bare carriage return into a line feed, and in attributes every blank into a space.
fn push_escape(out: &mut String, c: char) {
    out.push_str(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\t' => "&#9;",
        '\n' => "&#10;",
        '\r' => "&#13;",
        // What XML has no way to write is here only when it is to be replaced.
        _ => "\u{FFFD}",
    });
}
