//! `FunctionToolCallback`: functions and closures as callbacks.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::Value;

use crate::arguments::read;
use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::{ToolCallback, ToolFuture, ToolIdentity, arguments_are_read, check_by_call};
use crate::callback::tool_function::ToolFunction;
use crate::context::tool_context::ToolContext;
use crate::error::source_location::SourceLocation;
use crate::error::tool_error::{Reason, ToolError};
use crate::output::converter::ToolCallResultConverter;
use crate::schema::definition::ToolDefinition;
use crate::schema::normalize::{self, ReadExample};

type Call = dyn for<'a> Fn(&'a str, &'a ToolContext) -> ToolFuture<'a> + Send + Sync;

/// The same before the definition is made.
type CallOf = dyn for<'a> Fn(&ToolDefinition, &'a str, &'a ToolContext) -> ToolFuture<'a> + Send + Sync;

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
    /// describes itself (`JsonSchema`) as an object. What it may return: [`IntoToolOutput`](crate::IntoToolOutput).
    ///
    /// The tool needs a description before it is built, as a `#[tool]` function does.
    ///
    /// The place of this call is what an error about the tool names.
    #[track_caller]
    pub fn builder<M, F: ToolFunction<M>>(
        name: impl Into<Cow<'static, str>>,
        function: F,
    ) -> FunctionToolCallbackBuilder<Undescribed> {
        // The function loses its type here: a closure that cannot be a tool is one error, not one for each method.
        FunctionToolCallbackBuilder {
            name: name.into(),
            description: Cow::Borrowed(""),
            input_schema: None,
            metadata: ToolMetadata::new(),
            own: ToolMetadata::new(),
            location: SourceLocation::caller(),
            schema: normalize::of_type::<F::Arguments>,
            read_example: read::read_example::<F::Arguments>,
            is_synchronous: F::IS_SYNCHRONOUS,
            call: Box::new(move |tool, arguments, context| {
                let params = read::read_value(tool, arguments, context);
                match params.and_then(|params| arguments_are_read(context).map(|()| params)) {
                    Ok(params) => function.call(params, context),
                    Err(error) => ToolFuture::ready(Err(error)),
                }
            }),
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

    fn check_arguments(&self, arguments: &str, context: &ToolContext) -> Result<Option<String>, ToolError> {
        check_by_call(self, arguments, context)
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

    fn check_arguments(&self, arguments: &str, context: &ToolContext) -> Result<Option<String>, ToolError> {
        self.shared.check_arguments(arguments, context)
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

/// A closure tool that is not built yet: [`FunctionToolCallback::builder`].
///
/// `D` is [`Described`] once [`description`](Self::description) was called.
#[must_use = "a tool exists after `build()`"]
pub struct FunctionToolCallbackBuilder<D = Undescribed> {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    input_schema: Option<Value>,
    metadata: ToolMetadata,
    /// What the builder's own methods say: it wins over `metadata`.
    own: ToolMetadata,
    location: SourceLocation,
    schema: fn() -> Value,
    read_example: ReadExample,
    is_synchronous: bool,
    call: Box<CallOf>,
    marker: PhantomData<fn() -> D>,
}

/// The state of a builder without a description.
#[derive(Debug)]
pub struct Undescribed;

/// The state of a builder with a description.
#[derive(Debug)]
pub struct Described;

/// The state of a builder whose tool can be built.
#[diagnostic::on_unimplemented(
    message = "this tool has no description, but models choose tools by their description",
    label = "write `.description(\"..\")` before `.build()`"
)]
pub trait HasDescription {}

impl HasDescription for Described {}

impl<D> FunctionToolCallbackBuilder<D> {
    /// Says what the tool does, in the words the model reads.
    pub fn description(self, description: impl Into<Cow<'static, str>>) -> FunctionToolCallbackBuilder<Described> {
        FunctionToolCallbackBuilder {
            name: self.name,
            description: description.into(),
            input_schema: self.input_schema,
            metadata: self.metadata,
            own: self.own,
            location: self.location,
            schema: self.schema,
            read_example: self.read_example,
            is_synchronous: self.is_synchronous,
            call: self.call,
            marker: PhantomData,
        }
    }

    /// Replaces the schema that the argument type gives.
    pub fn input_schema(mut self, input_schema: Value) -> Self {
        self.input_schema = Some(input_schema);
        self
    }

    /// Sets the result converter of this tool, in place of the one in [`metadata`](Self::metadata).
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
    /// [`ToolErrorKind::InvalidName`](crate::error::ToolErrorKind::InvalidName) and
    /// [`ToolErrorKind::InvalidSchema`](crate::error::ToolErrorKind::InvalidSchema), the latter also when the argument type
    /// does not describe an object, as a number or a list does not, the description is blank, or a function that is not
    /// async has a time-out and is not [`blocking`](ToolMetadata::with_blocking): nothing could stop it.
    pub fn build(self) -> Result<FunctionToolCallback, ToolError>
    where
        D: HasDescription,
    {
        if self.description.trim().is_empty() {
            return Err(
                self.invalid("its description is blank, but models choose tools by their description".to_owned())
            );
        }
        let is_by_hand = self.input_schema.is_some();
        let input_schema = self.input_schema.clone().unwrap_or_else(self.schema);
        if !is_by_hand && let Err(detail) = normalize::normalise(&input_schema) {
            return Err(self.invalid(format!(
                "the arguments of a closure must be one object: {detail}; take a struct with `#[derive(ToolParams)]`, and \
                 make the value a field of it"
            )));
        }
        let definition = ToolDefinition::at(self.location, self.name, self.description, &input_schema)?;
        let definition = if is_by_hand {
            definition.by_hand()
        } else {
            let fault = normalize::unreadable(definition.reading_schema(), self.read_example);
            definition.with_fault(fault)
        };
        let metadata = self.metadata.merged(self.own.with_synchronous(self.is_synchronous));
        if metadata.synchronous() && metadata.timeout().is_some() {
            return Err(uninterruptible(&definition));
        }
        let (tool, call) = (definition.clone(), self.call);
        let call: Box<Call> = Box::new(move |arguments, context| call(&tool, arguments, context));
        Ok(FunctionToolCallback::from_parts(definition, metadata, call))
    }

    fn invalid(self, detail: String) -> ToolError {
        let (tool, location) = (self.name.into_owned(), self.location);
        ToolError::new(Reason::InvalidLimit { tool, location, detail })
    }
}

fn uninterruptible(tool: &ToolDefinition) -> ToolError {
    let detail = "the function is not async, so no time-out can interrupt it: make it `blocking`, which answers at the \
                  deadline and lets the thread run on, or async";
    let (tool, location) = (tool.name().to_owned(), tool.location().clone());
    ToolError::new(Reason::InvalidLimit { tool, location, detail: detail.to_owned() })
}

impl<D> fmt::Debug for FunctionToolCallbackBuilder<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionToolCallbackBuilder").field("name", &self.name).finish_non_exhaustive()
    }
}
