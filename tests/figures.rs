//! Measures the figures of `docs/formats.md` and the README.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;

use serde_json::{Value, json};
use tool_core::Format;
use tool_core::formats::{TiktokenCounter, TokenCounter, to_string};

const CITIES: [&str; 5] = ["Bern", "New York", "Lagos", "São Paulo", "Kyoto"];

fn pick<'a>(list: &[&'a str], index: usize) -> &'a str {
    list.iter().cycle().nth(index).copied().unwrap_or_default()
}

fn rows(count: usize, row: impl Fn(usize) -> Value) -> Value {
    (0..count).map(row).collect()
}

fn flat(index: usize) -> Value {
    json!({
        "id": index + 1,
        "name": format!("Customer {index}"),
        "city": pick(&CITIES, index),
        "balance": f64::from(u16::try_from(index * 37 % 1000).unwrap()) / 4.0,
        "active": !index.is_multiple_of(3),
    })
}

fn nested_uniform(index: usize) -> Value {
    json!({
        "id": index + 1,
        "name": format!("Customer {index}"),
        "address": { "street": format!("{} Main Street", index + 10), "city": pick(&CITIES, index) },
        "balance": { "amount": index * 37 % 1000, "currency": "EUR" },
    })
}

fn order(index: usize) -> Value {
    json!({
        "order": format!("A-{:04}", index),
        "customer": { "name": format!("Customer {index}"), "city": pick(&CITIES, index) },
        "items": rows(1 + index % 3, |item| json!({ "sku": format!("SKU{item}"), "quantity": item + 1, "price": 9.5 })),
    })
}

fn log_entry(index: usize) -> Value {
    let mut entry = json!({ "at": format!("12:{:02}", index % 60), "level": "info", "message": "request served" });
    if index.is_multiple_of(4) {
        entry =
            json!({ "at": "12:59", "level": "error", "message": "time-out", "error": { "code": 504, "retry": true } });
    }
    entry
}

fn configuration() -> Value {
    json!({
        "server": { "host": "localhost", "port": 8080, "tls": { "enabled": true, "versions": ["1.2", "1.3"] } },
        "logging": { "level": "info", "targets": [{ "kind": "file", "path": "app.log" }, { "kind": "stderr" }] },
        "limits": { "requests": { "per_second": 50, "burst": 100 }, "body_bytes": 1_048_576 },
    })
}

/// The table of `docs/formats.md`: tokens, and the per cent of JSON.
fn table() -> String {
    let counter = TiktokenCounter::o200k_base();
    let shapes = [
        ("flat table, 100 rows", rows(100, flat)),
        ("nested but uniform, 100 rows", rows(100, nested_uniform)),
        ("orders with a list inside, 50 rows", rows(50, order)),
        ("ragged log, 100 entries", rows(100, log_entry)),
        ("deep configuration", configuration()),
    ];
    let mut table = String::from("| data | JSON | TOON | YAML | XML | CSV |\n|---|---:|---:|---:|---:|---:|\n");
    for (name, value) in shapes {
        let tokens = |format| counter.count(&to_string(&value, format).unwrap());
        let json = tokens(Format::Json);
        write!(table, "| {name} | {json} |").unwrap();
        for format in [Format::Toon, Format::Yaml, Format::Xml, Format::Csv] {
            let tokens = tokens(format);
            write!(table, " {tokens} ({} %) |", (tokens * 100 + json / 2) / json).unwrap();
        }
        table.push('\n');
    }
    table
}

#[test]
fn the_figures_in_the_format_guide_are_current() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/formats.md")).unwrap();

    let table = table();

    assert!(guide.contains(&table), "docs/formats.md should hold:\n{table}");
}

#[test]
fn the_texts_in_the_format_guide_are_current() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/formats.md")).unwrap();
    let passenger =
        json!([{ "PassengerId": "31", "Name": "Uruchurtu, Don. Manuel E", "Age": 40, "Fare": 27.7208, "Cabin": null }]);

    for format in Format::ALL {
        let text = to_string(&passenger, *format).unwrap();

        assert!(guide.contains(&format!("\n{text}\n```")), "docs/formats.md should hold:\n{text}");
    }
}

#[test]
fn the_toon_in_the_readme_is_that_of_its_passengers() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
    let passengers =
        json!([{ "name": "Braund, Mr. Owen Harris", "age": 22.0 }, { "name": "Moran, Mr. James", "age": null }]);

    let text = to_string(&passengers, Format::Toon).unwrap();

    assert!(readme.contains(&format!("\nThe model reads:\n{text}\n\n")), "README.md should hold:\n{text}");
}

#[test]
fn the_readme_shows_what_the_example_prints() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let printed = std::fs::read_to_string(format!("{root}/examples/titanic.out")).unwrap();

    let is_figure = |line: &&str| line.starts_with("| ") || line.contains('█');
    for line in printed.lines().filter(is_figure) {
        assert!(readme.contains(line), "README.md should hold:\n{line}");
    }
}
