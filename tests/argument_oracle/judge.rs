//! Calls a tool with a text in both modes, and compares the result with the expected one.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use tool_core::ToolSet;
use tool_core::context::ArgumentMode;
use tool_core::error::ToolErrorKind;
use tool_core::testing::TestTool;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::answer::{difference, leaves, parse};
use crate::case::{Case, Wanted};
use crate::tools;
use crate::tree::Form;

/// What came of one call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// What the tool read, or why it did not run.
    pub(crate) answer: Result<String, String>,
    /// What was repaired: place and kind.
    pub(crate) events: Vec<(String, String)>,
}

thread_local! {
    static EVENTS: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the events that have a place and a kind.
pub(crate) struct Recorder;

#[derive(Default)]
struct Fields {
    path: Option<String>,
    kind: Option<String>,
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        match field.name() {
            "kind" => self.kind = Some(format!("{value:?}")),
            "path" => self.path = Some(format!("{value:?}").trim_matches('"').to_owned()),
            _ => {}
        }
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        if let (Some(path), Some(kind)) = (fields.path, fields.kind) {
            EVENTS.with_borrow_mut(|events| events.push((path, kind)));
        }
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Calls tools and finds broken promises.
pub(crate) struct Judge {
    pub(crate) tools: ToolSet,
    /// The last arguments that were read as they are meant, and what was read.
    last: Cell<Option<(String, String)>>,
}

impl Judge {
    pub(crate) fn new() -> Self {
        Self { tools: tools::all(), last: Cell::new(None) }
    }

    /// Calls the tool; the error is a broken promise that holds for every text.
    pub(crate) fn call(&self, tool: &str, text: &str, mode: ArgumentMode) -> Result<Outcome, String> {
        let callback = TestTool::new(self.tools.get(tool).unwrap().clone()).with_mode(mode);
        let before = tools::runs();
        EVENTS.with_borrow_mut(Vec::clear);
        let polled = catch_unwind(AssertUnwindSafe(|| {
            let mut future = pin!(callback.call_text(text));
            future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        }));
        let Ok(Poll::Ready(answer)) = polled else {
            return Err("a panic, or an answer that is not ready at once".to_owned());
        };
        let runs = tools::runs() - before;
        if runs != u64::from(answer.is_ok()) {
            return Err(format!("the tool ran {runs} times, and its answer is {answer:?}"));
        }
        if let Err(error) = &answer
            && error.kind() != ToolErrorKind::InvalidArguments
        {
            return Err(format!("the error is of kind {:?}: {error}", error.kind()));
        }
        let answer = answer.map_err(|error| error.to_string());
        if let Err(sentence) = &answer {
            check_sentence(tool, sentence)?;
        }
        Ok(Outcome { answer, events: EVENTS.with_borrow_mut(std::mem::take) })
    }

    /// The outcomes in strict and lenient mode; the error is a broken promise that holds for every text.
    pub(crate) fn both(&self, tool: &str, text: &str) -> Result<(Outcome, Outcome), String> {
        let strict = self.call(tool, text, ArgumentMode::Strict)?;
        let lenient = self.call(tool, text, ArgumentMode::Lenient)?;
        if strict.answer.is_ok() && strict.answer != lenient.answer {
            return Err(format!("strict and lenient differ: {:?} and {:?}", strict.answer, lenient.answer));
        }
        if strict.answer.is_ok() && !strict.events.is_empty() {
            return Err(format!("a repair in strict mode: {:?}", strict.events));
        }
        check_nothing_dropped(tool, text, &lenient)?;
        if text.trim_start().starts_with('{') && parse(text).is_some() {
            // With a code fence, the reader checks each value; without one, only if it has to.
            let fenced = self.call(tool, &format!("```\n{text}\n```"), ArgumentMode::Lenient)?;
            if fenced.answer.is_ok() != lenient.answer.is_ok()
                || fenced.answer.is_ok() && fenced.answer != lenient.answer
            {
                return Err(format!("in a fence it differs: {:?} and {:?}", lenient.answer, fenced.answer));
            }
        }
        Ok((strict, lenient))
    }

    /// Compares what comes of the case with what it promises.
    pub(crate) fn check(&self, case: &Case) -> Result<(), String> {
        let base = case.base.json();
        let read = match self.last.take().filter(|(last, _)| *last == base) {
            Some((_, read)) => read,
            None => self.read_base(case, &base)?,
        };
        let (strict, lenient) = self.both(&case.tool, &case.text)?;
        compare(&case.strict, &strict, &read).map_err(|wrong| format!("strict: {wrong}"))?;
        compare(&case.lenient, &lenient, &read).map_err(|wrong| format!("lenient: {wrong}"))?;
        self.last.set(Some((base, read)));
        Ok(())
    }

    /// What the tool reads of the arguments as they are meant.
    fn read_base(&self, case: &Case, base: &str) -> Result<String, String> {
        let (read, lenient) = self.both(&case.tool, base)?;
        let Ok(read) = read.answer else {
            return Err(format!("the arguments as they are meant were refused: {base}\n  {:?}", read.answer));
        };
        if !lenient.events.is_empty() {
            return Err(format!("correct arguments were repaired: {base}\n  {:?}", lenient.events));
        }
        match parse(&read).map_or(Some(read.clone()), |read| difference(&case.base, &read)) {
            Some(difference) => Err(format!("{difference}, of {base}")),
            None => Ok(read),
        }
    }
}

fn compare(wanted: &Wanted, found: &Outcome, read: &str) -> Result<(), String> {
    let is_read = found.answer.as_deref() == Ok(read);
    match (wanted, &found.answer) {
        (Wanted::Read(events), Ok(_)) if is_read => {
            let missing = events.iter().find(|(place, kind)| {
                let is_it = |(path, other): &(String, String)| other == kind && (place.is_empty() || path == place);
                place != "?" && !found.events.iter().any(is_it)
            });
            match missing {
                Some(event) => Err(format!("no event {event:?} among {:?}", found.events)),
                None => match found.events.iter().find(|(_, kind)| events.iter().all(|(_, wanted)| wanted != kind)) {
                    Some(event) => Err(format!("an event that nothing calls for: {event:?}")),
                    None => Ok(()),
                },
            }
        }
        (Wanted::Refused(says), Err(sentence)) => match says.iter().find(|word| !sentence.contains(word.as_str())) {
            // What is cut for its length need not say all.
            Some(word) if !sentence.ends_with('…') => Err(format!("the answer does not say {word:?}: {sentence}")),
            _ => Ok(()),
        },
        (Wanted::ReadOrRefused, Err(_)) | (Wanted::Anything, _) => Ok(()),
        (Wanted::ReadOrRefused, Ok(_)) if is_read => Ok(()),
        (_, found) => Err(format!("expected {wanted:?} of {read}, found {found:?}")),
    }
}

/// One line of bounded length, without characters that could forge a log or reverse a text.
fn check_sentence(tool: &str, sentence: &str) -> Result<(), String> {
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{61c}' | '\u{feff}')
    };
    if sentence.chars().count() > 2000 {
        return Err(format!("an answer of {} characters", sentence.chars().count()));
    }
    if sentence.contains(is_odd) {
        return Err(format!("an answer with control characters: {sentence:?}"));
    }
    // Missing arguments come first, unknown ones last.
    let (missing, unknown) = (sentence.rfind(" missing;"), sentence.find("unknown argument"));
    if missing.zip(unknown).is_some_and(|(missing, unknown)| unknown < missing) {
        return Err(format!("an answer in another order: {sentence}"));
    }
    if !sentence.starts_with(&format!("tool `{tool}`: ")) {
        return Err(format!("an answer that does not name the tool: {sentence}"));
    }
    Ok(())
}

/// Each scalar of a text that is JSON is in what was read, unless an event says that it was left out.
fn check_nothing_dropped(tool: &str, text: &str, outcome: &Outcome) -> Result<(), String> {
    let (Ok(answer), Some(written)) = (&outcome.answer, parse(text)) else { return Ok(()) };
    // What stands in a string may be repaired as a text is.
    if outcome.events.iter().any(|(_, kind)| kind == "string to object" || kind == "string to array") {
        return Ok(());
    }
    let leaves_out = ["unknown name", "repeated name", "repeated item", "null for optional"];
    if outcome.events.iter().any(|(_, kind)| leaves_out.contains(&kind.as_str())) {
        return Ok(());
    }
    let (mut given, mut read) = (Vec::new(), Vec::new());
    leaves(&written, &mut given);
    leaves(&parse(answer).unwrap(), &mut read);
    if outcome.events.iter().any(|(_, kind)| kind == "wrapper") {
        if written.members().iter().any(|member| matches!(member.node.form, Form::Text(_)) && member.name != "name") {
            return Ok(());
        }
        // The name of the tool may stand beside the wrapper.
        given.retain(|leaf| leaf != tool);
    }
    for leaf in given {
        match read.iter().position(|other| *other == leaf) {
            Some(at) => _ = read.remove(at),
            None => return Err(format!("{leaf:?} was dropped without an event: {answer}, {:?}", outcome.events)),
        }
    }
    Ok(())
}
