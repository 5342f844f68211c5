//! The constraints of a parameter: described in the schema and checked when it is read.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, VecDeque};

use serde_json::{Map, Number, Value};

#[cfg(feature = "pattern")]
pub use crate::schema::pattern::Pattern;

/// Stands for a pattern where none can be made.
#[cfg(not(feature = "pattern"))]
#[derive(Debug)]
pub struct Pattern;

/// The limits of one argument.
#[derive(Debug, Default)]
pub struct Rules {
    minimum: Option<Bound>,
    maximum: Option<Bound>,
    min_length: Option<u32>,
    max_length: Option<u32>,
    pattern: Option<&'static Pattern>,
    min_items: Option<u32>,
    max_items: Option<u32>,
}

/// A number that is compared with another.
#[derive(Debug, Clone, Copy)]
pub enum Bound {
    /// A whole number.
    Integer(i128),
    /// Any other.
    Float(f64),
}

/// Declares the builders, each for one keyword.
macro_rules! limits {
    ($($name:ident: $value:ty,)+) => {$(
        #[doc = concat!("Sets `", stringify!($name), "`.")]
        #[must_use]
        pub const fn $name(mut self, $name: $value) -> Self {
            self.$name = Some($name);
            self
        }
    )+};
}

impl Rules {
    /// No limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            minimum: None,
            maximum: None,
            min_length: None,
            max_length: None,
            pattern: None,
            min_items: None,
            max_items: None,
        }
    }

    limits! {
        minimum: Bound,
        maximum: Bound,
        min_length: u32,
        max_length: u32,
        pattern: &'static Pattern,
        min_items: u32,
        max_items: u32,
    }

    /// Adds the limits to the schema of the argument; a limit that the type itself sets tighter stays.
    pub(crate) fn write(&self, schema: &mut Map<String, Value>) {
        if let Some(number) = self.minimum.and_then(Bound::json) {
            tighten(schema, "minimum", number, |old, new| old < new);
        }
        if let Some(number) = self.maximum.and_then(Bound::json) {
            tighten(schema, "maximum", number, |old, new| old > new);
        }
        let counts = [
            ("minLength", self.min_length),
            ("maxLength", self.max_length),
            ("minItems", self.min_items),
            ("maxItems", self.max_items),
        ];
        for (keyword, count) in counts {
            if let Some(count) = count {
                schema.insert(keyword.to_owned(), count.into());
            }
        }
        #[cfg(feature = "pattern")]
        if let Some(pattern) = self.pattern {
            schema.insert("pattern".to_owned(), pattern.keyword());
        }
    }
}

fn tighten(schema: &mut Map<String, Value>, keyword: &str, number: Number, tighter: fn(f64, f64) -> bool) {
    let old = schema.get(keyword).and_then(Value::as_f64);
    if old.is_none_or(|old| number.as_f64().is_some_and(|new| tighter(old, new))) {
        schema.insert(keyword.to_owned(), Value::Number(number));
    }
}

impl Bound {
    fn json(self) -> Option<Number> {
        match self {
            Self::Integer(number) => Number::from_i128(number),
            Self::Float(number) => Number::from_f64(number),
        }
    }

    // Beyond 2^53 an integer may be rounded, when it is compared with a float and only then.
    #[allow(clippy::cast_precision_loss)]
    fn is_above(self, other: Self) -> bool {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a > b,
            (Self::Integer(a), Self::Float(b)) => a as f64 > b,
            (Self::Float(a), Self::Integer(b)) => a > b as f64,
            (Self::Float(a), Self::Float(b)) => a > b,
        }
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
        }
    }
}

/// Checks `minimum` and `maximum`; an absent number keeps every limit.
///
/// # Errors
/// What was expected and what came.
pub fn check_number<T: NumberParam>(value: &T, rules: &Rules) -> Result<(), String> {
    let Some(number) = value.number() else { return Ok(()) };
    match (rules.minimum, rules.maximum) {
        (Some(minimum), _) if minimum.is_above(number) => Err(format!("expected at least {minimum}, found {number}")),
        (_, Some(maximum)) if number.is_above(maximum) => Err(format!("expected at most {maximum}, found {number}")),
        _ => Ok(()),
    }
}

