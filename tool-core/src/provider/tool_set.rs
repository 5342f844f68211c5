//! `ToolSet`: the checked tools of one request.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::callback::tool_callback::{ToolCallback, is_same_tool};
use crate::context::tool_context::ToolContext;
use crate::error::catch_panic;
use crate::error::display::{NAMES_SHOWN, Names};
use crate::error::suggestion;
use crate::error::tool_error::{Reason, ToolError};
use crate::output::converter::ToolCallResultConverter;
use crate::provider::tool_callback_provider::{ToolCallbackProvider, sort_by_name};
use crate::schema::definition::ToolDefinition;

/// The tools of one request, sorted by name. A call is looked up here and nowhere else.
#[derive(Clone, Default)]
pub struct ToolSet {
    callbacks: Arc<[Arc<dyn ToolCallback>]>,
    definitions: Arc<[ToolDefinition]>,
    /// The [`key`] of each name, in the same order.
    keys: Arc<[u64]>,
}

impl ToolSet {
    /// Asks all `providers` for their tools and checks them together.
    ///
    /// # Errors
    /// [`ToolErrorKind::DuplicateName`](crate::error::ToolErrorKind::DuplicateName) with both places when two tools share a
    /// name, unless both are one: the same `Arc`, or the same function or method with equal metadata and converter. [`ToolErrorKind::InvalidSchema`](crate::error::ToolErrorKind::InvalidSchema) with tool and argument when a
    /// `pattern` is not a valid regular expression, an argument belongs to two parameters, or serde cannot read a 128-bit integer
    /// where the type of a parameter has one (inside an untagged, internally tagged or flattened type); and whatever a
    /// provider reports.
    /// Nothing is dropped to make a set fit.
    ///
    /// ```
    /// use tool_core::{Format, ToolCallbackProvider, ToolSet, tool, tools};
    ///
    /// /// Says hello.
    /// #[tool]
    /// fn hello() -> &'static str {
    ///     "hello"
    /// }
    ///
    /// let tools = ToolSet::build(&tools![hello])?;
    /// assert!(tools.get("hello").is_some());
    /// // The same tool twice is one; with another converter it is another.
    /// assert_eq!(ToolSet::build(&[tools![hello], tools![hello]])?.len(), 1);
    /// let mixed: [Box<dyn ToolCallbackProvider>; 2] = [Box::new(tools![hello]), Box::new(tools![hello].with_format(Format::Yaml))];
    /// assert!(ToolSet::build(&mixed).is_err());
    /// # Ok::<(), tool_core::ToolError>(())
    /// ```
    pub fn build<P: ToolCallbackProvider + ?Sized>(providers: &P) -> Result<Self, ToolError> {
        Self::check(providers.tool_callbacks()?)
    }

    /// The tools of `providers` for a request with this `context`: without those whose
    /// [condition](crate::callback::ToolMetadata::with_enabled_if) does not hold, and with a look at what the others take from it.
    ///
    /// # Errors
    /// What [`ToolSet::build`] says, and [`ToolErrorKind::MissingContext`](crate::error::ToolErrorKind::MissingContext) with
    /// tool and type when a tool takes a value that `context` does not hold: better than a call that must fail;
    /// [`ToolErrorKind::Panicked`](crate::error::ToolErrorKind::Panicked) with the tool when its condition panicked.
    pub fn build_for<P: ToolCallbackProvider + ?Sized>(
        providers: &P,
        context: &ToolContext,
    ) -> Result<Self, ToolError> {
        let tools = Self::check(Self::enabled(providers, context)?)?;
        tools.check_context(context)?;
        Ok(tools)
    }

