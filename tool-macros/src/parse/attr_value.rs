//! The kinds of values that attribute keys take, with the error for any other value.

use std::time::Duration;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, ExprUnary, Lit, LitInt, LitStr, MetaList, Path, Token, UnOp};

/// A kind of value that a key takes.
pub(crate) trait Value: Sized {
    /// The value of `key = value`, if it is of this kind.
    fn from_expr(value: &Expr) -> Option<Self>;

    /// The value of `key` alone, if it needs none.
    fn from_word() -> Option<Self> {
        None
    }

    /// The value of `key(..)`, if the key takes a list.
    fn from_list(_list: &MetaList) -> Option<Self> {
        None
    }

    /// Whether the value is of this kind but too large.
    fn is_too_large(_value: &Expr) -> bool {
        false
    }

    /// The error text with an example for `key`.
    fn advice(key: &str) -> String;

    /// The error text where `value` was written.
    fn advice_for(key: &str, _value: &Expr) -> String {
        Self::advice(key)
    }
}

/// A text: a non-empty string literal, or any expression of type `&'static str`.
pub(crate) struct Text(pub(crate) Expr);

impl Value for Text {
    fn from_expr(value: &Expr) -> Option<Self> {
        match literal(value) {
            Some(Lit::Str(text)) => (!text.value().trim().is_empty()).then(|| Self(value.clone())),
            Some(_) => None,
            None => Some(Self(value.clone())),
        }
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes a non-empty string: `{key} = \"..\"`, or a constant `&'static str`")
    }
}

impl Value for LitStr {
    fn from_expr(value: &Expr) -> Option<Self> {
        match literal(value)? {
            Lit::Str(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes a string literal: `{key} = \"..\"`")
    }
}

impl Value for bool {
    fn from_expr(value: &Expr) -> Option<Self> {
        match literal(value)? {
            Lit::Bool(flag) => Some(flag.value),
            _ => None,
        }
    }

    fn from_word() -> Option<Self> {
        Some(true)
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes `true` or `false`: `{key} = true`, or `{key}` alone")
    }
}

impl Value for Expr {
    fn from_expr(value: &Expr) -> Option<Self> {
        Some(value.clone())
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes an expression: `{key} = ..`")
    }
}

impl Value for Ident {
    fn from_expr(value: &Expr) -> Option<Self> {
        // Not `get_ident`, which accepts `Self` and `crate`.
        syn::parse2(Path::from_expr(value)?.to_token_stream()).ok()
    }

    fn advice(key: &str) -> String {
        let example = if key == "part" { "forecasts" } else { "MyName" };
        format!("`{key}` takes an identifier: `{key} = {example}`")
    }
}

impl Value for Path {
    fn from_expr(value: &Expr) -> Option<Self> {
        match ungroup(value) {
            Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
            _ => None,
        }
    }

    fn advice(key: &str) -> String {
        let example = if key == "crate" { "::my_crate" } else { "my_function" };
        format!("`{key}` takes a path without quotes: `{key} = {example}`")
    }
}

/// A duration: `"500ms"`, `"5s"`, `"2m"`, `"1h"`.
#[derive(Clone, Copy)]
pub(crate) struct Time(pub(crate) Duration);

impl Value for Time {
    fn from_expr(value: &Expr) -> Option<Self> {
        let (number, unit) = number_and_unit(value)?;
        let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
        number.checked_mul(unit).map(Duration::from_millis).map(Self)
    }

    fn is_too_large(value: &Expr) -> bool {
        number_and_unit(value).is_some_and(|(number, _)| number.contains(|c| c != '0'))
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes a whole number above 0 with `ms`, `s`, `m` or `h`: `{key} = \"5s\"`")
    }
}

/// The digits of a time, and its unit in milliseconds.
fn number_and_unit(value: &Expr) -> Option<(String, u64)> {
    let text = LitStr::from_expr(value)?.value();
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let unit = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    (!number.is_empty()).then(|| (number.to_owned(), unit))
}

/// A count: a whole number from 0.
impl Value for u32 {
    fn from_expr(value: &Expr) -> Option<Self> {
        match literal(value)? {
            Lit::Int(number) if number.suffix().is_empty() => number.base10_parse().ok(),
            _ => None,
        }
    }

    fn is_too_large(value: &Expr) -> bool {
        let is_positive = |number: &LitInt| !number.base10_digits().starts_with('-');
        matches!(literal(value), Some(Lit::Int(number)) if number.suffix().is_empty() && is_positive(number))
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes a whole number from 0 without a suffix: `{key} = 3`")
    }
}

/// A number literal with its sign.
#[derive(Clone)]
pub(crate) enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    fn of(literal: &Lit, negative: bool) -> Option<Self> {
        match literal {
            Lit::Int(number) if number.suffix().is_empty() => {
                let number: i128 = number.base10_parse().ok()?;
                Some(Self::Integer(if negative { -number } else { number }))
            }
            Lit::Float(number) if number.suffix().is_empty() => {
                let number: f64 = number.base10_parse().ok()?;
                number.is_finite().then_some(Self::Float(if negative { -number } else { number }))
            }
            _ => None,
        }
    }

    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => left > right,
            _ => self.as_f64() > other.as_f64(),
        }
    }

    #[allow(clippy::cast_precision_loss)]
    fn as_f64(&self) -> f64 {
        match self {
            Self::Integer(number) => *number as f64,
            Self::Float(number) => *number,
        }
    }
}

