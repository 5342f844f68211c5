//! A constructor for each variant of [`FormatError`]: another crate cannot construct one that may get more fields.

use std::borrow::Cow;

use crate::{Format, FormatError, LossSet};

impl FormatError {
    /// [`Malformed`](Self::Malformed).
    #[cold]
    #[must_use]
    pub fn malformed(format: Format, line: usize, column: usize, message: impl Into<Cow<'static, str>>) -> Self {
        Self::Malformed { format, line, column, message: message.into() }
    }

    /// [`Deserialize`](Self::Deserialize).
    #[must_use]
    pub fn deserialize(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self::Deserialize { line, column, message: message.into() }
    }

    /// [`NotTabular`](Self::NotTabular).
    #[must_use]
    pub fn not_tabular(path: impl Into<String>, found: &'static str) -> Self {
        Self::NotTabular { path: path.into(), found }
    }

    /// [`TooSparse`](Self::TooSparse).
    #[must_use]
    pub fn too_sparse(rows: usize, columns: usize) -> Self {
        Self::TooSparse { rows, columns }
    }

    /// [`NestedRefused`](Self::NestedRefused).
    #[must_use]
    pub fn nested_refused(path: impl Into<String>) -> Self {
        Self::NestedRefused { path: path.into() }
    }

    /// [`ColumnCollision`](Self::ColumnCollision).
    #[must_use]
    pub fn column_collision(column: impl Into<String>) -> Self {
        Self::ColumnCollision { column: column.into() }
    }

    /// [`LossForbidden`](Self::LossForbidden).
    #[must_use]
    pub fn loss_forbidden(format: Format, losses: LossSet) -> Self {
        Self::LossForbidden { format, losses }
    }

    /// [`ReadLossForbidden`](Self::ReadLossForbidden).
    #[must_use]
    pub fn read_loss_forbidden(format: Format, losses: LossSet) -> Self {
        Self::ReadLossForbidden { format, losses }
    }

    /// [`IllegalCharacter`](Self::IllegalCharacter).
    #[must_use]
    pub fn illegal_character(path: impl Into<String>, character: char) -> Self {
        Self::IllegalCharacter { path: path.into(), character }
    }

    /// [`TooDeep`](Self::TooDeep).
    #[must_use]
    pub fn too_deep(limit: usize) -> Self {
        Self::TooDeep { limit }
    }

    /// [`TextTooDeep`](Self::TextTooDeep).
    #[must_use]
    pub fn text_too_deep(line: usize, column: usize, limit: usize) -> Self {
        Self::TextTooDeep { line, column, limit }
    }

    /// [`Serialize`](Self::Serialize).
    #[must_use]
    pub fn serialize(message: impl Into<String>) -> Self {
        Self::Serialize { message: message.into() }
    }

    /// [`UnknownFormat`](Self::UnknownFormat).
    #[must_use]
    pub fn unknown_format(name: impl Into<String>) -> Self {
        Self::UnknownFormat { name: name.into() }
    }

    /// [`FormatDisabled`](Self::FormatDisabled).
    #[must_use]
    pub fn format_disabled(format: Format) -> Self {
        Self::FormatDisabled { format }
    }

    /// [`Write`](Self::Write).
    #[must_use]
    pub fn write(kind: std::io::ErrorKind) -> Self {
        Self::Write { kind }
    }

    /// [`Variable`](Self::Variable).
    #[must_use]
    pub fn variable(variable: impl Into<String>, reason: Self) -> Self {
        Self::Variable { variable: variable.into(), reason: Box::new(reason) }
    }

    /// [`VariableNotUnicode`](Self::VariableNotUnicode).
    #[must_use]
    pub fn variable_not_unicode(variable: impl Into<String>) -> Self {
        Self::VariableNotUnicode { variable: variable.into() }
    }
}