/// Checks lengths, in characters, and the pattern; an absent text keeps every limit.
///
/// # Errors
/// What was expected and what came.
///
/// Source: JSON Schema 2020-12, Validation 6.3.
pub fn check_text<T: TextParam>(value: &T, rules: &Rules) -> Result<(), String> {
    let Some(text) = value.text() else { return Ok(()) };
    count(text.chars().count(), (rules.min_length, rules.max_length), "character")?;
    #[cfg(feature = "pattern")]
    if let Some(pattern) = rules.pattern {
        pattern.check(text)?;
    }
    Ok(())
}

/// Checks how many items there are; an absent list keeps every limit.
///
/// # Errors
/// What was expected and what came.
pub fn check_list<T: ListParam>(value: &T, rules: &Rules) -> Result<(), String> {
    match value.items() {
        Some(items) => count(items, (rules.min_items, rules.max_items), "item"),
        None => Ok(()),
    }
}

fn count(found: usize, (least, most): (Option<u32>, Option<u32>), noun: &str) -> Result<(), String> {
    let above = |limit: u32| usize::try_from(limit).is_ok_and(|limit| found > limit);
    let below = |limit: u32| usize::try_from(limit).is_ok_and(|limit| found < limit);
    let plural = |limit: u32| if limit == 1 { "" } else { "s" };
    match (least, most) {
        (Some(limit), _) if below(limit) => {
            Err(format!("expected at least {limit} {noun}{}, found {found}", plural(limit)))
        }
        (_, Some(limit)) if above(limit) => {
            Err(format!("expected at most {limit} {noun}{}, found {found}", plural(limit)))
        }
        _ => Ok(()),
    }
}

/// A parameter that `minimum` and `maximum` can be about.
#[diagnostic::on_unimplemented(
    message = "`minimum` and `maximum` are for numbers, not for `{Self}`",
    label = "this limit is for numbers",
    note = "a text has `min_length`, `max_length` and `pattern`, a list has `min_items` and `max_items`; for a type of your own, write the limit on its field"
)]
pub trait NumberParam {
    /// The number, unless it is absent.
    fn number(&self) -> Option<Bound>;
}

/// A parameter that `min_length`, `max_length` and `pattern` can be about.
#[diagnostic::on_unimplemented(
    message = "`min_length`, `max_length` and `pattern` are for texts, not for `{Self}`",
    label = "this limit is for texts",
    note = "a number has `minimum` and `maximum`, a list has `min_items` and `max_items`; for a type of your own, write the limit on its field"
)]
pub trait TextParam {
    /// The text, unless it is absent.
    fn text(&self) -> Option<&str>;
}

/// A parameter that `min_items` and `max_items` can be about.
#[diagnostic::on_unimplemented(
    message = "`min_items` and `max_items` are for lists, not for `{Self}`",
    label = "this limit is for lists",
    note = "a number has `minimum` and `maximum`, a text has `min_length`, `max_length` and `pattern`; for a type of your own, write the limit on its field"
)]
pub trait ListParam {
    /// How many items there are, unless the list is absent.
    fn items(&self) -> Option<usize>;
}

macro_rules! integers {
    ($($type:ty)+) => {$(
        impl NumberParam for $type {
            fn number(&self) -> Option<Bound> {
                // Only a `u128` can be above; no bound is, so it is above every bound as it should be.
                Some(Bound::Integer(i128::try_from(*self).unwrap_or(i128::MAX)))
            }
        }
    )+};
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl NumberParam for f64 {
    fn number(&self) -> Option<Bound> {
        Some(Bound::Float(*self))
    }
}

impl NumberParam for f32 {
    fn number(&self) -> Option<Bound> {
        Some(Bound::Float(f64::from(*self)))
    }
}

macro_rules! texts {
    ($($type:ty)+) => {$(
        impl TextParam for $type {
            fn text(&self) -> Option<&str> {
                Some(self)
            }
        }
    )+};
}

texts! { String Box<str> Cow<'_, str> }

macro_rules! lists {
    ($([$($generic:ident),*] $type:ty;)+) => {$(
        impl<$($generic),*> ListParam for $type {
            fn items(&self) -> Option<usize> {
                Some(self.len())
            }
        }
    )+};
}

lists! { [T] Vec<T>; [T] Box<[T]>; [T] VecDeque<T>; [T] BTreeSet<T>; [T, S] HashSet<T, S>; }

impl<T: NumberParam> NumberParam for Option<T> {
    fn number(&self) -> Option<Bound> {
        self.as_ref()?.number()
    }
}

impl<T: TextParam> TextParam for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref()?.text()
    }
}

impl<T: ListParam> ListParam for Option<T> {
    fn items(&self) -> Option<usize> {
        self.as_ref()?.items()
    }
}
