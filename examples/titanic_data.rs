//! The Titanic table that the tools of the examples read.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Number;
use tool_core::ToolResult;

/// One passenger, with the types of Spring AI's article: ids, classes and counts are text, age and fare are numbers, unknown
/// values are `null`.
#[derive(Debug, Clone, Deserialize, ToolResult)]
#[serde(rename_all = "PascalCase")]
#[allow(clippy::struct_field_names, reason = "these are the names of the columns")]
pub(crate) struct Passenger {
    pub(crate) passenger_id: String,
    pub(crate) survived: String,
    pub(crate) pclass: String,
    pub(crate) name: String,
    pub(crate) sex: String,
    // `Number` keeps 40 from becoming 40.0.
    pub(crate) age: Option<Number>,
    pub(crate) sib_sp: String,
    pub(crate) parch: String,
    pub(crate) ticket: String,
    pub(crate) fare: Number,
    pub(crate) cabin: Option<String>,
    pub(crate) embarked: Option<String>,
}

/// The table that comes with the examples.
pub(crate) fn table_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/titanic.csv")
}

/// Reads all passengers of `path`, in the order of the file.
pub(crate) fn read_passengers(path: &Path) -> Result<Vec<Passenger>, TableError> {
    let failed = |error: csv::Error| TableError { path: path.to_owned(), error };
    let mut reader = csv::Reader::from_path(path).map_err(failed)?;
    // Read explicitly: a reader that cannot read the header returns no rows and no error.
    reader.headers().map_err(failed)?;
    reader.into_deserialize().collect::<Result<_, _>>().map_err(failed)
}

/// A table that could not be read.
#[derive(Debug)]
pub(crate) struct TableError {
    path: PathBuf,
    error: csv::Error,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table `{}` cannot be read: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for TableError {}
