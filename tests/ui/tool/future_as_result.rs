// error at 11:15
// error at 17:17
// error at 23:22

use std::pin::Pin;

use tool_core::callback::BoxFuture;
use tool_core::tool;

/// Gives one in a box.
#[tool]
fn boxed() -> Pin<Box<dyn Future<Output = u8> + Send>> {
    Box::pin(async { 1 })
}

/// Gives one without a name.
#[tool]
fn unnamed() -> impl Future<Output = u8> {
    async { 1 }
}

/// Gives one of this crate's.
#[tool]
fn named() -> Result<BoxFuture<'static, u8>, String> {
    Ok(Box::pin(async { 1 }))
}

fn main() {}
