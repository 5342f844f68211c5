//! The one list of losses: what each writer and each reader drops.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use tool_formats::{
    CheapestFormat, ConvertOptions, Documents, Fidelity, Format, FormatError, Loss, ReadOptions, WriteOptions,
    convert_with, from_str_with, losses, to_string, to_string_with,
};

const LOSSLESS: WriteOptions = WriteOptions::new().with_fidelity(Fidelity::Lossless);

/// What reading a text as a value of any kind drops, and that a conversion says the same.
#[track_caller]
fn reading_loses(format: Format, text: &str, expected: &str) {
    let read = from_str_with::<Value>(text, format, &ReadOptions::default()).unwrap();
    assert_eq!(read.losses.to_string(), expected, "{text}");
    let converted = convert_with(text, format, Format::Json, &ConvertOptions::default()).unwrap();
    assert_eq!(converted.losses.to_string(), expected, "{text}");

    let fidelity = Fidelity::Lossless;
    let read = from_str_with::<Value>(text, format, &ReadOptions::new().with_fidelity(fidelity));
    let write = WriteOptions::new().with_fidelity(fidelity);
    let converted = convert_with(text, format, Format::Json, &ConvertOptions::new().with_write(write));
    if expected == "nothing" {
        assert!(read.is_ok() && converted.is_ok(), "{text}");
    } else {
        assert_eq!(read.unwrap_err().to_string(), format!("reading `{format}` loses: {expected}"));
        assert_eq!(converted.unwrap_err().to_string(), format!("reading `{format}` loses: {expected}"));
    }
}

#[test]
fn the_guide_explains_every_loss() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/formats.md")).unwrap();
    let all = [
        Loss::Types,
        Loss::EmptyKinds,
        Loss::SingletonArray,
        Loss::Structure,
        Loss::NumberPrecision,
        Loss::ReplacedCharacters,
        Loss::GuardedFormulas,
        Loss::DuplicateKeys,
        Loss::NonFinite,
        Loss::NegativeZero,
        Loss::ElementOrder,
        Loss::MixedText,
        Loss::ElementNames,
        Loss::Tags,
        Loss::Aliases,
        Loss::KeyTypes,
    ];
    for loss in all {
        assert!(guide.contains(&format!("\n| {loss} |")), "{loss}");
    }
}

#[test]
fn nan_and_the_infinities_are_a_loss_in_every_format() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for format in [Format::Json, Format::Toon, Format::Yaml] {
            assert_eq!(losses(&[value], format).unwrap().to_string(), "NaN or infinity", "{format}");
            let error = to_string_with(&[value], format, &LOSSLESS).unwrap_err();
            assert_eq!(error.to_string(), format!("`{format}` cannot represent: NaN or infinity"));
        }
        assert_eq!(losses(&[value], Format::Xml).unwrap().to_string(), "empty kinds, NaN or infinity");
        let rows = [[("a", value)].into_iter().collect::<std::collections::BTreeMap<_, _>>(), [("a", 1.0)].into()];
        assert!(losses(&rows, Format::Csv).unwrap().contains(Loss::NonFinite));
    }
    assert!(losses(&[f32::INFINITY], Format::Json).unwrap().contains(Loss::NonFinite));
    assert_eq!(to_string(&[f64::NAN], Format::Json).unwrap(), "[null]");
    assert_eq!(CheapestFormat::default().to_string(&[f64::NAN]).unwrap().losses.to_string(), "NaN or infinity");
}

#[test]
fn a_nan_deep_inside_a_value_is_found() {
    let value = [("a", vec![Some((1, f64::NAN))])].into_iter().collect::<std::collections::BTreeMap<_, _>>();

    assert!(losses(&value, Format::Yaml).unwrap().contains(Loss::NonFinite));
}

#[test]
fn the_sign_of_zero_is_lost_in_toon_alone() {
    for (value, expected) in [(-0.0, "negative zero"), (0.0, "nothing"), (-1e-300, "nothing")] {
        assert_eq!(losses(&[value], Format::Toon).unwrap().to_string(), expected, "{value}");
        assert_eq!(losses(&[value], Format::Json).unwrap().to_string(), "nothing");
        assert_eq!(losses(&[value], Format::Yaml).unwrap().to_string(), "nothing");
    }
    assert_eq!(losses(&[-0.0_f32], Format::Toon).unwrap().to_string(), "negative zero");
    let error = to_string_with(&[-0.0], Format::Toon, &LOSSLESS).unwrap_err();
    assert_eq!(error.to_string(), "`toon` cannot represent: negative zero");
}

