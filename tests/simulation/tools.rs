//! The tools of the simulation, and the ledger in which they write what they do.

use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use tokio::task::yield_now;
use tokio::time::sleep;
use tool_core::callback::ToolCallback;
use tool_core::context::Progress;
use tool_core::provider::ToolCallbackProvider;
use tool_core::{ToolContext, ToolError, ToolSet, tool, tools};

/// Each run of a tool: its name and the number of its call. It is kept outside of the framework.
#[derive(Clone, Default)]
pub(crate) struct Ledger(Arc<Mutex<Vec<(&'static str, u64)>>>);

impl Ledger {
    fn enter(&self, tool: &'static str, n: u64) {
        self.0.lock().unwrap().push((tool, n));
    }

    pub(crate) fn runs(&self) -> Vec<(&'static str, u64)> {
        self.0.lock().unwrap().clone()
    }
}

/// Looks something up.
#[tool(register = false, read_only)]
async fn look(n: u64, #[tool_param(context)] ledger: &Ledger) -> String {
    ledger.enter("look", n);
    for _ in 0..n % 3 {
        yield_now().await;
    }
    format!("looked {n}")
}

/// Writes at once.
#[tool(register = false)]
fn write(n: u64, #[tool_param(context)] ledger: &Ledger) -> String {
    ledger.enter("write", n);
    format!("wrote {n}")
}

/// Writes slowly.
#[tool(register = false)]
async fn write_slowly(n: u64, #[tool_param(context)] ledger: &Ledger) -> String {
    ledger.enter("write_slowly", n);
    sleep(Duration::from_millis(n % 7)).await;
    format!("wrote {n} slowly")
}

/// Sets a value: to set it again changes nothing.
#[tool(register = false, idempotent)]
async fn set(n: u64, #[tool_param(context)] ledger: &Ledger) -> String {
    ledger.enter("set", n);
    yield_now().await;
    format!("set {n}")
}

/// Fails.
#[tool(register = false)]
fn fail(n: u64, #[tool_param(context)] ledger: &Ledger) -> Result<String, String> {
    ledger.enter("fail", n);
    Err(format!("no {n}"))
}

/// Panics.
#[tool(register = false)]
fn panic(n: u64, #[tool_param(context)] ledger: &Ledger) -> u64 {
    ledger.enter("panic", n);
    panic!("on purpose {n}")
}

/// Never returns.
#[tool(register = false, read_only, timeout = "50ms")]
async fn hang(n: u64, #[tool_param(context)] ledger: &Ledger) -> u64 {
    ledger.enter("hang", n);
    std::future::pending().await
}

/// Needs approval.
#[tool(register = false, approval)]
fn pay(n: u64, #[tool_param(context)] ledger: &Ledger) -> String {
    ledger.enter("pay", n);
    format!("paid {n}")
}

/// Reports its progress.
#[tool(register = false, read_only)]
async fn report(n: u64, #[tool_param(context)] ledger: &Ledger, ctx: &ToolContext) -> String {
    ledger.enter("report", n);
    for done in 1..=4 {
        ctx.progress(&Progress::new(f64::from(done)).of(4.0));
        yield_now().await;
    }
    format!("reported {n}")
}

/// Asks to be called again.
#[tool(register = false)]
fn retry(n: u64, #[tool_param(context)] ledger: &Ledger) -> Result<u64, ToolError> {
    ledger.enter("retry", n);
    Err(ToolError::retry(format!("not yet {n}")))
}

/// Remembers what it returned.
#[tool(register = false, cache, read_only)]
async fn remember(n: u64, #[tool_param(context)] ledger: &Ledger) -> String {
    ledger.enter("remember", n);
    yield_now().await;
    format!("remembered {n}")
}

/// Answers the user.
#[tool(register = false, return_direct)]
fn direct(n: u64, #[tool_param(context)] ledger: &Ledger) -> u64 {
    ledger.enter("direct", n);
    n
}

/// Tools that a model may call several times with the same arguments, and each time something happens.
pub(crate) const NAMES: [&str; 12] =
    ["look", "write", "write_slowly", "set", "fail", "panic", "hang", "pay", "report", "retry", "remember", "direct"];

/// Tools that a resumed turn may run again.
pub(crate) fn may_run_twice(tool: &str) -> bool {
    tool == "set" || is_read_only(tool)
}

fn is_read_only(tool: &str) -> bool {
    ["look", "hang", "report", "remember"].contains(&tool)
}

/// Tools whose calls run alone and in their order. A call that waits for approval runs after the others of its response.
pub(crate) fn is_in_order(tool: &str) -> bool {
    tool != "pay" && !is_read_only(tool)
}

/// The tools, whose schemas are made once.
pub(crate) fn all() -> Vec<Arc<dyn ToolCallback>> {
    static ALL: LazyLock<Vec<Arc<dyn ToolCallback>>> = LazyLock::new(|| {
        let all = tools![look, write, write_slowly, set, fail, panic, hang, pay, report, retry, remember, direct];
        all.tool_callbacks().unwrap()
    });
    ALL.clone()
}

pub(crate) fn tool_set() -> ToolSet {
    ToolSet::build(&all()).unwrap()
}

pub(crate) fn context(ledger: &Ledger) -> ToolContext {
    ToolContext::new().with(ledger.clone())
}
