//! How the cost of a row grows with the number of rows.

use serde_json::Value;
use tool_benches::{Contest, Shape, Subject, Visit, ragged, visits};
use tool_formats::toon::EncodeOptions;
use tool_formats::{Format, to_string, toon};

const ROUNDS: u32 = 8;
const SIZES: [u32; 3] = [1000, 10_000, 100_000];
const DEPTHS: [u32; 4] = [1, 2, 3, 4];

/// Reads or writes a subject; the result is counted, so that it is not optimized away.
type Run<T> = fn(&Subject<T>) -> usize;

pub(crate) fn print() {
    println!("| nanoseconds a row | 1,000 rows | 10,000 | 100,000 | last / first |");
    println!("|---|---:|---:|---:|---:|");
    let flat = SIZES.map(|rows| (rows, Subject::new("", Shape::Table, visits(rows))));
    let runs: [(&str, Run<Vec<Visit>>); 10] = [
        ("typed → JSON, by serde_json", |subject| written(serde_json::to_string(&subject.typed))),
        ("typed → TOON", |subject| written(toon::to_string(&subject.typed))),
        ("`Value` → TOON", |subject| written(toon::to_string(&subject.value))),
        ("JSON text → TOON", |subject| written(toon::convert_json(&subject.json, &EncodeOptions::default()))),
        ("JSON text → `Value`, by serde_json", |subject| {
            serde_json::from_str::<Value>(&subject.json).map_or(0, |_| 1)
        }),
        ("TOON → typed", |subject| toon::from_str::<Vec<Visit>>(&subject.toon).map_or(0, |rows| rows.len())),
        ("TOON → `Value`", |subject| toon::from_str::<Value>(&subject.toon).map_or(0, |_| 1)),
        ("typed → YAML", |subject| written(to_string(&subject.typed, Format::Yaml))),
        ("typed → XML", |subject| written(to_string(&subject.typed, Format::Xml))),
        ("typed → CSV", |subject| written(to_string(&subject.typed, Format::Csv))),
    ];
    for (what, run) in runs {
        print_growth(what, flat.each_ref().map(|(rows, subject)| per_row(*rows, || run(subject))));
    }
    for depth in DEPTHS {
        let nested = SIZES.map(|rows| (rows, Subject::new("", Shape::Nested, ragged(rows as usize, depth))));
        let run = |what: &str, run: Run<Value>| {
            let plural = if depth == 1 { "" } else { "s" };
            let what = format!("{what}, {depth} level{plural}, the last of each ragged");
            print_growth(&what, nested.each_ref().map(|(rows, subject)| per_row(*rows, || run(subject))));
        };
        run("`Value` → TOON", |subject| written(toon::to_string(&subject.value)));
        run("JSON text → TOON", |subject| written(toon::convert_json(&subject.json, &EncodeOptions::default())));
        run("TOON → `Value`", |subject| toon::from_str::<Value>(&subject.toon).map_or(0, |_| 1));
    }
}

fn written<E>(text: Result<String, E>) -> usize {
    text.map_or(0, |text| text.len())
}

fn per_row(rows: u32, run: impl FnMut() -> usize) -> f64 {
    let costs = Contest::new().entry("ours", run).run(ROUNDS);
    costs.first().map_or(f64::NAN, |cost| cost.nanos / f64::from(rows))
}

fn print_growth(what: &str, [first, middle, last]: [f64; 3]) {
    println!("| {what} | {first:.0} | {middle:.0} | {last:.0} | {:.2} |", last / first);
}
