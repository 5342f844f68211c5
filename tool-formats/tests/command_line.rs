//! The program `tool-formats`, run as its users run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tool-formats"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has found its arguments wrong does not wait for the text.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn prints(arguments: &str, input: &str, expected: &str) {
    let output = run(&arguments.split(' ').collect::<Vec<_>>(), input);

    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{arguments}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments}");
    assert_eq!(output.status.code(), Some(0), "{arguments}");
}

#[track_caller]
fn says(arguments: &str, input: &str, stdout: &str, stderr: &str, code: i32) {
    let output = run(&arguments.split(' ').collect::<Vec<_>>(), input);

    assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout, "{arguments}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("tool-formats: {stderr}\n"), "{arguments}");
    assert_eq!(output.status.code(), Some(code), "{arguments}");
}

mod promises;
use promises::promised;

const JSON: &str = r#"[{"id":1,"name":"Ada L."},{"id":2,"name":"Bob"}]"#;

#[test]
fn every_format_is_written_and_read_back() {
    promised("`--from` and `--to` take `json`, `toon`, `yaml`, `xml` and `csv`.");
    for format in ["json", "toon", "yaml", "xml", "csv"] {
        let written = run(&["convert", "--to", format], JSON);
        let text = String::from_utf8(written.stdout).unwrap();

        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{format}: {text:?}");
        prints(&format!("convert --from {format} --to json"), &text, &format!("{JSON}\n"));
    }
}

