//! Writes an example or default value as JSON, if its type is serializable.

use serde::Serialize;
use serde_json::Value;

/// A value of the user's as JSON, if its type can be written.
#[doc(hidden)]
#[macro_export]
macro_rules! __json_of {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::NotSerialize as _;
        $crate::__private::ExampleValue(&$value).__tool_json()
    }};
}

/// A value that the schema is to show.
#[derive(Debug)]
pub struct ExampleValue<'a, T>(pub &'a T);

impl<T: Serialize> ExampleValue<'_, T> {
    /// The value as JSON.
    #[must_use]
    pub fn __tool_json(self) -> Option<Value> {
        serde_json::to_value(self.0).ok()
    }
}

/// Found for values that cannot be written.
pub trait NotSerialize: Sized {
    /// Nothing: the value is not in the schema.
    #[must_use]
    fn __tool_json(self) -> Option<Value> {
        None
    }
}

impl<T> NotSerialize for ExampleValue<'_, T> {}
