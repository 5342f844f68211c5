//! YAML in block style, where every string value is in double quotes, except for those that need none in compact style.
//!
//! Plain strings are what YAML readers disagree about: `no`, `1_000`, `12:30` and dates mean different things in YAML 1.1
//! and 1.2. Quoted ones mean the same to both.

mod block_at_end;
mod documents;
mod losses;
mod plain;
mod reader;

use serde::Deserialize;

use crate::bytes::{self, any_word, classes_of, equal_bytes, high_bytes, lower_bytes};
use crate::codec::{self, Codec, Streaming};
use crate::escape::{push_escaped, push_hex};
use crate::keys::{OpenKeys, quoted_len, shape_of};
use crate::number::{push_number, with_float_digits};
use crate::sink::Sink;
use crate::tape::{Key, MAX_DEPTH, Node, Number, Scalar, Tape};
use crate::{Format, FormatError, ReadOptions, WriteOptions, YamlStyle};
use plain::{is_name, is_plain, is_plain_key};

/// The codec of YAML.
pub(crate) struct Yaml;

impl Codec for Yaml {
    const FORMAT: Format = Format::Yaml;

    fn write(root: Node<'_>, options: &WriteOptions) -> Result<String, FormatError> {
        Sink::new(codec::Writer::Yaml(Self::writer(options)?)).write(root)
    }

    fn to_tape<'a>(text: &'a str, options: &ReadOptions, with_losses: bool) -> Result<Tape<'a>, FormatError> {
        reader::to_tape(text, options.documents, with_losses)
    }

    fn from_str<'de, T: Deserialize<'de>>(text: &'de str, options: &ReadOptions) -> Result<T, FormatError> {
        reader::from_str(text, options.documents)
    }
}

impl Streaming for Yaml {
    type Writer = Writer;

    fn writer(options: &WriteOptions) -> Result<Writer, FormatError> {
        Ok(Writer::new(options.yaml))
    }
}

/// What a document begins with.
const DASHES: &str = "---";

/// A key this long, as written, needs the explicit form `? key`: YAML looks for the colon within 1,024 characters.
const LONG_KEY: usize = 1000;

/// Takes the events of one value, which is written as one document, from its `---` on.
#[derive(Debug)]
pub(crate) struct Writer {
    out: String,
    /// A line feed and as many spaces as the deepest line so far has needed.
    margin: String,
    open: Vec<Open>,
    /// The quoted form of each key, with its colon.
    keys: OpenKeys<String>,
    is_compact: bool,
}

/// An array or object that is open.
#[derive(Debug)]
struct Open {
    is_object: bool,
    place: Place,
    /// Depth of the lines inside.
    depth: usize,
    /// Which keys are expected.
    shape: usize,
    len: usize,
    /// Where its keys begin among all open ones.
    keys: usize,
}

/// What a value follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Dashes,
    Key,
    Hyphen,
}

impl Writer {
    pub(crate) fn new(style: YamlStyle) -> Self {
        let mut out = String::with_capacity(128);
        out.push_str(DASHES);
        let is_compact = style == YamlStyle::Compact;
        Self { out, margin: String::from("\n"), open: Vec::new(), keys: OpenKeys::default(), is_compact }
    }

    pub(crate) fn finish(mut self) -> Result<String, FormatError> {
        if !self.open.is_empty() {
            return Err(FormatError::unbalanced());
        }
        if self.is_compact {
            // After them is a line feed or a space.
            self.out.replace_range(..=DASHES.len(), "");
        }
        Ok(self.out)
    }

    #[inline]
    pub(crate) fn scalar(&mut self, scalar: Scalar<'_>) {
        self.place();
        self.out.push(' ');
        match scalar {
            Scalar::Text(text) if self.is_compact && is_plain(text) => self.out.push_str(text),
            scalar => push_scalar(&mut self.out, scalar),
        }
    }

    #[inline]
    pub(crate) fn key(&mut self, key: Key<'_>) {
        self.key_text(key.as_str());
    }

