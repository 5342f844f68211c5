// error at 12:15
// error at 18:17
// error at 24:22

use std::pin::Pin;

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
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
