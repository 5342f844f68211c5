//! Beside the road: a panic in somebody's code becomes an error of the one call it belongs to.
//!
//! Needs `panic = "unwind"`, the default: with `"abort"` the program ends.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `function`; its output, or what it said when it panicked.
pub(crate) fn catch<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic leaves half-done belongs to the call, which is over.
    catch_unwind(AssertUnwindSafe(function)).map_err(|panic| words(&*panic))
}

/// What a panic said.
pub(crate) fn words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    format!("panic: {words}")
}
