//! Stage 5 of the road, chosen by the caller: how much of a model's argument text is forgiven.

/// How a tool call's arguments are read.
///
/// In both modes `""`, blank text and `null` are `{}`; `null` for what may be left out means that it is left out, so that a
/// default holds; a float is never cut to an integer, an enum is never given by its position, and an empty text is never a
/// number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ArgumentMode {
    /// Reads what the schema says, no more: names the tool does not have are an error, and the text is not repaired.
    Strict,
    /// Also mends what models often get wrong, as far as only one meaning is possible: the default.
    ///
    /// The text is repaired first (code fences, prose around the object, quotes, commas), then values are turned into
    /// the type that the schema asks for (`"12"` into a number), and names the tool does not have are left out. Each
    /// repair is told by a `tracing` event of level debug, without values.
    #[default]
    Lenient,
}
