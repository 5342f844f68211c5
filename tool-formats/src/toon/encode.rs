//! From a value on a tape to TOON text.
//!
//! Tables and lines of scalars are written as if they would succeed, and cut off again at the first value that does not
//! fit. Looking ahead first would read every well-formed table twice.

mod order;
pub(super) mod table;

pub(super) use order::Orders;

use super::number::{push_number, push_unsigned};
use super::options::{Delimiter, EncodeOptions};
use super::string::{push_key, push_quoted, push_string};
use crate::tape::{Entries, Items, Node, Scalar, View};

/// Writes a whole document, without a final newline.
pub(crate) fn to_string(root: Node<'_>, options: EncodeOptions) -> String {
    let mut encoder = Encoder::new(options);
    encoder.root(root);
    encoder.out
}

/// Writes values into a growing text.
#[derive(Debug)]
pub(super) struct Encoder {
    pub(super) out: String,
    /// A line feed and as many spaces as the deepest line so far has needed.
    margin: String,
    pub(super) indent: u8,
    pub(super) delimiter: Delimiter,
    /// Orders of rows in keyed tables, for a caller who may want to have the table in another form.
    pub(super) orders: Option<Orders>,
    /// The keys of the last row came in another order than those of the header.
    is_reordered: bool,
}

/// The length in the header of an array, as far as it is known when the header is written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Length {
    /// Where the header begins in the text.
    pub(super) start: usize,
    shown: usize,
}

/// The lengths that most arrays have, in one piece.
const SHORT_LENGTHS: [&str; 10] = ["[0]", "[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]", "[9]"];

impl Encoder {
    pub(super) fn new(options: EncodeOptions) -> Self {
        Self {
            out: String::with_capacity(128),
            margin: String::from("\n"),
            indent: options.indent.max(1),
            delimiter: options.delimiter,
            orders: None,
            is_reordered: false,
        }
    }

    /// A whole document.
    pub(super) fn root(&mut self, node: Node<'_>) {
        match node.view() {
            View::Scalar(scalar) => self.root_scalar(scalar),
            View::Array(items) if items.len() == 0 => self.out.push_str("[]"),
            View::Array(items) => self.array(items, 0, true),
            View::Object(entries) => {
                if !self.keyed_table(&entries, 0) {
                    self.fields(entries, 0);
                }
            }
        }
    }

    /// A reader drops one byte order mark at the start of a document, so a bare one would be lost.
    pub(super) fn root_scalar(&mut self, scalar: Scalar<'_>) {
        match scalar {
            Scalar::Text(text) if text.starts_with('\u{feff}') => push_quoted(&mut self.out, text),
            _ => self.scalar(scalar),
        }
    }

    #[allow(clippy::inline_always, reason = "its callers know what kind of scalar it is")]
    #[inline(always)]
    pub(super) fn scalar(&mut self, scalar: Scalar<'_>) {
        match scalar {
            Scalar::Null => self.out.push_str("null"),
            Scalar::Bool(true) => self.out.push_str("true"),
            Scalar::Bool(false) => self.out.push_str("false"),
            Scalar::Number(number) => push_number(&mut self.out, number),
            Scalar::Text(text) => push_string(&mut self.out, text, self.delimiter),
        }
    }

    /// Takes out the orders of rows in tables that begin at `start` of the text or after it.
    pub(super) fn split_orders(&mut self, start: usize) -> Orders {
        self.orders.as_mut().map(|orders| orders.split_off(start)).unwrap_or_default()
    }

    /// Bytes that a line at `depth` begins with, its line feed included.
    pub(super) fn glue(&self, depth: usize) -> usize {
        1 + depth * usize::from(self.indent)
    }

    /// Begins a line at `depth`.
    pub(super) fn line(&mut self, depth: usize) {
        let (out, glue) = self.out_and_glue(depth);
        out.push_str(glue);
    }

    /// Takes back the last bytes, which are ASCII.
    pub(super) fn cut(&mut self, len: usize) {
        if let Some(end) = self.out.len().checked_sub(len) {
            self.out.truncate(end);
        }
    }

    /// What a line at `depth` begins with, if one as deep has been written.
    pub(super) fn margin(&self, depth: usize) -> &str {
        self.margin.get(..self.glue(depth)).unwrap_or_default()
    }

    /// The text, and what a line at `depth` begins with.
    pub(super) fn out_and_glue(&mut self, depth: usize) -> (&mut String, &str) {
        let width = self.glue(depth);
        while self.margin.len() < width {
            self.margin.push(' ');
        }
        (&mut self.out, self.margin.get(..width).unwrap_or_default())
    }

