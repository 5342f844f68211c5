//! Catches panics, so that a panic in a tool is the error of that call.
//!
//! Needs `panic = "unwind"`, the default: with `"abort"` the program ends.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Runs `function`; its output, or the message of its panic.
pub(crate) fn catch<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic leaves half-done belongs to the call, which is over.
    catch_unwind(AssertUnwindSafe(function)).map_err(words)
}

/// The output of `future`, or the message of its panic.
pub(crate) async fn catch_async<T>(future: impl Future<Output = T>) -> Result<T, String> {
    let mut future = pin!(future);
    poll_fn(|task| match catch(|| future.as_mut().poll(task)) {
        Ok(poll) => poll.map(Ok),
        // The future is not polled again.
        Err(words) => Poll::Ready(Err(words)),
    })
    .await
}

/// The message of a panic. Drops the payload with `catch_unwind`, since the drop may panic.
pub(crate) fn words(panic: Box<dyn Any + Send>) -> String {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    let words = format!("panic: {words}");
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        // It may be of the same kind, and so on without end.
        std::mem::forget(another);
    }
    words
}
