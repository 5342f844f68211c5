//! Every schedule gives the same transcript: batches of calls from a seed, run in many schedules, compared with a simple model.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{sleep, timeout};
use tool_core::callback::{ToolFuture, ToolMetadata};
use tool_core::execution::{ToolCallingManager, TurnMemory};
use tool_core::{
    FunctionToolCallback, ToolCall, ToolCallback, ToolContext, ToolDefinition, ToolError, ToolOutput, ToolSet,
};

const TIMEOUT: Duration = Duration::from_millis(100);

/// What the tools of a batch are like; each is a tool of that name.
const KINDS: [&str; 8] = ["read", "read_serial", "write", "fail", "panic", "hang", "slow", "missing"];

/// `SplitMix64` (Steele, Lea, Flood 2014): a seed always gives the same batch.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % below
    }

    fn batch(&mut self) -> Vec<ToolCall> {
        let call = |index: u64, random: &mut Self| {
            let kind = KINDS[usize::try_from(random.next(8)).unwrap()];
            let delay = random.next(90);
            ToolCall::new(format!("call {index}"), kind, format!(r#"{{"index":{index},"delay":{delay}}}"#))
        };
        (0..=self.next(10)).map(|index| call(index, self)).collect()
    }
}

/// What ran, kept outside the manager.
#[derive(Default)]
struct Ledger {
    begun: BTreeMap<String, usize>,
    running: BTreeMap<String, String>,
    faults: Vec<String>,
}

impl Ledger {
    fn begin(&mut self, id: &str, kind: &str) {
        *self.begun.entry(id.to_owned()).or_default() += 1;
        let alone = |kind: &str| matches!(kind, "read_serial" | "write");
        for (other, other_kind) in &self.running {
            if alone(kind) || alone(other_kind) {
                self.faults.push(format!("{id} ({kind}) ran beside {other} ({other_kind})"));
            }
        }
        self.running.insert(id.to_owned(), kind.to_owned());
    }
}

/// Takes a call out of those that run, however it ends.
struct Running {
    id: String,
    ledger: Arc<Mutex<Ledger>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ledger.lock().unwrap().running.remove(&self.id);
    }
}

struct KindOfTool {
    definition: ToolDefinition,
    metadata: ToolMetadata,
    ledger: Arc<Mutex<Ledger>>,
}

impl ToolCallback for KindOfTool {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.metadata
    }

    fn call<'a>(&'a self, arguments: &'a str, _context: &'a ToolContext) -> ToolFuture<'a> {
        ToolFuture::new(async move {
            let arguments: serde_json::Value = serde_json::from_str(arguments).unwrap();
            let id = format!("call {}", arguments["index"]);
            let kind = self.definition.name();
            self.ledger.lock().unwrap().begin(&id, kind);
            let _running = Running { id, ledger: Arc::clone(&self.ledger) };
            sleep(Duration::from_millis(arguments["delay"].as_u64().unwrap())).await;
            match kind {
                "fail" => Err(ToolError::execution(format!("no {}", arguments["index"]))),
                "panic" => panic!("on purpose"),
                "hang" => pending().await,
                "slow" => {
                    sleep(TIMEOUT + Duration::from_millis(1)).await;
                    Ok(ToolOutput::text("too late"))
                }
                _ => Ok(ToolOutput::text(format!("{kind} {}", arguments["index"]))),
            }
        })
    }
}

fn tools(ledger: &Arc<Mutex<Ledger>>) -> ToolSet {
    let tool = |kind: &&'static str| -> Arc<dyn ToolCallback> {
        let metadata = ToolMetadata::new().with_read_only(*kind != "write").with_serial(*kind == "read_serial");
        Arc::new(KindOfTool {
            definition: ToolDefinition::new(*kind, "", serde_json::json!({})).unwrap(),
            metadata: metadata.with_timeout(TIMEOUT),
            ledger: Arc::clone(ledger),
        })
    };
    let tools: Vec<_> = KINDS.iter().filter(|kind| **kind != "missing").map(tool).collect();
    ToolSet::build(&tools).unwrap()
}

