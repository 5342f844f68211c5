//! The order of attempts to read arguments: as they are written, repaired, by the schema, with names it does not list.

use std::borrow::Cow;

use super::checked_deserializer::{Read, Watch, long_integers};
use super::patch_text;
use super::report;
use super::schema_walker::Judge;
use super::slow_path::{self, ReadOptions};
use super::surrounding_words::stated_around;
use crate::arguments::argument_repair::ArgumentRepair;
use crate::arguments::json_repair::{self, RepairedJson};
use crate::context::argument_mode::ArgumentMode;
use crate::error::tool_error::{Reason, ToolError};
use crate::schema::definition::ToolDefinition;
use crate::schema::raw_json::RawJson;

/// Whether the text may be JSON, after serde failed so.
fn may_be_json(failed: Option<&serde_json::Error>) -> bool {
    failed.is_none_or(|error| !error.is_syntax() && !error.is_eof())
}

/// Whether the object that begins the text may be JSON, after serde failed so: what follows it may be none.
fn may_begin_with_json(failed: Option<&serde_json::Error>) -> bool {
    failed.is_none_or(|error| error.to_string().starts_with("trailing characters"))
}

/// Arguments to read along the schema, after serde has failed so or was not asked.
#[derive(Clone, Copy)]
pub(super) struct Attempt<'t, 'r> {
    pub(super) tool: &'t ToolDefinition,
    pub(super) arguments: &'t str,
    pub(super) failed: Option<&'t serde_json::Error>,
    pub(super) reading: ReadOptions<'r>,
}

impl Attempt<'_, '_> {
    /// Reads along the schema. Only `read` is generic, so that all else is compiled once.
    pub(super) fn run(self, read: &mut Read<'_>) -> Result<Vec<ArgumentRepair>, ToolError> {
        let (compiled, reading) = (self.tool.compiled_schema(), self.reading);
        let is_probed = reading.judge != Judge::Schema && compiled.has_object_choice();
        let mut last = String::new();
        let repairs = read_along(self, &mut |json, watch| {
            read(json, watch)?;
            if is_probed || reading.check.is_some() {
                json.clone_into(&mut last);
            }
            Ok(())
        })?;
        if is_probed {
            self.check_alternatives(&last, read)?;
        }
        if let Some(check) = reading.check {
            check.set_read((!repairs.is_empty()).then_some(last));
        }
        Ok(repairs)
    }

    /// Fails when the type reads an object as another alternative than the schema does.
    fn check_alternatives(self, json: &str, read: &mut Read<'_>) -> Result<(), ToolError> {
        let Some(value) = json_repair::plain(json) else { return Ok(()) };
        let Some(probe) = self.tool.compiled_schema().probe(&value, json.len()) else { return Ok(()) };
        let long = long_integers(&value);
        let watch = Watch { allows_unknown: true, allows_buffers: true, long: Some(&long), ..Watch::default() };
        let ignores_names = read(&probe.with_unknown_name.to_text(), &watch).is_ok();
        if ignores_names && read(&probe.with_wrong_type.to_text(), &watch).is_err() {
            return Err(invalid(
                self.tool,
                "this object cannot be told apart from another alternative, and its other names would be lost; the untagged type of \
                 the tool needs `#[serde(deny_unknown_fields)]`",
            ));
        }
        // The probes were read into the same place.
        read(json, &watch).map_err(|error| invalid(self.tool, &error.to_string()))
    }
}

