//! The formats by name: in code, in configuration, in the environment.

mod info;

use std::env::{self, VarError};
use std::fmt;
use std::str::FromStr;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::FormatError;
pub(crate) use info::{Candidacy, Model};

/// A text format for the value a tool returns.
///
/// All formats are named in every build. Writing or reading one whose feature is off is
/// [`FormatError::FormatDisabled`], which names the feature.
///
/// # Example
/// ```
/// use tool_formats::Format;
/// assert_eq!("JSON".parse::<Format>()?, Format::Json);
/// assert_eq!(Format::Json.to_string(), "json");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Format {
    /// Compact JSON. Source: RFC 8259.
    #[default]
    Json,
    /// Token-oriented object notation: a table has one header, and a line for each row. Source: TOON specification 4.4.
    Toon,
    /// Block style with every string in double quotes, so that YAML 1.1 and 1.2 readers agree.
    Yaml,
    /// Elements named after the keys. Types are lost; text and structure are kept.
    Xml,
    /// A header, and a line for each record. Only for tables.
    Csv,
}

impl Format {
    /// All formats, JSON first, with those whose feature is off.
    pub const ALL: &'static [Self] = &[Self::Json, Self::Toon, Self::Yaml, Self::Xml, Self::Csv];

    /// The formats that this build writes and reads, JSON first.
    ///
    /// # Example
    /// ```
    /// use tool_formats::Format;
    /// assert_eq!(Format::enabled().next(), Some(Format::Json));
    /// ```
    pub fn enabled() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|format| format.is_enabled())
    }

    /// Whether this build writes and reads the format: whether the crate feature of its name is on.
    #[must_use]
    pub const fn is_enabled(self) -> bool {
        self.info().is_enabled
    }

    /// Name in lower case, as in configuration files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The media type of a text in this format.
    ///
    /// # Example
    /// ```
    /// assert_eq!(tool_formats::Format::Csv.media_type(), "text/csv");
    /// ```
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        self.info().media_type
    }

    /// The format of a file with this extension, in upper or lower case.
    ///
    /// # Example
    /// ```
    /// use tool_formats::Format;
    /// assert_eq!(Format::from_extension("yml"), Some(Format::Yaml));
    /// assert_eq!(Format::from_extension("txt"), None);
    /// ```
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        let has = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(extension));
        Self::ALL.iter().copied().find(|format| has(format.info().extensions))
    }

    /// One line that says how to read results in this format; `None` for JSON, which every model knows.
    ///
    /// It is for a tool's description and costs its tokens in each request, so it is only added on demand. It also
    /// holds for a tool that returns text, and for results that fall back to JSON.
    ///
    /// # Example
    /// ```
    /// use tool_formats::Format;
    /// assert_eq!(Format::Json.format_hint(), None);
    /// # #[cfg(feature = "csv")]
    /// assert_eq!(
    ///     Format::Csv.format_hint().as_deref(),
    ///     Some("A result that is neither plain text nor JSON is CSV (the first line names the columns).")
    /// );
    /// ```
    #[must_use]
    pub fn format_hint(self) -> Option<String> {
        hint_of([self])
    }

    /// Reads a format from an environment variable, in any case of letters and with blanks around it.
    ///
    /// A variable that is not set, or blank, is `None`.
    ///
    /// # Errors
    /// [`FormatError::Variable`] when the value names no format of this build,
    /// [`FormatError::VariableNotUnicode`] when it is not Unicode text.
    ///
    /// # Example
    /// ```
    /// use tool_formats::Format;
    /// let format = Format::from_env("TOOL_RESPONSE_FORMAT")?.unwrap_or_default();
    /// assert_eq!(format, Format::Json);
    /// # Ok::<(), tool_formats::FormatError>(())
    /// ```
    pub fn from_env(variable: &str) -> Result<Option<Self>, FormatError> {
        Self::from_variable(variable, env::var(variable))
    }

    fn from_variable(variable: &str, value: Result<String, VarError>) -> Result<Option<Self>, FormatError> {
        let value = match value {
            Ok(value) => value,
            Err(VarError::NotPresent) => return Ok(None),
            Err(VarError::NotUnicode(_)) => {
                return Err(FormatError::VariableNotUnicode { variable: variable.to_owned() });
            }
        };
        let name = value.trim();
        if name.is_empty() {
            return Ok(None);
        }
        match name.parse() {
            Ok(format) => Ok(Some(format)),
            Err(reason) => Err(FormatError::Variable { variable: variable.to_owned(), reason: Box::new(reason) }),
        }
    }
}

