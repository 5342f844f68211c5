//! Reads arguments along the schema, after plain serde has refused them.

use std::sync::Arc;

use super::conform::has_sides;
use super::locate_error::{self, is_about_name};
use super::messages::found;
use super::path::{ValuePath, shown};
use super::report::{ArgumentErrors, bounded};
use super::schema_walker::{Judge, SchemaWalker, UnlistedNames};
use super::strict_schema;
use super::surrounding_words::stated_around;
use super::tool_param::ArgumentName;
use super::wrapper_object::{self, Wrapping};
use crate::arguments::argument_repair::{ArgumentRepair, ArgumentRepairKind};
use crate::arguments::json_repair::{self, JsonError, RepairedJson};
use crate::context::argument_check::ArgumentCheck;
use crate::context::argument_mode::ArgumentMode;
use crate::error::display::Names;
use crate::schema::compiled::json_types::{properties, required, resolve};
use crate::schema::definition::ToolDefinition;
use crate::schema::raw_json::{Members, RawJson};

/// Arguments as the schema asks for them, as far as that is possible.
pub(super) struct ConformedArguments<'a> {
    value: RawJson<'a>,
    /// The text of the value, where the model wrote it among other text, and nothing of it was changed.
    source: Option<&'a str>,
    repairs: Vec<ArgumentRepair>,
    errors: ArgumentErrors,
}

/// How arguments are read.
#[derive(Clone, Copy)]
pub(super) struct ReadOptions<'r> {
    pub(super) mode: ArgumentMode,
    /// The names that generated code reads, and whether serde asks for them: of an option by another name, only its type
    /// knows that it may be absent, so such a one is given as `null`.
    pub(super) names: &'r [ArgumentName],
    pub(super) judge: Judge,
    /// Set when the arguments are only read, before a person is asked.
    pub(super) check: Option<&'r Arc<ArgumentCheck>>,
}

/// What a walk looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WalkKind {
    Full,
    /// The value is known not to be what the schema says as it is written.
    KnownInvalid,
    /// Patterns as well, which cost more than to read.
    WithPatterns,
}

/// Whether a value that the compiled schema finds right is all that a schema by hand says, for a strict reading.
pub(super) fn is_exact(tool: &ToolDefinition, text: &str, value: &RawJson<'_>, judge: Judge) -> bool {
    let schema = tool.reading_schema();
    // A type knows of all sides of an object which names are none; the schema does not.
    let has_hidden_names = judge == Judge::Type && has_sides(resolve(schema, schema));
    !has_hidden_names && strict_schema::accepts(schema, tool.compiled_schema(), tool.patterns(), value, text)
}

/// Reads `text` and fits it to the tool's schema.
///
/// `known` is what was read of the text, if something was, and whether it is known not to be what the schema says as it is
/// written. In lenient mode errors are kept for the case that the parameters' type refuses the value as well. Strict mode takes
/// the schema at its word.
pub(super) fn fit<'a>(
    tool: &ToolDefinition,
    text: &'a str,
    known: Option<(RepairedJson<'a>, bool)>,
    reading: ReadOptions<'_>,
) -> Result<ConformedArguments<'a>, String> {
    let attempt = |cleaned, look| fit_to_schema(tool, text, cleaned, reading, UnlistedNames::Judged, look);
    let (known, is_wrong) = match known {
        Some(known) => known,
        None => (cleaned(tool, text, reading.mode)?, false),
    };
    let first = if is_wrong { WalkKind::KnownInvalid } else { WalkKind::Full };
    let fitted =
        attempt(known, first).or_else(|_| attempt(cleaned(tool, text, reading.mode)?, WalkKind::WithPatterns))?;
    Ok(with_asked(tool, reading, fitted))
}

/// The same with the names that the schema does not list: a type may know them as aliases.
pub(super) fn fit_keeping_names<'a>(
    tool: &ToolDefinition,
    text: &'a str,
    reading: ReadOptions<'_>,
) -> Result<ConformedArguments<'a>, String> {
    let cleaned = cleaned(tool, text, reading.mode)?;
    let fitted = fit_to_schema(tool, text, cleaned, reading, UnlistedNames::Kept, WalkKind::Full)?;
    Ok(with_asked(tool, reading, fitted))
}

fn with_asked<'a>(
    tool: &ToolDefinition,
    reading: ReadOptions<'_>,
    mut fitted: ConformedArguments<'a>,
) -> ConformedArguments<'a> {
    if let RawJson::Object(members) = &mut fitted.value {
        let is_asked = |name: &str| required(tool.input_schema()).any(|required| required == name);
        let mut next = 0;
        for (name, is_required) in reading.names {
            // Models give the names in their order.
            if members.get(next).is_some_and(|(own, _)| own == name) {
                next += 1;
            } else if *is_required && members.iter().all(|(own, _)| own != name) && !is_asked(name) {
                members.push(((*name).into(), RawJson::Null));
                fitted.source = None;
            }
        }
    }
    fitted
}

