//! From the text of a format to any type.

use serde::Deserialize;

use crate::{Fidelity, Format, FormatError, LossSet, ReadOptions, codec, convert, survey};

/// Reads a value from a text of `format`.
///
/// XML and CSV have no types, so `T` decides what their texts are: a cell `7` is a number for a `u8` and text for a
/// `String`, and so is `007`. A type that accepts anything, such as `serde_json::Value`, gets a number or a
/// boolean only if it would be written with the same characters; `007` and `1e3` stay text. `null` is `<key/>` in
/// XML, a cell with nothing in it in CSV, where `""` is empty text.
///
/// - A CSV table is a sequence of rows; for a struct or a map, it is the one row that it then must have. A row is read by
///   the names in the header, or cell by cell into a tuple. Cells that hold JSON are read as what it holds.
/// - XML is the content of its root element, whose name does not matter. Elements of the same name are a sequence, and a sequence
///   of one is written like its item, which a `Vec` accepts. Attributes are read as keys with an `@` before the
///   name, text between elements as `$text`. A document type is
///   skipped, and refused if it defines entities or attributes; only the five predefined entities are read.
/// - YAML is one document, by the words of version 1.2; [`from_str_with`] reads several. Of integers past 64 bits, only `i128` and `u128` keep all digits.
///
/// A number is the nearest value of its type, or refused where it is past the type's range. Where serde itself keeps a
/// value before it knows the type, as for an untagged or flattened type, a number is an integer of 64 bits or a double
/// by then, and only a double's range is checked. The name of a map's entry is a number or boolean only where it is
/// written as that is: `+1` and `01` are not integers. YAML itself has typed keys, and reads them by its rules.
///
/// # Errors
/// [`FormatError::Malformed`] where the text breaks a rule of its format, and [`FormatError::Deserialize`] where it is
/// not what `T` asks for, with line and column; [`FormatError::TextTooDeep`] past 128 nested arrays and objects, in
/// YAML past 64: its reader takes more than 20 kB of stack for each level in a debug build, and a thread may have no
/// more than 2 MB.
///
/// # Example
/// ```
/// # #[cfg(feature = "csv")] {
/// use tool_formats::{Format, from_str};
///
/// #[derive(serde::Deserialize)]
/// struct Passenger {
///     name: String,
///     age: Option<f64>,
/// }
///
/// let rows: Vec<Passenger> = from_str("name,age\nAda,36.5\nBob,", Format::Csv)?;
/// assert_eq!((rows[0].age, rows[1].age), (Some(36.5), None));
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str, format: Format) -> Result<T, FormatError> {
    codec::from_str(text, format, &ReadOptions::default())
}

/// A value that was read from a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Read<T> {
    /// The value.
    pub value: T,
    /// What of the text is missing where no type says what is wanted, as in a `serde_json::Value`: also the digits of an
    /// integer past 64 bits, which becomes a double there. A type of your own may keep more: an `i128` the digits of a
    /// long integer, an enum the tag of a YAML value.
    pub losses: LossSet,
}

/// Reads a value from a text of `format` with options, and says what of the text is not in it.
///
/// The text is read twice, once for the value and once for the losses.
///
/// # Errors
/// As [`from_str`]; [`FormatError::ReadLossForbidden`] when more is lost than [`ReadOptions::fidelity`] allows.
///
/// # Example
/// ```
/// # #[cfg(feature = "xml")] {
/// use tool_formats::{Fidelity, Format, Loss, ReadOptions, from_str_with};
///
/// let text = "<p>Hello <b>bold</b> world</p>";
/// let read = from_str_with::<serde_json::Value>(text, Format::Xml, &ReadOptions::default())?;
/// assert!(read.losses.contains(Loss::MixedText));
/// let lossless = ReadOptions::new().with_fidelity(Fidelity::Lossless);
/// let error = from_str_with::<serde_json::Value>(text, Format::Xml, &lossless).unwrap_err();
/// assert_eq!(error.to_string(), "reading `xml` loses: text positions, element names");
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(
    text: &'de str,
    format: Format,
    options: &ReadOptions,
) -> Result<Read<T>, FormatError> {
    let tape = convert::read(text, format, (*options).with_fidelity(Fidelity::Any))?;
    let losses = survey::of_reading_untyped(tape.root(), format);
    if !options.fidelity.allows(losses) {
        return Err(FormatError::ReadLossForbidden { format, losses });
    }
    let value = codec::from_str(text, format, options)?;
    Ok(Read { value, losses })
}

/// Reads a value from bytes that are a text of `format`.
///
/// # Errors
/// As [`from_str`], and the same errors where the bytes are not UTF-8. Other encodings: [`decode`](crate::decode) first.
///
/// # Example
/// ```
/// use tool_formats::{Format, from_slice};
///
/// let tags: Vec<&str> = from_slice(br#"["a", "b"]"#, Format::Json)?;
/// assert_eq!(tags, ["a", "b"]);
/// let error = from_slice::<String>(b"\"a\xff\"", Format::Json).unwrap_err();
/// assert_eq!(error.to_string(), "the text is not JSON: line 1, column 3: expected UTF-8");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8], format: Format) -> Result<T, FormatError> {
    from_str(codec::utf_8(bytes, format)?, format)
}
