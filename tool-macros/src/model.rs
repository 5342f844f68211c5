//! The model of tools: what the user asked for, as plain data that the checks have passed.

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, Generics, LitStr, Path, Type};

use crate::function::Function;
use crate::lending::Lending;
use crate::rules::Rules;

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
    /// Calls on a `ToolMetadata`.
    pub(crate) metadata: Vec<TokenStream>,
    /// Whether the registry knows it.
    pub(crate) register: bool,
    /// The type whose method it is, unless it is a free function.
    pub(crate) owner: Option<Owner>,
    /// In the order of the function.
    pub(crate) params: Vec<Param>,
}

/// The type of an `impl` block with tools.
#[derive(Clone)]
pub(crate) struct Owner {
    pub(crate) ty: Type,
    pub(crate) generics: Generics,
}

/// An `impl` block whose methods are tools.
pub(crate) struct Object {
    pub(crate) owner: Owner,
    /// Where `tool-core` is.
    pub(crate) krate: Path,
    pub(crate) role: Role,
    /// The block without what only the macro understands.
    pub(crate) block: TokenStream,
    pub(crate) tools: Vec<Tool>,
}

/// What a block is to its type.
pub(crate) enum Role {
    /// It makes the type an object, and lists its further blocks.
    Main(Vec<Ident>),
    /// It is a further block, of this name.
    Part(Ident),
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
    pub(crate) shape: Shape,
    pub(crate) rules: Rules,
    pub(crate) example: Option<Expr>,
}

/// Where the schema of an argument comes from.
pub(crate) enum Shape {
    /// From its type.
    Own,
    /// From a function of the user's.
    With(Path),
    /// From its type, whose fields are arguments of their own.
    Flat,
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
