//! Reading: TOON to typed values and to `Value`, compared with its peers and with JSON read by `serde_json`.
#![allow(clippy::expect_used, missing_docs, reason = "it measures; criterion's macros document nothing")]

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use serde_json::Value;
use tool_benches::{Measured, Shape, Subject, configuration, orders, passengers, toon_texts_agree, visits};
use tool_formats::toon;

fn decode(criterion: &mut Criterion) {
    toon_of(criterion, &Subject::new("titanic", Shape::Table, passengers()));
    toon_of(criterion, &Subject::new("10k flat rows", Shape::Table, visits(10_000)));
    toon_of(criterion, &Subject::new("2k orders", Shape::Nested, orders(2000)));
    toon_of(criterion, &Subject::new("configuration", Shape::Nested, configuration()));
}

fn toon_of<T: Measured>(criterion: &mut Criterion, subject: &Subject<T>) {
    toon_texts_agree(subject);
    let Subject { name, json, toon, .. } = subject;
    readers::<T>(&mut group(criterion, "TOON to typed", name, json), json, toon);
    readers::<Value>(&mut group(criterion, "TOON to Value", name, json), json, toon);
}

fn readers<V: Measured>(group: &mut BenchmarkGroup<'_, WallTime>, json: &str, toon: &str) {
    run(group, "serde_json", || serde_json::from_str::<V>(json).expect("it is JSON"));
    run(group, "ours", || toon::from_str::<V>(toon).expect("it is TOON"));
    run(group, "serde_toon", || serde_toon::from_str::<V>(toon).expect("it is TOON"));
    #[cfg(feature = "toon-format")]
    run(group, "toon-format", || toon_format::decode_default::<V>(toon).expect("it is TOON"));
}

/// Speeds are in bytes of the JSON text, for any read format.
fn group<'a>(criterion: &'a mut Criterion, what: &str, data: &str, json: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("{what}/{data}"));
    group.sample_size(20).throughput(Throughput::Bytes(json.len() as u64));
    group
}

fn run<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut run: impl FnMut() -> T) {
    group.bench_function(name, |bencher| bencher.iter(&mut run));
}

criterion_group!(benches, decode);
criterion_main!(benches);