#[test]
fn the_cheapest_choice_loses_no_sign_that_it_may_not_lose() {
    let rows: Vec<_> = (0..20).map(|id| json!({ "id": id, "balance": -0.0 })).collect();

    let lossless = CheapestFormat::default().to_string(&rows).unwrap();
    let lossy = CheapestFormat::default().with_fidelity(Fidelity::Any).to_string(&rows).unwrap();

    assert_eq!((lossless.format, lossless.losses.to_string().as_str()), (Format::Json, "nothing"));
    assert_eq!(lossy.format, Format::Csv);
}

#[test]
fn the_digits_of_a_decimal_too_small_for_a_double_are_lost() {
    reading_loses(Format::Json, "1e-400", "digits");
    reading_loses(Format::Toon, "[2]: 0.1234567890123456789,1", "digits");
}

#[test]
fn xml_elements_of_one_name_with_others_between_them_lose_their_order() {
    let text = "<ObjectNode><key>a</key><integer>1</integer><key>b</key><integer>2</integer></ObjectNode>";
    reading_loses(Format::Xml, text, "element order");
    reading_loses(Format::Xml, "<ObjectNode><a>1</a><a>2</a><b>3</b></ObjectNode>", "nothing");
    reading_loses(Format::Xml, "<ObjectNode><a><b/><c/><b/></a></ObjectNode>", "element order");
}

#[test]
fn xml_text_between_elements_loses_its_places() {
    reading_loses(Format::Xml, "<ObjectNode>Hello <b>bold</b> world</ObjectNode>", "text positions");
    reading_loses(Format::Xml, "<ObjectNode>\n  <b>bold</b>\n</ObjectNode>", "nothing");
    reading_loses(Format::Xml, "<ObjectNode><a id=\"1\">text</a></ObjectNode>", "nothing");
}

#[test]
fn the_name_of_an_xml_element_that_is_not_a_key_is_lost() {
    reading_loses(Format::Xml, "<note><to>Ada</to></note>", "element names");
    reading_loses(Format::Xml, "<ObjectNode><field name=\"id\">1</field></ObjectNode>", "element names");
    reading_loses(Format::Xml, "<ObjectNode><field name=\"a b\">1</field></ObjectNode>", "nothing");
    reading_loses(Format::Xml, "<ObjectNode x=\"1\"><field name=\"@x\">2</field></ObjectNode>", "element names");
    reading_loses(Format::Xml, "<root>1</root>", "nothing");
}

#[test]
fn comments_and_processing_instructions_are_not_data() {
    reading_loses(Format::Xml, "<?php x?><!-- a --><ObjectNode><!-- b --><a>1</a><?x y?></ObjectNode>", "nothing");
    reading_loses(Format::Yaml, "# a\na: 1 # b\n", "nothing");
}

#[test]
fn yaml_tags_that_name_no_type_of_json_are_lost() {
    for text in ["R: !Ref Bucket", "!Ref {a: 1}", "a: !!binary aGVsbG8=", "a: !!set {b, c}", "- !<x:y> [1]"] {
        reading_loses(Format::Yaml, text, "tags");
    }
    reading_loses(Format::Yaml, "a: !!str 12\nb: !!int \"3\"\nc: !!seq [1]\nd: ! 12\ne: !!map {}", "nothing");
}

#[test]
fn yaml_numbers_with_more_digits_than_are_read_are_lost() {
    for text in [
        "18446744073709551616",
        "-9223372036854775809",
        "[1, 0.30000000000000001]",
        "a: +12345678901234567890123",
        "a: 99999999999999999999.5",
        "a: 1e-400",
        "a: {b: .12345678901234567890}",
    ] {
        reading_loses(Format::Yaml, text, "digits");
    }
    for text in
        ["18446744073709551615", "-9223372036854775808", "100000000000000000000", "1.50", "\"12345678901234567890123\""]
    {
        reading_loses(Format::Yaml, text, "nothing");
    }
}

