//! Caches the tool set of a client's last request.

use std::sync::{Arc, Mutex, PoisonError};

use crate::callback::tool_callback::{ToolCallback, is_same_tool};
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::output::converter::ToolCallResultConverter;
use crate::provider::tool_callback_provider::ToolCallbackProvider;
use crate::provider::tool_set::ToolSet;

/// Whether the descriptions of tools have a format hint.
#[derive(Clone)]
pub(crate) enum FormatHints {
    Omitted,
    /// They have one; tools without a converter use the client's format.
    Added(Option<Arc<dyn ToolCallResultConverter>>),
}

impl FormatHints {
    /// The tools with what is added to their descriptions.
    pub(crate) fn apply(&self, tools: ToolSet) -> ToolSet {
        match self {
            Self::Omitted => tools,
            Self::Added(default) => tools.with_format_hints(default.as_ref()),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Added(Some(one)), Self::Added(Some(other))) => Arc::ptr_eq(one, other),
            (Self::Added(None), Self::Added(None)) | (Self::Omitted, Self::Omitted) => true,
            _ => false,
        }
    }
}

/// The checked tools of a client, for as long as its providers give the same.
#[derive(Default)]
pub(crate) struct ToolSetCache(Mutex<Option<CachedToolSet>>);

struct CachedToolSet {
    /// As the providers gave them, without those that were not enabled.
    callbacks: Vec<Arc<dyn ToolCallback>>,
    format_hints: FormatHints,
    tools: ToolSet,
}

impl ToolSetCache {
    /// The tools of `providers` for a request with this `context`: the set of the last request, if they still give its
    /// tools.
    pub(crate) fn build<P: ToolCallbackProvider + ?Sized>(
        &self,
        providers: &P,
        context: &ToolContext,
        format_hints: &FormatHints,
    ) -> Result<ToolSet, ToolError> {
        let callbacks = ToolSet::enabled(providers, context)?;
        let kept = self.kept(&callbacks, format_hints);
        let tools = kept.map_or_else(|| self.make(callbacks, format_hints), Ok)?;
        tools.check_context(context)?;
        Ok(tools)
    }

    fn kept(&self, callbacks: &[Arc<dyn ToolCallback>], format_hints: &FormatHints) -> Option<ToolSet> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.as_ref().filter(|kept| kept.callbacks.len() == callbacks.len())?;
        let are_same = callbacks.iter().zip(&kept.callbacks).all(|(callback, kept)| is_same_tool(callback, kept));
        (are_same && kept.format_hints.is_same(format_hints)).then(|| kept.tools.clone())
    }

    fn make(&self, callbacks: Vec<Arc<dyn ToolCallback>>, format_hints: &FormatHints) -> Result<ToolSet, ToolError> {
        let tools = format_hints.apply(ToolSet::check(callbacks.clone())?);
        let kept = CachedToolSet { callbacks, format_hints: format_hints.clone(), tools: tools.clone() };
        let replaced = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(kept);
        // Without the lock: a tool may use the client when it is dropped.
        drop(replaced);
        Ok(tools)
    }
}