/// As it is written where that is what the schema says, else repaired.
fn read_along(attempt: Attempt<'_, '_>, read: &mut Read<'_>) -> Result<Vec<ArgumentRepair>, ToolError> {
    let Attempt { tool, arguments, failed, reading } = attempt;
    // Line and column are those of the text that the model wrote.
    let text = if matches!(arguments.trim(), "" | "null") { "{}" } else { arguments };
    // The compiled schema knows what types say; a schema by hand may say more.
    let is_exact = (reading.mode == ArgumentMode::Strict || reading.judge == Judge::Schema) && tool.is_by_hand();
    let is_by_type = reading.mode == ArgumentMode::Lenient && tool.is_read_by_type() && reading.judge != Judge::Schema;
    let may_be_json = may_be_json(failed);
    if is_by_type && let Some(error) = failed {
        let patched = if may_be_json {
            patch_text::read_scalars(tool.compiled_schema(), text, read)
        } else {
            patch_text::read_syntax(text, error, read)
        };
        if let Some(repairs) = patched {
            return Ok(repairs);
        }
    }
    let tree = if may_be_json { json_repair::plain(text) } else { None };
    let mut is_wrong = false;
    if let Some(tree) = tree.as_ref().filter(|tree| matches!(tree, RawJson::Object(_))) {
        is_wrong = !tool.compiled_schema().is_valid(tree, text.len());
        if !is_wrong && (!is_exact || slow_path::is_exact(tool, text, tree, reading.judge)) {
            let long = long_integers(tree);
            let watch = Watch { allows_buffers: true, long: Some(&long), ..Watch::default() };
            if read(text, &watch).is_ok() {
                return Ok(Vec::new());
            }
        }
    }
    let cleaned = match tree {
        Some(value) => Some(RepairedJson::whole(value, Vec::new())),
        None if is_by_type => json_repair::object(text, may_begin_with_json(failed))
            .ok()
            .filter(|cleaned| stated_around(tool, cleaned).is_none()),
        None => None,
    };
    // Text that was repaired is read as if the model had written it so: on the fast path, if it can be.
    let cleaned = match cleaned {
        Some(cleaned) if is_by_type && !cleaned.repairs.is_empty() && matches!(cleaned.value, RawJson::Object(_)) => {
            let json = cleaned.source.map_or_else(|| Cow::Owned(cleaned.value.to_text()), Cow::Borrowed);
            if read(&json, &Watch::default()).is_ok() {
                return Ok(cleaned.repairs);
            }
            Some(cleaned)
        }
        cleaned => cleaned,
    };
    let fitted = slow_path::fit(tool, text, cleaned.map(|cleaned| (cleaned, is_wrong)), reading);
    if reading.mode == ArgumentMode::Lenient
        && fitted.as_ref().map_or(true, slow_path::ConformedArguments::has_unlisted)
        && let Some(read) = read_by_all_names(tool, text, reading, read)
    {
        return read;
    }
    let fitted = fitted.map_err(|detail| invalid(tool, &detail))?;
    let long = long_integers(fitted.value());
    // A type that belongs to a schema written by hand may not know all of its names.
    let allows_unknown = reading.mode == ArgumentMode::Lenient || tool.is_by_hand();
    let watch = Watch { allows_unknown, allows_buffers: true, long: Some(&long), ..Watch::default() };
    // The same reader as on the fast path: a second one, which kept the path, cost 7 KB of code for each tool.
    let as_written = fitted.source().is_some_and(|source| read(source, &watch).is_ok());
    // serde takes no escapes where the name in a map is a number, which are gone in the text of the tree.
    let result = if as_written { Ok(()) } else { read(&fitted.to_text(), &watch) };
    match result {
        Ok(()) => Ok(fitted.into_repairs(watch.has_unknown.get())),
        Err(error) => {
            let detail = slow_path::errors(tool, text, reading);
            let detail = detail.unwrap_or_else(|| fitted.sentence(tool, &error, &mut |json| read(json, &watch)));
            Err(invalid(tool, &detail))
        }
    }
}

/// Reads arguments with the names that the schema does not list, of which a type may know some as aliases. Nothing when it
/// does not know them all, unless one of them is the alias of another that was given as well: to leave one out would be
/// to choose.
fn read_by_all_names(
    tool: &ToolDefinition,
    text: &str,
    reading: ReadOptions<'_>,
    read: &mut Read<'_>,
) -> Option<Result<Vec<ArgumentRepair>, ToolError>> {
    let fitted = slow_path::fit_keeping_names(tool, text, reading).ok()?;
    let (json, long) = (fitted.to_text(), long_integers(fitted.value()));
    // In a buffer, nothing is seen of names that are passed over.
    for may_pass_over in [false, true] {
        let watch = Watch {
            allows_unknown: may_pass_over,
            allows_buffers: may_pass_over,
            long: Some(&long),
            ..Watch::default()
        };
        match read(&json, &watch) {
            Ok(()) if !may_pass_over && reading.judge == Judge::Type => return Some(Ok(fitted.into_repairs(false))),
            Err(error) if is_given_twice(&error) => {
                let detail = fitted.type_sentence(tool, &error, &mut |json| read(json, &watch));
                return Some(Err(invalid(tool, &detail)));
            }
            _ => {}
        }
    }
    None
}

fn is_given_twice(error: &serde_json::Error) -> bool {
    let message = error.to_string();
    message.starts_with("duplicate field ") || message.contains("the name `") && message.contains("` is given twice")
}

pub(super) fn invalid(tool: &ToolDefinition, detail: &str) -> ToolError {
    ToolError::new(Reason::InvalidArguments { tool: tool.name().to_owned(), detail: report::bounded(detail) })
}
