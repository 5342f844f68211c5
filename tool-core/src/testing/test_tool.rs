//! `TestTool`: calls a tool from a test; and snapshots of its schema.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tool_formats::Format;

use crate::callback::tool_callback::ToolCallback;
use crate::context::argument_mode::ArgumentMode;
use crate::context::call_state::CallState;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::{Reason, ToolError};
use crate::output::converter::ToolCallResultConverter;
use crate::output::tool_output::ToolOutput;
use crate::schema::definition::ToolDefinition;

/// Calls a tool from a test as a model would: JSON arguments in, the text that the model reads out. Limits, hooks and approval
/// belong to a client, and are not part of it.
///
/// For a whole turn, use a [`ScriptedChatModel`](crate::ScriptedChatModel).
///
/// ```
/// use serde_json::json;
/// use tool_core::testing::TestTool;
/// use tool_core::tool;
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, #[tool_param(maximum = 10)] b: i64) -> i64 {
///     a + b
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let add = TestTool::new(add::callback());
///
/// assert_eq!(add.call(json!({ "a": 40, "b": 2 })).await?, "42");
/// let error = add.call(json!({ "a": 40, "b": 20 })).await.unwrap_err();
/// assert_eq!(error.to_string(), "tool `add`: argument `b`: expected an integer of at most 10, found 20");
/// # Ok::<(), tool_core::ToolError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct TestTool {
    callback: Arc<dyn ToolCallback>,
    context: ToolContext,
    mode: ArgumentMode,
    converter: Arc<dyn ToolCallResultConverter>,
}

impl TestTool {
    /// Tests `callback` with an empty context. Results are JSON, unless the tool has a converter.
    #[must_use]
    pub fn new(callback: Arc<dyn ToolCallback>) -> Self {
        Self { callback, context: ToolContext::new(), mode: ArgumentMode::default(), converter: Arc::new(Format::Json) }
    }

    /// Sets the context of the calls.
    #[must_use]
    pub fn with_context(mut self, context: ToolContext) -> Self {
        self.context = context;
        self
    }

    /// Sets how arguments are read; [`ArgumentMode::Lenient`] by default.
    #[must_use]
    pub fn with_mode(mut self, mode: ArgumentMode) -> Self {
        self.mode = mode;
        self
    }

    /// Sets the converter of results, unless the tool has one.
    #[must_use]
    pub fn with_format(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.converter = Arc::new(converter);
        self
    }

    /// The tool itself.
    #[must_use]
    pub fn callback(&self) -> &Arc<dyn ToolCallback> {
        &self.callback
    }

    /// Calls the tool and returns the text that a model would read.
    ///
    /// # Errors
    /// [`ToolError`] when the arguments are invalid, the tool fails, or its result cannot be written in the format: there is no
    /// fallback to JSON here.
    pub async fn call(&self, arguments: Value) -> Result<String, ToolError> {
        self.call_text(&arguments.to_string()).await
    }

    /// Calls the tool with arguments as text, which may be empty or malformed.
    ///
    /// # Errors
    /// As [`TestTool::call`].
    pub async fn call_text(&self, arguments: &str) -> Result<String, ToolError> {
        let output = self.output(arguments).await?;
        let converter = self.callback.metadata().result_converter().unwrap_or(&self.converter);
        converter.convert(&output, self.callback.definition()).map_err(|error| {
            let tool = self.callback.definition().name().to_owned();
            ToolError::new(Reason::Conversion { tool, detail: error.to_string() })
        })
    }

    /// Calls the tool and returns its result as a value: [`ToolOutput::downcast_ref`].
    ///
    /// # Errors
    /// [`ToolError`] when the arguments are invalid, or the tool fails.
    pub async fn output(&self, arguments: &str) -> Result<ToolOutput, ToolError> {
        let (state, _cancel_on_drop) = CallState::new(self.mode, None);
        let context = self.context.clone().with_call_state(state);
        self.callback.call(arguments, &context).await.map_err(|error| error.in_tool(self.callback.definition().name()))
    }
}

impl fmt::Debug for TestTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestTool").field("definition", self.callback.definition()).finish_non_exhaustive()
    }
}

/// Compares the definition of a tool with a committed file, and writes the file when the environment variable
/// `UPDATE_SNAPSHOTS` is set.
///
/// A change of a schema can change how well a model uses the tool, so it should be visible in review.
///
/// ```no_run
/// # /// Adds two numbers.
/// # #[tool_core::tool]
/// # fn add(a: i64, b: i64) -> i64 { a + b }
/// tool_core::testing::check_schema_snapshot(add::definition(), "tests/snapshots/add.json")?;
/// # Ok::<(), tool_core::testing::SchemaSnapshotError>(())
/// ```
///
/// # Errors
/// [`SchemaSnapshotError`] when the file differs, or cannot be read or written.
pub fn check_schema_snapshot(tool: &ToolDefinition, path: impl AsRef<Path>) -> Result<(), SchemaSnapshotError> {
    let path = path.as_ref();
    let current = snapshot(tool);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return std::fs::write(path, current).map_err(|error| SchemaSnapshotError::file(path, &error));
    }
    let committed = std::fs::read_to_string(path).map_err(|error| SchemaSnapshotError::file(path, &error))?;
    // Git may have changed the line endings.
    if committed.replace("\r\n", "\n") == current {
        return Ok(());
    }
    Err(SchemaSnapshotError { path: path.to_owned(), detail: first_difference(&committed, &current) })
}

/// The definition as JSON text, with the keys in the order in which the model reads them.
fn snapshot(tool: &ToolDefinition) -> String {
    let mut snapshot = json!({
        "name": tool.name(),
        "description": tool.description(),
        "input_schema": tool.input_schema(),
    });
    if let (Value::Object(snapshot), Some(output_schema)) = (&mut snapshot, tool.output_schema()) {
        snapshot.insert("output_schema".to_owned(), output_schema.clone());
    }
    format!("{snapshot:#}\n")
}

fn first_difference(committed: &str, current: &str) -> String {
    let lines = committed.lines().chain(std::iter::once("")).zip(current.lines().chain(std::iter::once("")));
    let differing = lines.enumerate().find(|(_, (old, new))| old != new);
    match differing {
        Some((index, (old, new))) => {
            format!("line {} is `{}`, but the tool has `{}`", index + 1, old.trim(), new.trim())
        }
        None => "one of them has more lines".to_owned(),
    }
}

/// Why [`check_schema_snapshot`] failed.
#[derive(Debug)]
pub struct SchemaSnapshotError {
    path: PathBuf,
    detail: String,
}

impl SchemaSnapshotError {
    fn file(path: &Path, error: &std::io::Error) -> Self {
        Self { path: path.to_owned(), detail: error.to_string() }
    }
}

impl fmt::Display for SchemaSnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, detail } = self;
        write!(
            f,
            "schema snapshot {}: {detail}; set `UPDATE_SNAPSHOTS=1` to update it, and review the change",
            path.display()
        )
    }
}

impl std::error::Error for SchemaSnapshotError {}
