//! `ToolDefinition`: name, description and schemas of a tool.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use serde_json::Value;

use crate::error::shared_str::SharedStr;
use crate::error::source_location::SourceLocation;
use crate::error::tool_error::{Reason, ToolError};
use crate::schema::compiled::CompiledSchema;
use crate::schema::normalize;
use crate::schema::schema_patterns::Patterns;

/// A tool's name, description and input schema, and where it was written. Made once, cheap to clone.
///
/// Source: Spring AI 2.x, `ToolDefinition`.
#[derive(Clone)]
pub struct ToolDefinition {
    name: SharedStr,
    description: SharedStr,
    input_schema: Arc<Value>,
    /// The same with the formats that are not sent.
    reading_schema: Arc<Value>,
    input_schema_text: Arc<str>,
    output_schema: OutputSchema,
    location: SourceLocation,
    /// The reading schema, compiled.
    compiled: Arc<CompiledSchema>,
    /// Compiled when a schema that no type of ours made is read strictly for the first time.
    patterns: Arc<OnceLock<Patterns>>,
    /// Whether the schema is the user's, so that it may say other things than the type of the arguments.
    is_by_hand: bool,
    /// What is wrong with the schema: reported when a definition made by `#[tool]` joins a set.
    fault: Option<Arc<str>>,
}

#[derive(Clone, Default)]
enum OutputSchema {
    #[default]
    None,
    Given(Arc<Value>),
    Made(Arc<LazyLock<Option<Value>>>),
}

