//! Writing: TOON from typed values, from `Value` and from JSON text, then YAML, XML and CSV, each compared with its peers.
#![allow(clippy::expect_used, missing_docs, reason = "it measures; criterion's macros document nothing")]

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use serde::Serialize;
use tool_benches::{
    Measured, Shape, Subject, configuration, csv_by_peer, csv_texts_agree, orders, passengers, toon_texts_agree,
    visits, xml_by_peer, xml_texts_agree, yaml_texts_agree,
};
use tool_formats::toon::EncodeOptions;
use tool_formats::{Format, to_string, toon};

fn encode(criterion: &mut Criterion) {
    let titanic = Subject::new("titanic", Shape::Table, passengers());
    let visits = Subject::new("10k flat rows", Shape::Table, visits(10_000));
    formats(criterion, &titanic);
    formats(criterion, &visits);
    formats(criterion, &Subject::new("2k orders", Shape::Nested, orders(2000)));
    formats(criterion, &Subject::new("configuration", Shape::Nested, configuration()));
    tables(criterion, titanic.name, &titanic.typed);
    tables(criterion, visits.name, &visits.typed);
}

fn formats<T: Measured>(criterion: &mut Criterion, subject: &Subject<T>) {
    toon_texts_agree(subject);
    yaml_texts_agree(subject);
    xml_texts_agree(subject);
    let Subject { name, typed, value, json, .. } = subject;

    toon_writers(&mut group(criterion, "typed to TOON", name, json), typed);
    toon_writers(&mut group(criterion, "Value to TOON", name, json), value);

    let mut from_json = group(criterion, "JSON text to TOON", name, json);
    run(&mut from_json, "ours", || toon::convert_json(json, &EncodeOptions::default()).expect("it is JSON"));
    run(&mut from_json, "etoon", || _etoon::toon::encode(json.as_bytes()).expect("it is JSON"));
    drop(from_json);

    let mut yaml = group(criterion, "typed to YAML", name, json);
    run(&mut yaml, "ours", || to_string(typed, Format::Yaml).expect("it can be written"));
    run(&mut yaml, "serde-saphyr", || serde_yaml::to_string(typed).expect("it can be written"));
    drop(yaml);

    let mut xml = group(criterion, "typed to XML", name, json);
    run(&mut xml, "ours", || to_string(typed, Format::Xml).expect("it can be written"));
    run(&mut xml, "quick-xml", || xml_by_peer(typed));
}

fn toon_writers<V: Serialize>(group: &mut BenchmarkGroup<'_, WallTime>, value: &V) {
    run(group, "serde_json", || serde_json::to_string(value).expect("it can be written"));
    run(group, "ours", || toon::to_string(value).expect("it can be written"));
    run(group, "serde_toon", || serde_toon::to_string(value).expect("it can be written"));
    #[cfg(feature = "toon-format")]
    run(group, "toon-format", || toon_format::encode_default(value).expect("it can be written"));
}

fn tables<R: Serialize>(criterion: &mut Criterion, name: &str, rows: &Vec<R>) {
    csv_texts_agree(name, rows);
    let json = serde_json::to_string(rows).expect("it can be written");
    let mut csv = group(criterion, "typed to CSV", name, &json);
    run(&mut csv, "ours", || to_string(rows, Format::Csv).expect("it is a table"));
    run(&mut csv, "csv", || csv_by_peer(rows));
}

/// Speeds are in bytes of the JSON text, for any written format.
fn group<'a>(criterion: &'a mut Criterion, what: &str, data: &str, json: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("{what}/{data}"));
    group.sample_size(20).throughput(Throughput::Bytes(json.len() as u64));
    group
}

fn run<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut run: impl FnMut() -> T) {
    group.bench_function(name, |bencher| bencher.iter(&mut run));
}

criterion_group!(benches, encode);
criterion_main!(benches);
