//! Options of writing and reading, format by format.

use crate::Fidelity;
use crate::toon::options::{DecodeOptions, EncodeOptions};

/// Defines the defaults of options, and a method for each option that sets it.
macro_rules! defaults_and_setters {
    ($options:ident { $($setter:ident $field:ident: $type:ty = $default:expr,)* }) => {
        impl $options {
            /// The default options.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($field: $default),* }
            }

            $(
                #[doc = concat!("The same options with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
                #[must_use]
                pub const fn $setter(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }

        impl Default for $options {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}
pub(crate) use defaults_and_setters;

/// How values are written.
///
/// # Example
/// ```
/// use tool_formats::{Format, WriteOptions, YamlStyle, to_string_with};
/// # #[cfg(feature = "yaml")] {
/// let options = WriteOptions::new().with_yaml(YamlStyle::Compact);
/// assert_eq!(to_string_with(&["a", "no"], Format::Yaml, &options)?, "- a\n- \"no\"");
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// What may be lost, default anything.
    pub fidelity: Fidelity,
    /// Indent and delimiter of TOON.
    pub toon: EncodeOptions,
    /// The style of YAML.
    pub yaml: YamlStyle,
    /// What is done about characters that XML cannot represent.
    pub illegal: IllegalCharacters,
    /// How CSV is written.
    pub csv: CsvOptions,
}

defaults_and_setters!(WriteOptions {
    with_fidelity fidelity: Fidelity = Fidelity::Any,
    with_toon toon: EncodeOptions = EncodeOptions::new(),
    with_yaml yaml: YamlStyle = YamlStyle::Article,
    with_illegal illegal: IllegalCharacters = IllegalCharacters::Refuse,
    with_csv csv: CsvOptions = CsvOptions::new(),
});

/// How texts are read.
///
/// # Example
/// ```
/// use tool_formats::{ConvertOptions, Format, convert_with};
/// # #[cfg(feature = "toon")] {
/// let mut options = ConvertOptions::default();
/// options.read.toon.strict = false;
/// assert_eq!(convert_with("[3]: 1,2", Format::Toon, Format::Json, &options)?.text, "[1,2]");
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What of the text may be missing in the value, default anything.
    pub fidelity: Fidelity,
    /// How strictly TOON is read.
    pub toon: DecodeOptions,
    /// How CSV is read: of these options, only its delimiter matters.
    pub csv: CsvOptions,
    /// How many documents a YAML text holds.
    pub documents: Documents,
}

defaults_and_setters!(ReadOptions {
    with_fidelity fidelity: Fidelity = Fidelity::Any,
    with_toon toon: DecodeOptions = DecodeOptions::new(),
    with_csv csv: CsvOptions = CsvOptions::new(),
    with_documents documents: Documents = Documents::One,
});

/// How many documents a YAML text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Documents {
    /// One: more are an error.
    #[default]
    One,
    /// Any number: the value is a list of them, also of a single one.
    ///
    /// # Example
    /// ```
    /// use tool_formats::{ConvertOptions, Documents, Format, convert_with};
    /// # #[cfg(feature = "yaml")] {
    /// let mut options = ConvertOptions::default();
    /// options.read.documents = Documents::All;
    /// let text = "a: 1\n---\nb: 2\n";
    /// assert_eq!(convert_with(text, Format::Yaml, Format::Json, &options)?.text, r#"[{"a":1},{"b":2}]"#);
    /// # }
    /// # Ok::<(), tool_formats::FormatError>(())
    /// ```
    All,
}

/// How a text is rewritten in another format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConvertOptions {
    /// How the text is read.
    pub read: ReadOptions,
    /// How its value is written.
    pub write: WriteOptions,
}

defaults_and_setters!(ConvertOptions {
    with_read read: ReadOptions = ReadOptions::new(),
    with_write write: WriteOptions = WriteOptions::new(),
});

/// The style of YAML. Readers of YAML 1.1 and 1.2 read both alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum YamlStyle {
    /// A `---`, and every text in double quotes, as in the article on tool response formats.
    #[default]
    Article,
    /// Quotes only where a reader needs them, which costs the fewest tokens.
    Compact,
}

/// What is done about characters that XML cannot represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum IllegalCharacters {
    /// The value is refused with [`FormatError::IllegalCharacter`](crate::FormatError::IllegalCharacter).
    #[default]
    Refuse,
    /// Each becomes U+FFFD: [`Loss::ReplacedCharacters`](crate::Loss::ReplacedCharacters).
    Replace,
}

/// How CSV is written and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CsvOptions {
    /// The character between cells. A text whose first line is such as `sep=;` is read by that line.
    pub delimiter: CsvDelimiter,
    /// How an array or object is written in a cell.
    pub nested: Nested,
    /// The characters between records.
    pub record_end: RecordEnd,
    /// Whether a text that a spreadsheet would take for a formula is prefixed with `'`, default no: the text is not the
    /// same any more, and tool results are rarely opened in a spreadsheet.
    pub guard_formulas: bool,
}

defaults_and_setters!(CsvOptions {
    with_delimiter delimiter: CsvDelimiter = CsvDelimiter::Comma,
    with_nested nested: Nested = Nested::Json,
    with_record_end record_end: RecordEnd = RecordEnd::Lf,
    with_guard_formulas guard_formulas: bool = false,
});

/// The character between the cells of CSV.
///
/// # Example
/// ```
/// use tool_formats::{ConvertOptions, CsvDelimiter, Format, convert_with};
/// # #[cfg(feature = "csv")] {
/// let mut options = ConvertOptions::default();
/// options.read.csv.delimiter = CsvDelimiter::Semicolon;
/// assert_eq!(convert_with("a;b\n1;2", Format::Csv, Format::Json, &options)?.text, r#"[{"a":1,"b":2}]"#);
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum CsvDelimiter {
    /// `,`, as RFC 4180 has it.
    #[default]
    Comma,
    /// `;`, as spreadsheets write it where numbers have a decimal comma.
    Semicolon,
    /// A tab.
    Tab,
    /// `|`.
    Pipe,
}

impl CsvDelimiter {
    /// The delimiter that a CSV text seems to have, where it is read as a single column since it has no comma.
    ///
    /// # Example
    /// ```
    /// use tool_formats::CsvDelimiter;
    /// assert_eq!(CsvDelimiter::suspected("a;b\n1;2"), Some(CsvDelimiter::Semicolon));
    /// assert_eq!(CsvDelimiter::suspected("a,b;c\n1,2"), None);
    /// ```
    #[must_use]
    pub fn suspected(text: &str) -> Option<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let says_itself = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep="));
        let header =
            text.lines().find(|line| !line.is_empty()).filter(|header| !says_itself && !header.contains(','))?;
        let has = |delimiter: &Self| header.bytes().any(|byte| byte == delimiter.byte());
        [Self::Semicolon, Self::Tab, Self::Pipe].into_iter().find(has)
    }

    /// The character.
    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
        }
    }
}

/// How an array or object is written in a CSV cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Nested {
    /// Its compact JSON.
    #[default]
    Json,
    /// Nothing: each value inside becomes a column, `a.b` for objects and `a.0` for arrays. Two values that would share a
    /// column are an error.
    Flatten,
    /// The value is refused with [`FormatError::NestedRefused`](crate::FormatError::NestedRefused).
    Refuse,
}

/// The characters between CSV records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum RecordEnd {
    /// A line feed.
    #[default]
    Lf,
    /// A carriage return and a line feed, as RFC 4180 has it.
    CrLf,
}

impl RecordEnd {
    /// The characters.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }
}
