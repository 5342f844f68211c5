//! Stage 2 of the road: functions and closures as callbacks.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::arguments;
use crate::callback::{ToolCallback, ToolFuture, ToolIdentity};
use crate::context::ToolContext;
use crate::converter::ToolCallResultConverter;
use crate::definition::ToolDefinition;
use crate::error::{Reason, ToolError};
use crate::location::SourceLocation;
use crate::metadata::ToolMetadata;
use crate::output::IntoToolOutput;
use crate::schema;

type Call = dyn for<'a> Fn(&'a str, &'a ToolContext) -> ToolFuture<'a> + Send + Sync;

/// A function or closure as a tool. `#[tool]` makes one for each function it stands on.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use tool_core::FunctionToolCallback;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct City {
///     /// Name of the city, in English
///     name: String,
/// }
///
/// let weather = FunctionToolCallback::builder("weather", |city: City| format!("Sunny in {}", city.name))
///     .description("Tells the weather.")
///     .build()?;
/// # Ok::<(), tool_core::ToolError>(())
/// ```
///
/// Source: Spring AI 2.x, `FunctionToolCallback`.
#[derive(Clone)]
pub struct FunctionToolCallback {
    shared: Arc<Shared>,
}

/// What all clones of a callback, and all requests it is offered to, have in common.
struct Shared {
    definition: ToolDefinition,
    metadata: ToolMetadata,
    call: Box<Call>,
}

impl FunctionToolCallback {
    /// Begins a tool that is called `name` and runs `function`.
    ///
    /// The function takes nothing, the arguments, a [`ToolContext`], or both in this order; it is sync, or returns a
    /// future (`|city: City| async move { .. }`). The arguments are one type that reads itself (`Deserialize`) and
    /// describes itself (`JsonSchema`) as an object. What it may return: [`IntoToolOutput`].
    ///
    /// The place of this call is what an error about the tool names.
    #[track_caller]
    pub fn builder<M, F: ToolFunction<M>>(
        name: impl Into<Cow<'static, str>>,
        function: F,
    ) -> FunctionToolCallbackBuilder<M, F> {
        FunctionToolCallbackBuilder {
            name: name.into(),
            description: Cow::Borrowed(""),
            input_schema: None,
            metadata: ToolMetadata::new(),
            own: ToolMetadata::new(),
            location: SourceLocation::caller(),
            function,
            marker: PhantomData,
        }
    }

    pub(crate) fn from_parts(definition: ToolDefinition, metadata: ToolMetadata, call: Box<Call>) -> Self {
        Self { shared: Arc::new(Shared { definition, metadata, call }) }
    }

    /// The callback itself: the same `Arc` each time.
    pub(crate) fn into_callback(self) -> Arc<dyn ToolCallback> {
        self.shared
    }
}

impl ToolCallback for Shared {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.metadata
    }

    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a> {
        (self.call)(arguments, context)
    }

    fn identity(&self) -> Option<ToolIdentity> {
        Some(ToolIdentity::new(std::ptr::from_ref(self).addr(), 0))
    }
}

impl ToolCallback for FunctionToolCallback {
    fn definition(&self) -> &ToolDefinition {
        self.shared.definition()
    }

    fn metadata(&self) -> &ToolMetadata {
        self.shared.metadata()
    }

    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a> {
        self.shared.call(arguments, context)
    }

    fn identity(&self) -> Option<ToolIdentity> {
        self.shared.identity()
    }
}

impl fmt::Debug for FunctionToolCallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionToolCallback")
            .field("definition", &self.shared.definition)
            .field("metadata", &self.shared.metadata)
            .finish_non_exhaustive()
    }
}

/// A closure tool in the making: [`FunctionToolCallback::builder`].
#[must_use = "a tool exists after `build()`"]
pub struct FunctionToolCallbackBuilder<M, F> {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    input_schema: Option<Value>,
    metadata: ToolMetadata,
    /// What the builder's own methods say: it wins over `metadata`.
    own: ToolMetadata,
    location: SourceLocation,
    function: F,
    marker: PhantomData<fn() -> M>,
}

