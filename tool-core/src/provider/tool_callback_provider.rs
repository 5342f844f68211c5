//! `ToolCallbackProvider` and its wrappers.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::callback::function_callback::FunctionToolCallback;
use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::{ToolCallback, ToolFuture, ToolIdentity, ToolObject, is_same_tool};
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::output::converter::ToolCallResultConverter;
use crate::schema::definition::ToolDefinition;

/// Anything that has tools to offer: a list, the registry, an object, a remote server, a single callback.
///
/// Source: Spring AI 2.x, `ToolCallbackProvider`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` offers no tools",
    label = "not a provider of tools",
    note = "an object with `#[tool_object]` goes in as `Arc::new(object)`, a `#[tool]` function by `tools![function]`",
    note = "a closure tool goes in after `.build()?`, a `ToolCallback` of your own as `Arc<dyn ToolCallback>`"
)]
pub trait ToolCallbackProvider: Send + Sync {
    /// The tools, asked for anew by each request. The order does not matter: a request sorts them by name.
    ///
    /// A client keeps the tools of its last request, and checks them anew only when its providers give others, or in
    /// another order. The same tool is the same `Arc`, or the same function or method with equal metadata, so a provider
    /// that makes new hand-written callbacks for each request has them checked each time; keep their `Arc`s.
    ///
    /// # Errors
    /// [`ToolError`] when a tool that was asked for is not there.
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError>;

    /// Converts the results of all these tools, except of those that bring a converter of their own.
    fn with_format(self, converter: impl ToolCallResultConverter + 'static) -> DelegatingToolCallbackProvider
    where
        Self: Sized + 'static,
    {
        DelegatingToolCallbackProvider::new(self, converter)
    }

    /// Offers each of these tools only to requests for which `condition` holds; it is asked anew for every request, with
    /// the tool and the request's context.
    fn enabled_if<F>(self, condition: F) -> ConditionalToolCallbackProvider
    where
        Self: Sized + 'static,
        F: Fn(&ToolDefinition, &ToolContext) -> bool + Send + Sync + 'static,
    {
        let (delegate, condition) = (Box::new(self), Arc::new(condition));
        ConditionalToolCallbackProvider { delegate, condition, wrapped: Wrapped::default() }
    }
}

/// The one order of every list of tools: one that moves misses the provider's prompt cache.
pub(crate) fn sort_by_name(callbacks: &mut [Arc<dyn ToolCallback>]) {
    callbacks.sort_by(|a, b| a.definition().name().cmp(b.definition().name()));
}

/// A fixed list of tools: [`tools!`](crate::tools) makes one.
#[derive(Clone, Default)]
pub struct StaticToolCallbackProvider {
    callbacks: Vec<Arc<dyn ToolCallback>>,
}

impl StaticToolCallbackProvider {
    /// A provider of just these callbacks.
    #[must_use]
    pub fn new(callbacks: impl IntoIterator<Item = Arc<dyn ToolCallback>>) -> Self {
        Self { callbacks: callbacks.into_iter().collect() }
    }

    /// Converts the results of these tools: [`ToolCallbackProvider::with_format`], here without an import.
    #[must_use]
    pub fn with_format(self, converter: impl ToolCallResultConverter + 'static) -> DelegatingToolCallbackProvider {
        DelegatingToolCallbackProvider::new(self, converter)
    }
}

impl ToolCallbackProvider for StaticToolCallbackProvider {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        Ok(self.callbacks.clone())
    }
}

impl fmt::Debug for StaticToolCallbackProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.callbacks.iter().map(|callback| callback.definition().name());
        f.debug_list().entries(names).finish()
    }
}

/// Lists `#[tool]` functions by path, without the registry: `tools![weather, maps::route]`.
///
/// ```
/// use tool_core::{ToolCallbackProvider, tool, tools};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let provider = tools![add];
/// assert_eq!(provider.tool_callbacks()?[0].definition().name(), "add");
/// # Ok::<(), tool_core::ToolError>(())
/// ```
#[macro_export]
macro_rules! tools {
    ($($tool:tt)*) => {
        $crate::__private::tools!([$crate] $($tool)*)
    };
}

/// Wraps a provider so that the results of its tools are converted, whatever kind of tools they are.
///
/// Only the converter is added: definition, context, `return_direct` and errors pass through. A tool's own converter
/// comes first, then that of the innermost provider, then the client's, then JSON.
///
/// Source: the "global" approach of the Spring AI article on tool response formats, whose wrapper loses the context and
/// the metadata and converts the text a second time.
pub struct DelegatingToolCallbackProvider {
    delegate: Box<dyn ToolCallbackProvider>,
    converter: Arc<dyn ToolCallResultConverter>,
    wrapped: Wrapped,
}

impl DelegatingToolCallbackProvider {
    /// The tools of `delegate`, with `converter` for those that have none.
    #[must_use]
    pub fn new(
        delegate: impl ToolCallbackProvider + 'static,
        converter: impl ToolCallResultConverter + 'static,
    ) -> Self {
        Self { delegate: Box::new(delegate), converter: Arc::new(converter), wrapped: Wrapped::default() }
    }
}

