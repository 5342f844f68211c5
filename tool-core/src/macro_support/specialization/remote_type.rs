//! Forwards to the serde and schemars derives of a remote type, if they succeeded.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serializer;
use serde::de::{Deserializer, Error as _};

/// The remote copy of a derived type, which describes it.
#[derive(Debug)]
pub struct RemoteType<T>(PhantomData<fn() -> T>);

/// The methods of `JsonSchema`. Without the impl the program does not compile, and the results are empty.
macro_rules! describe_remote_type {
    ($($(#[$doc:meta])* $name:ident($($generator:ident: $of:ty)?) -> $value:ty;)+) => {
        impl<T: JsonSchema> RemoteType<T> {$(
            $(#[$doc])*
            #[must_use]
            pub fn $name($($generator: $of)?) -> $value {
                T::$name($($generator)?)
            }
        )+}

        /// Used for remote types that schemars has refused, so that its error is the only one.
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

/// Used for remote types that serde has refused, so that its error is the only one.
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
