//! What a caller can choose about TOON text.

/// How TOON is written.
///
/// # Example
/// ```
/// use tool_formats::toon::{Delimiter, EncodeOptions};
/// let options = EncodeOptions { indent: 4, ..EncodeOptions::default() };
/// assert_eq!(options.delimiter, Delimiter::Comma);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodeOptions {
    /// Spaces a level, default 2. Zero counts as 1: without an indent the levels could not be told apart.
    pub indent: u8,
    /// What stands between the cells of a row, default a comma.
    pub delimiter: Delimiter,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { indent: 2, delimiter: Delimiter::Comma }
    }
}

/// What stands between the cells of a row. Headers show it, so that a reader needs no options.
///
/// Source: TOON specification 4.4, section 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
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
