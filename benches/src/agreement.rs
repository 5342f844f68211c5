//! Checks before a measurement: our output and that of the peers have the same values; the differences are listed.

use serde::Serialize;
use serde_json::Value;
use tool_formats::{Format, to_string, toon};

use crate::subject::{Measured, Subject};

/// Fails unless all write the same TOON, byte for byte, and read the same values from it.
///
/// # Panics
/// With the first line that differs.
pub fn toon_texts_agree<T: Measured>(subject: &Subject<T>) {
    let Subject { typed, value, json, toon: ours, name, .. } = subject;
    let same = |what, theirs: String| assert_same(name, what, ours, &theirs);
    same("ours from a Value", toon::to_string(value).expect("it can be written"));
    same("ours from JSON text", toon::convert_json(json, &toon::EncodeOptions::default()).expect("it is JSON"));
    same("serde_toon", serde_toon::to_string(typed).expect("it can be written"));
    same("etoon", _etoon::toon::encode(json.as_bytes()).expect("it is JSON"));
    #[cfg(feature = "toon-format")]
    same("toon-format", toon_format::encode_default(typed).expect("it can be written"));

    assert!(toon::from_str::<T>(ours).expect("it is TOON") == *typed, "{name}: ours reads another value");
    assert!(serde_toon::from_str::<T>(ours).expect("it is TOON") == *typed, "{name}: serde_toon reads another value");
    // `1.0` is `1` in TOON, so a Value that was read has an integer where JSON has a float.
    let tree: Value = toon::from_str(ours).expect("it is TOON");
    let theirs: Value = serde_toon::from_str(ours).expect("it is TOON");
    assert!(tree == theirs, "{name}: serde_toon reads another Value");
}

/// Fails unless `serde-saphyr` reads our YAML as the value it was. The texts differ in style: ours begins with `---` and
/// puts every string in quotes.
///
/// # Panics
/// When another value is read.
pub fn yaml_texts_agree<T: Measured>(subject: &Subject<T>) {
    let ours = to_string(&subject.typed, Format::Yaml).expect("it can be written");
    let read: T = serde_yaml::from_str(&ours).expect("it is YAML");
    assert!(read == subject.typed, "{}: serde-saphyr reads another value", subject.name);
}

/// Fails unless our XML is that of `quick-xml`, but for the names of the outer elements, the line ends between rows,
/// the spelling of floats (`22.0` and `1e-7`, there `22` and `0.0000001`) and empty lists (`<tags/>`, there nothing).
///
/// # Panics
/// With the first part that differs.
pub fn xml_texts_agree<T: Measured>(subject: &Subject<T>) {
    let plain = |text: &str| {
        let text = text.replace('\n', "").replace("><", ">\n<");
        text.lines().filter(|line| !line.ends_with("/>")).map(plain_float).collect::<Vec<_>>().join("\n")
    };
    let ours = to_string(&subject.typed, Format::Xml).expect("it can be written");
    let ours = plain(&ours).replace("ObjectNode>", "rows>").replace("root>", "row>");
    let theirs = plain(&xml_by_peer(&subject.typed));
    if ours.starts_with("<rows>\n<row>") {
        assert_same(subject.name, "quick-xml", &ours, &theirs);
    } else {
        // One object is the outer element itself in ours.
        assert_same(subject.name, "quick-xml", &ours, &theirs.replace("<row>\n", "").replace("</row>\n", ""));
    }
}

/// One element on a line, with the digits of a float always in one spelling.
fn plain_float(line: &str) -> String {
    let content = line.split_once('>').and_then(|(_, rest)| rest.split_once('<')).map(|(content, _)| content);
    match content.and_then(|content| Some((content, content.parse::<f64>().ok()?))) {
        Some((content, float)) => line.replacen(&format!(">{content}<"), &format!(">{float}<"), 1),
        None => line.to_owned(),
    }
}

/// XML by `quick-xml`, which needs an element around a list.
#[must_use]
pub fn xml_by_peer<T: Serialize>(value: &T) -> String {
    #[derive(Serialize)]
    struct Rows<'a, T> {
        row: &'a T,
    }

    quick_xml::se::to_string_with_root("rows", &Rows { row: value }).expect("it can be written")
}

/// Fails unless the `csv` crate reads the same records from our CSV and from its own. The texts differ: ours quotes text
/// with blanks in it.
///
/// # Panics
/// With the first record that differs.
pub fn csv_texts_agree<R: Serialize>(name: &str, rows: &[R]) {
    let ours = to_string(rows, Format::Csv).expect("it is a table");
    assert_same(name, "csv", &records(&ours), &records(&csv_by_peer(rows)));
}

/// CSV by the crate `csv`.
#[must_use]
pub fn csv_by_peer<R: Serialize>(rows: &[R]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row)).expect("it is a table");
    String::from_utf8(writer.into_inner().expect("it is in memory")).expect("it is text")
}

fn records(text: &str) -> String {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let lines: Vec<String> =
        reader.records().map(|record| format!("{:?}", record.expect("it is CSV").iter().collect::<Vec<_>>())).collect();
    lines.join("\n")
}

fn assert_same(name: &str, peer: &str, ours: &str, theirs: &str) {
    if ours == theirs {
        return;
    }
    let first = ours.lines().zip(theirs.lines()).find(|(ours, theirs)| ours != theirs);
    panic!("{name}: {peer} writes something else; the first line that differs: {first:?}");
}
