//! The validated model of a tool, a parameter and an `impl` block.

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, Generics, LitStr, Path, Type};

use crate::model::constraints::Rules;
use crate::model::pass_by::PassBy;
use crate::parse::function::Function;

/// A function that becomes a tool.
pub(crate) struct Tool {
    pub(crate) function: Function,
    /// The name of the tool.
    pub(crate) name: LitStr,
    /// An expression of type `&'static str`.
    pub(crate) description: TokenStream,
    /// The type that carries `definition()` and `callback()`.
    pub(crate) companion: Ident,
    /// The path of `tool-core`.
    pub(crate) krate: Path,
    /// Method calls on a `ToolMetadata`.
    pub(crate) metadata: Vec<TokenStream>,
    /// Whether it is registered.
    pub(crate) register: bool,
    /// The type of the `impl` block, for a method.
    pub(crate) owner: Option<SelfType>,
    /// In the order of the signature.
    pub(crate) params: Vec<Param>,
}

/// The type of an `impl` block with tools.
#[derive(Clone)]
pub(crate) struct SelfType {
    pub(crate) ty: Type,
    pub(crate) generics: Generics,
}

/// An `impl` block whose methods are tools.
pub(crate) struct Object {
    pub(crate) owner: SelfType,
    /// The path of `tool-core`.
    pub(crate) krate: Path,
    pub(crate) role: Role,
    /// The block without our attributes.
    pub(crate) block: TokenStream,
    pub(crate) tools: Vec<Tool>,
}

/// The role of a block for its type.
pub(crate) enum Role {
    /// The main block, with the names of the other blocks.
    Main(Vec<Ident>),
    /// Another block, of this name.
    Part(Ident),
}

/// Where the value of one parameter comes from.
pub(crate) enum Param {
    /// From the model.
    Argument(Box<Argument>),
    /// The `ToolContext` itself.
    Context,
    /// The value of this type in the `ToolContext`.
    ContextValue(Box<Type>),
}

/// A parameter whose value comes from the model.
pub(crate) struct Argument {
    pub(crate) name: String,
    /// An expression of type `&'static str`; empty without a description.
    pub(crate) description: TokenStream,
    /// The type as written.
    pub(crate) ty: Type,
    pub(crate) pass_by: PassBy,
    pub(crate) need: Requiredness,
    pub(crate) shape: SchemaSource,
    pub(crate) rules: Rules,
    pub(crate) example: Option<Expr>,
}

/// Where the schema of an argument comes from.
pub(crate) enum SchemaSource {
    /// From its type.
    Type,
    /// From a function of the user.
    With(Path),
    /// From its type, whose fields are arguments themselves.
    Flat,
}

/// What happens when the model omits an argument.
pub(crate) enum Requiredness {
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
