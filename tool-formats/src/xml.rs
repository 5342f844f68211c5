//! XML: an element for each key, in the style of the article, and well-formed for all keys.

mod children;
mod document;
mod encoding;
mod letters;
mod losses;
mod name;
mod reader;
mod recorder;

use std::borrow::Cow;

use serde::Deserialize;

use crate::bytes::{self, any_word, classes_of, equal_bytes, high_bytes, is_xml_char, lower_bytes};
use crate::codec::{self, Codec, Streaming};
use crate::escape::push_escaped;
use crate::fault::utf_8;
use crate::keys::{OpenKeys, shape_of};
use crate::number::push_number;
use crate::sink::Sink;
use crate::tape::{Key, MAX_DEPTH, Node, Scalar, Tape};
use crate::{Format, FormatError, IllegalCharacters, ReadOptions, WriteOptions};
use name::{Tag, Tags, key_of};

/// The codec of XML.
pub(crate) struct Xml;

impl Codec for Xml {
    const FORMAT: Format = Format::Xml;

    fn write(root: Node<'_>, options: &WriteOptions) -> Result<String, FormatError> {
        Sink::new(codec::Writer::Xml(Self::writer(options)?)).write(root)
    }

    fn to_tape<'a>(text: &'a str, _: &ReadOptions, with_losses: bool) -> Result<Tape<'a>, FormatError> {
        recorder::to_tape(text, with_losses)
    }

    fn from_str<'de, T: Deserialize<'de>>(text: &'de str, _: &ReadOptions) -> Result<T, FormatError> {
        reader::from_str(text)
    }

    fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
        encoding::decode(bytes)
    }

    fn utf_8(bytes: &[u8]) -> Result<&str, FormatError> {
        let text = utf_8(bytes, Format::Xml)?;
        if !text.is_ascii() && encoding::declares_other_encoding(bytes) {
            let what = "the text declares an encoding other than UTF-8; use `decode` first";
            return Err(FormatError::malformed(Format::Xml, 1, 1, what));
        }
        Ok(text)
    }
}

impl Streaming for Xml {
    type Writer = Writer;

    fn writer(options: &WriteOptions) -> Result<Writer, FormatError> {
        Ok(Writer::new(options.illegal))
    }
}

/// Takes the events of one value, which is written as one root element, without a declaration.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    out: String,
    open: Vec<Open>,
    keys: OpenKeys<Tags>,
    illegal: IllegalCharacters,
    /// First error; later events are ignored.
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
    /// Which keys are expected.
    shape: usize,
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
    /// An array in an array: a separate element around its items.
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
            return tag.push_empty(&mut self.out, &self.keys);
        }
        self.out.push_str(tag.start(&self.keys));
        match scalar {
            Scalar::Null => {}
            Scalar::Bool(true) => self.out.push_str("true"),
            Scalar::Bool(false) => self.out.push_str("false"),
            Scalar::Number(number) => push_number(&mut self.out, number),
            Scalar::Text(text) if is_plain(text) => self.out.push_str(text),
            Scalar::Text(text) => self.escaped(text),
        }
        self.out.push_str(tag.end(&self.keys));
    }

    #[inline(never)]
    fn escaped(&mut self, text: &str) {
        self.check(text);
        let special = |c| matches!(c, '&' | '<' | '>' | '\r') || !is_xml_char(c);
        push_escaped(&mut self.out, text, special, push_escape);
    }

    #[inline]
    pub(crate) fn key(&mut self, key: Key<'_>) {
        let Some(open) = self.open.last_mut() else { return };
        let (key, at) = (key.as_str(), open.len);
        open.len += 1;
        let tags = self.keys.note(key, at, open.shape, self.out.len(), Tags::render);
        if tags.is_some_and(|tags| !tags.is_name) {
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
            self.out.push_str(tag.start(&self.keys));
        }
        let place = self.open.last().map_or(0, |open| if open.kind == Kind::Object { open.len } else { open.shape });
        let (shape, keys) = (shape_of(self.open.len(), place), self.keys.len());
        self.open.push(Open { kind, tag, start, len: 0, shape, keys });
        Ok(())
    }

    pub(crate) fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.kind == Kind::Object {
            self.keys.resolve(open.keys, open.shape, &mut self.out, "", key_of);
            self.keys.forget(open.keys);
        }
        if open.len == 0 {
            self.out.truncate(open.start);
            return open.tag.push_empty(&mut self.out, &self.keys);
        }
        if open.kind == Kind::Rows {
            self.out.push('\n');
        }
        if open.kind != Kind::Repeated {
            self.out.push_str(open.tag.end(&self.keys));
        }
    }

    /// What the next value is called, `root` if it is the root.
    #[inline]
    fn begin_child(&mut self, root: Tag) -> Tag {
        let Some(open) = self.open.last_mut() else { return root };
        if open.kind == Kind::Object {
            return Tag::Key { at: open.len.saturating_sub(1), shape: open.shape };
        }
        open.len += 1;
        match open.kind {
            Kind::Repeated => open.tag,
            Kind::Object | Kind::Nested => Tag::Item,
            Kind::Rows => {
                self.out.push('\n');
                Tag::Row
            }
        }
    }

    /// Source: XML 1.0, production 2 (`Char`).
    #[cold]
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
        let step = |open: &Open| {
            let at = open.len.saturating_sub(1);
            match open.kind {
                Kind::Object => {
                    let key = self.keys.field(at, open.shape).map(|(key, _)| key).unwrap_or_default();
                    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
                }
                _ => format!("/{at}"),
            }
        };
        self.open.iter().map(step).collect()
    }
}

/// Whether a text needs no escape, nor a look whether XML can hold its characters.
#[inline]
fn is_plain(text: &str) -> bool {
    // `<` and `>` differ in this bit alone.
    const ANGLES: u64 = u64::from_le_bytes([b'<' ^ b'>'; 8]);
    let special =
        |word| lower_bytes(word, b' ') | equal_bytes(word, b'&') | equal_bytes(word | ANGLES, b'>') | high_bytes(word);
    !any_word(text, special) || classes_of(text) & bytes::XML == 0
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
