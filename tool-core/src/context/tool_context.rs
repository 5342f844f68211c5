//! `ToolContext`: the caller's values, which tools can use and the model does not see.

use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::sync::Arc;

use crate::context::argument_check::ArgumentCheck;
use crate::context::argument_mode::ArgumentMode;
use crate::context::call_state::CallState;
use crate::context::progress::Progress;

/// Typed values that the caller hands to its tools: a tenant, a database pool, the user who asks.
///
/// Each type is there once. A tool takes the whole context (`ctx: &ToolContext`) or one value
/// (`#[tool_param(context)] tenant: &Tenant`); neither appears in the schema. Cloning is cheap.
///
/// ```
/// use tool_core::ToolContext;
///
/// struct Tenant(&'static str);
///
/// let context = ToolContext::new().with(Tenant("acme"));
/// assert_eq!(context.get::<Tenant>().map(|tenant| tenant.0), Some("acme"));
/// assert!(context.get::<u64>().is_none());
/// ```
///
/// Source: Spring AI 2.x, `ToolContext`, whose values are found by a string key.
#[derive(Clone, Default)]
pub struct ToolContext {
    /// A handful: to look through them takes less than to hash a type.
    values: Arc<Vec<Entry>>,
    call: CallState,
}

#[derive(Clone)]
struct Entry {
    type_id: TypeId,
    type_name: &'static str,
    value: Arc<dyn Any + Send + Sync>,
}

impl ToolContext {
    /// A context without values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `value`, in place of an earlier one of the same type.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.put(Entry { type_id: TypeId::of::<T>(), type_name: type_name::<T>(), value: Arc::new(value) });
        self
    }

    /// The value of type `T`, if the caller gave one.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.find()
    }

    /// The same for generated code, which asks for `Send` and `Sync` in one place, where their lack is one error.
    pub(crate) fn find<T: 'static>(&self) -> Option<&T> {
        self.values.iter().find(|entry| entry.type_id == TypeId::of::<T>())?.value.downcast_ref()
    }

    /// Whether the result of this call is no longer needed: it timed out, the whole turn was dropped, or the call has ended. For
    /// tools that block their thread, which no one can stop from outside.
    ///
    /// A context that outlives its call says `true` ever after, also when the call ended well.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.call.is_cancelled()
    }

    /// Completes when the result of this call is no longer needed, also after a successful end; never outside of a call.
    ///
    /// An async tool is dropped at its next `.await` and need not ask; what it has spawned can, and must not outlive the
    /// call if it does.
    pub async fn cancelled(&self) {
        self.call.cancelled().await;
    }

    /// Tells how far the tool is: to the hooks of the manager ([`ToolCallHook::progress`](crate::ToolCallHook::progress)), and to
    /// the reader of a streamed turn ([`ChatEvent::ToolProgress`](crate::client::ChatEvent::ToolProgress)).
    ///
    /// ```
    /// # use tool_core::context::Progress;
    /// # use tool_core::ToolContext;
    /// # let ctx = ToolContext::new();
    /// ctx.progress(&Progress::new(3.0).of(10.0).with_message("three of ten pages"));
    /// ```
    pub fn progress(&self, progress: &Progress) {
        self.call.progress(progress);
    }

    /// How the arguments of this call are to be read: for callbacks that read them by hand.
    #[must_use]
    pub fn argument_mode(&self) -> ArgumentMode {
        self.call.argument_mode()
    }

    /// What the call notes of its arguments, if it only reads them.
    pub(crate) fn argument_check(&self) -> Option<&Arc<ArgumentCheck>> {
        self.call.check()
    }

    /// Sets what belongs to one call; the manager does it.
    #[must_use]
    pub(crate) fn with_call_state(mut self, call: CallState) -> Self {
        self.call = call;
        self
    }

    /// This context with the values of `other` added; where both hold a type, `other` wins. The state of the running call
    /// stays that of this context.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        for entry in Arc::unwrap_or_clone(other.values) {
            self.put(entry);
        }
        self
    }

    fn put(&mut self, entry: Entry) {
        let values = Arc::make_mut(&mut self.values);
        match values.iter_mut().find(|other| other.type_id == entry.type_id) {
            Some(place) => *place = entry,
            None => values.push(entry),
        }
    }
}

// The values are the caller's secrets: only their types are shown.
impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types: Vec<_> = self.values.iter().map(|entry| entry.type_name).collect();
        f.debug_tuple("ToolContext").field(&types).finish()
    }
}