/// The expected response of a call, from its kind alone.
fn expected(call: &ToolCall) -> String {
    let index = call.id.trim_start_matches("call ");
    match call.name.as_str() {
        "fail" => format!("tool `fail` failed: no {index}"),
        "panic" => "tool `panic` panicked".to_owned(),
        kind @ ("hang" | "slow") => format!("tool `{kind}` did not answer within 100ms"),
        "missing" => {
            "no tool is named `missing`; known tools: `fail`, `hang`, `panic`, `read`, `read_serial`, `slow`, `write`"
                .to_owned()
        }
        kind => format!("{kind} {index}"),
    }
}

fn quiet_panics() {
    // These panics are on purpose, thousands of times.
    std::panic::set_hook(Box::new(|panic| {
        if panic.payload().downcast_ref::<&str>() != Some(&"on purpose") {
            eprintln!("{panic}");
        }
    }));
}

#[tokio::test(start_paused = true)]
async fn every_schedule_gives_the_transcript_of_the_ledger() {
    quiet_panics();
    let mut runs = 0;
    for seed in 0..1000 {
        let batch = Random(seed).batch();
        let texts: Vec<_> = batch.iter().map(|call| (call.id.clone(), expected(call))).collect();
        for max_concurrent in [1, 2, 8] {
            let ledger = Arc::default();
            let manager = ToolCallingManager::new().with_max_concurrent(max_concurrent);

            let result = manager.execute(&batch, &tools(&ledger), &ToolContext::new()).await;

            let read: Vec<_> = result.responses().iter().map(|r| (r.id.clone(), r.text.clone())).collect();
            assert_eq!(read, texts, "seed {seed}, {max_concurrent} together");
            let ledger = ledger.lock().unwrap();
            assert_eq!(ledger.faults, Vec::<String>::new(), "seed {seed}, {max_concurrent} together");
            assert!(ledger.running.is_empty() && ledger.begun.values().all(|times| *times == 1), "seed {seed}");
            let known = batch.iter().filter(|call| call.name != "missing").count();
            assert_eq!(ledger.begun.len(), known, "seed {seed}, {max_concurrent} together");
            runs += 1;
        }
    }
    assert_eq!(runs, 3000);
}

/// A read-only cached tool whose first runs fail, for each arguments as often as they say; and how often each was run.
fn cached(runs: &Arc<Mutex<BTreeMap<String, usize>>>) -> ToolSet {
    let runs = Arc::clone(runs);
    let metadata = ToolMetadata::new().with_read_only(true).with_cache(true).with_timeout(TIMEOUT);
    let tool = FunctionToolCallback::builder("cached", move |arguments: serde_json::Value| {
        let runs = Arc::clone(&runs);
        async move {
            let run = {
                let mut runs = runs.lock().unwrap();
                let count = runs.entry(arguments["key"].to_string()).or_insert(0);
                *count += 1;
                *count
            };
            sleep(Duration::from_millis(arguments["key"].as_u64().unwrap() * 7 % 60)).await;
            match arguments["failures"].as_u64().unwrap() {
                failures if run as u64 > failures => Ok(format!("run {run} of {}", arguments["key"])),
                _ if run % 3 == 0 => panic!("on purpose"),
                _ if run % 3 == 2 => pending().await,
                _ => Err(format!("run {run}")),
            }
        }
    });
    let schema = serde_json::json!({ "properties": { "key": {}, "failures": {} } });
    ToolSet::build(&tool.input_schema(schema).metadata(metadata).description("Does it.").build().unwrap()).unwrap()
}

