//! `RegisteredTools`: the tools that `#[tool]` registers.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::callback::tool_callback::ToolCallback;
use crate::error::suggestion;
use crate::error::tool_error::{NotFound, Reason, ToolError};
use crate::output::converter::ToolCallResultConverter;
use crate::provider::tool_callback_provider::{DelegatingToolCallbackProvider, ToolCallbackProvider, sort_by_name};

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
/// A linker leaves out a library crate that is not used, and its tools with it. Name it (`use my_tools as _;`), and
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

    /// The registered tools that have at least one of these tags: `#[tool(tags("maps"))]`; a tag that no registered tool has
    /// is an error when the tools are asked for.
    #[must_use]
    pub fn tagged<S: Into<String>>(tags: impl IntoIterator<Item = S>) -> Self {
        Self { names: None, tags: Some(tags.into_iter().map(Into::into).collect()) }
    }

    /// All registered tools, after making sure that these are among them.
    ///
    /// # Errors
    /// [`ToolErrorKind::NotRegistered`](crate::error::ToolErrorKind::NotRegistered) with the missing and the registered names.
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
        let callbacks = registered();
        match (&self.names, &self.tags) {
            (Some(names), _) => with_names(&callbacks, names),
            (None, Some(tags)) => with_tags(&callbacks, tags),
            (None, None) => Ok(callbacks.to_vec()),
        }
    }
}

type Sorted = Arc<[Arc<dyn ToolCallback>]>;

/// All registered tools, sorted by name.
fn registered() -> Sorted {
    static SORTED: Mutex<Option<Sorted>> = Mutex::new(None);
    // A library that is loaded later registers tools later.
    let count = inventory::iter::<ToolRegistration>.into_iter().count();
    let sorted = SORTED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(sorted) = sorted.filter(|sorted| sorted.len() == count) {
        return sorted;
    }
    // Made without the lock: a user's default or schema function may ask for tools itself.
    let mut callbacks: Vec<_> = inventory::iter::<ToolRegistration>.into_iter().map(|r| (r.callback)()).collect();
    // inventory gives no order.
    sort_by_name(&mut callbacks);
    let sorted = Sorted::from(callbacks);
    *SORTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&sorted));
    sorted
}

fn with_names(callbacks: &[Arc<dyn ToolCallback>], names: &[String]) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
    let known: HashSet<&str> = callbacks.iter().map(|callback| callback.definition().name()).collect();
    let missing: Vec<&str> = names.iter().map(String::as_str).filter(|name| !known.contains(name)).collect();
    if !missing.is_empty() {
        // In their order, one that two tools have twice.
        let known: Vec<&str> = callbacks.iter().map(|callback| callback.definition().name()).collect();
        return Err(ToolError::new(Reason::NotRegistered {
            missing: not_found(&missing, &known),
            known: owned(&known),
        }));
    }
    let wanted: HashSet<&str> = names.iter().map(String::as_str).collect();
    Ok(callbacks.iter().filter(|callback| wanted.contains(callback.definition().name())).cloned().collect())
}

fn with_tags(callbacks: &[Arc<dyn ToolCallback>], tags: &[String]) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
    let known: BTreeSet<&str> = callbacks.iter().flat_map(|it| it.metadata().tags()).map(String::as_str).collect();
    let missing: Vec<&str> = tags.iter().map(String::as_str).filter(|tag| !known.contains(tag)).collect();
    if !missing.is_empty() {
        let known: Vec<&str> = known.into_iter().collect();
        return Err(ToolError::new(Reason::NoSuchTag { missing: not_found(&missing, &known), known: owned(&known) }));
    }
    let wanted: HashSet<&str> = tags.iter().map(String::as_str).collect();
    let is_wanted =
        |callback: &&Arc<dyn ToolCallback>| callback.metadata().tags().iter().any(|tag| wanted.contains(tag.as_str()));
    Ok(callbacks.iter().filter(is_wanted).cloned().collect())
}

/// Comparing a name with all others is for a few typing errors.
const COMPARED: usize = 10;

fn not_found(missing: &[&str], known: &[&str]) -> Vec<NotFound> {
    let nearest = |index: usize, name: &str| -> Vec<String> {
        if index < COMPARED { owned(&suggestion::nearest(name, known.iter().copied())) } else { Vec::new() }
    };
    let missing = missing.iter().enumerate();
    missing.map(|(index, name)| NotFound { name: (*name).to_owned(), nearest: nearest(index, name) }).collect()
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