#[test]
fn yaml_aliases_and_merge_keys_are_copied() {
    reading_loses(Format::Yaml, "x: &a {b: 1}\ny: *a", "aliases");
    reading_loses(Format::Yaml, "x: {b: 1}\nz:\n  <<: {b: 2}\n  c: 3", "aliases");
    reading_loses(Format::Yaml, "x: &a {b: 1}", "nothing");
    reading_loses(Format::Yaml, "x: \"<<\"", "nothing");
}

#[test]
fn yaml_keys_that_are_not_text_become_text() {
    for text in ["1: a", "true: a", "1.5: a", "0x1F: a", "a: {2: b}", "? 1\n: a"] {
        reading_loses(Format::Yaml, text, "key types");
    }
    reading_loses(Format::Yaml, "\"1\": a\nyes: b\n007: c\na: 1", "nothing");
}

#[test]
fn a_yaml_key_given_twice_is_an_error() {
    for text in ["a: 1\na: 2", "{\"a\": 1, a: 2}", "1: a\n1: b"] {
        let error = from_str_with::<Value>(text, Format::Yaml, &ReadOptions::default()).unwrap_err();
        assert!(matches!(error, FormatError::Malformed { format: Format::Yaml, .. }), "{text}: {error}");
    }
}

#[test]
fn the_texts_that_we_write_are_read_without_a_loss_of_reading() {
    let value =
        json!([{ "a": [1, "1", null, "", [], {}, -2.5], "b c": { "1": "x", "true": 1 }, "<<": "!Ref" }, { "a": "=1" }]);
    for format in [Format::Json, Format::Toon, Format::Yaml, Format::Xml] {
        reading_loses(format, &to_string(&value, format).unwrap(), "nothing");
    }
    reading_loses(Format::Csv, &to_string(&json!([{ "a": 1, "b": "x" }]), Format::Csv).unwrap(), "nothing");
}