    /// The tools whose conditions hold, as the providers give them.
    pub(crate) fn enabled<P: ToolCallbackProvider + ?Sized>(
        providers: &P,
        context: &ToolContext,
    ) -> Result<Vec<Arc<dyn ToolCallback>>, ToolError> {
        let mut enabled = providers.tool_callbacks()?;
        let mut failure = None;
        enabled.retain(|callback| {
            failure.is_none()
                && is_enabled(callback, context).unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                })
        });
        failure.map_or(Ok(enabled), Err)
    }

    /// Whether the tools find in `context` what they take from it.
    pub(crate) fn check_context(&self, context: &ToolContext) -> Result<(), ToolError> {
        for callback in self.callbacks.iter() {
            if let Some(type_name) = callback.metadata().missing_context(context) {
                let tool = callback.definition().name().to_owned();
                return Err(ToolError::new(Reason::MissingContext { tool, type_name }));
            }
        }
        Ok(())
    }

    pub(crate) fn check(mut callbacks: Vec<Arc<dyn ToolCallback>>) -> Result<Self, ToolError> {
        callbacks.iter().try_for_each(|callback| callback.definition().check())?;
        sort_by_name(&mut callbacks);
        let have_one_name = |a: &ToolDefinition, b: &ToolDefinition| a.name() == b.name();
        callbacks
            .dedup_by(|next, first| have_one_name(first.definition(), next.definition()) && is_same_tool(first, next));
        for pair in callbacks.windows(2) {
            if let [a, b] = pair
                && have_one_name(a.definition(), b.definition())
            {
                return Err(duplicate(a.definition(), b.definition()));
            }
        }
        let definitions: Arc<[_]> = callbacks.iter().map(|callback| callback.definition().clone()).collect();
        let keys = definitions.iter().map(|definition| key(definition.name())).collect();
        Ok(Self { callbacks: callbacks.into(), definitions, keys })
    }

    /// The same tools, with a line in the description of each that tells how its results are to be read.
    pub(crate) fn with_format_hints(self, default: Option<&Arc<dyn ToolCallResultConverter>>) -> Self {
        let explain = |callback: &Arc<dyn ToolCallback>| {
            let definition = callback.definition();
            let converter = callback.metadata().result_converter().or(default);
            let hint = converter.and_then(ToolCallResultConverter::format_hint);
            hint.map_or_else(|| definition.clone(), |hint| definition.with_line(&hint))
        };
        let definitions = self.callbacks.iter().map(explain).collect();
        Self { definitions, ..self }
    }

    /// The tool that the model calls `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<dyn ToolCallback>> {
        // To compare numbers that are next to each other takes less than to compare texts.
        let key = key(name);
        let first = self.keys.partition_point(|own| *own < key);
        let is_it = |definition: &ToolDefinition| definition.name() == name;
        if self.definitions.get(first).is_some_and(is_it) {
            return self.callbacks.get(first);
        }
        let same = self.keys.get(first..)?.partition_point(|own| *own == key);
        let among = self.definitions.get(first..first + same)?;
        let index = among.binary_search_by(|definition| definition.name().cmp(name)).ok()?;
        self.callbacks.get(first + index)
    }

    /// The definitions of the tools, ordered by name.
    #[must_use]
    pub fn definitions(&self) -> &Arc<[ToolDefinition]> {
        &self.definitions
    }

    /// How these tools differ from those of `fingerprints`, in words; `None` when they are the same.
    pub(crate) fn difference_to(&self, fingerprints: &[Fingerprint]) -> Option<String> {
        // The usual case, without a copy of any name.
        let is_same = |(definition, (name, hash)): (&ToolDefinition, &Fingerprint)| {
            definition.name() == name && u64::from_str_radix(hash, 16) == Ok(schema_hash(definition))
        };
        if self.len() == fingerprints.len() && self.definitions.iter().zip(fingerprints).all(is_same) {
            return None;
        }
        let own = self::fingerprints(&self.definitions);
        let by_name = |of: &[Fingerprint]| of.iter().cloned().collect::<HashMap<_, _>>();
        let (own_by_name, others_by_name) = (by_name(&own), by_name(fingerprints));
        let names = |of: &[Fingerprint], chosen: &dyn Fn(&Fingerprint) -> bool| -> Vec<String> {
            of.iter().filter(|fingerprint| chosen(fingerprint)).map(|(name, _)| name.clone()).collect()
        };
        let is_changed = |(name, hash): &Fingerprint| others_by_name.get(name).is_some_and(|other| other != hash);
        let parts = [
            ("missing", names(fingerprints, &|(name, _)| !own_by_name.contains_key(name))),
            ("added", names(&own, &|(name, _)| !others_by_name.contains_key(name))),
            ("with another input schema", names(&own, &is_changed)),
        ];
        let parts = parts.iter().filter(|(_, names)| !names.is_empty());
        let parts: Vec<_> = parts.map(|(what, names)| format!("{what}: {}", Names(names))).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// The tools, in the order of their names.
    pub fn callbacks(&self) -> impl Iterator<Item = &Arc<dyn ToolCallback>> {
        self.callbacks.iter()
    }

    /// Whether there are no tools.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.callbacks.is_empty()
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.callbacks.len()
    }

    /// The error for a call of a tool that is not here.
    pub(crate) fn unknown_tool(&self, name: &str) -> ToolError {
        let names = || self.definitions.iter().map(ToolDefinition::name);
        let nearest = suggestion::nearest(name, names());
        let others = names().filter(|name| !nearest.contains(name));
        let known: Vec<_> = nearest.iter().copied().chain(others).take(NAMES_SHOWN).map(str::to_owned).collect();
        let more = self.len() - known.len();
        let nearest = nearest.into_iter().map(str::to_owned).collect();
        ToolError::new(Reason::UnknownTool { name: name.to_owned(), nearest, known, more })
    }
}

