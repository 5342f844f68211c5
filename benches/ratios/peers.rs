//! Ours and the peers against `serde_json`.

use serde::Serialize;
use serde_json::Value;
use tool_benches::{
    Contest, Cost, Measured, Shape, Subject, configuration, csv_by_peer, csv_texts_agree, orders, passengers,
    toon_texts_agree, visits, xml_by_peer, xml_texts_agree, yaml_texts_agree,
};
use tool_formats::toon::EncodeOptions;
use tool_formats::{Format, from_str, to_string, toon};

const ROUNDS: u32 = 15;

pub(crate) fn print() {
    println!("| what | data | serde_json, µs | ratios to it |");
    println!("|---|---|---:|---|");
    let titanic = Subject::new("Titanic, 891 rows", Shape::Table, passengers());
    let visits = Subject::new("10,000 flat rows", Shape::Table, visits(10_000));
    formats(&titanic);
    formats(&visits);
    formats(&Subject::new("2,000 nested orders", Shape::Nested, orders(2000)));
    formats(&Subject::new("deep configuration", Shape::Nested, configuration()));
    tables(titanic.name, &titanic.typed);
    tables(visits.name, &visits.typed);
}

/// Prints the ratios to the first cost.
fn print_ratios(what: &str, data: &str, costs: &[Cost]) {
    let Some((first, others)) = costs.split_first() else { return };
    let ratios: Vec<String> =
        others.iter().map(|cost| format!("{} {:.2}", cost.name, cost.nanos / first.nanos)).collect();
    println!("| {what} | {data} | {:.1} | {} |", first.nanos / 1000.0, ratios.join(", "));
}

fn formats<T: Measured>(subject: &Subject<T>) {
    toon_texts_agree(subject);
    yaml_texts_agree(subject);
    xml_texts_agree(subject);
    write_toon(subject);
    read_toon(subject);
    let Subject { name, typed, .. } = subject;
    let yaml = json_writer(typed)
        .entry("ours", || to_string(typed, Format::Yaml).expect("it can be written"))
        .entry("serde-saphyr", || serde_yaml::to_string(typed).expect("it can be written"));
    print_ratios("typed → YAML", name, &yaml.run(ROUNDS));
    let xml = json_writer(typed)
        .entry("ours", || to_string(typed, Format::Xml).expect("it can be written"))
        .entry("quick-xml", || xml_by_peer(typed));
    print_ratios("typed → XML", name, &xml.run(ROUNDS));
}

fn write_toon<T: Measured>(subject: &Subject<T>) {
    let Subject { name, typed, value, json, .. } = subject;
    let from_typed = toon_writers(typed);
    print_ratios("typed → TOON", name, &from_typed.run(ROUNDS));
    let from_value = toon_writers(value);
    print_ratios("`Value` → TOON", name, &from_value.run(ROUNDS));
    let from_json = Contest::new()
        .entry("serde_json", || {
            serde_json::from_str::<Value>(json).and_then(|value| serde_json::to_string(&value)).expect("it is JSON")
        })
        .entry("ours", || toon::convert_json(json, &EncodeOptions::default()).expect("it is JSON"))
        .entry("etoon", || _etoon::toon::encode(json.as_bytes()).expect("it is JSON"));
    print_ratios("JSON text → TOON (serde_json: → `Value` → JSON)", name, &from_json.run(ROUNDS));
}

fn toon_writers<V: Serialize>(value: &V) -> Contest<'_> {
    let contest = json_writer(value)
        .entry("ours", || toon::to_string(value).expect("it can be written"))
        .entry("serde_toon", || serde_toon::to_string(value).expect("it can be written"));
    #[cfg(feature = "toon-format")]
    let contest = contest.entry("toon-format", || toon_format::encode_default(value).expect("it can be written"));
    contest
}

fn read_toon<T: Measured>(subject: &Subject<T>) {
    let Subject { name, json, toon, .. } = subject;
    print_ratios("TOON → typed", name, &toon_readers::<T>(json, toon).run(ROUNDS));
    print_ratios("TOON → `Value`", name, &toon_readers::<Value>(json, toon).run(ROUNDS));
}

fn toon_readers<'a, V: Measured>(json: &'a str, toon: &'a str) -> Contest<'a> {
    let contest = Contest::new()
        .entry("serde_json", || serde_json::from_str::<V>(json).expect("it is JSON"))
        .entry("ours", || toon::from_str::<V>(toon).expect("it is TOON"))
        .entry("serde_toon", || serde_toon::from_str::<V>(toon).expect("it is TOON"));
    #[cfg(feature = "toon-format")]
    let contest = contest.entry("toon-format", || toon_format::decode_default::<V>(toon).expect("it is TOON"));
    contest
}

fn tables<R: Measured>(name: &'static str, rows: &Vec<R>) {
    csv_texts_agree(name, rows);
    let contest = json_writer(rows)
        .entry("ours", || to_string(rows, Format::Csv).expect("it is a table"))
        .entry("csv", || csv_by_peer(rows));
    print_ratios("typed → CSV", name, &contest.run(ROUNDS));
    read(name, rows);
}

/// Reads what ours wrote. `quick-xml` is left out: it takes an absent number, `<Age/>`, for a text that is no number.
fn read<R: Measured>(name: &'static str, rows: &Vec<R>) {
    let json = serde_json::to_string(rows).expect("it can be written");
    let text = |format| to_string(rows, format).expect("it is a table");
    let (yaml, xml, csv) = (text(Format::Yaml), text(Format::Xml), text(Format::Csv));
    for (text, format) in [(&yaml, Format::Yaml), (&xml, Format::Xml), (&csv, Format::Csv)] {
        let read: Vec<R> = from_str(text, format).expect("ours wrote it");
        assert!(read == *rows, "{name}: another value is read from {format}");
    }
    let from_yaml = json_reader::<R>(&json)
        .entry("ours", || from_str::<Vec<R>>(&yaml, Format::Yaml).expect("it is YAML"))
        .entry("serde-saphyr", || serde_yaml::from_str::<Vec<R>>(&yaml).expect("it is YAML"));
    print_ratios("YAML → typed", name, &from_yaml.run(ROUNDS));
    let from_xml = json_reader::<R>(&json).entry("ours", || from_str::<Vec<R>>(&xml, Format::Xml).expect("it is XML"));
    print_ratios("XML → typed", name, &from_xml.run(ROUNDS));
    let from_csv = json_reader::<R>(&json)
        .entry("ours", || from_str::<Vec<R>>(&csv, Format::Csv).expect("it is CSV"))
        .entry("csv", || csv::Reader::from_reader(csv.as_bytes()).deserialize().collect::<Result<Vec<R>, _>>());
    print_ratios("CSV → typed", name, &from_csv.run(ROUNDS));
}

fn json_reader<R: Measured>(json: &str) -> Contest<'_> {
    Contest::new().entry("serde_json", || serde_json::from_str::<Vec<R>>(json).expect("it is JSON"))
}

fn json_writer<V: Serialize>(value: &V) -> Contest<'_> {
    Contest::new().entry("serde_json", || serde_json::to_string(value).expect("it can be written"))
}
