//! What the format guide and the README show of the command line is what it prints.
#![cfg(all(feature = "cli", unix))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

mod promises;
use promises::{promised, row};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn shell(command: &str, folder: &Path) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_tool-formats")).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let output: Output =
        Command::new("sh").args(["-c", command]).env("PATH", path).current_dir(folder).output().unwrap();
    String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_session_in_the_format_guide_is_what_is_printed() {
    let guide = fs::read_to_string(root().join("docs/formats.md")).unwrap();
    let session = guide.split("```console\n").nth(1).unwrap().split("\n```").next().unwrap();
    let folder = folder("session");

    for step in session.strip_prefix("$ ").unwrap().split("\n$ ") {
        let mut lines = step.lines().peekable();
        let mut command = lines.next().unwrap().to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
            command += "\n";
            command += more.strip_prefix("> ").unwrap();
        }
        let expected: Vec<_> = lines.collect();

        assert_eq!(shell(&command, &folder).trim_end(), expected.join("\n"), "$ {command}");
    }
}

const CITIES: [&str; 5] = ["Bern", "New York", "Lagos", "São Paulo", "Kyoto"];

fn city(index: usize) -> &'static str {
    CITIES.iter().cycle().nth(index).copied().unwrap_or_default()
}

fn rows(count: usize, row: impl Fn(usize) -> Value) -> Value {
    (0..count).map(row).collect()
}

/// The shapes whose costs are known, generated. Data with a name of `tests/figures.rs` of the workspace is the same data.
fn shapes() -> Vec<(&'static str, Value)> {
    let customer = |at: usize| json!({ "id": at + 1, "name": format!("Customer {at}"), "city": city(at), "active": !at.is_multiple_of(3) });
    let contact = |at: usize| {
        json!({
            "id": at + 1,
            "name": format!("Customer {at}"),
            "address": { "street": format!("{} Main Street", at + 10), "city": city(at) },
            "balance": { "amount": at * 37 % 1000, "currency": "EUR" },
        })
    };
    let order = |at: usize| {
        let item = |item: usize| json!({ "sku": format!("SKU{item}"), "quantity": item + 1, "price": 9.5 });
        json!({ "order": format!("A-{at:04}"), "customer": customer(at), "items": rows(1 + at % 3, item) })
    };
    let event = |at: usize| match at % 4 {
        0 => json!({ "at": "12:59", "level": "error", "error": { "code": 504, "retry": true } }),
        1 => json!({ "at": "13:00", "level": "warn", "message": "slow", "took": at }),
        _ => json!({ "at": "13:01", "level": "info", "message": "request served" }),
    };
    let flags = (0..40).map(|at| (format!("flag_{at}"), json!({ "enabled": at % 2 == 0, "percent": at * 7 % 100 })));
    let configuration = json!({
        "server": { "host": "localhost", "port": 8080, "tls": { "enabled": true, "versions": ["1.2", "1.3"] } },
        "logging": { "level": "info", "targets": [{ "kind": "file", "path": "app.log" }, { "kind": "stderr" }] },
        "limits": { "requests": { "per_second": 50, "burst": 100 }, "body_bytes": 1_048_576 },
    });
    vec![
        ("customers, 100 rows", rows(100, customer)),
        ("nested but uniform, 100 rows", rows(100, contact)),
        ("orders, 100", rows(100, order)),
        ("event log, 100", rows(100, event)),
        ("flags, 40", Value::Object(flags.collect())),
        ("deep configuration", configuration),
    ]
}

/// Writes the shapes into files and compares them.
fn compared(folder: &Path, options: &str) -> String {
    let mut files = String::new();
    for (name, value) in shapes() {
        fs::write(folder.join(format!("{name}.json")), value.to_string()).unwrap();
        write!(files, " '{name}.json'").unwrap();
    }
    shell(&format!("tool-formats compare{files} {options}"), folder)
}

/// Per cent of the tokens of compact JSON, as far as they were measured elsewhere on like data:
/// TOON, tabbed TOON, YAML, compact YAML, XML.
const MEASURED: [(&str, [u64; 5]); 5] = [
    ("nested but uniform, 100 rows", [53, 51, 133, 126, 154]),
    ("orders, 100", [110, 110, 137, 131, 145]),
    ("event log, 100", [133, 133, 136, 129, 160]),
    ("flags, 40", [63, 60, 117, 111, 151]),
    ("deep configuration", [121, 126, 128, 122, 146]),
];

