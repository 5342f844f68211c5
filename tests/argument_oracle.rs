//! Arguments generated from each tool's schema and then altered, compared with the page of `ArgumentMode`.
//!
//! A case is arguments as they are meant, and a text that means them or something else. What is promised for it is known
//! from how it was made. `ARGUMENT_CASES` is the number of cases of each test, `ARGUMENT_SEED` the first seed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

#[path = "argument_oracle/alter_names.rs"]
mod alter_names;
#[path = "argument_oracle/alter_numbers.rs"]
mod alter_numbers;
#[path = "argument_oracle/alter_text.rs"]
mod alter_text;
#[path = "argument_oracle/alter_values.rs"]
mod alter_values;
#[path = "argument_oracle/answer.rs"]
mod answer;
#[path = "argument_oracle/case.rs"]
mod case;
#[path = "argument_oracle/generate.rs"]
mod generate;
#[path = "argument_oracle/judge.rs"]
mod judge;
#[path = "argument_oracle/random.rs"]
mod random;
#[path = "argument_oracle/tools.rs"]
mod tools;
#[path = "argument_oracle/tree.rs"]
mod tree;
#[path = "argument_oracle/types.rs"]
mod types;
#[path = "argument_oracle/write.rs"]
mod write;

use std::collections::BTreeMap;

use alter_values::Alteration;
use case::{Case, Edit};
use judge::{Judge, Recorder};
use random::Random;
use tool_core::chat::FinishReason;
use tool_core::{ChatClient, ChatResponse, ScriptedChatModel, ToolCall};

/// How many cases a test tries, and the seed of the first.
fn cases(default: u64) -> impl Iterator<Item = u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let first = number("ARGUMENT_SEED").unwrap_or(1);
    first..first + number("ARGUMENT_CASES").unwrap_or(default)
}

fn all_alterations() -> Vec<Alteration> {
    [alter_values::VALUES, alter_names::NAMES, alter_numbers::NUMBERS, alter_text::TEXTS].concat()
}

/// Correct arguments of one of the tools.
fn correct(judge: &Judge, seed: u64) -> (Edit, Random) {
    let mut random = Random::new(seed);
    let definitions = judge.tools.definitions();
    let tool = random.one_of(definitions);
    let (base, random) = generate::arguments(random, tool.name(), tool.input_schema());
    (Edit::new(tool.name(), base), random)
}

/// Arguments with up to `count` alterations.
fn altered(judge: &Judge, seed: u64, count: usize) -> (Case, Random) {
    let (mut edit, mut random) = correct(judge, seed);
    let all = all_alterations();
    let mut names = Vec::new();
    for _ in 0..count * 6 {
        let (name, alter) = *random.one_of(&all);
        if names.len() < count && !names.contains(&name) && alter(&mut random, &mut edit).is_some() {
            names.push(name);
        }
    }
    let case = edit.into_case(names, &mut random);
    (case, random)
}

/// Judges cases, and fails with the first of each kind that breaks a promise.
fn judge_all(seeds: impl Iterator<Item = u64>, make: impl Fn(&Judge, u64) -> Vec<Case>) {
    let judge = Judge::new();
    let mut failures: BTreeMap<String, (usize, String)> = BTreeMap::new();
    tracing::subscriber::with_default(Recorder, || {
        for seed in seeds {
            for case in make(&judge, seed) {
                if let Err(wrong) = judge.check(&case) {
                    let report = format!("seed {seed}, tool `{}`: {}\n  {wrong}", case.tool, case.text);
                    failures.entry(case.altered.join(" + ")).or_insert((0, report)).0 += 1;
                }
            }
        }
    });
    let report: Vec<String> =
        failures.iter().map(|(altered, (count, first))| format!("{count} × {altered}\n  {first}")).collect();
    assert!(failures.is_empty(), "{}", report.join("\n\n"));
}

#[test]
fn correct_arguments_are_read_correctly() {
    judge_all(cases(300), |judge, seed| vec![altered(judge, seed, 0).0]);
}

#[test]
fn arguments_with_one_alteration_are_read_or_refused_as_promised() {
    judge_all(cases(3000), |judge, seed| vec![altered(judge, seed, 1).0]);
}

#[test]
fn arguments_with_two_alterations_are_read_or_refused_as_promised() {
    judge_all(cases(3000), |judge, seed| vec![altered(judge, seed, 2).0]);
}

#[test]
fn a_cut_off_text_is_never_read_as_fewer_values() {
    judge_all(cases(60), |judge, seed| {
        let (mut edit, mut random) = correct(judge, seed);
        _ = random.one_of(alter_text::TEXTS).1(&mut random, &mut edit);
        let whole = edit.into_case(vec!["cut"], &mut random);
        (1..whole.text.len()).filter_map(|end| alter_text::cut(&whole, end)).collect()
    });
}

#[test]
fn any_text_gets_a_response_and_nothing_in_it_is_dropped_without_an_event() {
    let judge = Judge::new();
    tracing::subscriber::with_default(Recorder, || {
        for seed in cases(4000) {
            let (case, mut random) = altered(&judge, seed, 1);
            let text = alter_text::mutated(&case.text, &mut random);

            let answered = judge.both(&case.tool, &text);

            assert!(answered.is_ok(), "seed {seed}, tool `{}`: {text}\n  {}", case.tool, answered.unwrap_err());
        }
    });
}

/// Plays an answer that was cut off, whose last call has these arguments; how often a tool ran.
fn runs_in_a_cut_off_response(runtime: &tokio::runtime::Runtime, case: &Case, arguments: &str) -> u64 {
    let call = ToolCall::new("1", case.tool.clone(), arguments);
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([call.clone()]).with_finish_reason(FinishReason::Length))
        .says("ok");
    let client = ChatClient::builder(model).default_tools(tools::callbacks()).build();
    let before = tools::runs();
    runtime.block_on(client.prompt("?").call()).unwrap();
    tools::runs() - before
}

#[test]
fn a_cut_off_call_runs_only_with_one_complete_object() {
    let judge = Judge::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    for seed in cases(150) {
        let (case, mut random) = altered(&judge, seed, 1);
        let ends: Vec<usize> = (0..=case.text.len()).filter(|end| case.text.is_char_boundary(*end)).collect();
        let text = &case.text[..*random.one_of(&ends)];

        let runs = runs_in_a_cut_off_response(&runtime, &case, text);

        let is_whole =
            text.trim_start().starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        assert!(runs == 0 || is_whole, "seed {seed}, tool `{}` ran with {text}", case.tool);
    }
}
