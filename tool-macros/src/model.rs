//! The model of a tool: what the user asked for, as plain data that the checks have passed.

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, LitStr, Path, Type};

use crate::function::Function;
use crate::lending::Lending;

/// A function that is to become a tool.
pub(crate) struct Tool {
    pub(crate) function: Function,
    /// What the model calls it.
    pub(crate) name: LitStr,
    /// An expression of type `&'static str`.
    pub(crate) description: TokenStream,
    /// The type that carries `definition()` and `callback()`.
    pub(crate) companion: Ident,
    /// Where `tool-core` is.
    pub(crate) krate: Path,
    pub(crate) return_direct: Option<bool>,
    pub(crate) result_converter: Option<Expr>,
    /// In the order of the function.
    pub(crate) params: Vec<Param>,
}

/// Where the value of one parameter comes from.
pub(crate) enum Param {
    /// From the model.
    Argument(Box<Argument>),
    /// The `ToolContext` itself.
    Context,
    /// The value of this type that the caller put into the `ToolContext`.
    ContextValue(Box<Type>),
}

/// A parameter the model fills in.
pub(crate) struct Argument {
    pub(crate) name: String,
    /// An expression of type `&'static str`; an empty one is no description.
    pub(crate) description: TokenStream,
    /// As the user wrote it.
    pub(crate) ty: Type,
    pub(crate) lending: Lending,
    pub(crate) need: Need,
}

/// What happens when the model leaves an argument out.
pub(crate) enum Need {
    Required,
    /// `Option<T>`: absent is `None`.
    Optional,
    /// `Option<T>` with `required`: `null` may be sent, absent is an error.
    Nullable,
    Default(Expr),
}

impl Tool {
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &Argument> {
        self.params.iter().filter_map(|param| match param {
            Param::Argument(argument) => Some(&**argument),
            Param::Context | Param::ContextValue(_) => None,
        })
    }
}