/// The data is like that of the table, not the same: the same format wins, by about as much.
#[test]
fn the_costs_of_known_shapes_are_about_those_measured_elsewhere() {
    let all: Value = serde_json::from_str(&compared(&folder("shapes"), "--all --json")).unwrap();
    for (name, expected) in MEASURED {
        let shape = all.as_array().unwrap().iter().find(|shape| shape["name"] == format!("{name}.json")).unwrap();
        let formats = shape["formats"].as_array().unwrap();
        for (label, expected) in ["toon", "toon, tab", "yaml", "yaml, compact", "xml"].iter().zip(expected) {
            let row = formats.iter().find(|row| row["format"] == *label).unwrap();
            let found = row["percent"].as_u64().unwrap();

            assert!(found.abs_diff(expected) <= 20, "{name}, {label}: {found} %, {expected} % elsewhere");
            assert_eq!(found < 100, expected < 100, "{name}, {label}: {found} %, {expected} % elsewhere");
        }
    }
}

#[test]
fn data_of_one_name_costs_the_same_in_the_guide_and_in_the_chart() {
    promised(
        "`tests/figures.rs` generates the data, `tool-formats/tests/guide.rs` that of the [README](../README.md)'s chart; \
         data of the same name is the same in both.",
    );
    let all: Value = serde_json::from_str(&compared(&folder("same"), "--json")).unwrap();
    let in_both = ["nested but uniform, 100 rows", "deep configuration"];
    let guide = promises::guide();
    for shape in all.as_array().unwrap() {
        let Some(name) = shape["name"].as_str().unwrap().strip_suffix(".json") else { continue };
        assert_eq!(guide.contains(&format!("| {name} |")), in_both.contains(&name), "{name}");
        if !in_both.contains(&name) {
            continue;
        }
        let shown = row(name).into_iter().skip(1).map(|cell| cell.split(' ').next().unwrap().to_owned());
        let tokens = shape["formats"].as_array().unwrap().iter().map(|format| format["tokens"].to_string());
        assert_eq!(tokens.collect::<Vec<_>>(), shown.collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn the_commands_of_the_guide_are_those_of_the_program() {
    promised(
        "cargo install --path tool-formats --features cli # or: cargo run -p tool-formats --features cli -- convert ...",
    );
    promised("`tool-formats compare result.json` prints the cost of a result in each format.");
    // This test is compiled with the feature `cli`, in the package of that name.
    assert_eq!((env!("CARGO_PKG_NAME"), cfg!(feature = "cli")), ("tool-formats", true));
    let folder = folder("result");
    fs::write(folder.join("result.json"), "[1]").unwrap();
    let printed = shell("tool-formats compare result.json", &folder);
    for format in tool_formats::Format::ALL {
        assert!(printed.lines().any(|line| line.starts_with(format.name())), "{printed}");
    }
}

#[test]
fn the_article_rows_cost_what_they_cost_elsewhere() {
    let rows = root().join("../shared/article/rows.json");
    if !rows.is_file() {
        eprintln!("skipped: no file {}", rows.display());
        return;
    }
    let all: Value =
        serde_json::from_str(&shell(&format!("tool-formats compare --all --json {}", rows.display()), &root()))
            .unwrap();
    let tokens = |label: &str| {
        let formats = all[0]["formats"].as_array().unwrap();
        formats.iter().find(|row| row["format"] == label).unwrap()["tokens"].as_u64().unwrap()
    };

    let found = ["json", "toon", "toon, tab", "toon, pipe", "yaml", "yaml, compact", "xml", "csv"].map(tokens);

    // Compact YAML had a final newline there: 434.
    assert_eq!(found, [357, 218, 262, 245, 458, 433, 515, 202]);
}

#[test]
fn the_chart_in_the_readme_is_that_of_today() {
    let folder = folder("chart");
    compared(&folder, "--svg compare.svg");
    let drawn = fs::read_to_string(folder.join("compare.svg")).unwrap();

    let committed = root().join("docs/compare.svg");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&committed, &drawn).unwrap();
    }

    assert!(
        fs::read_to_string(committed).unwrap() == drawn,
        "run this test with UPDATE=1 and look at docs/compare.svg"
    );
}
