//! How many tokens a text costs.

#[cfg(feature = "tokens")]
mod tiktoken;

#[cfg(feature = "tokens")]
pub use tiktoken::TiktokenCounter;

/// Counts the tokens of a text, as a model's tokenizer cuts it.
///
/// # Example
/// ```
/// use tool_formats::TokenCounter;
///
/// /// Four bytes a token: a rule of thumb for English.
/// struct Rough;
///
/// impl TokenCounter for Rough {
///     fn name(&self) -> &str {
///         "rough"
///     }
///
///     fn count(&self, text: &str) -> usize {
///         text.len().div_ceil(4)
///     }
/// }
///
/// assert_eq!(Rough.count("[1,2,3]"), 2);
/// ```
pub trait TokenCounter: Send + Sync {
    /// Name of the vocabulary, for reports.
    fn name(&self) -> &str;

    /// Number of tokens in `text`; 0 for the empty text.
    fn count(&self, text: &str) -> usize;
}
