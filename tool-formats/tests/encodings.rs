//! Bytes that are not UTF-8, and what a text says about itself at its start.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use tool_formats::{Format, decode, decode_as, from_slice, from_str};

fn utf_16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

#[test]
fn a_byte_order_mark_tells_the_encoding_in_every_format() {
    for format in Format::ALL {
        let text = "\u{feff}a,é\n1,💶";
        for bytes in [utf_16(text, u16::to_le_bytes), utf_16(text, u16::to_be_bytes), text.as_bytes().to_vec()] {
            assert_eq!(decode(&bytes, *format).unwrap(), "a,é\n1,💶", "{format}");
        }
    }
}

#[test]
fn an_xml_declaration_tells_the_encoding() {
    for (label, letter) in [
        ("ISO-8859-1", b"\xe9".as_slice()),
        ("windows-1252", b"\xe9"),
        ("UTF-8", "é".as_bytes()),
        ("iso-8859-15", b"\xe9"),
    ] {
        let mut bytes = format!("<?xml version='1.0' encoding='{label}'?><a>").into_bytes();
        bytes.extend_from_slice(letter);
        bytes.extend_from_slice(b"</a>");

        let text = decode(&bytes, Format::Xml).unwrap();

        assert_eq!(from_str::<String>(&text, Format::Xml).unwrap(), "é", "{label}");
    }
}

#[test]
fn xml_in_utf_16_is_known_without_a_mark() {
    let text = "<?xml version='1.0' encoding='UTF-16'?><a>é</a>";

    for bytes in [utf_16(text, u16::to_le_bytes), utf_16(text, u16::to_be_bytes)] {
        assert_eq!(from_str::<String>(&decode(&bytes, Format::Xml).unwrap(), Format::Xml).unwrap(), "é");
    }
}

#[test]
fn an_encoding_can_be_given_and_a_mark_knows_better() {
    assert_eq!(decode_as(b"a\n\x80", "cp1252", Format::Csv).unwrap(), "a\n€");
    assert_eq!(decode_as(b"a\n\x93\xfa", "shift_jis", Format::Csv).unwrap(), "a\n日");
    assert_eq!(decode_as(b"\xef\xbb\xbf\xc3\xa9", "cp1252", Format::Csv).unwrap(), "é");
}

#[test]
fn bytes_that_are_not_in_their_encoding_are_placed() {
    let says = |result: Result<std::borrow::Cow<'_, str>, _>, sentence: &str| {
        let error: tool_formats::FormatError = result.unwrap_err();
        assert_eq!(error.to_string(), sentence);
    };

    says(decode(b"a\n\xff", Format::Csv), "the text is not CSV: line 2, column 1: expected UTF-8");
    says(decode(b"\xff\xfea\0\n\0\x00\xd8", Format::Json), "the text is not JSON: line 2, column 1: expected UTF-16");
    says(decode(b"\xff\xfea\0b", Format::Toon), "the text is not TOON: line 1, column 2: expected UTF-16");
    says(
        decode_as(b"ab\xff", "shift_jis", Format::Csv),
        "the text is not CSV: line 1, column 3: expected a text in the given encoding",
    );
    says(
        decode_as(b"ab", "klingon", Format::Csv),
        "the text is not CSV: line 1, column 1: expected the name of a known encoding, such as `UTF-8`",
    );
}

#[test]
fn bytes_that_say_another_encoding_are_not_read_as_utf_8() {
    let bytes = "<?xml version='1.0' encoding='ISO-8859-1'?><a>Ã©</a>".as_bytes();

    let error = from_slice::<String>(bytes, Format::Xml).unwrap_err();

    let what = "the text declares an encoding other than UTF-8; use `decode` first";
    assert_eq!(error.to_string(), format!("the text is not XML: line 1, column 1: {what}"));
}

#[test]
fn a_document_type_that_defines_nothing_is_skipped() {
    for text in [
        "<!DOCTYPE a><a>1</a>",
        "<?xml version='1.0' encoding='us-ascii'?>\n<!DOCTYPE a SYSTEM \"a.dtd\">\n<a>1</a>",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\"><a>1</a>",
        "<!DOCTYPE a [ <!ELEMENT a (#PCDATA)> ]><a>1</a>",
    ] {
        assert_eq!(from_str::<Value>(text, Format::Xml).unwrap(), json!(1), "{text}");
    }
}
