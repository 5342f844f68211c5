//! Stage 3 of the road: where a request's tools come from.

use std::fmt;
use std::sync::Arc;

use crate::callback::{ToolCallback, ToolFuture, ToolObject};
use crate::context::ToolContext;
use crate::converter::ToolCallResultConverter;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
use crate::function::FunctionToolCallback;
use crate::metadata::ToolMetadata;

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
        ConditionalToolCallbackProvider { delegate: Box::new(self), condition: Arc::new(condition) }
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
    ($($tool:path),* $(,)?) => {
        $crate::StaticToolCallbackProvider::new([$(<$tool>::callback()),*])
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
}

impl DelegatingToolCallbackProvider {
    /// The tools of `delegate`, with `converter` for those that have none.
    #[must_use]
    pub fn new(
        delegate: impl ToolCallbackProvider + 'static,
        converter: impl ToolCallResultConverter + 'static,
    ) -> Self {
        Self { delegate: Box::new(delegate), converter: Arc::new(converter) }
    }
}

impl ToolCallbackProvider for DelegatingToolCallbackProvider {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        let wrap = |delegate: Arc<dyn ToolCallback>| -> Arc<dyn ToolCallback> {
            let metadata = delegate.metadata().clone().or_result_converter(&self.converter);
            Arc::new(DelegatingToolCallback { delegate, metadata })
        };
        Ok(self.delegate.tool_callbacks()?.into_iter().map(wrap).collect())
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
}

impl ToolCallbackProvider for ConditionalToolCallbackProvider {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        let wrap = |delegate: Arc<dyn ToolCallback>| -> Arc<dyn ToolCallback> {
            let (condition, definition) = (Arc::clone(&self.condition), delegate.definition().clone());
            let metadata = delegate.metadata().clone();
            let metadata = metadata.with_enabled_if(move |context| condition(&definition, context));
            Arc::new(DelegatingToolCallback { delegate, metadata })
        };
        Ok(self.delegate.tool_callbacks()?.into_iter().map(wrap).collect())
    }
}

impl fmt::Debug for ConditionalToolCallbackProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConditionalToolCallbackProvider").finish_non_exhaustive()
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
        Ok(vec![Arc::new(self.clone())])
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
