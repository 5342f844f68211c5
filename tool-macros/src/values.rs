//! What the value of an attribute key may be, and the sentence when it is something else.

use proc_macro2::Ident;
use syn::{Expr, ExprLit, Lit, LitStr, Path};

/// A kind of value a key can take.
pub(crate) trait Value: Sized {
    /// The value in `key = value`, unless it is of another kind.
    fn from_expr(value: &Expr) -> Option<Self>;

    /// What the key alone stands for, unless it needs a value.
    fn from_word() -> Option<Self> {
        None
    }

    /// What to write for `key`.
    fn advice(key: &str) -> String;
}

/// A text: a string literal that says something, or any expression that is a `&'static str`.
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
        format!("`{key}` takes a text that is not empty: `{key} = \"..\"`, or a constant `&'static str`")
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
        Path::from_expr(value)?.get_ident().cloned()
    }

    fn advice(key: &str) -> String {
        format!("`{key}` takes a name of your choice: `{key} = MyName`")
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
        format!("`{key}` takes a path without quotes: `{key} = ::my_crate`")
    }
}

fn literal(value: &Expr) -> Option<&Lit> {
    match ungroup(value) {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

/// Looks through the invisible groups that `macro_rules!` puts around what it hands on.
fn ungroup(value: &Expr) -> &Expr {
    match value {
        Expr::Group(group) => ungroup(&group.expr),
        _ => value,
    }
}