/// All that the schema says against the arguments, if anything: patterns, too, which are else left to the type.
pub(super) fn errors(tool: &ToolDefinition, text: &str, reading: ReadOptions<'_>) -> Option<String> {
    let fitted = cleaned(tool, text, reading.mode)
        .and_then(|cleaned| fit_to_schema(tool, text, cleaned, reading, UnlistedNames::Judged, WalkKind::WithPatterns));
    match fitted {
        Ok(fitted) => (!fitted.errors.is_empty()).then(|| bounded(&fitted.errors.sentence())),
        Err(sentence) => Some(sentence),
    }
}

fn fit_to_schema<'a>(
    tool: &ToolDefinition,
    text: &str,
    cleaned: RepairedJson<'a>,
    reading: ReadOptions<'_>,
    unlisted: UnlistedNames,
    look: WalkKind,
) -> Result<ConformedArguments<'a>, String> {
    let mode = reading.mode;
    let RepairedJson { mut value, mut repairs, mut source, .. } = cleaned;
    let mut wrapping = Wrapping::None;
    if mode == ArgumentMode::Lenient {
        if let RawJson::String(text) = &value
            && !matches!(text.trim(), "" | "null")
            && let Some(object) = wrapper_object::in_string(text, &mut repairs)
        {
            (value, source) = (object, None);
        }
        wrapping = wrapper_object::unwrap(tool, &mut value, &mut repairs);
    }
    if !matches!(value, RawJson::Object(_)) {
        return Err(bounded(&no_object(tool, &value)));
    }
    let mut walk = SchemaWalker::new(tool.reading_schema(), tool.compiled_schema(), mode, text);
    walk.judge = reading.judge;
    walk.has_patterns = look == WalkKind::WithPatterns;
    walk.unlisted = unlisted;
    let is_known_wrong = look == WalkKind::KnownInvalid && wrapping == Wrapping::None;
    let is_valid = !is_known_wrong && walk.is_valid(tool.reading_schema(), &value);
    if !is_valid {
        walk.fit_wrong(tool.reading_schema(), &mut value, &ValuePath::Root);
    }
    source = source.filter(|_| is_valid && wrapping == Wrapping::None);
    let SchemaWalker { mut errors, repairs: of_values, .. } = walk;
    errors.sort(properties(tool.input_schema()).into_iter().flat_map(|all| all.keys()).map(String::as_str));
    // A type judges what its own schema says; who wrote a schema by hand has only the schema.
    if mode == ArgumentMode::Strict && tool.is_by_hand() && !errors.is_final {
        return match strict_schema::violation(tool.reading_schema(), tool.patterns(), &value, text) {
            None => Ok(ConformedArguments { value, source: None, repairs, errors: ArgumentErrors::default() }),
            Some(_) if !errors.is_empty() || errors.has_unknown() => Err(bounded(&errors.sentence())),
            Some((path, detail)) => {
                let mut errors = ArgumentErrors::default();
                errors.of_type(&path, &detail);
                Err(bounded(&errors.sentence()))
            }
        };
    }
    let refuse = match mode {
        ArgumentMode::Strict => !errors.is_empty() || errors.has_unknown(),
        ArgumentMode::Lenient if errors.is_final || wrapping == Wrapping::Unusable => true,
        // A wrapper is removed only if what it held could be called without it.
        ArgumentMode::Lenient if wrapping == Wrapping::Removed || reading.judge == Judge::Schema => {
            !errors.is_empty() && !errors.is_unsure
        }
        ArgumentMode::Lenient => false,
    };
    if refuse {
        return Err(bounded(&errors.sentence()));
    }
    // The walk leaves to the type what it does not repair, and a value has no type.
    if reading.judge == Judge::Schema
        && tool.is_by_hand()
        && !errors.is_unsure
        && let Some((path, detail)) = strict_schema::violation(tool.reading_schema(), tool.patterns(), &value, text)
    {
        let mut errors = ArgumentErrors::default();
        errors.of_type(&path, &detail);
        return Err(bounded(&errors.sentence()));
    }
    repairs.extend(of_values);
    Ok(ConformedArguments { value, source, repairs, errors })
}

/// The value in `text`.
fn cleaned<'a>(tool: &ToolDefinition, text: &'a str, mode: ArgumentMode) -> Result<RepairedJson<'a>, String> {
    match (json_repair::plain(text), mode) {
        (Some(value), _) => Ok(RepairedJson::whole(value, Vec::new())),
        (None, ArgumentMode::Strict) => plain_json(text),
        (None, ArgumentMode::Lenient) => {
            let cleaned = json_repair::object(text, true).map_err(|fault| bounded(&no_json(tool, &fault)))?;
            match stated_around(tool, &cleaned) {
                Some(name) => Err(bounded(&format!(
                    "`{}` is given outside of the JSON object; send one JSON object with all arguments",
                    shown(name)
                ))),
                None => Ok(cleaned),
            }
        }
    }
}