impl ToolDefinition {
    /// A definition for a hand-written [`ToolCallback`](crate::ToolCallback); its location is the caller's.
    ///
    /// `input_schema` may be of JSON Schema 2020-12, of draft-04 to draft-07, or of `OpenAPI` 3.0. It is made neutral:
    /// references become `#/$defs/NAME`, `allOf` is joined, `$schema`, `title` and non-standard formats go, a missing `type`
    /// becomes `object`, missing `properties` become empty, and an object with properties that says nothing of others is
    /// closed. Besides that it accepts what it accepted before.
    ///
    /// # Errors
    /// [`ToolErrorKind::InvalidName`](crate::error::ToolErrorKind::InvalidName) unless `name` is 1 to 64 ASCII letters,
    /// digits, `_` and `-` and begins with a letter or `_`, the rule inside that of every provider;
    /// [`ToolErrorKind::InvalidSchema`](crate::error::ToolErrorKind::InvalidSchema) when the schema describes no object.
    ///
    /// ```
    /// use tool_core::ToolDefinition;
    ///
    /// let definition = ToolDefinition::new("ping", "Answers.", serde_json::json!({}))?;
    /// assert_eq!(definition.input_schema_text(), r#"{"type":"object","properties":{}}"#);
    /// # Ok::<(), tool_core::ToolError>(())
    /// ```
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "a schema is made for its definition")]
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        input_schema: Value,
    ) -> Result<Self, ToolError> {
        Ok(Self::at(SourceLocation::caller(), name.into(), description.into(), &input_schema)?.by_hand())
    }

    pub(crate) fn at(
        location: SourceLocation,
        name: Cow<'static, str>,
        description: Cow<'static, str>,
        input_schema: &Value,
    ) -> Result<Self, ToolError> {
        if !is_tool_name(&name) {
            return Err(ToolError::new(Reason::InvalidName { name: name.into_owned(), location }));
        }
        match normalize::normalise(input_schema) {
            Ok(input_schema) => Ok(Self::trusted(location, name, description, input_schema)),
            Err(detail) => Err(ToolError::new(Reason::InvalidSchema { tool: name.into_owned(), location, detail })),
        }
    }

    /// A definition whose name and schema are already known to be right; `reading_schema` is normalised.
    pub(crate) fn trusted(
        location: SourceLocation,
        name: Cow<'static, str>,
        description: Cow<'static, str>,
        reading_schema: Value,
    ) -> Self {
        let reading_schema = Arc::new(reading_schema);
        let input_schema = normalize::sent(&reading_schema).map_or_else(|| Arc::clone(&reading_schema), Arc::new);
        Self {
            name: name.into(),
            description: description.into(),
            compiled: Arc::new(CompiledSchema::of(&reading_schema)),
            patterns: Arc::default(),
            is_by_hand: false,
            fault: normalize::fault(&reading_schema, "").map(Arc::from),
            input_schema_text: Arc::from(input_schema.to_string()),
            input_schema,
            reading_schema,
            output_schema: OutputSchema::default(),
            location,
        }
    }

    /// Says what the tool returns; `output_schema` is made neutral as the input schema is, but need not be an object.
    #[must_use]
    pub fn with_output_schema(mut self, output_schema: Value) -> Self {
        self.output_schema = OutputSchema::Given(Arc::new(normalize::neutral_output(output_schema)));
        self
    }

    /// The same, made when it is asked for first: most programs never look at it.
    #[must_use]
    pub(crate) fn with_output_schema_of(mut self, make: fn() -> Option<Value>) -> Self {
        self.output_schema = OutputSchema::Made(Arc::new(LazyLock::new(make)));
        self
    }

    /// The same tool with a line more in its description.
    pub(crate) fn with_line(&self, line: &str) -> Self {
        let mut definition = self.clone();
        let gap = if self.description.is_empty() { "" } else { "\n" };
        definition.description = SharedStr::Shared(format!("{}{gap}{line}", self.description()).into());
        definition
    }

    /// The same tool with another schema, which is known to be right.
    pub(crate) fn with_input_schema(&self, reading_schema: Value) -> Self {
        let other = Self::trusted(self.location.clone(), Cow::Borrowed(""), Cow::Borrowed(""), reading_schema);
        let (name, description) = (self.name.clone(), self.description.clone());
        let (output_schema, fault) = (self.output_schema.clone(), other.fault.or_else(|| self.fault.clone()));
        Self { name, description, output_schema, fault, is_by_hand: self.is_by_hand, ..other }
    }

    /// The definition, with what else is wrong with it.
    pub(crate) fn with_fault(mut self, fault: Option<String>) -> Self {
        self.fault = fault.map(Arc::from).or(self.fault);
        self
    }

    /// The definition, unless it tells a limit that nothing can keep, or two parameters take one argument.
    pub(crate) fn check(&self) -> Result<(), ToolError> {
        let Some(fault) = &self.fault else { return Ok(()) };
        let (tool, location, detail) = (self.name().to_owned(), self.location.clone(), fault.to_string());
        Err(ToolError::new(Reason::InvalidLimit { tool, location, detail }))
    }

    /// The same definition, whose schema does not come from the type that the arguments are read into.
    pub(crate) fn by_hand(mut self) -> Self {
        self.is_by_hand = true;
        self
    }

    /// The regular expressions in the schema.
    pub(crate) fn patterns(&self) -> &Patterns {
        self.patterns.get_or_init(|| Patterns::of(&self.reading_schema))
    }

    /// Whether the schema allows no names.
    pub(crate) fn takes_no_arguments(&self) -> bool {
        let schema = self.input_schema();
        let has_names = schema.get("properties").and_then(Value::as_object).is_some_and(|names| !names.is_empty());
        !has_names && schema.get("additionalProperties") == Some(&Value::Bool(false))
    }

    pub(crate) fn is_by_hand(&self) -> bool {
        self.is_by_hand
    }

    /// Whether the type of the arguments keeps all that the schema says.
    pub(crate) fn is_read_by_type(&self) -> bool {
        !self.is_by_hand && self.compiled.is_plain()
    }

    pub(crate) fn compiled_schema(&self) -> &CompiledSchema {
        &self.compiled
    }

    /// The schema that arguments are read by: [`input_schema`](Self::input_schema) with the `format` that says which Rust
    /// number is meant (`float` is an `f32`, `double`, `int8` to `uint128`, `int`, `uint`), which is not sent. Both are one
    /// value when no such format is in it.
    pub(crate) fn reading_schema(&self) -> &Value {
        &self.reading_schema
    }

    /// What no other definition has, as long as this one or a clone of it is there.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.input_schema).addr()
    }

    /// The name by which the model calls the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the tool does, in the words the model reads.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The neutral JSON Schema (draft 2020-12) of the arguments; its root is an object with `properties`.
    #[must_use]
    pub fn input_schema(&self) -> &Value {
        &self.input_schema
    }

    /// The same schema as compact JSON text, written once.
    #[must_use]
    pub fn input_schema_text(&self) -> &str {
        &self.input_schema_text
    }

    /// The neutral JSON Schema of the result, when its type has one: a `#[derive(ToolResult)]` type, or any other that is
    /// `schemars::JsonSchema`. Text and `()` have none, since they are not sent as JSON.
    ///
    /// ```
    /// use tool_core::{ToolResult, tool};
    ///
    /// #[derive(ToolResult)]
    /// struct Place {
    ///     /// Degrees north
    ///     latitude: f64,
    /// }
    ///
    /// /// Finds a city.
    /// #[tool]
    /// fn locate(city: &str) -> Option<Place> {
    ///     (city == "Bern").then_some(Place { latitude: 46.9 })
    /// }
    ///
    /// let schema = locate::definition().output_schema().unwrap();
    /// assert_eq!(schema["properties"]["latitude"]["description"], "Degrees north");
    /// ```
    ///
    /// Source: MCP 2025-06-18, tools, `outputSchema`.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Value> {
        match &self.output_schema {
            OutputSchema::None => None,
            OutputSchema::Given(schema) => Some(schema),
            OutputSchema::Made(schema) => schema.as_ref().as_ref(),
        }
    }

    /// Where the tool was written.
    #[must_use]
    pub fn location(&self) -> &SourceLocation {
        &self.location
    }
}

impl fmt::Debug for ToolDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDefinition")
            .field("name", &self.name)
            .field("location", &format_args!("{}", self.location))
            .finish_non_exhaustive()
    }
}

/// `[A-Za-z_][A-Za-z0-9_-]{0,63}`.
fn is_tool_name(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    name.len() <= 64
        && name.bytes().all(legal)
        && name.bytes().next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
}

#[cfg(test)]
mod tests {
    use super::is_tool_name;

    #[test]
    fn a_tool_name_is_letters_digits_underscore_and_dash() {
        let longest = "a".repeat(64);

        assert!(["a", "_x", "get-weather", "Add2", &longest].iter().all(|name| is_tool_name(name)));
    }

    #[test]
    fn other_tool_names_are_refused() {
        let too_long = "a".repeat(65);

        assert!(!["", "2add", "-a", "a b", "a.b", "naïve", &too_long].iter().any(|name| is_tool_name(name)));
    }
}
