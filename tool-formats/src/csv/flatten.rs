//! Flattens rows: each value inside a nested cell becomes a column.

use std::collections::HashMap;

use super::each_row;
use crate::FormatError;
use crate::number::push_number;
use crate::tape::{Entries, Node, Number, Scalar, Slot, Tape, TapeBuilder, View};

/// Gives each value inside a row a column named by the path to it, with dots between the keys.
///
/// # Errors
/// [`FormatError::ColumnCollision`] when two paths are named alike, such as `a.b` and `a: {b}`;
/// [`FormatError::NotTabular`].
pub(super) fn flatten(root: Node<'_>) -> Result<Tape<'static>, FormatError> {
    let mut flattener = Flattener::default();
    let (open, mut len) = (flattener.builder.open()?, 0);
    each_row(root, |row| {
        len += 1;
        flattener.row(row)
    })?;
    flattener.builder.close_array(open, len);
    Ok(flattener.builder.finish())
}

#[derive(Default)]
struct Flattener {
    builder: TapeBuilder<'static>,
    /// For each column, the one path it represents, as a JSON pointer.
    pointers: HashMap<String, String>,
    name: String,
    pointer: String,
    /// Cells of the current row.
    len: usize,
}

impl Flattener {
    fn row(&mut self, row: Entries<'_>) -> Result<(), FormatError> {
        let open = self.builder.open()?;
        self.len = 0;
        self.entries(row)?;
        self.builder.close_object(open, self.len);
        Ok(())
    }

    fn entries(&mut self, mut entries: Entries<'_>) -> Result<(), FormatError> {
        entries.try_for_each(|(key, value)| self.within(key, value))
    }

    fn within(&mut self, step: &str, value: Node<'_>) -> Result<(), FormatError> {
        let (name, pointer) = (self.name.len(), self.pointer.len());
        if pointer > 0 {
            self.name.push('.');
        }
        self.name.push_str(step);
        self.pointer.push('/');
        self.pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        let result = self.value(value);
        self.name.truncate(name);
        self.pointer.truncate(pointer);
        result
    }

    fn value(&mut self, value: Node<'_>) -> Result<(), FormatError> {
        match value.view() {
            View::Object(entries) if entries.len() > 0 => self.entries(entries),
            View::Array(items) if items.len() > 0 => {
                items.enumerate().try_for_each(|(at, item)| self.within(&at.to_string(), item))
            }
            view => self.cell(&view),
        }
    }

    fn cell(&mut self, view: &View<'_>) -> Result<(), FormatError> {
        self.check()?;
        self.len += 1;
        self.builder.push_copied_text(&self.name);
        match view {
            View::Scalar(Scalar::Null) => self.builder.push(Slot::Null),
            View::Scalar(Scalar::Bool(value)) => self.builder.push(Slot::Bool(*value)),
            View::Scalar(Scalar::Text(text)) => self.builder.push_copied_text(text),
            View::Scalar(Scalar::Number(number)) => self.number(*number),
            View::Array(_) => {
                let open = self.builder.open()?;
                self.builder.close_array(open, 0);
            }
            View::Object(_) => {
                let open = self.builder.open()?;
                self.builder.close_object(open, 0);
            }
        }
        Ok(())
    }

    fn number(&mut self, number: Number<'_>) {
        let mut digits = String::new();
        push_number(&mut digits, number);
        self.builder.push_copied_verbatim(&digits);
    }

    /// Whether the column represents this path alone.
    fn check(&mut self) -> Result<(), FormatError> {
        match self.pointers.get(&self.name) {
            Some(pointer) if *pointer == self.pointer => Ok(()),
            Some(_) => Err(FormatError::ColumnCollision { column: self.name.clone() }),
            None => {
                self.pointers.insert(self.name.clone(), self.pointer.clone());
                Ok(())
            }
        }
    }
}