impl ToolCallbackProvider for DelegatingToolCallbackProvider {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        let wrap = |delegate: Arc<dyn ToolCallback>| -> Arc<dyn ToolCallback> {
            let metadata = delegate.metadata().clone().or_result_converter(&self.converter);
            Arc::new(DelegatingToolCallback { delegate, metadata })
        };
        self.wrapped.callbacks(self.delegate.tool_callbacks()?, |delegate| Ok(wrap(delegate)))
    }
}

impl fmt::Debug for DelegatingToolCallbackProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DelegatingToolCallbackProvider")
            .field("converter", &self.converter.name())
            .finish_non_exhaustive()
    }
}

type Condition = dyn Fn(&ToolDefinition, &ToolContext) -> bool + Send + Sync;

/// A provider some of whose tools are left out of some requests: [`ToolCallbackProvider::enabled_if`].
pub struct ConditionalToolCallbackProvider {
    delegate: Box<dyn ToolCallbackProvider>,
    condition: Arc<Condition>,
    wrapped: Wrapped,
}

impl ToolCallbackProvider for ConditionalToolCallbackProvider {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        let wrap = |delegate: Arc<dyn ToolCallback>| -> Arc<dyn ToolCallback> {
            let (condition, definition) = (Arc::clone(&self.condition), delegate.definition().clone());
            let metadata = delegate.metadata().clone();
            let metadata = metadata.with_enabled_if(move |context| condition(&definition, context));
            Arc::new(DelegatingToolCallback { delegate, metadata })
        };
        self.wrapped.callbacks(self.delegate.tool_callbacks()?, |delegate| Ok(wrap(delegate)))
    }
}

impl fmt::Debug for ConditionalToolCallbackProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConditionalToolCallbackProvider").finish_non_exhaustive()
    }
}

/// The tools of another provider, wrapped once for as long as it gives the same: a client keeps what it has checked.
#[derive(Default)]
pub(crate) struct Wrapped(Mutex<Vec<WrappedCallback>>);

/// The tool of the other provider, and what it is wrapped in.
type WrappedCallback = (Arc<dyn ToolCallback>, Arc<dyn ToolCallback>);

impl Wrapped {
    pub(crate) fn callbacks(
        &self,
        delegates: Vec<Arc<dyn ToolCallback>>,
        wrap: impl Fn(Arc<dyn ToolCallback>) -> Result<Arc<dyn ToolCallback>, ToolError>,
    ) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        if let Some(callbacks) = self.kept(&delegates) {
            return Ok(callbacks);
        }
        // Made without the lock: who describes a tool may ask for tools itself.
        let pairs = delegates.into_iter().map(|delegate| Ok((Arc::clone(&delegate), wrap(delegate)?)));
        let pairs = pairs.collect::<Result<Vec<_>, ToolError>>()?;
        let callbacks = pairs.iter().map(|(_, wrapper)| Arc::clone(wrapper)).collect();
        let replaced = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), pairs);
        drop(replaced);
        Ok(callbacks)
    }

    fn kept(&self, delegates: &[Arc<dyn ToolCallback>]) -> Option<Vec<Arc<dyn ToolCallback>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let are_same = kept.len() == delegates.len()
            && kept.iter().zip(delegates).all(|((kept, _), delegate)| is_same_tool(kept, delegate));
        are_same.then(|| kept.iter().map(|(_, wrapper)| Arc::clone(wrapper)).collect())
    }
}

struct DelegatingToolCallback {
    delegate: Arc<dyn ToolCallback>,
    metadata: ToolMetadata,
}

impl ToolCallback for DelegatingToolCallback {
    fn definition(&self) -> &ToolDefinition {
        self.delegate.definition()
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.metadata
    }

    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a> {
        self.delegate.call(arguments, context)
    }

    fn check_arguments(&self, arguments: &str, context: &ToolContext) -> Result<Option<String>, ToolError> {
        self.delegate.check_arguments(arguments, context)
    }

    fn identity(&self) -> Option<ToolIdentity> {
        Some(ToolIdentity::of_callback(&self.delegate))
    }
}

impl<T: ToolObject> ToolCallbackProvider for Arc<T> {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        Ok(ToolObject::tool_callbacks(self))
    }
}

impl ToolCallbackProvider for Arc<dyn ToolCallback> {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        Ok(vec![Arc::clone(self)])
    }
}

impl ToolCallbackProvider for Arc<dyn ToolCallbackProvider> {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        (**self).tool_callbacks()
    }
}

impl<P: ToolCallbackProvider + ?Sized> ToolCallbackProvider for Box<P> {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        (**self).tool_callbacks()
    }
}

impl ToolCallbackProvider for FunctionToolCallback {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        Ok(vec![self.clone().into_callback()])
    }
}

impl<P: ToolCallbackProvider> ToolCallbackProvider for [P] {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        let lists: Result<Vec<_>, _> = self.iter().map(ToolCallbackProvider::tool_callbacks).collect();
        Ok(lists?.into_iter().flatten().collect())
    }
}

impl<P: ToolCallbackProvider> ToolCallbackProvider for Vec<P> {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        self.as_slice().tool_callbacks()
    }
}

impl<P: ToolCallbackProvider, const N: usize> ToolCallbackProvider for [P; N] {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        self.as_slice().tool_callbacks()
    }
}
