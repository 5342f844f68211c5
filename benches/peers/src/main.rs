//! A call's cost in `tool-core` and in the frameworks of others, against hand-written `serde_json`, as markdown.
//!
//! Each gets the arguments as the text a model sends, and ends with the text a model reads. All run in turns in one process.

mod llm_tool_peer;
mod rig_peer;
mod rmcp_peer;
mod tools_rs_peer;

use std::hint::black_box;

use tokio::runtime::{Builder, Runtime};
use tool_benches::{
    ADD_ARGUMENTS, Contest, Found, Query, SEARCH_ARGUMENTS, add_by_hand, call_to_json, find, search_by_hand, tool_set,
};
use tool_core::execution::ToolCallingManager;
use tool_core::{ToolCall, ToolContext, ToolSet};

const ROUNDS: u32 = 60;

fn main() {
    let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
    let peers = Peers {
        tools: tool_set().expect("the names differ"),
        llm_tool: llm_tool_peer::Peer::new(),
        rig: rig_peer::Peer::new(),
        rmcp: runtime.block_on(async { rmcp_peer::Peer::new() }),
        tools_rs: tools_rs_peer::Peer::new(),
    };
    println!("| call | by hand, ns | tool-core | through its manager | llm-tool | rig-core | rmcp | tools-rs |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    peers.measure(&runtime, "add", ADD_ARGUMENTS, add_by_hand);
    peers.measure(&runtime, "search", SEARCH_ARGUMENTS, search_by_hand);
}

struct Peers {
    tools: ToolSet,
    llm_tool: llm_tool_peer::Peer,
    rig: rig_peer::Peer,
    rmcp: rmcp_peer::Peer,
    tools_rs: tools_rs_peer::Peer,
}

/// Runs an async call again and again within one `block_on`.
macro_rules! repeat {
    ($runtime:ident, $call:expr) => {
        move |times| {
            $runtime.block_on(async {
                for _ in 0..times {
                    black_box($call.await);
                }
            })
        }
    };
}

impl Peers {
    fn measure(
        &self,
        runtime: &Runtime,
        name: &'static str,
        arguments: &'static str,
        by_hand: fn(&str) -> serde_json::Result<String>,
    ) {
        let context = &ToolContext::new();
        let manager = &ToolCallingManager::new();
        let calls = &[ToolCall::new("call_1", name, arguments)];
        self.agree(runtime, name, arguments, &by_hand(arguments).expect("the arguments are right"));

        let costs = Contest::new()
            .entry("by hand", || by_hand(black_box(arguments)))
            .batch("tool-core", repeat!(runtime, call_to_json(&self.tools, name, black_box(arguments), context)))
            .batch("manager", repeat!(runtime, manager.execute(black_box(calls), &self.tools, context)))
            .batch("llm-tool", repeat!(runtime, self.llm_tool.call(name, black_box(arguments))))
            .batch("rig-core", repeat!(runtime, self.rig.call(name, black_box(arguments))))
            .batch("rmcp", repeat!(runtime, self.rmcp.call(name, black_box(arguments))))
            .batch("tools-rs", repeat!(runtime, self.tools_rs.call(name, black_box(arguments))))
            .run(ROUNDS);
        let nanos = costs.first().map_or(f64::NAN, |cost| cost.nanos);
        let ratios: Vec<String> = costs.iter().skip(1).map(|cost| format!("{:.2}", cost.nanos / nanos)).collect();
        println!("| `{name}` | {nanos:.0} | {} |", ratios.join(" | "));
    }

    /// All give the text that a program without a framework gives; by value, since some sort the keys.
    fn agree(&self, runtime: &Runtime, name: &'static str, arguments: &'static str, by_hand: &str) {
        let context = ToolContext::new();
        let expected: serde_json::Value = serde_json::from_str(by_hand).expect("it is JSON");
        let texts = runtime.block_on(async {
            [
                ("tool-core", call_to_json(&self.tools, name, arguments, &context).await),
                ("llm-tool", self.llm_tool.call(name, arguments).await),
                ("rig-core", self.rig.call(name, arguments).await),
                ("rmcp", self.rmcp.call(name, arguments).await),
                ("tools-rs", self.tools_rs.call(name, arguments).await),
            ]
        });
        for (peer, text) in texts {
            let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
            assert!(value == expected, "{peer} answers `{name}` with {text}");
        }
    }
}

/// The rows of a search, from its twelve arguments.
#[allow(clippy::too_many_arguments, reason = "the point of it")]
fn rows(
    text: String,
    limit: u32,
    offset: u32,
    minimum: f64,
    maximum: f64,
    exact: bool,
    language: String,
    tags: Vec<String>,
    region: Option<String>,
    sort: String,
    descending: bool,
    seed: u64,
) -> Vec<Found> {
    find(&Query { text, limit, offset, minimum, maximum, exact, language, tags, region, sort, descending, seed })
}
