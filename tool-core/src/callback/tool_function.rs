//! The traits of functions and closures that can be tools.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::callback::tool_callback::ToolFuture;
use crate::context::tool_context::ToolContext;
use crate::output::tool_output::IntoToolOutput;

/// A function that can be a tool: [`FunctionToolCallback::builder`](crate::FunctionToolCallback::builder) says which. `M` tells the shapes apart and is
/// found by the compiler.
#[diagnostic::on_unimplemented(
    message = "this function cannot be a tool",
    label = "not a tool function",
    note = "a tool function takes nothing, its arguments, a `ToolContext` (by value), or both in this order",
    note = "the arguments are one type with `ToolParams` (or `serde::Deserialize` and `schemars::JsonSchema` of schemars 1); \
            write it down: `|city: City| ..`",
    note = "it captures what threads can share: an `Arc` in place of an `Rc`, a `Mutex` or an atomic in place of a `RefCell` or \
            a `Cell`, and no raw pointer",
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

/// What the calls of one tool, which may run on several threads at the same time, share.
pub trait Shareable: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Shareable for T {}

/// What a function with one parameter takes. `K` says where it comes from.
pub trait ToolInput<K>: Sized + 'static {
    /// The type that the model's arguments are read into.
    type Arguments: DeserializeOwned + JsonSchema;

    /// The value for one call.
    fn of_call(arguments: Self::Arguments, context: &ToolContext) -> Self;
}

/// Marks what the model writes.
#[derive(Debug)]
pub struct FromModel;

/// Marks what the caller gives.
#[derive(Debug)]
pub struct FromCaller;

impl<A: DeserializeOwned + JsonSchema + 'static> ToolInput<FromModel> for A {
    type Arguments = A;

    fn of_call(arguments: A, _: &ToolContext) -> A {
        arguments
    }
}

impl ToolInput<FromCaller> for ToolContext {
    type Arguments = NoArguments;

    fn of_call(_: NoArguments, context: &ToolContext) -> Self {
        context.clone()
    }
}

/// What a function returns. `W` says when the result is there.
pub trait ToolAnswer<W> {
    /// Whether the result is there at once.
    const IS_READY: bool;

    /// Makes the future that a tool returns.
    fn into_future(self) -> ToolFuture<'static>;
}

/// Marks a result.
#[derive(Debug)]
pub struct Now;

/// Marks a future of a result.
#[derive(Debug)]
pub struct Later;

impl<O: IntoToolOutput> ToolAnswer<Now> for O {
    const IS_READY: bool = true;

    fn into_future(self) -> ToolFuture<'static> {
        ToolFuture::ready(self.into_tool_output())
    }
}

impl<F: Future<Output: IntoToolOutput> + Send + 'static> ToolAnswer<Later> for F {
    const IS_READY: bool = false;

    fn into_future(self) -> ToolFuture<'static> {
        ToolFuture::new(async move { self.await.into_tool_output() })
    }
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

impl<F, O, W> ToolFunction<(W, fn() -> O)> for F
where
    F: Fn() -> O + Shareable,
    O: ToolAnswer<W>,
{
    type Arguments = NoArguments;

    const IS_SYNCHRONOUS: bool = O::IS_READY;

    fn call(&self, _: NoArguments, _: &ToolContext) -> ToolFuture<'static> {
        self().into_future()
    }
}

impl<F, A, K, O, W> ToolFunction<(W, K, fn(A) -> O)> for F
where
    F: Fn(A) -> O + Shareable,
    A: ToolInput<K>,
    O: ToolAnswer<W>,
{
    type Arguments = A::Arguments;

    const IS_SYNCHRONOUS: bool = O::IS_READY;

    fn call(&self, params: A::Arguments, context: &ToolContext) -> ToolFuture<'static> {
        self(A::of_call(params, context)).into_future()
    }
}

impl<F, A, O, W> ToolFunction<(W, fn(A, ToolContext) -> O)> for F
where
    F: Fn(A, ToolContext) -> O + Shareable,
    A: DeserializeOwned + JsonSchema + 'static,
    O: ToolAnswer<W>,
{
    type Arguments = A;

    const IS_SYNCHRONOUS: bool = O::IS_READY;

    fn call(&self, params: A, context: &ToolContext) -> ToolFuture<'static> {
        self(params, context.clone()).into_future()
    }
}