    /// The fields of an object; the first one goes on the line that has been begun.
    fn fields(&mut self, entries: Entries<'_>, depth: usize) {
        for (at, (key, value)) in entries.enumerate() {
            if at > 0 {
                self.line(depth);
            }
            self.field(key, value, depth);
        }
    }

    fn field(&mut self, key: &str, value: Node<'_>, depth: usize) {
        push_key(&mut self.out, key);
        self.field_value(value, depth);
    }

    /// A field from after its key on.
    pub(super) fn field_value(&mut self, value: Node<'_>, depth: usize) {
        match value.view() {
            View::Scalar(scalar) => {
                self.out.push_str(": ");
                self.scalar(scalar);
            }
            View::Array(items) if items.len() == 0 => self.out.push_str(": []"),
            View::Array(items) => self.array(items, depth, true),
            View::Object(entries) => {
                if self.keyed_table(&entries, depth) {
                    return;
                }
                self.out.push(':');
                for (key, value) in entries {
                    self.line(depth + 1);
                    self.field(key, value, depth + 1);
                }
            }
        }
    }

    /// An array from its length on. `depth` is that of its header; only fields and the root may be tables.
    fn array(&mut self, items: Items<'_>, depth: usize, may_be_table: bool) {
        self.length(items.len(), "");
        if (may_be_table && self.table(&items, depth + 1)) || self.inline(&items) {
            return;
        }
        self.out.push(':');
        for item in items {
            self.line(depth + 1);
            self.item(item, depth + 1);
        }
    }

    /// The length in a header: `[2]`, or `[2|]` where the delimiter has to be named.
    pub(super) fn length(&mut self, len: usize, keyed: &str) -> Length {
        let start = self.out.len();
        match SHORT_LENGTHS.get(len) {
            Some(length) if keyed.is_empty() && self.delimiter == Delimiter::Comma => self.out.push_str(length),
            _ => self.push_length(len, keyed),
        }
        Length { start, shown: len }
    }

    #[inline(never)]
    fn push_length(&mut self, len: usize, keyed: &str) {
        self.out.push('[');
        push_unsigned(&mut self.out, len as u64);
        self.out.push_str(keyed);
        self.out.push_str(self.delimiter.in_length());
        self.out.push(']');
    }

    /// Puts the true length into a header.
    #[inline]
    pub(super) fn settle(&mut self, length: Length, len: usize) {
        if length.shown != len {
            self.correct(length, len);
        }
    }

    #[inline(never)]
    fn correct(&mut self, length: Length, len: usize) {
        let digits = length.start + 1;
        let end = digits + itoa::Buffer::new().format(length.shown).len();
        self.out.replace_range(digits..end, itoa::Buffer::new().format(len));
    }

    /// Scalars on the line of the header. False, and nothing written, when an item is not a scalar or there is none.
    fn inline(&mut self, items: &Items<'_>) -> bool {
        if items.len() == 0 {
            return false;
        }
        let start = self.out.len();
        self.out.push_str(": ");
        for item in items.clone() {
            let View::Scalar(scalar) = item.view() else {
                self.out.truncate(start);
                return false;
            };
            self.cell(scalar);
        }
        self.cut(1);
        true
    }

    /// A scalar and the delimiter after it; the caller removes the last one at the end of the line.
    #[allow(clippy::inline_always, reason = "its callers know what kind of scalar it is")]
    #[inline(always)]
    pub(super) fn cell(&mut self, scalar: Scalar<'_>) {
        if let Scalar::Text(text) = scalar {
            return self.text_cell(text);
        }
        self.scalar(scalar);
        self.delimit();
    }

    #[inline(never)]
    fn text_cell(&mut self, text: &str) {
        push_string(&mut self.out, text, self.delimiter);
        self.delimit();
    }

    #[inline]
    fn delimit(&mut self) {
        // A character that the compiler knows to be ASCII is stored, a text of one byte would be copied by a call.
        self.out.push(char::from(self.delimiter.as_byte()));
    }

    fn item(&mut self, item: Node<'_>, depth: usize) {
        self.out.push('-');
        self.item_value(item, depth);
    }

    /// An item of a list, from after its hyphen on.
    pub(super) fn item_value(&mut self, item: Node<'_>, depth: usize) {
        match item.view() {
            View::Object(entries) if entries.len() == 0 => {}
            View::Object(entries) => {
                self.out.push(' ');
                // The first field counts as one level deeper, though it is on the line of the hyphen.
                self.fields(entries, depth + 1);
            }
            View::Array(items) => {
                self.out.push(' ');
                self.array(items, depth, false);
            }
            View::Scalar(scalar) => {
                self.out.push(' ');
                self.scalar(scalar);
            }
        }
    }
}
