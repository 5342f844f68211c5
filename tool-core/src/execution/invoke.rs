//! Runs one tool, with time-out and panic isolation.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use crate::callback::tool_callback::ToolCallback;
use crate::context::tool_context::ToolContext;
use crate::error::catch_panic;
use crate::error::tool_error::{Reason, RuntimeProblem, ToolError};
use crate::execution::runtime;
use crate::output::tool_output::ToolOutput;

/// Runs a tool. A panic or a time-out is an error of this call only.
pub(crate) async fn run(
    callback: &Arc<dyn ToolCallback>,
    arguments: &str,
    context: &ToolContext,
    default_timeout: Option<Duration>,
) -> Result<ToolOutput, ToolError> {
    let tool = callback.definition().name();
    if let Some(problem) = runtime::lack_of(callback.metadata(), default_timeout) {
        return Err(ToolError::new(Reason::Runtime { tool: tool.to_owned(), problem }));
    }
    // `async`, so that a panic while the future is created is caught too.
    let call = pin!(async move {
        if callback.metadata().blocking() {
            call_blocking(callback, arguments, context).await
        } else {
            callback.call(arguments, context).await
        }
    });
    let timeout = callback.metadata().timeout().or(default_timeout);
    match within(catch_panic::catch_async(call), timeout).await {
        Ok(Ok(result)) => result,
        Ok(Err(words)) => Err(panicked(tool, words)),
        Err(Late::Elapsed(timeout)) => Err(ToolError::new(Reason::TimedOut { tool: tool.to_owned(), timeout })),
        Err(Late::Lacks(problem)) => Err(ToolError::new(Reason::Runtime { tool: tool.to_owned(), problem })),
    }
}

/// Runs a tool that blocks its thread on the pool for blocking work.
///
/// A call that is cancelled before it starts does not start. A running one continues, its output is dropped, and it can check
/// `ctx.is_cancelled()`.
async fn call_blocking(
    callback: &Arc<dyn ToolCallback>,
    arguments: &str,
    context: &ToolContext,
) -> Result<ToolOutput, ToolError> {
    let (callback, arguments, context) = (Arc::clone(callback), arguments.to_owned(), context.clone());
    let tool = callback.definition().name().to_owned();
    let runtime = Handle::current();
    let call = spawn_blocking(move || {
        // The call may have been cancelled while the pool was full.
        if context.is_cancelled() {
            let tool = callback.definition().name().to_owned();
            return Err(ToolError::new(Reason::Cancelled { tool }));
        }
        runtime.block_on(async { callback.call(&arguments, &context).await })
    });
    call.await.unwrap_or_else(|error| {
        Err(match error.try_into_panic() {
            Ok(panic) => panicked(&tool, catch_panic::words(panic)),
            // Only a runtime that shuts down cancels blocking work.
            Err(_) => ToolError::new(Reason::Cancelled { tool }),
        })
    })
}

enum Late {
    Elapsed(Duration),
    /// A tool that is declared synchronous waits, and there is no timer.
    Lacks(RuntimeProblem),
}

/// The output of the future, unless it takes longer than `timeout`.
async fn within<F: Future>(future: F, timeout: Option<Duration>) -> Result<F::Output, Late> {
    let mut future = pin!(future);
    let Some(timeout) = timeout else {
        return Ok(future.await);
    };
    // A tool that is ready at once needs no timer.
    if let Poll::Ready(output) = poll_fn(|task| Poll::Ready(future.as_mut().poll(task))).await {
        return Ok(output);
    }
    let bounded = runtime::timeout(timeout, future).map_err(Late::Lacks)?;
    bounded.await.map_err(|_| Late::Elapsed(timeout))
}

/// The model reads only that the tool panicked: the panic message is for the operator.
pub(crate) fn panicked(tool: &str, words: String) -> ToolError {
    ToolError::new(Reason::Panicked { tool: tool.to_owned() }).with_panic(words)
}
