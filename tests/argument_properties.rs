//! Reads arguments from random texts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

#[path = "arguments/table.rs"]
mod table;
#[path = "arguments/tools.rs"]
mod tools;

use proptest::prelude::*;
use serde_json::{Map, Value};
use table::{ROWS, Row};
use tool_core::ToolSet;
use tool_core::context::ArgumentMode;

/// The choices of a test case, in order; when they are used up, the first option is chosen.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn one_of(&mut self, count: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % count
    }

    fn maybe(&mut self) -> bool {
        self.one_of(3) == 1
    }
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..120)
}

/// A call that strict mode accepts, of a tool with exact types; `Value` cannot hold 128 bits.
fn good_call() -> impl Strategy<Value = &'static Row> {
    let is_accepted = |row: &Row| row.strict.is_ok() && row.lenient == row.strict;
    let is_good = |row: &&Row| is_accepted(row) && row.tool != "anything" && !row.arguments.contains("huge");
    let good: Vec<&Row> = ROWS.iter().filter(is_good).collect();
    proptest::sample::select(good)
}

fn any_call() -> impl Strategy<Value = &'static Row> {
    proptest::sample::select(ROWS.iter().collect::<Vec<_>>())
}

/// Text made of the tokens of JSON, and of tokens that are almost JSON.
fn almost_json() -> impl Strategy<Value = String> {
    let parts = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "'",
        "“",
        "”",
        "‘",
        "\\",
        "\\u",
        "\\ud83d",
        "\n",
        " ",
        "\u{a0}",
        "0",
        "-1",
        "1e9",
        ".5",
        "true",
        "True",
        "None",
        "null",
        "a",
        "city",
        "nights",
        "\"city\":\"x\"",
        "\"nights\":2",
        "<think>",
        "</think>",
        "```",
        "```json",
        "é",
        "\u{0}",
        "{}",
        "{\"a\":1}",
    ];
    proptest::collection::vec(proptest::sample::select(parts.to_vec()), 0..40).prop_map(|parts| parts.concat())
}

/// The text with some characters gone, doubled, moved or replaced.
fn mutated(text: &str, mut choices: Choices<'_>) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=choices.one_of(6) {
        if characters.is_empty() {
            break;
        }
        let at = (choices.one_of(256) * 256 + choices.one_of(256)) % characters.len();
        match choices.one_of(5) {
            0 => _ = characters.remove(at),
            1 => characters.insert(at, characters[at]),
            2 => characters.truncate(at),
            3 => characters[at] = ['"', '{', '}', ',', '\\', '9', '\u{2028}', '\''][choices.one_of(8)],
            _ => characters.swap(0, at),
        }
    }
    characters.into_iter().collect()
}

/// The value as a model may give it: other types, from which only one value can be meant.
fn disguised(value: &Value, choices: &mut Choices<'_>) -> Value {
    match value {
        Value::Number(number) if choices.maybe() => Value::String(format!(" {number}")),
        Value::Bool(flag) if choices.maybe() => Value::String(if *flag { "True" } else { "FALSE" }.to_owned()),
        Value::Array(items) => {
            in_string(items.iter().map(|item| disguised(item, choices)).collect::<Vec<_>>().into(), choices)
        }
        Value::Object(members) => {
            let disguise = |(name, value): (&String, &Value)| (name.clone(), disguised(value, choices));
            let members: Map<String, Value> = members.iter().map(disguise).collect();
            in_string(members.into(), choices)
        }
        _ => value.clone(),
    }
}

fn in_string(value: Value, choices: &mut Choices<'_>) -> Value {
    if choices.maybe() { Value::String(sloppy(&value, choices)) } else { value }
}

/// The arguments as they were meant.
fn meant(row: &Row) -> Map<String, Value> {
    serde_json::from_str::<Option<_>>(if row.arguments.trim().is_empty() { "null" } else { row.arguments })
        .unwrap()
        .unwrap_or_default()
}

/// The arguments as an object of disguised values.
fn disguised_arguments(row: &Row, choices: &mut Choices<'_>) -> Value {
    meant(row).into_iter().map(|(name, value)| (name, disguised(&value, choices))).collect()
}

