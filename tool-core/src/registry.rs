//! Stage 3 of the road: the tools that `#[tool]` registered when the program was linked.

use std::sync::Arc;

use crate::callback::ToolCallback;
use crate::converter::ToolCallResultConverter;
use crate::error::{Reason, ToolError};
use crate::provider::{DelegatingToolCallbackProvider, ToolCallbackProvider, sort_by_name};

/// One `#[tool]` function in the registry.
#[derive(Debug)]
pub struct ToolRegistration {
    callback: fn() -> Arc<dyn ToolCallback>,
}

impl ToolRegistration {
    /// A registration that makes its callback when it is asked for the first time.
    #[must_use]
    pub const fn new(callback: fn() -> Arc<dyn ToolCallback>) -> Self {
        Self { callback }
    }
}

inventory::collect!(ToolRegistration);

/// The `#[tool]` functions of this program, all or some.
///
/// A linker leaves out a library crate that nobody names, and its tools with it. Name it (`use my_tools as _;`), and
/// say what must be there: [`RegisteredTools::expect`]. Where the registry does not fit, [`tools!`](crate::tools) lists
/// functions by path.
///
/// ```
/// use tool_core::{RegisteredTools, ToolCallbackProvider, tool};
///
/// /// Tells the time in a city.
/// #[tool]
/// fn local_time(city: &str) -> String {
///     format!("noon in {city}")
/// }
///
/// let provider = RegisteredTools::named(["local_time"]);
/// assert_eq!(provider.tool_callbacks()?.len(), 1);
/// # Ok::<(), tool_core::ToolError>(())
/// ```
#[derive(Debug, Clone)]
pub struct RegisteredTools {
    names: Option<Vec<String>>,
    tags: Option<Vec<String>>,
}

impl RegisteredTools {
    /// All registered tools.
    #[must_use]
    pub fn all() -> Self {
        Self { names: None, tags: None }
    }

    /// The registered tools of these names; a name that is not registered is an error when the tools are asked for.
    #[must_use]
    pub fn named<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self { names: Some(names.into_iter().map(Into::into).collect()), tags: None }
    }

    /// The registered tools that have at least one of these tags: `#[tool(tags("maps"))]`. There may be none.
    #[must_use]
    pub fn tagged<S: Into<String>>(tags: impl IntoIterator<Item = S>) -> Self {
        Self { names: None, tags: Some(tags.into_iter().map(Into::into).collect()) }
    }

    /// All registered tools, after making sure that these are among them.
    ///
    /// # Errors
    /// [`ToolErrorKind::NotRegistered`](crate::ToolErrorKind::NotRegistered) with the missing and the registered names.
    pub fn expect<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Result<Self, ToolError> {
        Self::named(names).tool_callbacks()?;
        Ok(Self::all())
    }

    /// Converts the results of these tools: [`ToolCallbackProvider::with_format`], here without an import.
    #[must_use]
    pub fn with_format(self, converter: impl ToolCallResultConverter + 'static) -> DelegatingToolCallbackProvider {
        DelegatingToolCallbackProvider::new(self, converter)
    }
}

impl ToolCallbackProvider for RegisteredTools {
    fn tool_callbacks(&self) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        let mut callbacks: Vec<_> = inventory::iter::<ToolRegistration>.into_iter().map(|r| (r.callback)()).collect();
        // inventory gives no order.
        sort_by_name(&mut callbacks);
        if let Some(tags) = &self.tags {
            callbacks.retain(|callback| tags.iter().any(|tag| callback.metadata().has_tag(tag)));
        }
        match &self.names {
            None => Ok(callbacks),
            Some(names) => select(callbacks, names),
        }
    }
}

fn select(callbacks: Vec<Arc<dyn ToolCallback>>, names: &[String]) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
    let is_registered = |name: &String| callbacks.iter().any(|callback| callback.definition().name() == name);
    let missing: Vec<String> = names.iter().filter(|name| !is_registered(name)).cloned().collect();
    if !missing.is_empty() {
        let known = callbacks.iter().map(|callback| callback.definition().name().to_owned()).collect();
        return Err(ToolError::new(Reason::NotRegistered { missing, known }));
    }
    let is_named = |callback: &Arc<dyn ToolCallback>| names.iter().any(|name| name == callback.definition().name());
    Ok(callbacks.into_iter().filter(is_named).collect())
}