fn is_enabled(callback: &Arc<dyn ToolCallback>, context: &ToolContext) -> Result<bool, ToolError> {
    catch_panic::catch(|| callback.metadata().is_enabled(context)).map_err(|words| {
        let tool = callback.definition().name().to_owned();
        ToolError::new(Reason::ConditionPanicked { tool }).with_panic(words)
    })
}

/// The first bytes of a name as a number. Numbers are in the order of their names, and names that begin alike have the same.
fn key(name: &str) -> u64 {
    let bytes = name.as_bytes();
    // Not by way of an array, which would be written by bytes and read as a whole: that stalls the processor.
    bytes.first_chunk::<8>().map_or_else(
        || (0..8).fold(0, |key, at| key << 8 | bytes.get(at).copied().map_or(0, u64::from)),
        |first| u64::from_be_bytes(*first),
    )
}

/// A tool's name, and a short text that tells its input schema from any other.
pub(crate) type Fingerprint = (String, String);

pub(crate) fn fingerprints(definitions: &[ToolDefinition]) -> Vec<Fingerprint> {
    let fingerprint =
        |definition: &ToolDefinition| (definition.name().to_owned(), format!("{:016x}", schema_hash(definition)));
    definitions.iter().map(fingerprint).collect()
}

/// FNV-1a: the hashers of `std` may give other numbers in the process that takes a stored turn up.
fn schema_hash(definition: &ToolDefinition) -> u64 {
    let bytes = definition.input_schema_text().bytes();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn duplicate(first: &ToolDefinition, second: &ToolDefinition) -> ToolError {
    // Sorted, so that one pair of tools always gives one sentence.
    let name = first.name().to_owned();
    let (first, second) = (first.location().clone(), second.location().clone());
    let (first, second) = if first.to_string() <= second.to_string() { (first, second) } else { (second, first) };
    ToolError::new(Reason::DuplicateName { name, first, second })
}

impl fmt::Debug for ToolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.definitions.iter().map(ToolDefinition::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::ToolSet;
    use crate::callback::function_callback::FunctionToolCallback;

    #[test]
    fn each_tool_is_found_by_its_whole_name() {
        let names = ["a", "ab", "get_user", "get_user_a", "get_user_b", "get_users", "z"];
        let callback = |name: &&'static str| {
            FunctionToolCallback::builder(*name, || 1).description("Gives one.").build().unwrap().into_callback()
        };

        let tools = ToolSet::check(names.iter().map(callback).collect()).unwrap();

        assert!(names.iter().all(|name| tools.get(name).unwrap().definition().name() == *name));
        assert!(
            ["", "a\0", "b", "get_use", "get_user_", "get_user_c", "zz"].iter().all(|name| tools.get(name).is_none())
        );
    }
}
