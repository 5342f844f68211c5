//! The list of losses: of a value when it is written, and of a text when it is read.
//!
//! Writers, readers, [`Fidelity`], the command line and converters of results use it.

use std::fmt;

/// Something that cannot be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Loss {
    /// A number or boolean is written like a text of the same characters, and so is JSON in a CSV cell.
    Types,
    /// `null`, `{}`, `[]` or a missing key is written like another of them; other readers of XML may read `""` as `null`.
    EmptyKinds,
    /// An array of one item is written like the item.
    SingletonArray,
    /// An array in an array is written like an object with the key `item`; a flattened CSV cell like a key with a dot.
    Structure,
    /// A number of the text has more digits than a double keeps; integers up to 64 bits keep theirs, longer ones where
    /// they are not read as a double.
    NumberPrecision,
    /// A character that XML cannot represent was replaced by U+FFFD.
    ReplacedCharacters,
    /// A text was prefixed with `'`, for spreadsheets.
    GuardedFormulas,
    /// A duplicate key in an object of the text; only its last value was kept.
    DuplicateKeys,
    /// NaN or an infinity is written as `null`; XML and CSV leave its place empty.
    NonFinite,
    /// The sign of a negative zero, written or read: TOON has one zero.
    NegativeZero,
    /// XML elements of the same name had others between them, and are one array now.
    ElementOrder,
    /// Text between XML elements: it is one text now, without its positions.
    MixedText,
    /// The name of an XML element: of the root, of a `field` with a name, or of one that an attribute shares its key
    /// with.
    ElementNames,
    /// A YAML tag that is not a type of JSON, such as `!Ref`, was dropped, or a text was tagged as null.
    Tags,
    /// A YAML alias or merge key was replaced by a copy of its value.
    Aliases,
    /// A YAML key that is not a text, such as `1` or `true`, became the text of the same characters.
    KeyTypes,
}

impl Loss {
    const ALL: [Self; 16] = [
        Self::Types,
        Self::EmptyKinds,
        Self::SingletonArray,
        Self::Structure,
        Self::NumberPrecision,
        Self::ReplacedCharacters,
        Self::GuardedFormulas,
        Self::DuplicateKeys,
        Self::NonFinite,
        Self::NegativeZero,
        Self::ElementOrder,
        Self::MixedText,
        Self::ElementNames,
        Self::Tags,
        Self::Aliases,
        Self::KeyTypes,
    ];

    /// Whether values are lost; otherwise only their kinds are.
    #[must_use]
    pub const fn is_of_values(self) -> bool {
        match self {
            Self::Types
            | Self::EmptyKinds
            | Self::SingletonArray
            | Self::Structure
            | Self::Aliases
            | Self::KeyTypes => false,
            Self::NumberPrecision
            | Self::ReplacedCharacters
            | Self::GuardedFormulas
            | Self::DuplicateKeys
            | Self::NonFinite
            | Self::NegativeZero
            | Self::ElementOrder
            | Self::MixedText
            | Self::ElementNames
            | Self::Tags => true,
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u8
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Types => "types",
            Self::EmptyKinds => "empty kinds",
            Self::SingletonArray => "arrays of one",
            Self::Structure => "structure",
            Self::NumberPrecision => "digits",
            Self::ReplacedCharacters => "characters",
            Self::GuardedFormulas => "guarded formulas",
            Self::DuplicateKeys => "duplicate keys",
            Self::NonFinite => "NaN or infinity",
            Self::NegativeZero => "negative zero",
            Self::ElementOrder => "element order",
            Self::MixedText => "text positions",
            Self::ElementNames => "element names",
            Self::Tags => "tags",
            Self::Aliases => "aliases",
            Self::KeyTypes => "key types",
        })
    }
}

/// All that is lost of one value in one format.
///
/// # Example
/// ```
/// use tool_formats::{Format, Loss, losses};
/// assert!(losses(&["7"], Format::Json)?.is_empty());
/// # #[cfg(feature = "xml")]
/// assert_eq!(losses(&["7"], Format::Xml)?.to_string(), "types");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LossSet(u16);

impl LossSet {
    pub(crate) fn insert(&mut self, loss: Loss) {
        self.0 |= loss.bit();
    }

    /// All that is in either.
    ///
    /// # Example
    /// ```
    /// use tool_formats::LossSet;
    /// assert!(LossSet::default().union(LossSet::default()).is_empty());
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is not in `other`.
    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether nothing is lost.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `loss` is among them.
    #[must_use]
    pub const fn contains(self, loss: Loss) -> bool {
        self.0 & loss.bit() != 0
    }

    /// The losses, the most common first.
    pub fn iter(self) -> impl Iterator<Item = Loss> {
        Loss::ALL.into_iter().filter(move |loss| self.contains(*loss))
    }
}

impl fmt::Display for LossSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (at, loss) in self.iter().enumerate() {
            write!(f, "{}{loss}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// How much of a value may be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Fidelity {
    /// Anything the format loses.
    #[default]
    Any,
    /// Kinds, but no values: each text and number is written as it was, but its kind may be ambiguous.
    NoValueLoss,
    /// Nothing.
    Lossless,
}

impl Fidelity {
    /// Whether what is lost may be.
    #[must_use]
    pub fn allows(self, losses: LossSet) -> bool {
        match self {
            Self::Any => true,
            Self::NoValueLoss => !losses.iter().any(Loss::is_of_values),
            Self::Lossless => losses.is_empty(),
        }
    }
}