/// The value as a careless text.
fn sloppy(value: &Value, choices: &mut Choices<'_>) -> String {
    let comma = |choices: &mut Choices<'_>| if choices.maybe() { " , " } else { "" };
    match value {
        Value::Null if choices.maybe() => "None".to_owned(),
        Value::Bool(flag) if choices.maybe() => if *flag { "True" } else { "False" }.to_owned(),
        Value::String(text) => sloppy_string(text, choices),
        Value::Array(items) if !items.is_empty() => {
            let items: Vec<String> = items.iter().map(|item| sloppy(item, choices)).collect();
            format!("[{}{}]", items.join(",\n"), comma(choices))
        }
        Value::Object(members) if !members.is_empty() => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}: {}", sloppy_name(name, choices), sloppy(value, choices)))
                .collect();
            format!("{{ {}{}}}", members.join(", "), comma(choices))
        }
        _ => value.to_string(),
    }
}

fn sloppy_name(name: &str, choices: &mut Choices<'_>) -> String {
    let is_word =
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric());
    if is_word && choices.maybe() { name.to_owned() } else { sloppy_string(name, choices) }
}

fn sloppy_string(text: &str, choices: &mut Choices<'_>) -> String {
    let json = Value::from(text).to_string();
    let inside = &json[1..json.len() - 1];
    match choices.one_of(4) {
        1 => format!("'{}'", inside.replace("\\\"", "\"").replace('\'', "\\'")),
        2 if !text.contains(['“', '”', '"']) => format!("“{inside}”"),
        3 => json.replace("\\n", "\n").replace("\\t", "\t"),
        _ => json,
    }
}

/// The text with the prose that models write around calls.
fn surrounded(text: &str, choices: &mut Choices<'_>) -> String {
    match choices.one_of(8) {
        1 => format!("```json\n{text}\n```"),
        2 => format!("Here's the call I'd make: {text}\n\nDone."),
        3 => format!("<think>Is it {{\"a\": 1}}? No.</think>\n{text}"),
        4 => format!("Not {{\"a\":1}} again.</thinking>{text}"),
        5 => format!("{text}\n{text}"),
        6 => format!("<tool_call>\n{text}\n</tool_call>"),
        _ => format!(" {text}"),
    }
}

fn check_ends(tools: &ToolSet, tool: &str, text: &str) -> Result<(), TestCaseError> {
    let strict = tools::answer(tools, tool, text, ArgumentMode::Strict);
    let lenient = tools::answer(tools, tool, text, ArgumentMode::Lenient);

    for sentence in [&strict, &lenient].into_iter().filter_map(|answer| answer.as_ref().err()) {
        prop_assert!(sentence.chars().count() <= 2000);
        prop_assert!(sentence.starts_with(&format!("tool `{tool}`: ")), "{}", sentence);
    }
    if strict.is_ok() {
        prop_assert_eq!(strict, lenient);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Lenient mode accepts what strict mode accepts, with the same result.
    #[test]
    fn the_error_for_any_text_is_bounded(row in any_call(), text in any::<String>()) {
        check_ends(&tools::all(), row.tool, &text)?;
    }

    #[test]
    fn the_error_for_almost_json_is_bounded(row in any_call(), text in almost_json()) {
        check_ends(&tools::all(), row.tool, &text)?;
        check_ends(&tools::all(), row.tool, &format!("{{\"city\":\"x\",{text}"))?;
    }

    #[test]
    fn the_error_for_a_mutated_text_is_bounded(row in any_call(), choices in choices()) {
        let text = mutated(row.arguments, Choices(choices.iter()));

        check_ends(&tools::all(), row.tool, &text)?;
    }

    /// The tool reads the intended values from any repairable text.
    #[test]
    fn a_repairable_text_is_read_as_the_correct_one(row in good_call(), choices in choices()) {
        let mut choices = Choices(choices.iter());
        let text = surrounded(&sloppy(&meant(row).into(), &mut choices), &mut choices);

        let read = tools::answer(&tools::all(), row.tool, &text, ArgumentMode::Lenient);
        prop_assert_eq!(read, row.strict.map(str::to_owned).map_err(str::to_owned), "{}", text);
    }

    #[test]
    fn a_coerced_value_equals_the_correct_one_and_fits_the_schema(row in good_call(), choices in choices()) {
        let mut choices = Choices(choices.iter());
        let given = disguised_arguments(row, &mut choices);
        let text = surrounded(&sloppy(&given, &mut choices), &mut choices);

        let tools = tools::all();
        let read = tools::answer(&tools, row.tool, &text, ArgumentMode::Lenient);

        prop_assert_eq!(read, row.strict.map(str::to_owned).map_err(str::to_owned), "{}", text);
        let tool = tools.get(row.tool).unwrap().definition();
        let fenced = format!("```{text}```");
        let fitted = tool.read_arguments::<Value>(&fenced, ArgumentMode::Lenient).unwrap().params;
        prop_assert!(jsonschema::is_valid(tool.input_schema(), &fitted), "{} from {}", fitted, text);
    }
}