    fn key_text(&mut self, key: &str) {
        self.begin_child();
        let Some(open) = self.open.last_mut() else { return };
        let (at, shape, depth, start) = (open.len - 1, open.shape, open.depth, self.out.len());
        let quote = if self.is_compact { quote_compact } else { quote };
        let Some(quoted) = self.keys.note(key, at, shape, start, quote) else { return };
        if quoted.len() <= LONG_KEY {
            return self.out.push_str(quoted);
        }
        self.out.push_str("? ");
        self.out.push_str(quoted.strip_suffix(':').unwrap_or(quoted));
        self.line(depth);
        self.out.push(':');
    }

    pub(crate) fn begin_array(&mut self, _: usize) -> Result<(), FormatError> {
        self.begin(false)
    }

    pub(crate) fn begin_object(&mut self) -> Result<(), FormatError> {
        self.begin(true)
    }

    fn begin(&mut self, is_object: bool) -> Result<(), FormatError> {
        if self.open.len() == MAX_DEPTH {
            return Err(FormatError::TooDeep { limit: MAX_DEPTH });
        }
        let place = self.place();
        // Hyphens are indent enough for a list after a key.
        let is_flush = self.is_compact && !is_object && place == Place::Key;
        let depth = self.open.last().map_or(0, |around| around.depth + usize::from(!is_flush));
        let place_in = self.open.last().map_or(0, |around| if around.is_object { around.len } else { around.shape });
        let shape = shape_of(self.open.len(), place_in);
        self.open.push(Open { is_object, place, depth, shape, len: 0, keys: self.keys.len() });
        Ok(())
    }

    pub(crate) fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.len == 0 {
            return self.out.push_str(if open.is_object { " {}" } else { " []" });
        }
        if open.is_object {
            let glue = margin(&mut self.margin, open.depth);
            self.keys.resolve(open.keys, open.shape, &mut self.out, glue, key_of);
            self.keys.forget(open.keys);
        }
    }

    /// Writes what is before a value, except for the space of one on the same line.
    #[inline]
    fn place(&mut self) -> Place {
        match self.open.last() {
            None => Place::Dashes,
            Some(open) if open.is_object => Place::Key,
            Some(_) => {
                self.begin_child();
                self.out.push('-');
                Place::Hyphen
            }
        }
    }

    /// Begins the line of an item or entry. The first one after a hyphen goes on the same line.
    fn begin_child(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        open.len += 1;
        if open.len == 1 && open.place == Place::Hyphen {
            return self.out.push(' ');
        }
        let depth = open.depth;
        self.line(depth);
    }

    /// Begins a line at `depth`.
    fn line(&mut self, depth: usize) {
        self.out.push_str(margin(&mut self.margin, depth));
    }
}

/// What a line at `depth` begins with.
fn margin(margin: &mut String, depth: usize) -> &str {
    let width = 1 + 2 * depth;
    while margin.len() < width {
        margin.push(' ');
    }
    margin.get(..width).unwrap_or_default()
}

/// The key of an entry, as it is written.
fn key_of(entry: &str) -> &str {
    let key = entry.strip_prefix("? ").unwrap_or(entry);
    let end = if key.starts_with('"') { quoted_len(key) } else { key.find(':').unwrap_or(key.len()) };
    key.get(..end).unwrap_or(key)
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

/// A key as it is in the text, with its colon.
fn quote(key: &str, quoted: &mut String) {
    quote_as(key, is_name(key), quoted);
}

fn quote_compact(key: &str, quoted: &mut String) {
    quote_as(key, is_plain_key(key), quoted);
}

fn quote_as(key: &str, is_plain: bool, quoted: &mut String) {
    quoted.clear();
    if is_plain {
        quoted.push_str(key);
    } else {
        push_text(quoted, key);
    }
    quoted.push(':');
}

fn push_text(out: &mut String, text: &str) {
    out.push('"');
    if is_plain_text(text) {
        out.push_str(text);
    } else {
        push_escaped(out, text, needs_escape, push_escape);
    }
    out.push('"');
}

#[inline]
fn is_plain_text(text: &str) -> bool {
    let special = |word| {
        let ascii =
            lower_bytes(word, b' ') | equal_bytes(word, b'"') | equal_bytes(word, b'\\') | equal_bytes(word, 0x7F);
        ascii | high_bytes(word)
    };
    !any_word(text, special) || classes_of(text) & (bytes::ESCAPED | bytes::YAML) == 0
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
