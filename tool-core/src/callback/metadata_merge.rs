//! Merges and compares the metadata of a tool.

use std::sync::Arc;

use super::metadata::ToolMetadata;

impl ToolMetadata {
    /// This metadata with what `other` says; where both say something, `other` wins. Tags, conditions and context values
    /// of both hold.
    ///
    /// ```
    /// use tool_core::callback::ToolMetadata;
    ///
    /// let direct = ToolMetadata::new().with_return_direct(true).with_tags(["a"]);
    /// let merged = direct.merged(ToolMetadata::new().with_read_only(true).with_tags(["b"]));
    ///
    /// assert!(merged.return_direct() && merged.read_only() == Some(true));
    /// assert_eq!(merged.tags(), ["a", "b"]);
    /// ```
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        let new_tags: Vec<_> = other.tags.into_iter().filter(|tag| !self.has_tag(tag)).collect();
        self.tags.extend(new_tags);
        self.context_values.extend(other.context_values);
        if let Some(condition) = other.enabled_if {
            self = self.with_enabled_if(move |context| condition(context));
        }
        Self {
            return_direct: other.return_direct.or(self.return_direct),
            result_converter: other.result_converter.or(self.result_converter),
            title: other.title.or(self.title),
            timeout: other.timeout.or(self.timeout),
            max_calls: other.max_calls.or(self.max_calls),
            read_only: other.read_only.or(self.read_only),
            destructive: other.destructive.or(self.destructive),
            idempotent: other.idempotent.or(self.idempotent),
            open_world: other.open_world.or(self.open_world),
            blocking: other.blocking.or(self.blocking),
            synchronous: other.synchronous.or(self.synchronous),
            serial: other.serial.or(self.serial),
            cache: other.cache.or(self.cache),
            approval: other.approval.or(self.approval),
            ..self
        }
    }

    /// Whether both say the same: a converter or condition is the same only when it is one, or a format of one name.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let said = |of: &Self| {
            let hints = [of.return_direct, of.read_only, of.destructive, of.idempotent, of.open_world];
            let ways = [of.blocking, of.synchronous, of.serial, of.cache, of.approval];
            (hints, ways, of.timeout, of.max_calls)
        };
        let conditions = (&self.enabled_if, &other.enabled_if);
        said(self) == said(other)
            && (&self.title, &self.tags) == (&other.title, &other.tags)
            && self
                .context_values
                .iter()
                .map(|value| value.type_name)
                .eq(other.context_values.iter().map(|value| value.type_name))
            && match (&self.result_converter, &other.result_converter) {
                (Some(own), Some(other)) => {
                    Arc::ptr_eq(own, other) || own.as_format().is_some() && own.as_format() == other.as_format()
                }
                (own, other) => own.is_none() && other.is_none(),
            }
            && match conditions {
                (Some(own), Some(other)) => Arc::ptr_eq(own, other),
                (own, other) => own.is_none() && other.is_none(),
            }
    }
}
