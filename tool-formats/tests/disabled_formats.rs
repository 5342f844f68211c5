//! A format whose feature is off: named everywhere, and an error that names the feature where it is used.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use tool_formats::{
    CheapestFormat, ConvertOptions, Format, FormatError, ReadOptions, WriteOptions, convert, convert_with, from_slice,
    from_str, from_str_with, losses, to_string, to_string_with, to_writer,
};

mod promises;
use promises::promised;

/// Whether the feature of a format is on in this build.
const FEATURES: [(Format, bool); 5] = [
    (Format::Json, true),
    (Format::Toon, cfg!(feature = "toon")),
    (Format::Yaml, cfg!(feature = "yaml")),
    (Format::Xml, cfg!(feature = "xml")),
    (Format::Csv, cfg!(feature = "csv")),
];

#[test]
fn a_format_is_enabled_by_the_feature_of_its_name() {
    assert!(FEATURES.iter().map(|(format, _)| *format).eq(Format::ALL.iter().copied()));
    for (format, is_on) in FEATURES {
        assert_eq!(format.is_enabled(), is_on, "{format}");
        assert_eq!(Format::enabled().any(|enabled| enabled == format), is_on, "{format}");
        assert_eq!(format.name().parse::<Format>().is_ok(), is_on, "{format}");
    }
}

#[test]
fn the_guide_says_what_a_disabled_format_is() {
    promised(
        "TOON, YAML, XML and CSV are crate features, on by default; a format whose feature is off is an error that names the \
         feature.",
    );
    // The other tests of this file check the error.
    assert!(include_str!("../Cargo.toml").contains("\ndefault = [\"toon\", \"yaml\", \"xml\", \"csv\"]\n"));
}

#[test]
fn each_use_of_a_disabled_format_is_an_error_that_names_the_feature() {
    let value = json!([{ "a": 1 }]);
    for (format, is_on) in FEATURES {
        let text = if is_on { to_string(&value, format).unwrap() } else { String::from("[]") };
        let write = WriteOptions::default();
        let results = [
            to_string(&value, format).map(drop),
            to_string_with(&value, format, &write).map(drop),
            to_writer(&mut Vec::new(), &value, format),
            losses(&value, format).map(drop),
            from_str::<Value>(&text, format).map(drop),
            from_str_with::<Value>(&text, format, &ReadOptions::default()).map(drop),
            from_slice::<Value>(text.as_bytes(), format).map(drop),
            convert("[{\"a\":1}]", Format::Json, format).map(drop),
            convert(&text, format, Format::Json).map(drop),
            convert_with(&text, format, Format::Json, &ConvertOptions::default()).map(drop),
            CheapestFormat::default().convert(&text, format).map(drop),
        ];
        for result in results {
            assert_eq!(result, if is_on { Ok(()) } else { Err(FormatError::format_disabled(format)) }, "{format}");
        }
        let sentence = FormatError::format_disabled(format).to_string();
        let expected = format!(
            "format `{format}` is disabled; enable the feature `{format}` of `tool-formats` or `tool-core` in Cargo.toml"
        );
        assert_eq!(sentence, expected);
    }
}

#[test]
fn the_cheapest_format_is_an_enabled_one() {
    let rows: Vec<_> = (0..20).map(|id| json!({ "id": id, "name": "Ada" })).collect();

    assert!(CheapestFormat::default().to_string(&rows).unwrap().format.is_enabled());
    assert!(CheapestFormat::default().formats().all(Format::is_enabled));
}
