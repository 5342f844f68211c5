//! Our times, compared with the goals.

use std::hint::black_box;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tool_benches::{
    ADD_ARGUMENTS, BOOKING_ARGUMENTS, Booking, Contest, Cost, Goal, Line, Measured, Query, SEARCH_ARGUMENTS, Shape,
    Subject, add_by_hand, call_to_json, configuration, csv_texts_agree, foreign_take, orders, passengers, print_lines,
    read_by_hand, search_by_hand, tool_set, toon_texts_agree, visits, xml_texts_agree, yaml_texts_agree,
};
use tool_core::context::ArgumentMode;
use tool_core::execution::ToolCallingManager;
use tool_core::{ToolCall, ToolContext, ToolDefinition, ToolSet};
use tool_formats::toon::EncodeOptions;
use tool_formats::{Format, to_string, toon};

const ROUNDS: u32 = 40;

pub(crate) fn print() {
    let titanic = Subject::new("Titanic, 891 rows", Shape::Table, passengers());
    let visits = Subject::new("10,000 flat rows", Shape::Table, visits(10_000));
    let orders = Subject::new("2,000 nested orders", Shape::Nested, orders(2000));
    let configuration = Subject::new("deep configuration", Shape::Nested, configuration());

    let mut lines = calls();
    lines.extend(readings());
    lines.extend(formats(&titanic));
    lines.extend(formats(&visits));
    lines.extend(formats(&orders));
    lines.extend(formats(&configuration));
    lines.extend(tables(titanic.name, &titanic.typed));
    lines.extend(tables(visits.name, &visits.typed));
    print_lines(lines);
}

/// One line, from a contest of our code and another, in this order.
fn line(goal: Goal, data: &'static str, costs: &[Cost]) -> Option<Line> {
    let [ours, other] = costs else { return None };
    Some(Line { goal, data, ours: ours.clone(), other: other.clone() })
}