/// One line that says how to read results in any of `formats`.
pub(crate) fn hint_of(formats: impl IntoIterator<Item = Format>) -> Option<String> {
    let explanations: Vec<_> = formats.into_iter().filter_map(|format| format.info().hint).collect();
    let (last, others) = explanations.split_last()?;
    let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
    Some(format!("A result that is neither plain text nor JSON is {others}{last}."))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Self, FormatError> {
        match Self::ALL.iter().find(|format| format.name().eq_ignore_ascii_case(name)) {
            Some(format) if format.is_enabled() => Ok(*format),
            Some(format) => Err(FormatError::FormatDisabled { format: *format }),
            None => Err(FormatError::UnknownFormat { name: name.to_owned() }),
        }
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Format;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a format")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Format, E> {
        name.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_in_any_case() {
        for format in Format::enabled() {
            assert_eq!(format.name().parse(), Ok(format));
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
        }
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_name() {
        assert_eq!("toml".parse::<Format>(), Err(FormatError::unknown_format("toml")));
        assert_eq!("".parse::<Format>(), Err(FormatError::unknown_format(String::new())));
    }

    #[test]
    fn the_name_of_a_disabled_format_is_an_error_with_the_feature() {
        for format in Format::ALL.iter().filter(|format| !format.is_enabled()) {
            let error = FormatError::format_disabled(*format);
            assert_eq!(format.name().to_uppercase().parse::<Format>(), Err(error));
        }
    }

    #[test]
    fn a_format_has_media_type_and_extensions() {
        let types = Format::ALL.iter().map(|format| format.media_type());
        let expected = ["application/json", "text/toon", "application/yaml", "application/xml", "text/csv"];
        assert!(types.eq(expected));
        for format in Format::ALL {
            assert_eq!(Format::from_extension(format.name()), Some(*format));
        }
        assert_eq!(Format::from_extension("YML"), Some(Format::Yaml));
    }

    #[test]
    fn a_format_goes_through_serde_as_its_name() {
        assert_eq!(serde_json::to_string(&Format::Json).unwrap(), "\"json\"");
        assert_eq!(serde_json::from_str::<Format>("\"Json\"").unwrap(), Format::Json);
    }

    #[test]
    fn a_wrong_name_in_a_configuration_file_lists_the_known_ones() {
        let error = serde_json::from_str::<Format>("\"tonn\"").unwrap_err().to_string();

        assert!(error.starts_with("unknown format `tonn`; known formats: `json`"), "{error}");
    }

    #[test]
    fn a_variable_that_is_unset_or_blank_is_none() {
        assert_eq!(Format::from_variable("V", Err(VarError::NotPresent)), Ok(None));
        assert_eq!(Format::from_variable("V", Ok("  ".into())), Ok(None));
    }

    #[test]
    fn a_variable_is_read_with_blanks_around_the_name() {
        assert_eq!(Format::from_variable("V", Ok(" JSON\n".into())), Ok(Some(Format::Json)));
    }

    #[test]
    fn a_wrong_variable_is_an_error_with_its_name() {
        let reason = FormatError::unknown_format("tonn");

        assert_eq!(Format::from_variable("V", Ok("tonn".into())), Err(FormatError::variable("V", reason)));
        assert_eq!(
            Format::from_variable("V", Err(VarError::NotUnicode("x".into()))),
            Err(FormatError::variable_not_unicode("V"))
        );
    }

    #[test]
    fn a_name_is_padded_like_any_text() {
        assert_eq!(format!("{:>6}", Format::Json), "  json");
    }
}
