//! What a format does not keep of a value, said aloud.

use std::fmt;

/// Something that cannot be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Loss {
    /// A number or boolean is written like a text of the same characters, and so is JSON in a CSV cell.
    Types,
    /// `null`, `""`, `{}`, `[]` or a missing key is written like another of them.
    EmptyKinds,
    /// An array of one item is written like the item.
    SingletonArray,
    /// An array in an array is written like an object with the key `item`; a flattened CSV cell like a key with a dot.
    Structure,
    /// A number of the text has more digits than a double keeps.
    NumberPrecision,
    /// A character that XML has no way to write became U+FFFD.
    ReplacedCharacters,
    /// A text got a `'` before it, for spreadsheets.
    GuardedFormulas,
    /// A name stood twice in one object of the text, and only its last value was kept.
    RepeatedNames,
}

impl Loss {
    const ALL: [Self; 8] = [
        Self::Types,
        Self::EmptyKinds,
        Self::SingletonArray,
        Self::Structure,
        Self::NumberPrecision,
        Self::ReplacedCharacters,
        Self::GuardedFormulas,
        Self::RepeatedNames,
    ];

    /// Whether what stands in the text is not what stood in the value; otherwise only its kind is lost.
    #[must_use]
    pub const fn is_of_values(self) -> bool {
        matches!(self, Self::NumberPrecision | Self::ReplacedCharacters | Self::GuardedFormulas | Self::RepeatedNames)
    }

    const fn bit(self) -> u8 {
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
            Self::RepeatedNames => "repeated names",
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
pub struct LossSet(u8);

impl LossSet {
    pub(crate) fn insert(&mut self, loss: Loss) {
        self.0 |= loss.bit();
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
    /// Kinds, but no values: every text and number stands there as it was, though it may not be told apart from another.
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
