//! Collects the errors of one call's arguments, and writes them as one sentence.

use std::collections::HashMap;

use super::path::{ValuePath, shown};
use crate::error::display::{Names, Visible};

/// A model can be wrong without end, and pays for each word it reads.
const ERRORS_KEPT: usize = 50;
const SENTENCE_CHARACTERS: usize = 1_900;
/// More of one argument say little more.
const WRONG_VALUES_SHOWN: usize = 5;
/// More unknown names in one call are not looked at.
pub(super) const UNKNOWN_KEPT: usize = ERRORS_KEPT;

/// What a walk along the schema found wrong.
#[derive(Debug, Default)]
pub(super) struct ArgumentErrors {
    missing: Vec<(String, String)>,
    unknown: Vec<Unknown>,
    /// What is wrong with the values of each argument.
    wrong: Vec<Wrong>,
    /// Whether the type must not be asked, since it would lose something unseen.
    pub(super) is_final: bool,
    /// Whether something was not looked at.
    pub(super) is_unsure: bool,
}

#[derive(Debug)]
struct Unknown {
    path: String,
    near: Option<String>,
    parent: String,
    known: Vec<String>,
    is_refused: bool,
}

/// The wrong values of the argument `name`.
#[derive(Debug)]
struct Wrong {
    name: String,
    details: Vec<String>,
    others: usize,
}

impl ArgumentErrors {
    pub(super) fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.wrong.is_empty() && !self.unknown.iter().any(|unknown| unknown.is_refused)
    }

    pub(super) fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    pub(super) fn missing(&mut self, place: &ValuePath<'_>) {
        if self.missing.len() < ERRORS_KEPT {
            self.missing.push((place.argument().to_owned(), place.path()));
        }
    }

    pub(super) fn wrong(&mut self, place: &ValuePath<'_>, detail: impl FnOnce() -> String) {
        let name = place.argument();
        if let Some(wrong) = self.wrong.iter_mut().find(|wrong| wrong.name == name) {
            if wrong.details.len() < WRONG_VALUES_SHOWN {
                let detail = with_place(&place.path(), &detail());
                // Two schemas of one value may find the same.
                if !wrong.details.contains(&detail) {
                    wrong.details.push(detail);
                }
            } else {
                wrong.others += 1;
            }
        } else if self.wrong.len() < ERRORS_KEPT {
            let details = vec![with_place(&place.path(), &detail())];
            self.wrong.push(Wrong { name: name.to_owned(), details, others: 0 });
        }
    }

    /// Notes what is wrong with the value at `path`.
    pub(super) fn of_type(&mut self, path: &str, detail: &str) {
        self.wrong.push(Wrong { name: String::new(), details: vec![with_place(path, detail)], others: 0 });
    }

    /// Notes `name` in the object at `parent`, whose names are `known`, of which it may stand for `near`.
    pub(super) fn unknown(
        &mut self,
        parent: &ValuePath<'_>,
        name: &str,
        known: &[&str],
        near: Option<&str>,
        is_refused: bool,
    ) {
        if self.unknown.len() >= UNKNOWN_KEPT {
            return;
        }
        self.unknown.push(Unknown {
            path: ValuePath::Key(parent, name).path(),
            near: near.map(str::to_owned),
            parent: parent.path(),
            known: known.iter().take(ERRORS_KEPT + 1).map(|name| shown(name)).collect(),
            is_refused,
        });
    }

    /// Adds the unknown names of a walk that was tried.
    pub(super) fn join_unknown(&mut self, other: Self) {
        let room = UNKNOWN_KEPT.saturating_sub(self.unknown.len());
        self.unknown.extend(other.unknown.into_iter().take(room));
    }

    /// Brings what is missing and wrong into the order of the arguments.
    pub(super) fn sort<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        if self.missing.len() < 2 && self.wrong.len() < 2 {
            return;
        }
        let order: HashMap<&str, usize> = names.enumerate().map(|(index, name)| (name, index)).collect();
        let rank = |name: &str| order.get(name).copied().unwrap_or(usize::MAX);
        self.missing.sort_by_key(|(name, _)| rank(name));
        self.wrong.sort_by_key(|wrong| rank(&wrong.name));
    }

    /// The sentence without the tool's name.
    pub(super) fn sentence(&self) -> String {
        let mut parts = Vec::new();
        let missing: Vec<String> = self.missing.iter().map(|(_, path)| path.clone()).collect();
        match missing.as_slice() {
            [] => {}
            [_] => parts.push(format!("argument {} is missing", Names(&missing))),
            _ => parts.push(format!("arguments {} are missing", Names(&missing))),
        }
        for wrong in &self.wrong {
            parts.extend(wrong.details.iter().cloned());
            if wrong.others > 0 {
                parts.push(format!("{} more wrong values in `{}`", wrong.others, shown(&wrong.name)));
            }
        }
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

fn with_place(path: &str, detail: &str) -> String {
    if path.is_empty() { detail.to_owned() } else { format!("argument `{path}`: {detail}") }
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
