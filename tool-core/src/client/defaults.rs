//! The defaults of each request of a client.

use std::fmt;
use std::sync::Arc;

use crate::chat::chat_options::ChatOptions;
use crate::client::driver::Driver;
use crate::context::argument_mode::ArgumentMode;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::execution::manager::ToolCallingManager;
use crate::output::converter::ToolCallResultConverter;
use crate::output::observer::ConversionObserver;
use crate::provider::tool_callback_provider::ToolCallbackProvider;
use crate::provider::tool_set::ToolSet;
use crate::provider::tool_set_cache::{FormatHints, ToolSetCache};

/// The defaults of each request of a client.
#[derive(Clone)]
pub(crate) struct Defaults {
    pub(crate) driver: Driver,
    /// What the client sets besides its manager.
    pub(crate) own: OwnSettings,
    pub(crate) system: Option<String>,
    pub(crate) tools: Vec<Arc<dyn ToolCallbackProvider>>,
    /// The tools of the client's last request; none when a request changes what it offers.
    pub(crate) cache: Option<Arc<ToolSetCache>>,
    pub(crate) context: ToolContext,
    pub(crate) options: ChatOptions,
    /// Whether the tools' descriptions have format hints.
    pub(crate) describes_formats: bool,
}

impl Defaults {
    pub(crate) fn tool_set(&self) -> Result<ToolSet, ToolError> {
        let default_format = || self.driver.manager.default_format().cloned();
        let format_hints =
            if self.describes_formats { FormatHints::Added(default_format()) } else { FormatHints::Omitted };
        match &self.cache {
            Some(cache) => cache.build(&self.tools, &self.context, &format_hints),
            None => Ok(format_hints.apply(ToolSet::build_for(&self.tools, &self.context)?)),
        }
    }
}

/// Settings of a client that override those of its manager, whichever was set first.
#[derive(Clone, Default)]
pub(crate) struct OwnSettings {
    pub(crate) default_format: Option<Arc<dyn ToolCallResultConverter>>,
    pub(crate) argument_mode: Option<ArgumentMode>,
    pub(crate) observer: Option<Arc<dyn ConversionObserver>>,
}

impl OwnSettings {
    /// The manager with these settings.
    pub(crate) fn over(&self, mut manager: ToolCallingManager) -> ToolCallingManager {
        if let Some(converter) = &self.default_format {
            manager.set_default_format(Arc::clone(converter));
        }
        if let Some(mode) = self.argument_mode {
            manager = manager.with_argument_mode(mode);
        }
        if let Some(observer) = &self.observer {
            manager.set_conversion_observer(Arc::clone(observer));
        }
        manager
    }
}

impl fmt::Debug for Defaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Defaults")
            .field("driver", &self.driver)
            .field("providers", &self.tools.len())
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}
