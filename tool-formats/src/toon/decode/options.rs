//! What a caller can choose about reading TOON.

/// How TOON is read.
///
/// # Example
/// ```
/// use tool_formats::toon::{DecodeOptions, from_str_with};
/// let lenient = DecodeOptions { strict: false, ..DecodeOptions::default() };
/// let tags: Vec<String> = from_str_with("[3]: a,b", &lenient)?;
/// assert_eq!(tags, ["a", "b"]);
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodeOptions {
    /// Spaces a level, default 2. Zero counts as 1.
    pub indent: u8,
    /// Whether every rule is checked, default `true`.
    ///
    /// `false` forgives five mistakes and no other: a length that is not met (all that stands there is read), a key or
    /// field name given twice (the last value counts, in the first place), an indentation with tabs (a level each) or
    /// odd spaces (rounded down), a blank line inside an array, and children indented too far. It reads the text twice.
    ///
    /// Source: TOON specification 4.4, section 14.4.
    pub strict: bool,
    /// The deepest nesting of arrays and objects that is read, default 128 as in `serde_json`.
    ///
    /// The specification sets no limit, but reading recurses, so the type keeps even the highest one off the stack's end.
    pub max_depth: u8,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self { indent: 2, strict: true, max_depth: 128 }
    }
}
