//! Reading the input and writing the output.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use tool_formats::{CsvDelimiter, Format, decode, decode_as};

use crate::failure::Failure;

/// Texts from this size on have a progress line.
const LARGE_BYTES: usize = 8 << 20;

/// A text and what it is called.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) format: Format,
}

impl Input {
    /// Reads a file, or standard input where there is none or it is `-`. Without `from`, the file's name tells the
    /// format, and standard input is JSON.
    pub(crate) fn read(path: Option<&Path>, from: Option<Format>, encoding: Option<&str>) -> Result<Self, Failure> {
        let path = path.filter(|path| *path != Path::new("-"));
        let name = path.map_or_else(|| "standard input".to_owned(), |path| path.display().to_string());
        let format = match (from, path) {
            (Some(format), _) => format,
            (None, Some(path)) => format_of(path).ok_or_else(|| Failure::NoFormat(PathBuf::from(path)))?,
            (None, None) => Format::Json,
        };
        let bytes = match path {
            Some(path) => File::open(path).and_then(read_all),
            None => read_all(io::stdin().lock()),
        };
        let bytes = bytes.map_err(|error| Failure::Stream { name: name.clone(), error })?;
        let text = match encoding {
            Some(label) => decode_as(&bytes, label, format),
            None => decode(&bytes, format),
        };
        let malformed = |error| Failure::Malformed { name: name.clone(), error };
        let decoded = match text.map_err(malformed)? {
            Cow::Borrowed(text) if text.len() == bytes.len() => None,
            text => Some(text.into_owned()),
        };
        // A large text is not copied.
        let text = decoded.unwrap_or_else(|| String::from_utf8(bytes).unwrap_or_default());
        Ok(Self { name, text, format })
    }

    /// Warns if a table with another delimiter is read as a single column.
    pub(crate) fn warn_of_delimiter(&self, advice: &str) {
        if self.format != Format::Csv {
            return;
        }
        let found = match CsvDelimiter::suspected(&self.text) {
            Some(CsvDelimiter::Semicolon) => "`;`",
            Some(CsvDelimiter::Tab) => "a tab",
            Some(CsvDelimiter::Pipe) => "`|`",
            _ => return,
        };
        say(&format!("{}: read as a single column, though its header contains {found}; {advice}", self.name));
    }

    pub(crate) fn is_large(&self) -> bool {
        self.text.len() >= LARGE_BYTES
    }
}

/// The format that a file's name ends with.
fn format_of(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?)
}

fn read_all(mut source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 1 << 20];
    let mut next_report = LARGE_BYTES;
    loop {
        let len = source.read(&mut chunk)?;
        if len == 0 {
            return Ok(bytes);
        }
        bytes.extend_from_slice(chunk.get(..len).unwrap_or_default());
        if bytes.len() >= next_report {
            tell(&format!("read {} MB", bytes.len() >> 20));
            next_report += LARGE_BYTES;
        }
    }
}

/// A line on standard error.
pub(crate) fn say(what: &str) {
    eprintln!("tool-formats: {what}");
}

/// A progress line on a terminal, which the next one replaces.
pub(crate) fn tell(progress: &str) {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        // Progress that cannot be shown does not stop the work.
        let _ = write!(stderr, "\r\x1b[K{progress}").and_then(|()| stderr.flush());
    }
}

/// Writes the text and one final newline.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written =
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n")).and_then(|()| stdout.flush());
    match written {
        // A reader that closes early, such as `head`, is not a failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| Failure::Stream { name: "standard output".to_owned(), error }),
    }
}
