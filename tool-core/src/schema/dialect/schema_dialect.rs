//! `SchemaDialect` and its error.

use std::fmt;

/// What a kind of model, or a protocol, takes as a JSON Schema.
///
/// Each is a pure function of a schema, which is made neutral first. What only narrows the values and cannot be said (a minimum, a default)
/// goes into the description, since the arguments are checked by the tool anyway; what says which values there are and
/// cannot be said (a map, a recursive type) is an error that names its place.
///
/// ```
/// use tool_core::schema::SchemaDialect;
/// use tool_core::tool;
///
/// /// Lists rows.
/// #[tool]
/// fn list_rows(table: String, #[tool_param(default = 10)] limit: u8) -> String {
///     format!("{limit} of {table}")
/// }
///
/// let strict = SchemaDialect::OpenAiStrict.convert(list_rows::definition().input_schema())?;
/// assert_eq!(strict["required"], serde_json::json!(["table", "limit"]));
/// assert_eq!(strict["properties"]["limit"]["type"], serde_json::json!(["integer", "null"]));
/// # Ok::<(), tool_core::schema::SchemaDialectError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaDialect {
    /// What all known servers take: one type for each value, no references, no `oneOf`, `allOf`, `const`, tuples or
    /// schemas that are `true`. Optional arguments are not `null`.
    Plain,
    /// `strict: true` of `OpenAI`: every object closed, every property required, optional ones nullable, no `oneOf`,
    /// `allOf`, `default` or maps; at most 5,000 properties in at most 10 levels, 1,000 values in all enums, 15,000
    /// characters in the values of one enum, and 120,000 in names and listed values.
    OpenAiStrict,
    /// Tools of Anthropic's Messages API: the neutral schema, with a root that is an object and nothing else.
    Anthropic,
    /// `strict: true` of Anthropic: every object closed, no recursion, at most 24 optional properties, and limits listed in
    /// the description.
    AnthropicStrict,
    /// `parameters` of Gemini, an allow-list of `OpenAPI` words: upper-case types, `nullable`, enums of strings only.
    Gemini,
    /// `inputSchema` and `outputSchema` of the Model Context Protocol: the neutral schema, whose root is an object.
    Mcp,
}

impl SchemaDialect {
    /// All dialects.
    pub const ALL: [Self; 6] =
        [Self::Plain, Self::OpenAiStrict, Self::Anthropic, Self::AnthropicStrict, Self::Gemini, Self::Mcp];

    /// The name in errors.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::OpenAiStrict => "OpenAI strict",
            Self::Anthropic => "Anthropic",
            Self::AnthropicStrict => "Anthropic strict",
            Self::Gemini => "Gemini",
            Self::Mcp => "MCP",
        }
    }
}

impl fmt::Display for SchemaDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A schema that a dialect cannot express.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaDialectError {
    pub(super) dialect: SchemaDialect,
    pub(super) place: String,
    pub(super) problem: String,
}

impl SchemaDialectError {
    /// The dialect that was asked for.
    #[must_use]
    pub fn dialect(&self) -> SchemaDialect {
        self.dialect
    }

    /// Where in the schema, as a JSON pointer behind `#` (RFC 6901, section 6).
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for SchemaDialectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dialect, place, problem } = self;
        write!(f, "the {dialect} dialect cannot express the schema at `{place}`: {problem}")
    }
}

impl std::error::Error for SchemaDialectError {}
