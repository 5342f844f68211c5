//! The tools of a client's last request, kept for the next one.

use std::sync::{Arc, Mutex, PoisonError};

use crate::callback::tool_callback::{ToolCallback, is_same_tool};
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::output::converter::ToolCallResultConverter;
use crate::provider::tool_callback_provider::ToolCallbackProvider;
use crate::provider::tool_set::ToolSet;

/// Whether the tools' descriptions say how to read their results.
#[derive(Clone)]
pub(crate) enum Explained {
    No,
    /// They do; results of tools without a converter come in the client's format.
    With(Option<Arc<dyn ToolCallResultConverter>>),
}

impl Explained {
    /// The tools with what is added to their descriptions.
    pub(crate) fn apply(&self, tools: ToolSet) -> ToolSet {
        match self {
            Self::No => tools,
            Self::With(default) => tools.explained(default.as_ref()),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::With(Some(one)), Self::With(Some(other))) => Arc::ptr_eq(one, other),
            (Self::With(None), Self::With(None)) | (Self::No, Self::No) => true,
            _ => false,
        }
    }
}

/// The checked tools of a client, for as long as its providers give the same.
#[derive(Default)]
pub(crate) struct ToolSetCache(Mutex<Option<Kept>>);

struct Kept {
    /// As the providers gave them, without those that were not enabled.
    callbacks: Vec<Arc<dyn ToolCallback>>,
    explained: Explained,
    tools: ToolSet,
}

impl ToolSetCache {
    /// The tools of `providers` for a request with this `context`: the set of the last request, if they still give its
    /// tools.
    pub(crate) fn build<P: ToolCallbackProvider + ?Sized>(
        &self,
        providers: &P,
        context: &ToolContext,
        explained: &Explained,
    ) -> Result<ToolSet, ToolError> {
        let callbacks = ToolSet::enabled(providers, context)?;
        let kept = self.kept(&callbacks, explained);
        let tools = kept.map_or_else(|| self.make(callbacks, explained), Ok)?;
        tools.check_context(context)?;
        Ok(tools)
    }

    fn kept(&self, callbacks: &[Arc<dyn ToolCallback>], explained: &Explained) -> Option<ToolSet> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.as_ref().filter(|kept| kept.callbacks.len() == callbacks.len())?;
        let are_same = callbacks.iter().zip(&kept.callbacks).all(|(callback, kept)| is_same_tool(callback, kept));
        (are_same && kept.explained.is_same(explained)).then(|| kept.tools.clone())
    }

    fn make(&self, callbacks: Vec<Arc<dyn ToolCallback>>, explained: &Explained) -> Result<ToolSet, ToolError> {
        let tools = explained.apply(ToolSet::check(callbacks.clone())?);
        let kept = Kept { callbacks, explained: explained.clone(), tools: tools.clone() };
        let replaced = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(kept);
        // Without the lock: a tool may use the client when it is dropped.
        drop(replaced);
        Ok(tools)
    }
}