#[test]
fn losses_of_kinds_are_allowed_where_no_value_may_be_lost() {
    let may = |text: &str, format| {
        let fidelity = Fidelity::NoValueLoss;
        from_str_with::<Value>(text, format, &ReadOptions::new().with_fidelity(fidelity)).is_ok()
    };

    assert!(may("x: &a 1\ny: *a", Format::Yaml) && may("1: a", Format::Yaml));
    assert!(!may("!a 1", Format::Yaml) && !may("<a>1</a>", Format::Xml) && !may(r#"{"a":1,"a":2}"#, Format::Json));
}

#[test]
fn losses_of_reading_are_listed_apart_from_those_of_writing() {
    let converted = convert_with("a: !x 1\nb: null", Format::Yaml, Format::Xml, &ConvertOptions::default()).unwrap();

    assert_eq!(converted.read_losses.to_string(), "tags");
    assert_eq!(converted.losses.to_string(), "types, empty kinds, tags");
    let text = r#"{"a":0.30000000000000001,"a":-0.30000000000000001}"#;
    let converted = convert_with(text, Format::Json, Format::Toon, &ConvertOptions::default()).unwrap();
    assert_eq!(converted.read_losses.to_string(), "digits, duplicate keys");
}

#[test]
fn several_documents_are_a_list_where_that_is_asked_for() {
    let all = ReadOptions::new().with_documents(Documents::All);
    let read = |text| from_str_with::<Value>(text, Format::Yaml, &all).unwrap().value;

    assert_eq!(read("a: 1\n---\nb: 2\n...\n---\n- 3"), json!([{ "a": 1 }, { "b": 2 }, [3]]));
    assert_eq!(read("---\na: |\n  x"), json!([{ "a": "x" }]));
    assert_eq!(read("--- |\n x\n---\n---\n"), json!(["x\n", null, null]));
    assert_eq!(read("# nothing"), json!([]));
    assert_eq!(
        from_str_with::<Vec<(u8, u8)>>("[1, 2]\n---\n[3, 4]", Format::Yaml, &all).unwrap().value,
        [(1, 2), (3, 4)]
    );
}

#[test]
fn an_error_in_a_later_document_has_its_line_in_the_text() {
    let all = ReadOptions::new().with_documents(Documents::All);

    let error = from_str_with::<Vec<u8>>("1\n---\n2\n---\nx", Format::Yaml, &all).unwrap_err();

    assert!(error.to_string().starts_with("line 5, column 1: "), "{error}");
}

#[test]
fn several_documents_are_an_error_where_one_is_expected() {
    let error = from_str_with::<Value>("a: 1\n---\nb: 2", Format::Yaml, &ReadOptions::default()).unwrap_err();

    assert!(matches!(error, FormatError::Malformed { format: Format::Yaml, .. }), "{error}");
}

/// What a value of any kind drops of a text; a conversion keeps all digits.
#[track_caller]
fn a_value_loses(format: Format, text: &str, expected: &str) {
    let read = from_str_with::<Value>(text, format, &ReadOptions::default()).unwrap();
    assert_eq!(read.losses.to_string(), expected, "{text}");
    let lossless = ReadOptions::new().with_fidelity(Fidelity::Lossless);
    let read = from_str_with::<Value>(text, format, &lossless).map_err(|error| error.to_string());
    match expected {
        "nothing" => assert!(read.is_ok(), "{text}"),
        _ => assert_eq!(read.unwrap_err(), format!("reading `{format}` loses: {expected}")),
    }
}

#[test]
fn an_integer_past_64_bits_loses_digits_where_no_type_asks_for_it() {
    for long in ["18446744073709551616", "-9223372036854775809", "12345678901234567890123"] {
        a_value_loses(Format::Json, &format!("[{{\"a\":[{long}]}}]"), "digits");
        a_value_loses(Format::Toon, &format!("a[2]: 1,{long}"), "digits");
        a_value_loses(Format::Yaml, &format!("a: {long}"), "digits");
        a_value_loses(Format::Csv, &format!("a,b\n\"[{long}]\",1"), "digits");
        a_value_loses(Format::Csv, &format!("a,b\n{long},1"), "nothing");
        a_value_loses(Format::Xml, &format!("<ObjectNode><a>{long}</a></ObjectNode>"), "nothing");
    }
    for kept in ["18446744073709551615", "-9223372036854775808", "100000000000000000000"] {
        a_value_loses(Format::Json, &format!("[{kept}]"), "nothing");
        a_value_loses(Format::Toon, &format!("a: {kept}"), "nothing");
        a_value_loses(Format::Yaml, &format!("a: {kept}"), "nothing");
    }
}

#[test]
fn a_conversion_keeps_integers_past_64_bits() {
    let long = "{\"a\":18446744073709551616}";

    let write = WriteOptions::new().with_fidelity(Fidelity::Lossless);
    let options = ConvertOptions::new().with_write(write);
    let converted = convert_with(long, Format::Json, Format::Toon, &options).unwrap();
    assert_eq!((converted.text.as_str(), converted.read_losses.is_empty()), ("a: 18446744073709551616", true));
}

#[test]
fn a_name_given_twice_is_a_loss_of_reading() {
    reading_loses(Format::Json, r#"[{"a":{"b":1,"\u0062":1}}]"#, "duplicate keys");

    let toon = tool_formats::toon::DecodeOptions::new().with_strict(false);
    let read = from_str_with::<Value>("a: 1\na: 2", Format::Toon, &ReadOptions::new().with_toon(toon));
    assert_eq!(read.unwrap().losses.to_string(), "duplicate keys");
}

#[test]
fn the_sign_of_a_zero_in_toon_is_a_loss_of_reading() {
    for text in ["a: -0", "a[2]: 1,-0.0", "[1]{a}:\n  -0e7"] {
        reading_loses(Format::Toon, text, "negative zero");
    }
    reading_loses(Format::Toon, "a: -1e-400", "digits, negative zero");
    reading_loses(Format::Toon, "a[3]: 0,-0.5,-1e3", "nothing");
}

#[test]
fn a_tag_of_null_on_a_text_is_a_loss_of_reading() {
    reading_loses(Format::Yaml, "a: !!null x", "tags");
    reading_loses(Format::Yaml, "a: !!null ~", "nothing");
}
