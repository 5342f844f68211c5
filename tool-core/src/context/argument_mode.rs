//! `ArgumentMode`: strict or lenient reading of arguments.

#[doc = include_str!("../../docs/argument_mode.md")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ArgumentMode {
    /// Reads what the schema says, no more: names the tool does not have are an error, and the text is not repaired.
    Strict,
    /// Also repairs what models often get wrong, as far as only one meaning is possible: the default.
    #[default]
    Lenient,
}
