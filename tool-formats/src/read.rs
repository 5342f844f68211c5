//! From the text of a format to any type.

use serde::Deserialize;

use crate::{Format, FormatError};

/// Reads a value from a text of `format`.
///
/// XML and CSV write no types, so what their texts are is for `T` to say: a cell `7` is a number for an `u8` and text for
/// a `String`, and so is `007`. Who asks for nothing in particular, such as `serde_json::Value`, gets a number or a
/// boolean only where we would write it with the very same characters; `007` and `1e3` stay text. `null` is `<key/>` in
/// XML, a cell with nothing in it in CSV, where `""` is empty text.
///
/// - A CSV table is a sequence of rows; for a struct or a map, it is the one row that it then must have. A row is read by
///   the names in the header, or cell by cell into a tuple. Cells that hold JSON are read as what it holds.
/// - XML is what its root element holds, whatever the root is called. Elements of one name are a sequence, and a sequence
///   of one is written like its item, which for a `Vec` is no matter. Attributes are read as keys with an `@` before the
///   name, text beside elements as `$text`. There are no entities beyond the five, and there is no document type.
/// - YAML is one document, by the words of version 1.2. Of integers past 64 bits, only `i128` and `u128` keep all digits.
///
/// # Errors
/// [`FormatError::NotJson`], [`FormatError::NotToon`], [`FormatError::NotYaml`], [`FormatError::NotXml`] or
/// [`FormatError::NotCsv`] where the text breaks a rule of its format, and [`FormatError::Deserialize`] where it is not
/// what `T` asks for, with line and column; [`FormatError::TooDeep`] past 128 nested arrays and objects, in YAML
/// past 64.
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
    match format {
        Format::Json => crate::json::from_str(text),
        #[cfg(feature = "toon")]
        Format::Toon => crate::toon::from_str(text),
        #[cfg(feature = "yaml")]
        Format::Yaml => crate::yaml::from_str(text),
        #[cfg(feature = "xml")]
        Format::Xml => crate::xml::from_str(text),
        #[cfg(feature = "csv")]
        Format::Csv => crate::csv::from_str(text),
    }
}
