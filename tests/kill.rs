//! A process is killed in the middle of a tool, and another one resumes the turn it had stored.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use tool_core::chat::Messages;

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn process(folder: &Path, hangs_in: Option<&str>) -> Child {
    Command::new(env!("CARGO_BIN_EXE_killed_process")).arg(folder).args(hangs_in).spawn().unwrap()
}

/// The tools that have run, in all processes.
fn ledger(folder: &Path) -> Vec<String> {
    fs::read_to_string(folder.join("ledger")).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Kills a process in this tool, resumes the turn in another, and returns what ran and the responses.
fn killed_in(tool: &str) -> (Vec<String>, Vec<String>) {
    let folder = folder(tool);
    let mut first = process(&folder, Some(tool));
    let start = Instant::now();
    while ledger(&folder).last().is_none_or(|last| last != tool) {
        assert!(start.elapsed() < Duration::from_secs(60), "`{tool}` does not run");
        thread::sleep(Duration::from_millis(2));
    }
    // On Unix with SIGKILL.
    first.kill().unwrap();
    assert!(!first.wait().unwrap().success());

    assert!(process(&folder, None).wait().unwrap().success());

    let messages: Messages = serde_json::from_slice(&fs::read(folder.join("messages.json")).unwrap()).unwrap();
    assert_eq!(messages.len(), 4, "the user, the calls, their responses, the answer");
    let responses: Vec<_> = messages[2].tool_responses().iter().map(|response| response.text.clone()).collect();
    let ids: Vec<_> = messages[2].tool_responses().iter().map(|response| response.id.as_str()).collect();
    assert_eq!(ids, ["1", "2", "3"]);
    assert_eq!(messages[3].text(), responses.join(" | "));
    (ledger(&folder), responses)
}

#[test]
fn a_tool_that_is_not_idempotent_does_not_run_again_after_a_kill() {
    let (ran, responses) = killed_in("charge");

    assert_eq!(ran, ["price", "charge", "price", "set_address"]);
    let interrupted =
        "tool `charge` was interrupted; it may or may not have completed; check this before you call it again";
    assert_eq!(responses, ["4", interrupted, "sent to Bern"]);
}

#[test]
fn a_tool_that_is_idempotent_runs_again_after_a_kill() {
    let (ran, responses) = killed_in("set_address");

    assert_eq!(ran, ["price", "charge", "set_address", "price", "set_address"]);
    assert_eq!((responses[0].as_str(), responses[2].as_str()), ("4", "sent to Bern"));
}