impl<M, F: ToolFunction<M>> FunctionToolCallbackBuilder<M, F> {
    /// Says what the tool does, in the words the model reads. Without it the model has the name alone.
    pub fn description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = description.into();
        self
    }

    /// Replaces the schema that the argument type gives.
    pub fn input_schema(mut self, input_schema: Value) -> Self {
        self.input_schema = Some(input_schema);
        self
    }

    /// Gives the tool a result converter of its own, in place of one that [`metadata`](Self::metadata) has.
    pub fn result_converter(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.own = self.own.with_result_converter(converter);
        self
    }

    /// Sends the result to the caller instead of the model: [`ToolMetadata::with_return_direct`]. It wins over what
    /// [`metadata`](Self::metadata) says.
    pub fn return_direct(mut self, return_direct: bool) -> Self {
        self.own = self.own.with_return_direct(return_direct);
        self
    }

    /// Says how the framework treats the tool: time-out, hints, limits, tags. What was said before and is not said here
    /// stays.
    pub fn metadata(mut self, metadata: ToolMetadata) -> Self {
        self.metadata = self.metadata.merged(metadata);
        self
    }

    /// Makes the callback.
    ///
    /// # Errors
    /// [`ToolErrorKind::InvalidName`](crate::ToolErrorKind::InvalidName) and
    /// [`ToolErrorKind::InvalidSchema`](crate::ToolErrorKind::InvalidSchema), the latter also when the argument type
    /// does not describe an object, or a function that is not async has a time-out and is not
    /// [`blocking`](ToolMetadata::with_blocking): nothing could stop it.
    pub fn build(self) -> Result<FunctionToolCallback, ToolError> {
        let is_by_hand = self.input_schema.is_some();
        let input_schema = self.input_schema.unwrap_or_else(schema::of_type::<F::Arguments>);
        let definition = ToolDefinition::at(self.location, self.name, self.description, &input_schema)?;
        let definition = if is_by_hand { definition.by_hand() } else { definition };
        let metadata = self.metadata.merged(self.own.with_synchronous(F::IS_SYNCHRONOUS));
        if metadata.synchronous() && metadata.timeout().is_some() {
            return Err(uninterruptible(&definition));
        }
        let tool = definition.clone();
        let function = self.function;
        // Typed here, since a closure whose future lives as long as its arguments cannot be inferred.
        let call: Box<Call> = Box::new(move |arguments, context| {
            match arguments::read_value(&tool, arguments, context.argument_mode()) {
                Ok(params) => function.call(params, context),
                Err(error) => ToolFuture::ready(Err(error)),
            }
        });
        Ok(FunctionToolCallback::from_parts(definition, metadata, call))
    }
}

fn uninterruptible(tool: &ToolDefinition) -> ToolError {
    let detail = "the function is not async, so no time-out can interrupt it: make it `blocking`, which answers at the \
                  deadline and lets the thread run on, or async";
    let (tool, location) = (tool.name().to_owned(), tool.location().clone());
    ToolError::new(Reason::InvalidLimit { tool, location, detail: detail.to_owned() })
}

impl<M, F> fmt::Debug for FunctionToolCallbackBuilder<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionToolCallbackBuilder").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A function that can be a tool: [`FunctionToolCallback::builder`] says which. `M` tells the shapes apart and is
/// found by the compiler.
#[diagnostic::on_unimplemented(
    message = "this function cannot be a tool",
    label = "not a tool function",
    note = "a tool function takes nothing, its arguments, a `ToolContext` (by value), or both in this order",
    note = "the arguments are one type with `ToolParams` (or `serde::Deserialize` and `schemars::JsonSchema` of schemars 1); \
            annotate it: `|city: City| ..`",
    note = "it returns text, numbers, collections, a type with `ToolResult`, or `ToolOutput::value(..)`; or a `Result` of one"
)]
pub trait ToolFunction<M>: Send + Sync + 'static {
    /// The type that the model's arguments are read into.
    type Arguments: DeserializeOwned + JsonSchema;

    /// Whether the function returns its result, and not a future.
    #[doc(hidden)]
    const IS_SYNCHRONOUS: bool;

    /// Runs the function.
    fn call(&self, params: Self::Arguments, context: &ToolContext) -> ToolFuture<'static>;
}

/// The arguments of a function that takes none.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoArguments {}

// Not derived: what is said of the type here would be sent to the model.
impl JsonSchema for NoArguments {
    fn schema_name() -> Cow<'static, str> {
        "NoArguments".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "properties": {}, "additionalProperties": false })
    }
}

/// Marks a function that returns its result.
#[derive(Debug)]
pub struct Returns;

/// Marks a function that returns a future of its result.
#[derive(Debug)]
pub struct ReturnsFuture;

fn ready<O: IntoToolOutput>(output: O) -> ToolFuture<'static> {
    ToolFuture::ready(output.into_tool_output())
}

fn later<O: IntoToolOutput>(future: impl Future<Output = O> + Send + 'static) -> ToolFuture<'static> {
    ToolFuture::new(async move { future.await.into_tool_output() })
}

macro_rules! tool_functions {
    ($([$($generic:ident),*] ($($taken:ty),*) reads $arguments:ty, |$params:pat_param, $context:pat_param| $given:tt;)+) => {$(
        impl<F, O, $($generic),*> ToolFunction<(Returns, fn($($taken),*) -> O)> for F
        where
            F: Fn($($taken),*) -> O + Send + Sync + 'static,
            O: IntoToolOutput,
            $($generic: DeserializeOwned + JsonSchema,)*
        {
            type Arguments = $arguments;

            const IS_SYNCHRONOUS: bool = true;

            fn call(&self, $params: Self::Arguments, $context: &ToolContext) -> ToolFuture<'static> {
                ready(tool_functions!(@call self $given))
            }
        }

        impl<F, Fut, $($generic),*> ToolFunction<(ReturnsFuture, fn($($taken),*) -> Fut)> for F
        where
            F: Fn($($taken),*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output: IntoToolOutput> + Send + 'static,
            $($generic: DeserializeOwned + JsonSchema,)*
        {
            type Arguments = $arguments;

            const IS_SYNCHRONOUS: bool = false;

            fn call(&self, $params: Self::Arguments, $context: &ToolContext) -> ToolFuture<'static> {
                later(tool_functions!(@call self $given))
            }
        }
    )+};
    (@call $function:ident ($($given:expr),*)) => { $function($($given),*) };
}

tool_functions! {
    [] () reads NoArguments, |_, _| ();
    [A] (A) reads A, |params, _| (params);
    [] (ToolContext) reads NoArguments, |_, context| (context.clone());
    [A] (A, ToolContext) reads A, |params, context| (params, context.clone());
}
