//! CSV: a header and a record a line, for tables only.

mod columns;
mod flatten;
mod quote;
mod ragged;
mod reader;
mod rows;
mod table;

use serde::Deserialize;

use crate::codec::{Codec, Streaming};
use crate::tape::{Entries, Key, MAX_DEPTH, Node, Recorder, Scalar, Tape, View};
use crate::{CsvOptions, Format, FormatError, Nested, ReadOptions, WriteOptions};
use rows::Rows;

/// The codec of CSV.
pub(crate) struct Csv;

impl Codec for Csv {
    const FORMAT: Format = Format::Csv;

    fn write(root: Node<'_>, options: &WriteOptions) -> Result<String, FormatError> {
        // It looks at a value twice, which a tape lets it do.
        node_to_string(root, options.csv)
    }

    fn to_tape<'a>(text: &'a str, options: &ReadOptions, _: bool) -> Result<Tape<'a>, FormatError> {
        reader::to_tape(text, options.csv)
    }

    fn from_str<'de, T: Deserialize<'de>>(text: &'de str, options: &ReadOptions) -> Result<T, FormatError> {
        reader::from_str(text, options.csv)
    }
}

impl Streaming for Csv {
    type Writer = Writer;

    fn writer(options: &WriteOptions) -> Result<Writer, FormatError> {
        Ok(Writer::new(options.csv))
    }
}

/// Whether a text begins with a line that names the delimiter, as spreadsheets write it.
fn names_delimiter(text: &str) -> bool {
    text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep="))
}

/// Takes the events of one value, and writes each row as it comes.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    rows: Rows,
    place: Place,
    depth: usize,
    /// An array or object in a cell, or where a row should be.
    recorder: Recorder,
    /// First error; later events are ignored.
    error: Option<FormatError>,
}

/// Where the next value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Root,
    Item,
    Cell,
    /// Inside of a recorded value, in a cell or not.
    Inside {
        is_cell: bool,
    },
}

impl Writer {
    pub(crate) fn new(options: CsvOptions) -> Self {
        Self { rows: Rows::new(options), ..Self::default() }
    }

    #[inline]
    pub(crate) fn scalar(&mut self, scalar: Scalar<'_>) {
        match self.place {
            Place::Cell => self.rows.scalar(scalar),
            Place::Inside { .. } => self.recorder.scalar(scalar),
            Place::Root | Place::Item => self.refuse_scalar(scalar),
        }
    }

    #[inline]
    pub(crate) fn key(&mut self, key: Key<'_>) {
        match self.place {
            Place::Cell => self.rows.key(key),
            _ => self.recorder.key(key),
        }
    }

    pub(crate) fn begin_array(&mut self, _: usize) -> Result<(), FormatError> {
        self.descend()?;
        match self.place {
            Place::Root => self.place = Place::Item,
            _ => self.record(false)?,
        }
        Ok(())
    }

    pub(crate) fn begin_object(&mut self) -> Result<(), FormatError> {
        self.descend()?;
        match self.place {
            Place::Root | Place::Item => {
                self.rows.begin();
                self.place = Place::Cell;
            }
            _ => self.record(true)?,
        }
        Ok(())
    }

    fn descend(&mut self) -> Result<(), FormatError> {
        if self.depth == MAX_DEPTH {
            return Err(FormatError::TooDeep { limit: MAX_DEPTH });
        }
        self.depth += 1;
        Ok(())
    }

    fn record(&mut self, is_object: bool) -> Result<(), FormatError> {
        if !matches!(self.place, Place::Inside { .. }) {
            self.place = Place::Inside { is_cell: self.place == Place::Cell };
        }
        self.recorder.begin(is_object)
    }

    pub(crate) fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        match self.place {
            Place::Inside { is_cell } => {
                self.recorder.end();
                if !self.recorder.is_open() {
                    self.end_recorded(is_cell);
                }
            }
            Place::Cell => {
                self.rows.end();
                self.place = if self.depth == 0 { Place::Root } else { Place::Item };
            }
            Place::Root | Place::Item if self.rows.len() == 0 => {
                let nothing = FormatError::NotTabular { path: String::new(), found: "an empty array" };
                self.error.get_or_insert(nothing);
            }
            Place::Root | Place::Item => {}
        }
    }

    fn end_recorded(&mut self, is_cell: bool) {
        let value = self.recorder.root();
        if is_cell {
            self.rows.nested(value);
            self.place = Place::Cell;
        } else {
            self.error.get_or_insert_with(|| not_tabular(&value.view(), format!("/{}", self.rows.len())));
            self.place = Place::Item;
        }
        self.recorder.clear();
    }

    #[cold]
    fn refuse_scalar(&mut self, scalar: Scalar<'_>) {
        let path = if self.place == Place::Root { String::new() } else { format!("/{}", self.rows.len()) };
        self.error.get_or_insert_with(|| not_tabular(&View::Scalar(scalar), path));
    }

    pub(crate) fn finish(self) -> Result<String, FormatError> {
        match self.error {
            _ if self.depth > 0 => Err(FormatError::unbalanced()),
            Some(error) => Err(error),
            None => self.rows.finish(),
        }
    }
}

/// Writes an object as one record, an array of objects as one each. Record ends are line feeds, none at the end.
///
/// Source: RFC 4180, with the line ends and the quoting of Jackson.
fn node_to_string(root: Node<'_>, options: CsvOptions) -> Result<String, FormatError> {
    if options.nested == Nested::Flatten {
        return table_to_string(flatten::flatten(root)?.root(), options);
    }
    table_to_string(root, options)
}

fn table_to_string(root: Node<'_>, options: CsvOptions) -> Result<String, FormatError> {
    let mut rows = Rows::new(options);
    each_row(root, |row| {
        rows.begin();
        for (key, value) in row {
            rows.key(Key::Text(key));
            match value.view() {
                View::Scalar(scalar) => rows.scalar(scalar),
                _ => rows.nested(value),
            }
        }
        rows.end();
        Ok(())
    })?;
    rows.finish()
}

/// Shows the rows of a table one by one.
fn each_row<'t>(
    root: Node<'t>,
    mut show: impl FnMut(Entries<'t>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    match root.view() {
        View::Object(row) => show(row),
        View::Array(items) if items.len() > 0 => items.enumerate().try_for_each(|(at, item)| match item.view() {
            View::Object(row) => show(row),
            view => Err(not_tabular(&view, format!("/{at}"))),
        }),
        view => Err(not_tabular(&view, String::new())),
    }
}

fn not_tabular(view: &View<'_>, path: String) -> FormatError {
    let found = match view {
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
