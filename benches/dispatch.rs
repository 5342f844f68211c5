//! One call of a tool, from the model's arguments to the text it reads, compared with hand-written `serde_json`.
//!
//! The frameworks of others are measured by the package in `peers/`.
#![allow(clippy::expect_used, missing_docs, reason = "it measures; criterion's macros document nothing")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tokio::runtime::{Builder, Runtime};
use tool_benches::{ADD_ARGUMENTS, SEARCH_ARGUMENTS, add_by_hand, call_to_json, search_by_hand, tool_set};
use tool_core::execution::ToolCallingManager;
use tool_core::{ToolCall, ToolContext, ToolSet};

fn dispatch(criterion: &mut Criterion) {
    let tools = tool_set().expect("the names differ");
    let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
    call(criterion, &runtime, &tools, "add", ADD_ARGUMENTS, add_by_hand);
    call(criterion, &runtime, &tools, "search", SEARCH_ARGUMENTS, search_by_hand);
}

fn call(
    criterion: &mut Criterion,
    runtime: &Runtime,
    tools: &ToolSet,
    name: &str,
    arguments: &str,
    by_hand: fn(&str) -> serde_json::Result<String>,
) {
    let context = ToolContext::new();
    let manager = ToolCallingManager::new();
    let calls = [ToolCall::new("call_1", name, arguments)];
    let expected = by_hand(arguments).expect("the arguments are right");
    assert_eq!(runtime.block_on(call_to_json(tools, name, arguments, &context)), expected);

    let mut group = criterion.benchmark_group(format!("call/{name}"));
    group.bench_function("by hand", |bencher| bencher.iter(|| by_hand(black_box(arguments))));
    group.bench_function("callback", |bencher| {
        bencher.iter(|| runtime.block_on(call_to_json(tools, name, black_box(arguments), &context)));
    });
    group.bench_function("manager", |bencher| {
        bencher.iter(|| runtime.block_on(manager.execute(black_box(&calls), tools, &context)));
    });
}

criterion_group!(benches, dispatch);
criterion_main!(benches);