#[test]
fn toon_takes_an_indent_and_a_delimiter() {
    prints("convert --to toon", r#"{"a":{"b":[1,2]}}"#, "a:\n  b[2]: 1,2\n");
    prints("convert --to toon --indent 4 --delimiter tab", r#"{"a":{"b":[1,2]}}"#, "a:\n    b[2\t]: 1\t2\n");
    prints("convert --from toon --to json --indent 4", "a:\n    b[2|]: 1|2\n", "{\"a\":{\"b\":[1,2]}}\n");
}

#[test]
fn a_flag_for_another_format_is_refused() {
    promised(
        "`--lenient` and `--indent` apply to TOON, `--delimiter` to TOON and CSV, `--yaml-style article|compact` and `--documents` to YAML; for any other format they are an error. JSON and XML have no pretty form.",
    );
    for (arguments, reason) in [
        ("convert --to json --indent 4", "`--indent` only applies to TOON; this reads `json` and writes `json`"),
        (
            "convert --to yaml --delimiter tab",
            "`--delimiter` only applies to TOON and CSV; this reads `json` and writes `yaml`",
        ),
        (
            "convert --to toon --lenient",
            "`--lenient` only applies to reading TOON; this reads `json` and writes `toon`",
        ),
        (
            "convert --to xml --yaml-style compact",
            "`--yaml-style` only applies to writing YAML; this reads `json` and writes `xml`",
        ),
        ("convert --to xml --indent 2", "`--indent` only applies to TOON; this reads `json` and writes `xml`"),
        (
            "convert --to yaml --documents",
            "`--documents` only applies to reading YAML; this reads `json` and writes `yaml`",
        ),
    ] {
        says(arguments, "[1]", "", reason, 2);
    }
}

#[test]
fn the_cheapest_format_is_chosen_and_named() {
    promised(
        "`--to cheapest` chooses by the rules below, loses nothing unless `--fidelity` allows it, and prints its choice on standard error.",
    );
    let rows: Vec<_> = (0..20).map(|id| serde_json::json!({ "id": id, "name": "Ada" })).collect();
    let rows = serde_json::to_string(&rows).unwrap();
    let chosen = |arguments: &[&str], input: &str| {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };

    assert_eq!(chosen(&["convert", "--to", "cheapest"], &rows), "tool-formats: cheapest is `toon`\n");
    let any = ["convert", "--to", "Cheapest", "--fidelity", "any"];
    assert_eq!(chosen(&any, &rows), "tool-formats: cheapest is `csv`\n");
    let lossless = ["convert", "--to", "cheapest", "--fidelity", "lossless"];
    assert_eq!(chosen(&lossless, &rows), "tool-formats: cheapest is `toon`\n");
    says("convert --to cheapest", "[1]", "[1]\n", "cheapest is `json`", 0);
    let refusal = "reading `json` loses: duplicate keys";
    says("convert --to cheapest --fidelity lossless --strict", r#"{"a":1,"a":2}"#, "", refusal, 1);
    says(
        "convert --to cheapest --delimiter tab",
        "[1]",
        "",
        "`--delimiter` only applies to TOON and CSV; this reads `json` and writes `cheapest`",
        2,
    );
}

#[test]
fn csv_is_read_and_written_with_a_delimiter() {
    promised(
        "`--delimiter` applies to the text that is written, and to the CSV that is read if neither TOON nor CSV is written; `--from-delimiter` applies to the CSV that is read.",
    );
    for (delimiter, text) in [("semicolon", "a;b\n1;x"), (";", "a;b\n1;x"), ("tab", "a\tb\n1\tx"), ("pipe", "a|b\n1|x")]
    {
        let json = "[{\"a\":1,\"b\":\"x\"}]\n";
        prints(&format!("convert --from csv --to json --delimiter {delimiter}"), text, json);
        prints(&format!("convert --from csv --to json --from-delimiter {delimiter}"), text, json);
        prints(&format!("convert --to csv --delimiter {delimiter}"), json, &format!("{text}\n"));
        prints(&format!("convert --from csv --to csv --from-delimiter {delimiter}"), text, "a,b\n1,x\n");
    }
    prints("convert --from csv --to toon --delimiter semicolon", "a;b\n1;x", "[1]{a,b}:\n  1,x\n");
    prints("convert --from csv --to toon --delimiter tab", "a,b\n1,x", "[1\t]{a\tb}:\n  1\tx\n");
    prints("convert --from csv --to json", "sep=;\na;b\n1;x", "[{\"a\":1,\"b\":\"x\"}]\n");
}

#[test]
fn a_single_column_that_looks_like_several_is_warned_of() {
    promised("A table that is read as a single column though its header contains `;`, a tab or `|` causes a warning.");
    let warns = |text: &str, json: &str, found: &str| {
        let what =
            format!("standard input: read as a single column, though its header contains {found}; use `--delimiter`");
        says("convert --from csv --to json", text, json, &what, 0);
    };

    warns("a;b\n1;2", "[{\"a;b\":\"1;2\"}]\n", "`;`");
    warns("a|b\n1|2", "[{\"a|b\":\"1|2\"}]\n", "`|`");
    warns("a\tb\n1\t2", "[{\"a\\tb\":\"1\\t2\"}]\n", "a tab");
    prints("convert --from csv --to json --delimiter comma", "a;b\n1", "[{\"a;b\":1}]\n");
    prints("convert --from csv --to json", "a,b;c\n1,2", "[{\"a\":1,\"b;c\":2}]\n");
}

#[test]
fn what_reading_drops_is_said_or_forbidden() {
    promised("A loss while reading is reported on standard error.");
    let dropped = "reading `xml` loses: text positions, element names";
    let xml = "<p>Hello <b>bold</b></p>";
    says("convert --from xml --to json", xml, "{\"b\":\"bold\",\"$text\":\"Hello \"}\n", dropped, 0);
    says("convert --from yaml --to json", "R: !Ref Bucket", "{\"R\":\"Bucket\"}\n", "reading `yaml` loses: tags", 0);
    let digits = "reading `json` loses: digits";
    says("convert --to toon", "0.1234567890123456789", "0.12345678901234568\n", digits, 0);
    prints("convert --to json --from csv", "a\n0.1234567890123456789", "[{\"a\":\"0.1234567890123456789\"}]\n");
    let refused = "reading `xml` loses: text positions, element names";
    says("convert --from xml --to json --fidelity lossless --strict", xml, "", refused, 1);
}

#[test]
fn documents_of_yaml_are_a_list_when_asked_for() {
    prints("convert --from yaml --to json --documents", "a: 1\n---\n- 2\n", "[{\"a\":1},[2]]\n");
    let found = "line 3, column 1: only single YAML document expected but multiple found";
    let error =
        format!("standard input: the text is not YAML: {found}; use `--documents` to read all of them as a list");
    says("convert --from yaml --to json", "a: 1\n---\n- 2\n", "", &error, 2);
}

#[test]
fn an_encoding_is_said_by_a_mark_or_a_flag() {
    promised("Input is UTF-8, or what a byte order mark, an XML declaration or `--encoding windows-1252` names.");
    let folder = folder("encodings");
    let (marked, latin, declared) = (folder.join("marked.csv"), folder.join("latin.csv"), folder.join("declared.xml"));
    let bytes: Vec<u8> = "\u{feff}a\né".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&marked, bytes).unwrap();
    fs::write(&latin, b"a\n\xe9").unwrap();
    fs::write(&declared, b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><ObjectNode><a>\xe9</a></ObjectNode>")
        .unwrap();

    prints(&format!("convert {} --to json", marked.display()), "", "[{\"a\":\"é\"}]\n");
    prints(&format!("convert {} --to json", declared.display()), "", "{\"a\":\"é\"}\n");
    prints("convert --to json", "\"é\"", "\"é\"\n");
    prints(&format!("convert {} --to json --encoding windows-1252", latin.display()), "", "[{\"a\":\"é\"}]\n");
}

#[test]
fn compare_adds_up_several_files() {
    promised("`compare` takes several files and adds a table of their sums;");
    let folder = folder("sums");
    let (one, two, three) = (folder.join("one.json"), folder.join("two.json"), folder.join("three.json"));
    fs::write(&one, JSON).unwrap();
    fs::write(&two, JSON).unwrap();
    fs::write(&three, "[1]").unwrap();
    let compare = |files: &[&Path]| -> Value {
        let mut arguments = vec!["compare", "--json"];
        arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
        serde_json::from_slice(&run(&arguments, "").stdout).unwrap()
    };
    let number = |all: &Value, place: &str| all.pointer(place).unwrap().as_u64().unwrap();

    let all = compare(&[&one, &two]);
    assert_eq!(all.as_array().unwrap().len(), 3);
    assert_eq!(all.pointer("/2/name").unwrap(), "total of 2 files");
    for format in 0..5 {
        for what in ["bytes", "tokens"] {
            let of = |file: usize| number(&all, &format!("/{file}/formats/{format}/{what}"));
            assert_eq!(of(2), of(0) + of(1));
        }
        assert_eq!(
            number(&all, &format!("/2/formats/{format}/percent")),
            number(&all, &format!("/0/formats/{format}/percent"))
        );
    }
    let all = compare(&[&one, &three]);
    assert_eq!(all.pointer("/2/formats/4/refused").unwrap(), "cannot represent 1 of 2 values");
    assert_eq!(compare(&[&one]).as_array().unwrap().len(), 1);
    let table = run(&["compare", one.to_str().unwrap(), two.to_str().unwrap()], "").stdout;
    assert!(String::from_utf8(table).unwrap().contains("total of 2 files"));
}

#[test]
fn compare_reports_a_file_that_it_cannot_read_and_compares_the_others() {
    promised("it reports a file that it cannot read, and still compares the others.");
    let folder = folder("missing");
    let (one, wrong, two) = (folder.join("one.json"), folder.join("wrong.json"), folder.join("two.json"));
    fs::write(&one, JSON).unwrap();
    fs::write(&wrong, "{").unwrap();
    fs::write(&two, JSON).unwrap();
    let [one, wrong, two] = [&one, &wrong, &two].map(|file| file.to_str().unwrap());

    let output = run(&["compare", one, "no-such-file.json", wrong, two], "");

    let stderr = String::from_utf8(output.stderr).unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    assert!(stderr.starts_with("tool-formats: no-such-file.json: "), "{stderr}");
    assert!(stderr.contains(&format!("\ntool-formats: {wrong}: the text is not JSON: line 1, column 2: ")), "{stderr}");
    assert!(stdout.contains("one.json\n") && stdout.contains("two.json\n"), "{stdout}");
    assert!(stdout.contains("total of 2 files\n"), "{stdout}");
    assert_eq!(output.status.code(), Some(1), "that of the first failure");
    let malformed_first = run(&["compare", wrong, "no-such-file.json", one], "");
    assert_eq!(malformed_first.status.code(), Some(2));
    let none = run(&["compare", "no-such-file.json"], "");
    assert_eq!((none.status.code(), none.stdout.len()), (Some(1), 0));
}

#[test]
fn compare_has_more_rows_json_and_a_chart() {
    promised(
        "`--all` adds delimiters and styles, `--json` prints JSON, `--svg chart.svg` draws the chart of the [README](../README.md).",
    );
    let chart = folder("all").join("chart.svg");
    let all: Value =
        serde_json::from_slice(&run(&["compare", "--all", "--json", "--svg", chart.to_str().unwrap()], JSON).stdout)
            .unwrap();
    let labels: Vec<_> =
        all[0]["formats"].as_array().unwrap().iter().map(|row| row["format"].as_str().unwrap()).collect();

    assert_eq!(labels, ["json", "toon", "toon, tab", "toon, pipe", "yaml", "yaml, compact", "xml", "csv"]);
    assert!(fs::read_to_string(chart).unwrap().starts_with("<svg"));
    // `guide.rs` compares it with the chart of the README.
}

#[test]
fn the_exit_code_says_what_happened() {
    promised(
        "Exit codes: 0 on success, 1 when `--strict` refused a text or a file cannot be read or written, 2 when the input is \
         malformed (with line and column) or a flag is wrong.",
    );
    let code = |arguments: &[&str], input: &str| run(arguments, input).status.code();
    let folder = folder("codes");

    assert_eq!(code(&["convert", "--to", "csv"], "[1]"), Some(0), "written as JSON");
    assert_eq!(code(&["convert", "--to", "csv", "--strict"], "[1]"), Some(1));
    assert_eq!(code(&["convert", "--to", "json", "no-such-file.json"], ""), Some(1));
    assert_eq!(code(&["compare", "--svg", folder.to_str().unwrap()], "[1]"), Some(1), "a folder is not a file");
    let malformed = run(&["convert", "--to", "toon"], "[1,, 2]");
    assert_eq!(malformed.status.code(), Some(2));
    assert!(String::from_utf8(malformed.stderr).unwrap().contains("line 1, column 4: "));
    assert_eq!(code(&["convert", "--to", "toon", "--colour"], "1"), Some(2));
}

#[test]
fn the_hint_of_compare_is_the_tokens_of_the_line_that_explains_a_format() {
    promised("the column `hint` of `compare` is its number of tokens in each request.");
    let all: Value = serde_json::from_slice(&run(&["compare", "--json"], JSON).stdout).unwrap();
    let counter = tool_formats::TiktokenCounter::o200k_base();

    for (format, row) in tool_formats::Format::ALL.iter().zip(all[0]["formats"].as_array().unwrap()) {
        let tokens = format.format_hint().map_or(0, |line| tool_formats::TokenCounter::count(&counter, &line));
        assert_eq!(row["hint_tokens"], tokens, "{format}");
    }
}

#[test]
fn a_name_given_twice_is_lost_unless_that_is_forbidden() {
    let text = r#"{"a":1,"a":2}"#;

    says("convert --to toon", text, "a: 2\n", "reading `json` loses: duplicate keys", 0);
    let reason = "reading `json` loses: duplicate keys";
    says("convert --to toon --fidelity lossless --strict", text, "", reason, 1);
    says("convert --to toon --fidelity no-value-loss --strict", text, "", reason, 1);
}

#[test]
fn the_help_says_which_text_is_taken_for_json() {
    for command in ["convert", "compare"] {
        let help = String::from_utf8(run(&[command, "--help"], "").stdout).unwrap();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");

        assert!(help.contains("file's name says; json for standard input"), "{help}");
    }
}

#[test]
fn lenient_forgives_what_toon_forbids() {
    prints("convert --from toon --to json --lenient", "[3]: 1,2", "[1,2]\n");
    let strict = run(&["convert", "--from", "toon", "--to", "json"], "[3]: 1,2");
    assert_eq!(strict.status.code(), Some(2));
}

#[test]
fn yaml_has_two_styles() {
    prints("convert --to yaml", r#"{"a":"x","b":"no"}"#, "---\na: \"x\"\nb: \"no\"\n");
    prints("convert --to yaml --yaml-style compact", r#"{"a":"x","b":"no"}"#, "a: x\nb: \"no\"\n");
}

#[test]
fn malformed_input_is_placed_and_nothing_printed() {
    let cases = [
        ("json", "{\n\"a\" 1}", "the text is not JSON: line 2, column 5: expected `:`"),
        ("csv", "a,b\n1", "the text is not CSV: line 2, column 1: expected 2 cells as in the header, found 1"),
        (
            "xml",
            "<a>\n &x;</a>",
            "the text is not XML: line 2, column 2: unknown entity; only `amp`, `lt`, `gt`, `quot` and `apos` are supported",
        ),
        ("yaml", "a: *x", "the text is not YAML: line 1, column 4: alias references unknown anchor"),
        ("toon", "[2]: 1", "the text is not TOON: line 1, column 1: expected 2 values, found 1"),
    ];
    for (format, text, sentence) in cases {
        let output = run(&["convert", "--from", format, "--to", "json"], text);
        let stderr = String::from_utf8(output.stderr).unwrap();

        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{format}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        let place = sentence.split(": ").take(2).collect::<Vec<_>>().join(": ");
        let is_ours = ["json", "csv", "xml"].contains(&format);
        let expected = if is_ours { sentence } else { place.split(", column").next().unwrap() };
        assert!(stderr.starts_with(&format!("tool-formats: standard input: {expected}")), "{stderr}");
    }
}

#[test]
fn bytes_that_are_not_text_are_placed() {
    let file = folder("bytes").join("a.csv");
    fs::write(&file, b"a\nb\xff").unwrap();

    let output = run(&["convert", file.to_str().unwrap(), "--to", "json"], "");

    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.ends_with("the text is not CSV: line 2, column 2: expected UTF-8\n"), "{stderr}");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

#[test]
fn what_a_format_cannot_hold_is_json_or_with_strict_nothing() {
    let found = "CSV needs an object or an array of objects, found a number at `/0`";

    says("convert --to csv", "[1, 2]", "[1,2]\n", &format!("written as JSON: {found}"), 0);
    says("convert --to csv --strict", "[1, 2]", "", found, 1);
    let loss = "`csv` cannot represent: types";
    says("convert --to csv --fidelity lossless", JSON, &format!("{JSON}\n"), &format!("written as JSON: {loss}"), 0);
}

#[test]
fn the_name_of_a_file_tells_its_format() {
    promised("Without `--from`, a file has the format that its extension names, and standard input is JSON.");
    let folder = folder("names");
    for (name, text) in [("a.toon", "[1]: 1"), ("a.YML", "- 1"), ("a.json", "[1]")] {
        let file = folder.join(name);
        fs::write(&file, text).unwrap();
        prints(&format!("convert {} --to json", file.display()), "", "[1]\n");
    }
    let file = folder.join("a.txt");
    fs::write(&file, "1").unwrap();
    let name = file.display();
    says(
        &format!("convert {name} --to json"),
        "",
        "",
        &format!("{name}: the file extension names no format; use `--from`"),
        2,
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = run(&["convert", "no-such-file.json", "--to", "toon"], "");

    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("tool-formats: no-such-file.json: "));
}

#[test]
fn a_wrong_flag_or_format_is_refused() {
    for arguments in [["convert", "--colour"].as_slice(), &["convert", "--to", "toml"], &["convert"], &[]] {
        let output = run(arguments, "1");

        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}

#[test]
fn an_unknown_format_to_write_is_answered_with_all_that_can_be_written() {
    let error = String::from_utf8(run(&["convert", "--to", "toml"], "1").stderr).unwrap();

    assert!(error.contains("known formats: `json`, `toon`, `yaml`, `xml`, `csv`, or `cheapest`"), "{error}");
}

#[test]
fn compare_shows_each_format_what_it_loses_and_the_choice() {
    let output = run(&["compare", "--json"], JSON);

    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let formats = all.pointer("/0/formats").unwrap().as_array().unwrap();
    let of = |name: &str| formats.iter().find(|row| row.get("format").unwrap() == name).unwrap().clone();
    assert_eq!(of("json").get("percent").unwrap(), 100);
    assert_eq!(of("csv").get("losses").unwrap(), "types");
    assert_eq!(formats.iter().filter(|row| row.get("cheapest").unwrap() == true).count(), 1);
    let table = String::from_utf8(run(&["compare"], JSON).stdout).unwrap();
    assert_eq!(table.lines().count(), 7, "{table}");
    assert!(table.contains("◀ cheapest"), "{table}");
}

#[test]
fn compare_names_what_a_format_cannot_hold() {
    let table = String::from_utf8(run(&["compare", "--all"], "[1,\"\\u0001\"]").stdout).unwrap();

    assert!(table.contains("XML cannot represent the character U+0001, found at `/1`"), "{table}");
    assert!(table.contains("CSV needs an object or an array of objects, found a number at `/0`"), "{table}");
    assert!(table.contains("yaml, compact"), "{table}");
}

#[test]
fn compare_draws_a_chart_that_xml_readers_accept() {
    let folder = folder("chart");
    let (file, chart) = (folder.join("a&b.json"), folder.join("chart.svg"));
    fs::write(&file, JSON).unwrap();

    let output = run(&["compare", file.to_str().unwrap(), "--svg", chart.to_str().unwrap()], "");

    assert_eq!(output.status.code(), Some(0));
    let svg = fs::read_to_string(chart).unwrap();
    tool_formats::from_str::<Value>(&svg, tool_formats::Format::Xml).unwrap();
    assert!(svg.contains("a&amp;b</text>") && svg.contains("◀"), "{svg}");
}

#[test]
fn the_articles_texts_come_out_of_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/article");
    if !folder.is_dir() {
        eprintln!("skipped: no folder {}", folder.display());
        return;
    }
    let json = folder.join("rows.json");
    for format in ["json", "toon", "yaml", "xml", "csv"] {
        let expected = fs::read_to_string(folder.join(format!("rows.{format}"))).unwrap();
        prints(&format!("convert {} --to {format}", json.display()), "", &format!("{expected}\n"));
        if ["toon", "yaml"].contains(&format) {
            let back = fs::read_to_string(&json).unwrap();
            let name = folder.join(format!("rows.{format}"));
            prints(&format!("convert {} --to json", name.display()), "", &format!("{back}\n"));
        }
    }
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}
