//! XML: its rules one by one, and awkward values read back by a reader that is not ours.
#![cfg(feature = "xml")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use quick_xml::Reader;
use quick_xml::events::Event;
use tool_formats::{Format, FormatError, convert};

fn xml(json: &str) -> Result<String, FormatError> {
    convert(json, Format::Json, Format::Xml)
}

#[track_caller]
fn written_as(json: &str, expected: &str) {
    assert_eq!(xml(json).as_deref(), Ok(expected), "{json}");
}

/// What `json` holds inside the root element.
#[track_caller]
fn holds(json: &str, expected: &str) {
    written_as(json, &format!("<ObjectNode>{expected}</ObjectNode>"));
}

#[test]
fn rows_of_an_array_are_on_separate_lines() {
    written_as(r#"[{"a":1},{"a":2}]"#, "<ObjectNode>\n<root><a>1</a></root>\n<root><a>2</a></root>\n</ObjectNode>");
    written_as(
        r#"[1,"x",null,[2,3]]"#,
        "<ObjectNode>\n<root>1</root>\n<root>x</root>\n<root/>\n<root><item>2</item><item>3</item></root>\n</ObjectNode>",
    );
}

#[test]
fn an_object_is_the_root_element() {
    holds(r#"{"a":1,"b":{"c":true}}"#, "<a>1</a><b><c>true</c></b>");
}

#[test]
fn a_scalar_is_one_element() {
    written_as("1.50", "<root>1.5</root>");
    written_as(r#""a<b""#, "<root>a&lt;b</root>");
    written_as("false", "<root>false</root>");
    written_as("null", "<root/>");
    written_as("\"\"", "<root></root>");
}

#[test]
fn empty_containers_are_empty_elements() {
    written_as("[]", "<ObjectNode/>");
    written_as("{}", "<ObjectNode/>");
    holds(r#"{"a":[],"b":{},"c":null,"d":""}"#, "<a/><b/><c/><d></d>");
    written_as("[[],{}]", "<ObjectNode>\n<root/>\n<root/>\n</ObjectNode>");
}

#[test]
fn an_array_repeats_the_element_of_its_key() {
    holds(r#"{"a":[1,null,"x",{"b":2}]}"#, "<a>1</a><a/><a>x</a><a><b>2</b></a>");
    holds(r#"{"a":[1]}"#, "<a>1</a>");
}

#[test]
fn an_array_in_an_array_has_items() {
    holds(
        r#"{"a":[[1,2],[3],[],[[4]]]}"#,
        "<a><item>1</item><item>2</item></a><a><item>3</item></a><a/><a><item><item>4</item></item></a>",
    );
}

#[test]
fn keys_that_are_not_names_are_in_an_attribute() {
    holds(r#"{"a b":1}"#, r#"<field name="a b">1</field>"#);
    holds(r#"{"":[1,2]}"#, r#"<field name="">1</field><field name="">2</field>"#);
    holds(r#"{"1a":null,"a:b":"","xmlns":{}}"#, r#"<field name="1a"/><field name="a:b"></field><field name="xmlns"/>"#);
    holds(r#"{"@id":1,"$text":2}"#, r#"<field name="@id">1</field><field name="$text">2</field>"#);
    holds(r#"{"a<\"&>\t\n\rz":1}"#, r#"<field name="a&lt;&quot;&amp;&gt;&#9;&#10;&#13;z">1</field>"#);
    holds(r#"{"größe":1}"#, "<größe>1</größe>");
}

#[test]
fn a_key_cannot_close_its_tag() {
    holds(r#"{"a></a><evil>":1}"#, r#"<field name="a&gt;&lt;/a&gt;&lt;evil&gt;">1</field>"#);
}

#[test]
fn text_is_escaped_and_its_blanks_are_kept() {
    holds(r#"{"a":"<&>\"' ]]>"}"#, "<a>&lt;&amp;&gt;\"' ]]&gt;</a>");
    holds(r#"{"a":" x\n\ty\r\n"}"#, "<a> x\n\ty&#13;\n</a>");
    holds(r#"{"a":"\u007f\u0080\ufdd0\ufffd"}"#, "<a>\u{7f}\u{80}\u{fdd0}\u{fffd}</a>");
}

#[track_caller]
fn refuses(json: &str, path: &str, character: char) {
    assert_eq!(xml(json), Err(FormatError::illegal_character(path, character)), "{json}");
}

#[test]
fn characters_that_xml_cannot_hold_are_an_error_with_their_place() {
    refuses(r#""\u0000""#, "", '\0');
    refuses(r#"["a",{"b":["x","\u0001"]}]"#, "/1/b/1", '\u{1}');
    refuses(r#"[[[0,"\u001f"]]]"#, "/0/0/1", '\u{1f}');
    refuses(r#"{"a":{"b/c~d":"\ufffe"}}"#, "/a/b~1c~0d", '\u{fffe}');
    refuses(r#"{"a":"x\uffff"}"#, "/a", '\u{ffff}');
    refuses(r#"{"a":[{"\u000b":1}]}"#, "/a/0/\u{b}", '\u{b}');
}

#[test]
fn every_control_but_tab_and_line_ends_is_refused() {
    for code in (0..0x20).filter(|code| ![0x9, 0xA, 0xD].contains(code)) {
        refuses(&format!("{{\"k\":\"\\u{code:04x}\"}}"), "/k", char::from(code));
    }
}

/// The text of `<k>` and the `name` of the first attribute, as a reader sees them.
fn read_back(text: &str) -> (String, Option<String>) {
    let mut reader = Reader::from_str(text);
    let (mut content, mut name) = (String::new(), None);
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => return (content, name),
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    let value = attribute.unwrap().normalized_value(quick_xml::XmlVersion::Explicit1_0).unwrap();
                    name = Some(value.into_owned());
                }
            }
            Event::Text(piece) => content.push_str(&piece.xml_content(quick_xml::XmlVersion::Explicit1_0)),
            Event::GeneralRef(reference) => {
                let escaped = format!("&{};", &*reference);
                content.push_str(&quick_xml::escape::unescape(&escaped).unwrap());
            }
            _ => {}
        }
    }
}

#[test]
fn awkward_texts_and_keys_come_back() {
    for text in [
        "a",
        " ",
        " a ",
        "<",
        "&amp;",
        "]]>",
        "a\nb",
        "a\r\nb",
        "\r",
        "\t",
        "é👋",
        "<a b=\"c\">",
        "&#13;",
        "'\"",
        "\u{85}\u{2028}x",
    ] {
        let json = serde_json::json!({ "k": text }).to_string();
        assert_eq!(read_back(&xml(&json).unwrap()).0, text, "{text:?}");

        let key = format!(" {text}");
        let json = serde_json::json!({ key.as_str(): 1 }).to_string();
        assert_eq!(read_back(&xml(&json).unwrap()).1.as_deref(), Some(key.as_str()), "{text:?}");
    }
}

#[test]
fn a_key_with_a_letter_that_some_readers_do_not_know_is_in_an_attribute() {
    let text = convert("{\"ora\u{219}\":1,\"名前\":2,\"ＮＡＭＥ\":3,\"𠮷\":4}", Format::Json, Format::Xml).unwrap();

    assert_eq!(
        text,
        "<ObjectNode><field name=\"ora\u{219}\">1</field><名前>2</名前><field name=\"ＮＡＭＥ\">3</field>\
         <field name=\"𠮷\">4</field></ObjectNode>"
    );
}

#[test]
fn elements_keep_their_names_with_any_content_and_siblings() {
    let inner: Vec<String> = (0..70).map(|at| format!("\"i{at}\":{{\"x y\":{at}}}")).collect();
    let inner = format!("{{{}}}", inner.join(","));
    let outer: Vec<String> = (0..70).map(|at| format!("\"o{at}\":[{inner},{{\"z{at}\":[[1],{{}}]}}]")).collect();

    let text = xml(&format!("{{{}}}", outer.join(","))).unwrap();

    let inner: Vec<String> = (0..70).map(|at| format!("<i{at}><field name=\"x y\">{at}</field></i{at}>")).collect();
    let inner = inner.concat();
    let outer = (0..70)
        .map(|at| format!("<o{at}>{inner}</o{at}><o{at}><z{at}><item>1</item></z{at}><z{at}/></o{at}>"))
        .collect::<Vec<_>>();
    assert_eq!(text, format!("<ObjectNode>{}</ObjectNode>", outer.concat()));
}
