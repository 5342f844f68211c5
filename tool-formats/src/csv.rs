//! CSV: a header and a record a line, for tables only.

mod columns;
mod flatten;
mod reader;
mod table;

use crate::bytes::{self, classes_of};
use crate::escape::push_escaped;
use crate::json;
use crate::number::push_number;
use crate::tape::{Entries, Items, Key, Node, Recorder, Scalar, View};
use crate::{CsvOptions, FormatError, Nested};
use columns::Columns;
pub(crate) use reader::{from_str, to_tape};

/// A string longer than this is quoted whatever it holds.
///
/// Source: Jackson's CSV module, which writes the article's tables and does not look through longer ones.
const LOOSE_LEN: usize = 24;

/// Takes the events of one value. The last row may have a column of its own, so the value is recorded first.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    recorder: Recorder,
    options: CsvOptions,
}

impl Writer {
    pub(crate) fn new(options: CsvOptions) -> Self {
        Self { recorder: Recorder::default(), options }
    }

    #[inline]
    pub(crate) fn scalar(&mut self, scalar: Scalar<'_>) {
        self.recorder.scalar(scalar);
    }

    #[inline]
    pub(crate) fn key(&mut self, key: Key<'_>) {
        self.recorder.key(key);
    }

    pub(crate) fn begin_array(&mut self, _: usize) -> Result<(), FormatError> {
        self.recorder.begin(false)
    }

    pub(crate) fn begin_object(&mut self) -> Result<(), FormatError> {
        self.recorder.begin(true)
    }

    pub(crate) fn end(&mut self) {
        self.recorder.end();
    }

    pub(crate) fn finish(self) -> Result<String, FormatError> {
        node_to_string(self.recorder.finish()?.root(), self.options)
    }
}

/// Writes an object as one record, an array of objects as one each. Record ends are line feeds, none at the end.
///
/// Source: RFC 4180, with the line ends and the quoting of Jackson.
pub(crate) fn node_to_string(root: Node<'_>, options: CsvOptions) -> Result<String, FormatError> {
    if options.nested == Nested::Flatten {
        let flat = flatten::flatten(rows(root)?)?;
        return records(rows(flat.root())?, options);
    }
    records(rows(root)?, options)
}

fn records(rows: Vec<Entries<'_>>, options: CsvOptions) -> Result<String, FormatError> {
    let columns = Columns::of(&rows)?;
    let mut writer = Records { out: String::with_capacity(128), scratch: String::new(), options, nested: None };
    writer.header(&columns);
    if columns.are_uniform() {
        for (at, row) in rows.into_iter().enumerate() {
            writer.record(at, row.map(|(_, value)| Some(value)));
        }
    } else {
        for (at, row) in rows.into_iter().enumerate() {
            writer.record(at, columns.place(row).into_iter());
        }
    }
    match writer.nested {
        Some((row, column)) => Err(FormatError::NestedRefused { path: columns.pointer(row, column) }),
        None => Ok(writer.out),
    }
}

fn rows(root: Node<'_>) -> Result<Vec<Entries<'_>>, FormatError> {
    match root.view() {
        View::Object(entries) => Ok(vec![entries]),
        View::Array(items) if items.len() > 0 => rows_of(items),
        _ => Err(not_tabular(root, String::new())),
    }
}

fn rows_of(items: Items<'_>) -> Result<Vec<Entries<'_>>, FormatError> {
    let mut rows = Vec::with_capacity(items.len());
    for (at, item) in items.enumerate() {
        match item.view() {
            View::Object(entries) => rows.push(entries),
            _ => return Err(not_tabular(item, format!("/{at}"))),
        }
    }
    Ok(rows)
}

fn not_tabular(node: Node<'_>, path: String) -> FormatError {
    let found = match node.view() {
        View::Scalar(Scalar::Null) => "null",
        View::Scalar(Scalar::Bool(_)) => "a boolean",
        View::Scalar(Scalar::Number(_)) => "a number",
        View::Scalar(Scalar::Text(_)) => "a string",
        View::Array(items) if items.len() == 0 => "an empty array",
        View::Array(_) => "an array",
        View::Object(_) => "an object",
    };
    FormatError::NotTabular { path, found }
}

struct Records {
    out: String,
    /// JSON of a nested value, before it is quoted.
    scratch: String,
    options: CsvOptions,
    /// Row and column of the first value that is nested and must not be.
    nested: Option<(usize, usize)>,
}

impl Records {
    fn header(&mut self, columns: &Columns<'_>) {
        for (at, name) in columns.names().iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            push_text(&mut self.out, name);
        }
    }

    fn record<'t>(&mut self, row: usize, cells: impl Iterator<Item = Option<Node<'t>>>) {
        self.out.push_str(self.options.record_end.as_str());
        let start = self.out.len();
        for (at, cell) in cells.enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            if let Some(value) = cell {
                self.cell(value, (row, at));
            }
        }
        // A reader skips an empty line, so a record of one empty cell would be lost.
        if self.out.len() == start {
            self.out.push_str("\"\"");
        }
    }

    fn cell(&mut self, value: Node<'_>, place: (usize, usize)) {
        match value.view() {
            View::Scalar(Scalar::Null) => {}
            View::Scalar(Scalar::Bool(true)) => self.out.push_str("true"),
            View::Scalar(Scalar::Bool(false)) => self.out.push_str("false"),
            View::Scalar(Scalar::Number(number)) => push_number(&mut self.out, number),
            View::Scalar(Scalar::Text(text)) => self.text(text),
            _ if self.options.nested == Nested::Refuse => {
                self.nested.get_or_insert(place);
            }
            _ => {
                self.scratch.clear();
                json::push_node(&mut self.scratch, value);
                push_text(&mut self.out, &self.scratch);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.options.guard_formulas && is_formula(text) {
            self.scratch.clear();
            self.scratch.push('\'');
            self.scratch.push_str(text);
            return push_text(&mut self.out, &self.scratch);
        }
        push_text(&mut self.out, text);
    }
}

/// Source: OWASP, CSV Injection.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

fn push_text(out: &mut String, text: &str) {
    if !needs_quotes(text) {
        return out.push_str(text);
    }
    out.push('"');
    if text.contains('"') {
        push_escaped(out, text, |c| c == '"', |out, _| out.push_str("\"\""));
    } else {
        out.push_str(text);
    }
    out.push('"');
}

/// Jackson's rule: empty, long, or a character below the hyphen, which takes in every blank, quote and comma.
/// Also the next-line control U+0085, where some readers break a line, and a byte order mark, which
/// readers drop at the start of a text.
fn needs_quotes(text: &str) -> bool {
    text.is_empty()
        || classes_of(text) & bytes::CSV != 0
        || (text.len() > LOOSE_LEN && text.chars().count() > LOOSE_LEN)
        || (!text.is_ascii() && (text.contains('\u{85}') || text.starts_with('\u{feff}')))
}
