//! `ArgumentRepair`: what a lenient reading changed in a model's arguments.

use std::fmt;

/// One thing that a lenient reading changed.
///
/// It has the location and the kind, never the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentRepair {
    place: String,
    public_place: String,
    kind: ArgumentRepairKind,
}

impl ArgumentRepair {
    /// A repair of the text.
    pub(crate) fn of_text(kind: ArgumentRepairKind, place: String) -> Self {
        Self { public_place: place.clone(), place, kind }
    }

    /// A repair of a value; in `public_place`, names that the model made up are `*`.
    pub(crate) fn of_value(kind: ArgumentRepairKind, place: String, public_place: String) -> Self {
        Self { place, public_place, kind }
    }

    /// The path of the argument (`filters[1].max`, empty for all of them), or `line 1 column 7` for a repair of the text.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The place without names from the model, which do not appear in events: `counts.*`.
    pub(crate) fn public_place(&self) -> &str {
        &self.public_place
    }

    /// What was changed.
    #[must_use]
    pub fn kind(&self) -> ArgumentRepairKind {
        self.kind
    }
}

/// `line 1 column 7: trailing comma`.
impl fmt::Display for ArgumentRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            return self.kind.fmt(f);
        }
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// The repairs of a lenient reading: first those of the text, each reported once with its first place, then those of
/// values, each with the path of its argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArgumentRepairKind {
    /// The object stood in a Markdown code fence.
    CodeFence,
    /// The object stood after a thought, in or behind `<think>`, `<thinking>` or `<reasoning>`.
    ThinkingTag,
    /// Words stood before or after the object.
    Prose,
    /// The same object was sent more than once.
    RepeatedObject,
    /// A name was given more than once in one object, with the same value.
    RepeatedName,
    /// `'` in place of `"`.
    SingleQuotes,
    /// `“ ”` and the like in place of `"`.
    TypographicQuotes,
    /// A comma before `}` or `]`.
    TrailingComma,
    /// `True`, `False` or `None`.
    PythonLiteral,
    /// A name without quotes.
    UnquotedName,
    /// A line break, or another control character, inside a string.
    RawControl,
    /// A backslash before a character that needs none, or half of a surrogate pair.
    WrongEscape,
    /// A blank that JSON does not know, such as a no-break space, or `\n` written as two characters between tokens.
    OddBlank,
    /// `"12"` for a number.
    StringToNumber,
    /// `"true"` for a boolean.
    StringToBool,
    /// `12` for a string.
    NumberToString,
    /// `true` for a string.
    BoolToString,
    /// A string that holds the array asked for.
    StringToArray,
    /// A string that holds the object asked for.
    StringToObject,
    /// An allowed value in other letter case.
    EnumCase,
    /// An item that a set was given more than once was taken once.
    RepeatedItem,
    /// A name that differs from the argument's in case, `-` or `_` only.
    NameStyle,
    /// The arguments stood in an object with the one name `arguments`, `params`, `parameters`, `input` or `args`, or
    /// beside the name of the tool in it.
    Wrapper,
    /// A name that the tool does not have was left out.
    UnknownName,
    /// `null` for an argument that may be absent was left out.
    NullForOptional,
}

impl ArgumentRepairKind {
    fn words(self) -> &'static str {
        match self {
            Self::CodeFence => "code fence",
            Self::ThinkingTag => "thinking tag",
            Self::Prose => "prose",
            Self::RepeatedObject => "repeated object",
            Self::RepeatedName => "repeated name",
            Self::SingleQuotes => "single quotes",
            Self::TypographicQuotes => "typographic quotes",
            Self::TrailingComma => "trailing comma",
            Self::PythonLiteral => "Python literal",
            Self::UnquotedName => "unquoted name",
            Self::RawControl => "raw control character",
            Self::WrongEscape => "wrong escape",
            Self::OddBlank => "odd blank",
            Self::StringToNumber => "string to number",
            Self::StringToBool => "string to boolean",
            Self::NumberToString => "number to string",
            Self::BoolToString => "boolean to string",
            Self::StringToArray => "string to array",
            Self::StringToObject => "string to object",
            Self::EnumCase => "enum case",
            Self::RepeatedItem => "repeated item",
            Self::NameStyle => "name style",
            Self::Wrapper => "wrapper",
            Self::UnknownName => "unknown name",
            Self::NullForOptional => "null for optional",
        }
    }
}

impl fmt::Display for ArgumentRepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