fn plain_json(text: &str) -> Result<RepairedJson<'_>, String> {
    let cleaned = json_repair::value(text).map_err(|fault| bounded(&fault.without_repairs()))?;
    match cleaned.repairs.first() {
        Some(repair) => Err(format!("the arguments are not valid JSON: {} at {}", repair.kind(), repair.place())),
        None => Ok(cleaned),
    }
}

/// Without any object, the error lists the known arguments.
fn no_json(tool: &ToolDefinition, fault: &JsonError) -> String {
    if fault.is_no_object() { with_known(tool, &fault.to_string()) } else { fault.to_string() }
}

fn no_object(tool: &ToolDefinition, value: &RawJson<'_>) -> String {
    with_known(tool, &format!("the arguments must be a JSON object, found {}", found(value)))
}

fn with_known(tool: &ToolDefinition, sentence: &str) -> String {
    let known = properties(tool.input_schema()).into_iter().flat_map(|all| all.keys());
    let known: Vec<String> = known.map(|name| shown(name)).collect();
    format!("{sentence}; known arguments: {}", Names(&known))
}

impl<'t> ConformedArguments<'t> {
    pub(super) fn to_text(&self) -> String {
        self.value.to_text()
    }

    /// The arguments as the model wrote them, where nothing inside them was repaired.
    pub(super) fn source(&self) -> Option<&'t str> {
        self.source
    }

    pub(super) fn value(&self) -> &RawJson<'_> {
        &self.value
    }

    /// The arguments by name, and what was changed.
    pub(super) fn into_members(self) -> (Members<'t>, Vec<ArgumentRepair>) {
        let RawJson::Object(members) = self.value else { return (Members::new(), self.repairs) };
        (members, self.repairs)
    }

    /// What was changed; `has_unknown` says that the type passed over a name that the schema could not tell from others.
    pub(super) fn into_repairs(mut self, has_unknown: bool) -> Vec<ArgumentRepair> {
        let kind = ArgumentRepairKind::UnknownName;
        if has_unknown && self.repairs.iter().all(|repair| repair.kind() != kind) {
            self.repairs.push(ArgumentRepair::of_value(kind, String::new(), String::new()));
        }
        self.repairs
    }

    /// Whether a name was left out that the schema does not list.
    pub(super) fn has_unlisted(&self) -> bool {
        self.repairs.iter().any(|repair| repair.kind() == ArgumentRepairKind::UnknownName)
    }

    /// What the type says, and about which argument, whatever the schema says.
    pub(super) fn type_sentence(
        mut self,
        tool: &ToolDefinition,
        error: &serde_json::Error,
        read: &mut dyn FnMut(&str) -> Result<(), serde_json::Error>,
    ) -> String {
        self.errors = ArgumentErrors::default();
        self.sentence(tool, error, read)
    }

    /// What to tell the model when the parameters' type refuses what was fitted, as `read` says again of a text.
    pub(super) fn sentence(
        mut self,
        tool: &ToolDefinition,
        error: &serde_json::Error,
        read: &mut dyn FnMut(&str) -> Result<(), serde_json::Error>,
    ) -> String {
        if self.errors.is_empty() {
            let steps = locate_error::refused(&mut self.value, error, read);
            let (path, value) = locate_error::at(&self.value, &steps);
            let detail = match locate_error::format_at(tool.reading_schema(), &self.value, &steps) {
                Some(format) => with_format(&format, error, value),
                None => type_detail(error, value),
            };
            self.errors.of_type(&path, &detail);
        }
        bounded(&self.errors.sentence())
    }
}

/// What serde says, without its place in a text the model has not written, and with the value as the model knows it.
pub(super) fn type_detail(error: &serde_json::Error, value: &RawJson<'_>) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&place).unwrap_or(&message);
    if message.starts_with("the name ") {
        return message.to_owned();
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return format!("the name {field} is given twice");
    }
    if is_about_name(message) {
        return "the name must be a number".to_owned();
    }
    let is_about_value = match value {
        RawJson::Array(_) => message.starts_with("invalid type: sequence"),
        RawJson::Object(_) => message.starts_with("invalid type: map"),
        _ => message.starts_with("invalid type: ") || message.starts_with("invalid value: "),
    };
    match (message.rsplit_once(", expected "), value) {
        (Some((_, expected)), _) if is_about_value => {
            format!("expected {}, found {}", in_words(expected), found(value))
        }
        (_, RawJson::Number(literal)) if !message.contains(&**literal) => format!("{message}, found {}", found(value)),
        _ => message.to_owned(),
    }
}

/// What a type that reads texts of one format says, which may be as little as "trailing input".
fn with_format(format: &str, error: &serde_json::Error, value: &RawJson<'_>) -> String {
    let detail = type_detail(error, value);
    if detail.starts_with("expected ") {
        return detail;
    }
    format!("expected a string of the format `{format}`, found {}: {detail}", found(value))
}

/// The names of Rust's integers say little to a model.
fn in_words(expected: &str) -> String {
    let is_integer = expected.strip_prefix(['i', 'u']).is_some_and(|bits| bits == "size" || bits.parse::<u8>().is_ok());
    if is_integer { format!("an integer that fits `{expected}`") } else { expected.to_owned() }
}
