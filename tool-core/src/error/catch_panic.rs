//! A panic in somebody's code becomes an error of the one call it belongs to.
//!
//! Needs `panic = "unwind"`, the default: with `"abort"` the program ends.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Runs `function`; its output, or what it said when it panicked.
pub(crate) fn catch<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic leaves half-done belongs to the call, which is over.
    catch_unwind(AssertUnwindSafe(function)).map_err(words)
}

/// The output of `future`, or what it said when it panicked.
pub(crate) async fn catch_async<T>(future: impl Future<Output = T>) -> Result<T, String> {
    let mut future = pin!(future);
    poll_fn(|task| match catch(|| future.as_mut().poll(task)) {
        Ok(poll) => poll.map(Ok),
        // The future is not polled again.
        Err(words) => Poll::Ready(Err(words)),
    })
    .await
}

/// What a panic said. Its payload ends here, in a net of its own: it may panic when it is dropped.
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