/// Calls of a few equal kinds, with blanks that make no difference.
fn equal_calls(random: &mut Random) -> Vec<ToolCall> {
    let call = |index: u64, random: &mut Random| {
        let key = random.next(3);
        let blanks = " ".repeat(usize::try_from(random.next(3)).unwrap());
        ToolCall::new(index.to_string(), "cached", format!(r#"{{"failures":{key},{blanks}"key":{key}}}"#))
    };
    (0..=random.next(10)).map(|index| call(index, random)).collect()
}

#[tokio::test(start_paused = true)]
async fn equal_calls_of_a_cached_tool_run_once_and_give_one_transcript_in_every_schedule() {
    quiet_panics();
    for seed in 0..300 {
        let calls = equal_calls(&mut Random(seed));
        let run = async |max_concurrent| {
            let runs = Arc::default();
            let manager = ToolCallingManager::new().with_max_concurrent(max_concurrent);
            let result = manager.execute(&calls, &cached(&runs), &ToolContext::new()).await;
            let texts: Vec<_> = result.responses().iter().map(|r| (r.id.clone(), r.text.clone())).collect();
            (texts, runs.lock().unwrap().clone())
        };

        let one_by_one = run(1).await;

        for max_concurrent in [2, 3, 8] {
            assert_eq!(run(max_concurrent).await, one_by_one, "seed {seed}, {max_concurrent} together");
        }
        // As often as it fails, and once more.
        let at_most = |key: &str| key.parse::<usize>().unwrap() + 1;
        assert!(one_by_one.1.iter().all(|(key, count)| *count <= at_most(key)), "seed {seed}: {:?}", one_by_one.1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_cached_call_leaves_no_call_waiting() {
    quiet_panics();
    for seed in 0..300 {
        let mut random = Random(seed);
        let calls = equal_calls(&mut random);
        let patience = Duration::from_millis(random.next(120));
        let (runs, memory) = (Arc::default(), TurnMemory::default());
        let (tools, manager, context) = (cached(&runs), ToolCallingManager::new(), ToolContext::new());

        let dropped = timeout(patience, manager.execute_in_turn(&calls, &tools, &context, &memory)).await;
        let again = timeout(Duration::from_secs(60), manager.execute_in_turn(&calls, &tools, &context, &memory)).await;

        assert_eq!(again.unwrap().responses().len(), calls.len(), "seed {seed}, dropped: {}", dropped.is_err());
    }
}

#[tokio::test(start_paused = true)]
async fn equal_calls_of_two_concurrent_responses_of_one_turn_run_once() {
    let (runs, memory) = (Arc::default(), TurnMemory::default());
    let (tools, manager, context) = (cached(&runs), ToolCallingManager::new(), ToolContext::new());
    let calls = [ToolCall::new("1", "cached", r#"{"failures":0,"key":5}"#)];

    let (one, other) = tokio::join!(
        manager.execute_in_turn(&calls, &tools, &context, &memory),
        manager.execute_in_turn(&calls, &tools, &context, &memory),
    );

    assert_eq!(one.responses(), other.responses());
    assert_eq!(runs.lock().unwrap().get("5"), Some(&1));
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_is_dropped_at_any_moment_leaves_nothing_running() {
    quiet_panics();
    for seed in 0..2000 {
        let mut random = Random(seed);
        let batch = random.batch();
        let patience = Duration::from_millis(random.next(300));
        let ledger: Arc<Mutex<Ledger>> = Arc::default();

        let tools = tools(&ledger);
        let _ = timeout(patience, ToolCallingManager::new().execute(&batch, &tools, &ToolContext::new())).await;

        let begun = ledger.lock().unwrap().begun.len();
        sleep(Duration::from_secs(1)).await;
        let ledger = ledger.lock().unwrap();
        assert!(ledger.running.is_empty(), "seed {seed}");
        assert_eq!(ledger.begun.len(), begun, "seed {seed}: a call began after the batch was dropped");
        assert_eq!(ledger.faults, Vec::<String>::new(), "seed {seed}");
    }
}
