//! What a caller can choose about TOON. Also there when the feature is off, since the options of all formats are.

use crate::options::defaults_and_setters;

/// How TOON is written.
///
/// # Example
/// ```
/// use tool_formats::toon::{Delimiter, EncodeOptions};
/// let options = EncodeOptions::new().with_indent(4);
/// assert_eq!(options.delimiter, Delimiter::Comma);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct EncodeOptions {
    /// Spaces per level, default 2. Zero counts as 1: without an indent the levels would look alike.
    pub indent: u8,
    /// The character between the cells of a row, default a comma.
    pub delimiter: Delimiter,
}

defaults_and_setters!(EncodeOptions {
    with_indent indent: u8 = 2,
    with_delimiter delimiter: Delimiter = Delimiter::Comma,
});

/// The character between the cells of a row. Headers show it, so that a reader needs no options.
///
/// Source: TOON specification 4.4, section 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum Delimiter {
    /// `,`, which headers leave out. Costs the fewest tokens for most tables.
    #[default]
    Comma = b',',
    /// A tab. Saves tokens where nearly all cells are numbers.
    Tab = b'\t',
    /// `|`.
    Pipe = b'|',
}

impl Delimiter {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Comma => ",",
            Self::Tab => "\t",
            Self::Pipe => "|",
        }
    }

    pub(crate) const fn as_byte(self) -> u8 {
        self as u8
    }

    /// How the length in a header shows the delimiter.
    pub(crate) const fn in_length(self) -> &'static str {
        match self {
            Self::Comma => "",
            Self::Tab | Self::Pipe => self.as_str(),
        }
    }
}

/// How TOON is read.
///
/// # Example
/// ```
/// # #[cfg(feature = "toon")] {
/// use tool_formats::toon::{DecodeOptions, from_str_with};
/// let lenient = DecodeOptions::new().with_strict(false);
/// let tags: Vec<String> = from_str_with("[3]: a,b", &lenient)?;
/// assert_eq!(tags, ["a", "b"]);
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeOptions {
    /// Spaces per level, default 2. Zero counts as 1.
    pub indent: u8,
    /// Whether every rule is checked, default `true`.
    ///
    /// `false` accepts five mistakes and no other: a length that is not met (all items are read), a duplicate key or
    /// field name (the last value counts, in the first place), an indentation with tabs (a level each) or odd spaces
    /// (rounded down), a blank line inside an array, and children indented too far. It reads the text twice.
    ///
    /// Source: TOON specification 4.4, section 14.4.
    pub strict: bool,
    /// The deepest nesting of arrays and objects that is read, default 128 as in `serde_json`.
    ///
    /// The specification sets no limit, but reading recurses, so the type keeps even the highest one off the stack's end.
    pub max_depth: u8,
}

defaults_and_setters!(DecodeOptions {
    with_indent indent: u8 = 2,
    with_strict strict: bool = true,
    with_max_depth max_depth: u8 = 128,
});
