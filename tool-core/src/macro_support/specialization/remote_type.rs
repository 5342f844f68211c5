//! Whether serde and schemars have accepted what a derive of ours passes on to them.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serializer;
use serde::de::{Deserializer, Error as _};

/// The twin of a derived type, by which the type is described.
#[derive(Debug)]
pub struct RemoteType<T>(PhantomData<fn() -> T>);

/// What schemars may be asked about a type; for a twin without its impls, the program does not compile and the answers
/// are empty.
macro_rules! describe_remote_type {
    ($($(#[$doc:meta])* $name:ident($($generator:ident: $of:ty)?) -> $value:ty;)+) => {
        impl<T: JsonSchema> RemoteType<T> {$(
            $(#[$doc])*
            #[must_use]
            pub fn $name($($generator: $of)?) -> $value {
                T::$name($($generator)?)
            }
        )+}

        /// Found for twins that schemars has refused, so that its own error is the only one.
        pub trait RemoteTypeFallback {$(
            $(#[$doc])*
            #[must_use]
            fn $name($(_: $of)?) -> $value {
                Default::default()
            }
        )+}
    };
}

describe_remote_type! {
    /// Whether the schema stands where the type is used.
    inline_schema() -> bool;
    /// The type's name.
    schema_name() -> Cow<'static, str>;
    /// What no other type has.
    schema_id() -> Cow<'static, str>;
    /// The schema.
    json_schema(generator: &mut SchemaGenerator) -> Schema;
}

impl<T> RemoteTypeFallback for RemoteType<T> {}

/// Found for twins that serde has refused, so that its own error is the only one.
pub trait RemoteDeriveFallback: Sized {
    /// # Errors
    /// Always; the program does not compile.
    fn deserialize<'de, T, D: Deserializer<'de>>(_: D) -> Result<T, D::Error> {
        Err(D::Error::custom("the derive failed"))
    }

    /// # Errors
    /// Always; the program does not compile.
    fn serialize<T, S: Serializer>(_: &T, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("the derive failed"))
    }
}

impl<T> RemoteDeriveFallback for T {}