fn calls() -> Vec<Line> {
    let tools = tool_set().expect("the names differ");
    let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
    let context = ToolContext::new();

    let add = |arguments: &str| add_by_hand(arguments).expect("the arguments are right");
    let search = |arguments: &str| search_by_hand(arguments).expect("the arguments are right");
    let by_name = |name: &'static str, arguments| called(&runtime, &tools, &context, name, arguments);
    let managed = |name: &'static str, arguments| managed(&runtime, &tools, &context, name, arguments);
    [
        contest(Goal::SmallCall, "2 arguments", by_name("add", ADD_ARGUMENTS), || add(black_box(ADD_ARGUMENTS))),
        contest(Goal::RowsCall, "12 arguments", by_name("search", SEARCH_ARGUMENTS), || {
            search(black_box(SEARCH_ARGUMENTS))
        }),
        contest(Goal::ManagedCall, "2 arguments", managed("add", ADD_ARGUMENTS), || add(black_box(ADD_ARGUMENTS))),
        contest(Goal::ManagedCall, "12 arguments, 100 rows", managed("search", SEARCH_ARGUMENTS), || {
            search(black_box(SEARCH_ARGUMENTS))
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Reads the arguments of a search strictly, and writes one of them.
fn strict<'a>(definition: &'a dyn Fn() -> &'a ToolDefinition) -> impl FnMut(u32) + 'a {
    move |times| {
        for _ in 0..times {
            let read = definition().read_arguments::<Query>(black_box(SEARCH_ARGUMENTS), ArgumentMode::Strict);
            black_box(serde_json::to_string(&read.expect("they are right").params.seed).expect("it can be written"));
        }
    }
}

/// Calls whose cost is the reading of arguments.
fn readings() -> Vec<Line> {
    #[derive(Deserialize)]
    struct Booked {
        booking: Booking,
    }
    #[derive(Deserialize)]
    struct Text {
        text: String,
    }

    let tools = tool_set().expect("the names differ");
    let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
    let context = ToolContext::new();

    let fenced = format!("```json\n{SEARCH_ARGUMENTS}\n```");
    let single = SEARCH_ARGUMENTS.replace('"', "'");
    let comma = SEARCH_ARGUMENTS.replace('}', ",}");
    let strings = SEARCH_ARGUMENTS.replace("100", "\"100\"").replace("42", "\"42\"");
    let large = format!(r#"{{"text":"{}"}}"#, "a text of many words. ".repeat(50_000));

    let take = || read_by_hand(black_box(SEARCH_ARGUMENTS), |query: &Query| query.seed).expect("they are right");
    let nights = |booked: &Booked| u64::from(booked.booking.stay.nights);
    let book = || read_by_hand(black_box(BOOKING_ARGUMENTS), nights).expect("they are right");
    let length = |text: &Text| text.text.len() as u64;
    let measure = || read_by_hand(black_box(&large), length).expect("they are right");
    let by_name = |name: &'static str, arguments| called(&runtime, &tools, &context, name, arguments);
    let foreign = foreign_take().expect("the schema is right");
    let of_take = || tools.get(black_box("take")).expect("it is in the set").definition();
    let of_foreign = || black_box(&foreign);
    [
        contest(Goal::NestedRead, "20 fields", by_name("book", BOOKING_ARGUMENTS), book),
        contest(Goal::StrictRead, "12 arguments", strict(&of_take), take),
        contest(Goal::ForeignRead, "12 arguments", strict(&of_foreign), take),
        contest(Goal::FlattenedRead, "12 arguments", by_name("take_flat", SEARCH_ARGUMENTS), take),
        contest(Goal::RepairedRead, "a code fence", by_name("take", fenced.as_str()), take),
        contest(Goal::RepairedRead, "single quotes", by_name("take", single.as_str()), take),
        contest(Goal::RepairedRead, "a comma too many", by_name("take", comma.as_str()), take),
        contest(Goal::RepairedRead, "numbers in strings", by_name("take", strings.as_str()), take),
        contest(Goal::LargeRead, "1.1 MB", managed(&runtime, &tools, &context, "measure", &large), measure),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn contest(goal: Goal, data: &'static str, ours: impl FnMut(u32), by_hand: impl FnMut() -> String) -> Option<Line> {
    line(goal, data, &Contest::new().batch("ours", ours).entry("by hand", by_hand).run(4 * ROUNDS))
}

fn called<'a>(
    runtime: &'a Runtime,
    tools: &'a ToolSet,
    context: &'a ToolContext,
    name: &'static str,
    arguments: &'a str,
) -> impl FnMut(u32) + 'a {
    move |times| {
        runtime.block_on(async {
            for _ in 0..times {
                black_box(call_to_json(tools, black_box(name), black_box(arguments), context).await);
            }
        });
    }
}

fn managed<'a>(
    runtime: &'a Runtime,
    tools: &'a ToolSet,
    context: &'a ToolContext,
    name: &'static str,
    arguments: &'a str,
) -> impl FnMut(u32) + 'a {
    let manager = ToolCallingManager::new();
    let calls = [ToolCall::new("call_1", name, arguments)];
    move |times| {
        runtime.block_on(async {
            for _ in 0..times {
                black_box(manager.execute(black_box(&calls), tools, context).await);
            }
        });
    }
}

fn formats<T: Measured>(subject: &Subject<T>) -> Vec<Line> {
    toon_texts_agree(subject);
    yaml_texts_agree(subject);
    xml_texts_agree(subject);
    let Subject { name, shape, typed, value, json, toon } = subject;

    let against_write = |goal, ours: fn(&T) -> String| {
        let contest = Contest::new().entry("ours", || ours(typed)).entry("serde_json", || write_json(typed));
        line(goal, name, &contest.run(ROUNDS))
    };
    let from_value = Contest::new()
        .entry("ours", || toon::to_string(value).expect("it can be written"))
        .entry("serde_json", || write_json(value));
    let from_json = Contest::new()
        .entry("ours", || toon::convert_json(json, &EncodeOptions::default()).expect("it is JSON"))
        .entry("etoon 0.8", || _etoon::toon::encode(json.as_bytes()).expect("it is JSON"));
    let to_typed = Contest::new()
        .entry("ours", || toon::from_str::<T>(toon).expect("it is TOON"))
        .entry("serde_json", || serde_json::from_str::<T>(json).expect("it is JSON"));
    let to_value = Contest::new()
        .entry("ours", || toon::from_str::<Value>(toon).expect("it is TOON"))
        .entry("serde_json", || serde_json::from_str::<Value>(json).expect("it is JSON"));
    let value_goal = if *shape == Shape::Table { Goal::ToonFromTable } else { Goal::ToonFromNested };
    [
        against_write(Goal::ToonFromTyped, |typed| toon::to_string(typed).expect("it can be written")),
        line(value_goal, name, &from_value.run(ROUNDS)),
        line(Goal::ToonFromJson, name, &from_json.run(ROUNDS)),
        line(Goal::TypedFromToon, name, &to_typed.run(ROUNDS)),
        line(Goal::ValueFromToon, name, &to_value.run(ROUNDS)),
        against_write(Goal::YamlFromTyped, |typed| to_string(typed, Format::Yaml).expect("it can be written")),
        against_write(Goal::XmlFromTyped, |typed| to_string(typed, Format::Xml).expect("it can be written")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn tables<R: Serialize>(name: &'static str, rows: &Vec<R>) -> Option<Line> {
    csv_texts_agree(name, rows);
    let contest = Contest::new()
        .entry("ours", || to_string(rows, Format::Csv).expect("it is a table"))
        .entry("serde_json", || write_json(rows));
    line(Goal::CsvFromTyped, name, &contest.run(ROUNDS))
}

fn write_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it can be written")
}
