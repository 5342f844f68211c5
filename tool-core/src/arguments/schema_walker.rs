//! `SchemaWalker`: the state of one walk through arguments and their schema.

use serde_json::Value;

use super::known_names::KnownNames;
use super::path::ValuePath;
use super::report::ArgumentErrors;
use super::validate::StepBudget;
use crate::arguments::argument_repair::{ArgumentRepair, ArgumentRepairKind};
use crate::context::argument_mode::ArgumentMode;
use crate::schema::compiled::CompiledSchema;

/// More would cost more to tell than they say.
pub(super) const REPAIRS_KEPT: usize = 100;

/// The schema of what a schema says nothing about.
pub(super) static ANYTHING: Value = Value::Bool(true);

/// One walk: what it may do, and what it has found.
pub(super) struct SchemaWalker<'s> {
    pub(super) root: &'s Value,
    pub(super) compiled: &'s CompiledSchema,
    pub(super) mode: ArgumentMode,
    pub(super) budget: StepBudget,
    /// How many values may still be looked at to see whether they are right as they are written.
    pub(super) looks: usize,
    /// Whether serde keeps the value in a buffer before its type is known, so that only the schema sees its digits.
    pub(super) is_buffered: bool,
    /// Numbers that were written anew, which is no repair.
    pub(super) rewritten: usize,
    pub(super) errors: ArgumentErrors,
    pub(super) repairs: Vec<ArgumentRepair>,
    /// The names of the object that the walk is in.
    pub(super) known: KnownNames<'s>,
    pub(super) judge: Judge,
    /// Whether `pattern` is checked, which costs more than to read; else it is left to the type.
    pub(super) has_patterns: bool,
    pub(super) unlisted: UnlistedNames,
}

/// What decides whether arguments are right, after a lenient reading has fitted them to the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// The type of the parameters, from which the schema was made: an object has no names but those.
    Type,
    /// A type, while the schema may have been written by hand, and narrower.
    AnyType,
    /// The schema alone: the parameters are a value without a type.
    Schema,
}

/// What becomes of the names that no schema lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnlistedNames {
    Judged,
    /// They stay, for the type to say whether it knows them.
    Kept,
}

impl<'s> SchemaWalker<'s> {
    pub(super) fn new(root: &'s Value, compiled: &'s CompiledSchema, mode: ArgumentMode, text: &str) -> Self {
        Self {
            root,
            compiled,
            mode,
            budget: StepBudget::of(text),
            looks: text.len().saturating_mul(8).saturating_add(1000),
            is_buffered: false,
            rewritten: 0,
            errors: ArgumentErrors::default(),
            repairs: Vec::new(),
            known: KnownNames::default(),
            judge: Judge::AnyType,
            has_patterns: false,
            unlisted: UnlistedNames::Judged,
        }
    }

    /// A walk of the same kind at the same place, which has found nothing yet and takes over what may be spent.
    pub(super) fn attempt(&mut self) -> Self {
        Self {
            budget: std::mem::take(&mut self.budget),
            looks: std::mem::take(&mut self.looks),
            errors: ArgumentErrors::default(),
            repairs: Vec::new(),
            known: KnownNames::default(),
            rewritten: 0,
            ..*self
        }
    }

    /// Whether an object has only the names that its schemas list, where they do not say so.
    pub(super) fn is_closed(&self) -> bool {
        self.judge == Judge::Type
    }

    /// Whether the value is read into a type that takes any value, so that no struct is filled by position.
    pub(super) fn is_untyped(&self) -> bool {
        self.judge == Judge::Schema
    }

    pub(super) fn is_lenient(&self) -> bool {
        self.mode == ArgumentMode::Lenient
    }

    pub(super) fn repaired(&mut self, kind: ArgumentRepairKind, place: &ValuePath<'_>) {
        if self.repairs.len() < REPAIRS_KEPT {
            self.repairs.push(ArgumentRepair::of_value(kind, place.path(), place.public_path()));
        }
    }

    /// Keeps the repairs of a walk that was tried.
    pub(super) fn keep(&mut self, repairs: Vec<ArgumentRepair>) {
        let room = REPAIRS_KEPT.saturating_sub(self.repairs.len());
        self.repairs.extend(repairs.into_iter().take(room));
    }
}
