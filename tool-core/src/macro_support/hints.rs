//! Compile errors for common types that cannot be parameters or results.

/// Declares one set of sentences: each with the traits and functions that generated code calls by name.
macro_rules! hints {
    ($($(#[$doc:meta])* $module:ident: $($note:literal),+;)+) => {$(
        $(#[$doc])*
        pub mod $module {
            use schemars::JsonSchema;
            use serde::Serialize;

            use crate::arguments::tool_param::ToolParam;
            use crate::error::tool_error::ToolError;
            use crate::output::tool_output::ToolOutput;
            use crate::__private::specialization::Output;

            /// A type that is read and described.
            #[diagnostic::on_unimplemented(
                message = "`{Self}` cannot be a tool parameter",
                label = "not readable by a model's arguments",
                $(note = $note),+
            )]
            pub trait ReadableParam: ToolParam {}

            #[diagnostic::do_not_recommend]
            impl<T: ToolParam> ReadableParam for T {}

            /// A type that is written and described.
            #[diagnostic::on_unimplemented(
                message = "`{Self}` cannot be inside the result of a tool",
                label = "not a tool result",
                $(note = $note),+
            )]
            pub trait WritableField: Serialize + JsonSchema + Send + Sync {}

            #[diagnostic::do_not_recommend]
            impl<T: Serialize + JsonSchema + Send + Sync + ?Sized> WritableField for T {}

            /// A type that is the result of a function.
            #[diagnostic::on_unimplemented(
                message = "`{Self}` cannot be the result of a tool",
                label = "not a tool result",
                $(note = $note),+
            )]
            pub trait WritableResult: Serialize + Send + Sync + 'static {}

            #[diagnostic::do_not_recommend]
            impl<T: Serialize + Send + Sync + 'static> WritableResult for T {}

            /// Compiles when the type is read.
            pub fn is_described_param<T: ReadableParam>() {}

            /// Compiles when the type is written.
            pub fn is_described_result<T: WritableField + ?Sized>() {}

            /// [`OutputFallback`](crate::__private::specialization::OutputFallback) with these sentences.
            pub trait OutputFallback<T> {
                /// # Errors
                /// None.
                fn __tool_output(self) -> Result<ToolOutput, ToolError>
                where
                    T: WritableResult;
            }

            impl<T> OutputFallback<T> for Output<T> {
                fn __tool_output(self) -> Result<ToolOutput, ToolError>
                where
                    T: WritableResult,
                {
                    Ok(ToolOutput::value(self.0))
                }
            }
        }
    )+};
}

hints! {
    /// For types in an `Arc` or an `Rc`.
    shared:
        "take the value itself: `String` for `Arc<str>`, `Vec<T>` for `Arc<[T]>`, `T` for `Arc<T>`",
        "in a result, serde writes what an `Arc` holds when its feature `rc` is on";
    /// For types named as those of `chrono`.
    dates:
        "types of `chrono` need the feature `chrono` of tool-core: `features = [\"chrono\"]`",
        "a type that is yours needs `#[derive(ToolParams)]` to be read, and `#[derive(ToolResult)]` to be written";
    /// For types named as that of `uuid`.
    uuids:
        "`uuid::Uuid` needs the feature `uuid` of tool-core: `features = [\"uuid\"]`",
        "a type that is yours needs `#[derive(ToolParams)]` to be read, and `#[derive(ToolResult)]` to be written";
    /// For types named as that of `url`.
    urls:
        "`url::Url` needs the feature `url` of tool-core: `features = [\"url\"]`",
        "a type that is yours needs `#[derive(ToolParams)]` to be read, and `#[derive(ToolResult)]` to be written";
    /// For parameters that are borrowed.
    borrowed:
        "a value that the caller gives, and not the model, is marked: `#[tool_param(context)]`",
        "a value that the model gives needs `ToolParams` for its type, or `serde::Deserialize` and `schemars::JsonSchema`";
    /// For results without a concrete type.
    unnamed:
        "return a concrete type with `ToolResult` (or `serde::Serialize`), or text made of the value, such as `value.to_string()`";
}

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;

/// The key of a map that is read.
#[derive(Debug)]
pub struct ParamKey<K: ?Sized>(PhantomData<fn() -> K>);

/// The key of a map that is written.
#[derive(Debug)]
pub struct ResultKey<K: ?Sized>(PhantomData<fn() -> K>);

/// A type that is read as a list or an object, which the name of an argument cannot be.
pub trait NoParamKey {}

/// A type that is written as a list or an object, which a name in JSON cannot be.
pub trait NoResultKey {}

/// A type that is a name in JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map: the names in a JSON object are text",
    label = "not a name",
    note = "take a list of pairs, `Vec<(K, V)>`, or a key that is text, a number, a `bool`, or an enum of plain names"
)]
pub trait JsonName {}

impl JsonName for String {}

/// Found for keys of which nothing speaks against.
pub trait AnyKey: Sized {
    /// Compiles.
    fn __tool_key(self) {}
}

impl<K: ?Sized> AnyKey for ParamKey<K> {}
impl<K: ?Sized> AnyKey for ResultKey<K> {}

impl<K: ?Sized> ParamKey<K> {
    /// The key, to be looked at.
    pub const TYPE: Self = Self(PhantomData);
}

impl<K: ?Sized> ResultKey<K> {
    /// The key, to be looked at.
    pub const TYPE: Self = Self(PhantomData);
}

impl<K: NoParamKey + ?Sized> ParamKey<K> {
    /// Does not compile.
    pub fn __tool_key(self)
    where
        K: JsonName,
    {
    }
}

impl<K: NoResultKey + ?Sized> ResultKey<K> {
    /// Does not compile.
    pub fn __tool_key(self)
    where
        K: JsonName,
    {
    }
}

macro_rules! no_keys {
    ($([$($generic:tt)*] $type:ty,)+) => {$(
        impl<$($generic)*> NoParamKey for $type {}
        impl<$($generic)*> NoResultKey for $type {}
    )+};
}

no_keys! {
    [] (), [A] (A,), [A, B] (A, B), [A, B, C] (A, B, C), [A, B, C, D] (A, B, C, D), [A, B, C, D, E] (A, B, C, D, E),
    [T] Vec<T>, [T] VecDeque<T>, [T] LinkedList<T>, [T] [T], [T, const N: usize] [T; N],
    [T] BTreeSet<T>, [T, S] HashSet<T, S>, [K, V] BTreeMap<K, V>, [K, V, S] HashMap<K, V, S>,
}

impl<T: NoParamKey + ?Sized> NoParamKey for Box<T> {}
impl<T: NoResultKey + ?Sized> NoResultKey for Box<T> {}
impl<T: NoParamKey> NoParamKey for Option<T> {}
impl<T: NoResultKey> NoResultKey for Option<T> {}
