//! Stage 5 of the road: all that is wrong with one call's arguments, told in one sentence.

use super::describe::nearest;
use super::place::{Place, shown};
use crate::names::{Names, Visible};

/// A model can be wrong without end, and pays for each word it reads.
const FAULTS_KEPT: usize = 50;
const SENTENCE_CHARACTERS: usize = 1_900;

/// What a walk along the schema found wrong.
#[derive(Debug, Default)]
pub(super) struct Faults {
    missing: Vec<String>,
    unknown: Vec<Unknown>,
    /// The first value that is not what was expected; what comes after it may be a consequence.
    wrong: Option<String>,
    /// Whether the type must not be asked, since it would lose something unseen.
    pub(super) is_final: bool,
}

#[derive(Debug)]
struct Unknown {
    path: String,
    near: Option<String>,
    parent: String,
    known: Vec<String>,
}

impl Faults {
    pub(super) fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.wrong.is_none()
    }

    pub(super) fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    pub(super) fn missing(&mut self, place: &Place<'_>) {
        if self.missing.len() < FAULTS_KEPT {
            self.missing.push(place.path());
        }
    }

    pub(super) fn wrong(&mut self, place: &Place<'_>, detail: impl FnOnce() -> String) {
        if self.wrong.is_none() {
            self.of_type(&place.path(), &detail());
        }
    }

    /// Notes what is wrong with the value at `path`.
    pub(super) fn of_type(&mut self, path: &str, detail: &str) {
        self.wrong = Some(if path.is_empty() { detail.to_owned() } else { format!("argument `{path}`: {detail}") });
    }

    /// Notes `name` in the object at `parent`, whose names are `known`; those of them that were not given are what it
    /// may stand for.
    pub(super) fn unknown(&mut self, parent: &Place<'_>, name: &str, known: &[&str], free: &[&str]) {
        if self.unknown.len() >= FAULTS_KEPT {
            return;
        }
        self.unknown.push(Unknown {
            path: Place::Key(parent, name).path(),
            near: nearest(name, free.iter().copied()).map(str::to_owned),
            parent: parent.path(),
            known: known.iter().take(FAULTS_KEPT + 1).map(|name| shown(name)).collect(),
        });
    }

    /// The sentence without the tool's name.
    pub(super) fn sentence(&self) -> String {
        let mut parts = Vec::new();
        match self.missing.as_slice() {
            [] => {}
            [_] => parts.push(format!("argument {} is missing", Names(&self.missing))),
            _ => parts.push(format!("arguments {} are missing", Names(&self.missing))),
        }
        parts.extend(self.wrong.clone());
        parts.extend(self.unknown_part());
        parts.join("; ")
    }

    fn unknown_part(&self) -> Option<String> {
        let first = self.unknown.first()?;
        let names: Vec<String> = self.unknown.iter().map(Unknown::words).collect();
        let word = if names.len() == 1 { "argument" } else { "arguments" };
        let place = if first.parent.is_empty() { String::new() } else { format!(" in `{}`", first.parent) };
        Some(format!("unknown {word} {}; known arguments{place}: {}", names.join(", "), Names(&first.known)))
    }
}

impl Unknown {
    fn words(&self) -> String {
        match &self.near {
            Some(near) => format!("`{}` (did you mean `{}`?)", self.path, shown(near)),
            None => format!("`{}`", self.path),
        }
    }
}

/// The sentence on one line, cut where it is too long to help. What a model makes up cannot forge a line of a log, nor
/// turn its text around.
pub(super) fn bounded(sentence: &str) -> String {
    let visible = Visible(sentence).to_string();
    match visible.char_indices().nth(SENTENCE_CHARACTERS) {
        Some((end, _)) => format!("{}…", visible.get(..end).unwrap_or_default()),
        None => visible,
    }
}