impl Value for Number {
    fn from_expr(value: &Expr) -> Option<Self> {
        match ungroup(value) {
            Expr::Lit(ExprLit { lit, .. }) => Self::of(lit, false),
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => Self::of(literal(expr)?, true),
            _ => None,
        }
    }

    fn is_too_large(value: &Expr) -> bool {
        let number = match ungroup(value) {
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => expr,
            other => other,
        };
        match literal(number) {
            Some(Lit::Int(number)) => number.suffix().is_empty(),
            Some(Lit::Float(number)) => number.suffix().is_empty(),
            _ => false,
        }
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes a number without a suffix: `{key} = 1`, `{key} = -0.5`")
    }

    fn advice_for(key: &str, value: &Expr) -> String {
        if !matches!(ungroup(value), Expr::Path(_)) {
            return Self::advice(key);
        }
        format!(
            "`{key}` takes a number literal, because a macro cannot evaluate a constant: `{key} = 1`, `{key} = -0.5`"
        )
    }
}

/// A list of words: `tags("maps", "read")`.
pub(crate) struct Words(pub(crate) Vec<LitStr>);

impl Value for Words {
    fn from_expr(_value: &Expr) -> Option<Self> {
        None
    }

    fn from_list(list: &MetaList) -> Option<Self> {
        let words = list_of::<LitStr>(list.tokens.clone())?;
        words.iter().all(|word| !word.value().trim().is_empty()).then_some(Self(words))
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes non-empty string literals, separated by commas: `{key}(\"maps\", \"read\")`")
    }
}

/// A list of names: `parts(forecasts, alerts)`.
pub(crate) struct Names(pub(crate) Vec<Ident>);

impl Value for Names {
    fn from_expr(_value: &Expr) -> Option<Self> {
        None
    }

    fn from_list(list: &MetaList) -> Option<Self> {
        list_of(list.tokens.clone()).map(Self)
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes identifiers, separated by commas: `{key}(forecasts, alerts)`")
    }
}

fn list_of<T: syn::parse::Parse>(list: TokenStream) -> Option<Vec<T>> {
    let items = Punctuated::<T, Token![,]>::parse_terminated.parse2(list).ok()?;
    (!items.is_empty()).then(|| items.into_iter().collect())
}

fn literal(value: &Expr) -> Option<&Lit> {
    match ungroup(value) {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

/// The expression without the invisible groups of `macro_rules!`.
fn ungroup(value: &Expr) -> &Expr {
    match value {
        Expr::Group(group) => ungroup(&group.expr),
        _ => value,
    }
}
