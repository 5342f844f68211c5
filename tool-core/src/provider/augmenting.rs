//! `AugmentingToolCallbackProvider`: adds arguments to tools, such as the reason for a call.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::arguments::{json_repair, read};
use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::{ToolCallback, ToolFuture};
use crate::context::tool_context::ToolContext;
use crate::error::display::Names;
use crate::error::tool_error::{Reason, ToolError};
use crate::provider::tool_callback_provider::{ToolCallbackProvider, Wrapped};
use crate::schema::definition::ToolDefinition;
use crate::schema::normalize;
use crate::schema::raw_json::{Members, RawJson};

type Consumer<T> = dyn Fn(&ToolDefinition, T) + Send + Sync;

/// Adds arguments to tools that the tools themselves do not take: the model's reason for the call, or how sure it is.
///
/// The fields of `T` join the schema of each tool. Before a call, they are taken out of the model's arguments and handed
/// to a closure; the tool gets the rest. All else of the tools passes through.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use tool_core::provider::AugmentingToolCallbackProvider;
/// use tool_core::{ToolCallbackProvider, tool, tools};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Thought {
///     /// Why you call this tool
///     reason: String,
/// }
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let provider = AugmentingToolCallbackProvider::new(tools![add], |tool, thought: Thought| {
///     println!("{}: {}", tool.name(), thought.reason);
/// });
/// let tools = provider.tool_callbacks()?;
/// assert!(tools[0].definition().input_schema()["properties"]["reason"].is_object());
/// # Ok::<(), tool_core::ToolError>(())
/// ```
///
/// Source: Spring AI 2.x, `tool.augment`, where a field of the same name as the tool's replaces it, and the metadata of the
/// tool is lost.
pub struct AugmentingToolCallbackProvider<T> {
    delegate: Box<dyn ToolCallbackProvider>,
    consumer: Arc<Consumer<T>>,
    wrapped: Wrapped,
}

impl<T: DeserializeOwned + JsonSchema + 'static> AugmentingToolCallbackProvider<T> {
    /// The tools of `delegate`, each also asking for the fields of `T`, which go to `consumer` before each call.
    #[must_use]
    pub fn new(
        delegate: impl ToolCallbackProvider + 'static,
        consumer: impl Fn(&ToolDefinition, T) + Send + Sync + 'static,
    ) -> Self {
        Self { delegate: Box::new(delegate), consumer: Arc::new(consumer), wrapped: Wrapped::default() }
    }

    fn augment(&self, delegate: Arc<dyn ToolCallback>) -> Result<Arc<dyn ToolCallback>, ToolError> {
        let definition = delegate.definition();
        let refused = |detail| {
            let (tool, location) = (definition.name().to_owned(), definition.location().clone());
            ToolError::new(Reason::InvalidSchema { tool, location, detail })
        };
        let extra = normalize::normalise(&normalize::of_type::<T>()).map_err(refused)?;
        let input_schema = joined(definition.reading_schema(), &extra).map_err(refused)?;
        Ok(Arc::new(AugmentingToolCallback {
            definition: definition.with_input_schema(input_schema),
            extra: definition.with_input_schema(extra),
            consumer: Arc::clone(&self.consumer),
            delegate,
            marker: PhantomData,
        }))
    }
}

impl<T: DeserializeOwned + JsonSchema + 'static> ToolCallbackProvider for AugmentingToolCallbackProvider<T> {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        self.wrapped.callbacks(self.delegate.tool_callbacks()?, |callback| self.augment(callback))
    }
}

impl<T> fmt::Debug for AugmentingToolCallbackProvider<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AugmentingToolCallbackProvider").finish_non_exhaustive()
    }
}

/// A tool's schema with the properties, requirements and definitions of another.
fn joined(own: &Value, extra: &Value) -> Result<Value, String> {
    let clash: Vec<String> = names(extra).into_iter().filter(|name| names(own).contains(name)).collect();
    if !clash.is_empty() {
        return Err(format!("{} cannot be added: the tool already has it", Names(&clash)));
    }
    let mut joined = own.clone();
    for keyword in ["properties", "$defs"] {
        if let Some(Value::Object(added)) = extra.get(keyword) {
            join_object(&mut joined, keyword, added);
        }
    }
    if let (Some(Value::Array(added)), Some(object)) = (extra.get("required"), joined.as_object_mut()) {
        let required = object.entry("required").or_insert_with(|| Value::Array(Vec::new()));
        required.as_array_mut().into_iter().for_each(|required| required.extend(added.iter().cloned()));
    }
    Ok(joined)
}

fn join_object(schema: &mut Value, keyword: &str, added: &Map<String, Value>) {
    let Some(object) = schema.as_object_mut() else { return };
    let own = object.entry(keyword).or_insert_with(|| Value::Object(Map::new()));
    if let Some(own) = own.as_object_mut() {
        own.extend(added.clone());
    }
}

fn names(schema: &Value) -> Vec<String> {
    schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned().collect()
}

struct AugmentingToolCallback<T> {
    definition: ToolDefinition,
    /// The same tool, as if it took no more than what was added.
    extra: ToolDefinition,
    consumer: Arc<Consumer<T>>,
    delegate: Arc<dyn ToolCallback>,
    marker: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> AugmentingToolCallback<T> {
    /// The added arguments, and the rest.
    fn split<'a>(&self, arguments: &'a str, context: &ToolContext) -> Result<(Members<'a>, Members<'a>), ToolError> {
        let members = read::read_members(&self.definition, arguments, context.argument_mode())?;
        let names = names(self.extra.input_schema());
        Ok(members.into_iter().partition(|(name, _)| names.iter().any(|own| own == name)))
    }
}

impl<T: DeserializeOwned> ToolCallback for AugmentingToolCallback<T> {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn metadata(&self) -> &ToolMetadata {
        self.delegate.metadata()
    }

    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a> {
        ToolFuture::new(async move {
            let (extra, rest) = self.split(arguments, context)?;
            let extra = read::read_value(&self.extra, &RawJson::Object(extra).to_text(), context)?;
            (self.consumer)(&self.definition, extra);
            self.delegate.call(&RawJson::Object(rest).to_text(), context).await
        })
    }

    fn check_arguments(&self, arguments: &str, context: &ToolContext) -> Result<Option<String>, ToolError> {
        let (extra, rest) = self.split(arguments, context)?;
        let extra = RawJson::Object(extra).to_text();
        read::read_value::<T>(&self.extra, &extra, context)?;
        let rest = RawJson::Object(rest).to_text();
        let rest = self.delegate.check_arguments(&rest, context)?.unwrap_or(rest);
        let all = [&extra, &rest].into_iter().filter_map(|text| json_repair::plain(text));
        let all = all.flat_map(|value| match value {
            RawJson::Object(members) => members,
            _ => Members::new(),
        });
        Ok(Some(RawJson::Object(all.collect()).to_text()))
    }
}
