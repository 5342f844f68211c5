//! Reading all five formats into types, and what is said of texts that cannot be read.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_formats::{Format, FormatError, convert, from_str, to_string};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Passenger {
    id: u32,
    name: String,
    age: Option<f64>,
    survived: bool,
    class: Class,
    code: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Class {
    First,
    Second,
}

fn passengers() -> Vec<Passenger> {
    let ada = Passenger {
        id: 1,
        name: "Lovelace, \"Ada\" <a&b>\n".to_owned(),
        age: Some(36.5),
        survived: true,
        class: Class::First,
        code: "007".to_owned(),
    };
    let bob =
        Passenger { id: 2, name: String::new(), age: None, survived: false, class: Class::Second, code: "true".into() };
    vec![ada, bob]
}

#[test]
fn typed_rows_come_back_from_every_format() {
    for format in Format::ALL {
        let text = to_string(&passengers(), *format).unwrap();

        assert_eq!(from_str::<Vec<Passenger>>(&text, *format), Ok(passengers()), "{format}");
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    number: u64,
    customer: Customer,
    lines: Vec<Line>,
    tags: Vec<String>,
    totals: BTreeMap<String, f64>,
    payment: Payment,
    note: Option<String>,
    shape: (i8, u8),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Customer {
    name: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    sku: String,
    quantity: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Payment {
    Cash,
    Card { last_digits: u16 },
}

fn order() -> Order {
    Order {
        number: u64::MAX,
        customer: Customer { name: "Ada".to_owned() },
        lines: vec![Line { sku: "A-1".to_owned(), quantity: 2 }],
        tags: Vec::new(),
        totals: [("net".to_owned(), 1.5), ("gross sum".to_owned(), 2.0)].into(),
        payment: Payment::Card { last_digits: 1234 },
        note: None,
        shape: (-1, 1),
    }
}

#[test]
fn nested_values_come_back_from_every_format() {
    for format in Format::ALL {
        let text = to_string(&order(), *format).unwrap();

        assert_eq!(from_str::<Order>(&text, *format), Ok(order()), "{format}\n{text}");
        let cash = Order { payment: Payment::Cash, tags: vec!["a".into(), "b".into()], ..order() };
        let text = to_string(&cash, *format).unwrap();
        assert_eq!(from_str::<Order>(&text, *format), Ok(cash), "{format}\n{text}");
    }
}

#[test]
fn a_list_of_one_order_is_a_list_in_every_format() {
    for format in Format::ALL {
        let text = to_string(&[order()], *format).unwrap();

        assert_eq!(from_str::<Vec<Order>>(&text, *format), Ok(vec![order()]), "{format}\n{text}");
    }
}

#[track_caller]
fn reads(text: &str, format: Format, expected: &Value) {
    assert_eq!(from_str::<Value>(text, format).as_ref(), Ok(expected), "{format}: {text}");
    let json = convert(text, format, Format::Json).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), *expected, "{format}: {text}");
}

#[test]
fn cells_are_numbers_only_where_those_would_be_written_so() {
    reads(
        "a,b,c,d,e,f,g\n7,-2,0.5,true,,\"\",x\n007,-0,1.50,True,\"5\",1e3,\"true\"",
        Format::Csv,
        &json!([
            { "a": 7, "b": -2, "c": 0.5, "d": true, "e": null, "f": "", "g": "x" },
            { "a": "007", "b": "-0", "c": "1.50", "d": "True", "e": "5", "f": "1e3", "g": "true" },
        ]),
    );
}

#[test]
fn json_in_cells_is_read_as_what_it_holds() {
    reads(
        "a,b,c,d\n\"[1,2]\",\"{\"\"x\"\":\"\"y\"\"}\",[],\"[1, 2]\"",
        Format::Csv,
        &json!([{ "a": [1, 2], "b": { "x": "y" }, "c": [], "d": "[1, 2]" }]),
    );
}

#[test]
fn csv_is_read_with_any_line_ends_and_a_byte_order_mark() {
    let expected = json!([{ "a": 1, "b": "x\r\ny" }, { "a": 2, "b": null }]);

    reads("\u{feff}a,b\r\n1,\"x\r\ny\"\r\n\r\n2,\r\n", Format::Csv, &expected);
    reads("a,b\n1,\"x\r\ny\"\n2,\n\n", Format::Csv, &expected);
}

#[test]
fn a_row_is_read_by_name_or_cell_by_cell() {
    let text = "name,age\nAda,36\nBob,41";

    assert_eq!(from_str::<Vec<(String, u8)>>(text, Format::Csv).unwrap(), [("Ada".into(), 36), ("Bob".into(), 41)]);
    let row: HashMap<&str, &str> = from_str("a,b\n1,x y", Format::Csv).unwrap();
    assert_eq!(row, HashMap::from([("a", "1"), ("b", "x y")]));
    let counts: Vec<BTreeMap<u16, u32>> = from_str("1,2\n3,4", Format::Csv).unwrap();
    assert_eq!(counts, [BTreeMap::from([(1, 3), (2, 4)])]);
}

#[test]
fn elements_of_one_name_are_an_array() {
    reads(
        "<ObjectNode><a>1</a><b/><a>x</a><c></c><d><item>1</item><item>2</item></d></ObjectNode>",
        Format::Xml,
        &json!({ "a": [1, "x"], "b": null, "c": "", "d": { "item": [1, 2] } }),
    );
}

#[test]
fn rows_on_lines_of_their_own_are_a_top_level_array() {
    reads("<ObjectNode>\n<root><a>1</a></root>\n</ObjectNode>", Format::Xml, &json!([{ "a": 1 }]));
    reads("<ObjectNode><root><a>1</a></root></ObjectNode>", Format::Xml, &json!({ "root": { "a": 1 } }));
    reads("<ObjectNode/>", Format::Xml, &json!({}));
    reads("<root>x</root>", Format::Xml, &json!("x"));
    reads("<root/>", Format::Xml, &json!(null));
}

#[test]
fn xml_of_other_writers_is_read() {
    reads(
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- rows -->\n<rows at='noon &amp; later'>\n  \
         <row id=\"1\">Ada &lt;&#x41;&#10;<![CDATA[<&>]]></row>\r\n  <row/>\n</rows>\n",
        Format::Xml,
        &json!({ "@at": "noon & later", "row": [{ "@id": 1, "$text": "Ada <A\n<&>" }, null] }),
    );
}

#[test]
fn a_field_element_has_its_key_in_an_attribute() {
    reads(
        "<ObjectNode><field name=\"a b\">1</field><field>2</field><field name=\"&quot;&#9;\">3</field></ObjectNode>",
        Format::Xml,
        &json!({ "a b": 1, "field": 2, "\"\t": 3 }),
    );
}

#[test]
fn yaml_is_read_by_the_words_of_version_1_2() {
    reads(
        "a: no\nb: true\nc: 007\nd: 1_000\ne: 12:30\nf: 2020-01-01\ng: ~\nh: 1.5e3\ni: 'x'\nj: [1, {k: \"\\u00e9\"}]\n\
         k: |\n  two\n  lines\n",
        Format::Yaml,
        &json!({
            "a": "no", "b": true, "c": "007", "d": "1_000", "e": "12:30", "f": "2020-01-01", "g": null, "h": 1500.0,
            "i": "x", "j": [1, { "k": "é" }], "k": "two\nlines\n",
        }),
    );
}

#[test]
fn integers_past_64_bits_keep_their_digits_on_the_way_to_another_format() {
    let digits = "123456789012345678901234567890";

    assert_eq!(convert(&format!("a\n{digits}"), Format::Csv, Format::Toon).unwrap(), format!("[1]{{a}}:\n  {digits}"));
    let yaml = convert(&format!("[{digits}]"), Format::Json, Format::Yaml).unwrap();
    assert_eq!(from_str::<Vec<u128>>(&yaml, Format::Yaml).unwrap(), [digits.parse::<u128>().unwrap()]);
    let xml = convert(&format!("{{\"a\":{digits}}}"), Format::Json, Format::Xml).unwrap();
    assert_eq!(convert(&xml, Format::Xml, Format::Json).unwrap(), format!("{{\"a\":{digits}}}"));
}

#[track_caller]
fn fails<T: for<'de> Deserialize<'de> + std::fmt::Debug>(text: &str, format: Format, sentence: &str) {
    let error = from_str::<T>(text, format).unwrap_err();

    assert_eq!(error.to_string(), sentence, "{text}");
}

#[test]
fn csv_that_breaks_its_rules_is_placed() {
    let not_csv = |text, sentence: &str| fails::<Value>(text, Format::Csv, &format!("the text is not CSV: {sentence}"));

    not_csv("", "line 1, column 1: expected a header");
    not_csv("a,b\n1,2\n3", "line 3, column 1: expected 2 cells as in the header, found 1");
    not_csv("a\n1,2", "line 2, column 1: expected 1 cell as in the header, found 2");
    not_csv("a,b\n1,\"x", "line 2, column 3: a quoted cell is not closed, or has text after its closing quote");
    not_csv("a,b\n\"x\"y,1", "line 2, column 1: a quoted cell is not closed, or has text after its closing quote");
    not_csv("é,é", "line 1, column 3: duplicate column name");
}

#[test]
fn a_cell_that_the_type_does_not_take_is_placed() {
    fails::<Vec<(String, u8)>>(
        "name,age\n\"a\nb\",1\né,hot",
        Format::Csv,
        "line 4, column 3: invalid type: string \"hot\", expected u8",
    );
    fails::<Vec<(String, u8)>>("n,a\nx,", Format::Csv, "line 2, column 3: invalid type: unit value, expected u8");
    fails::<Vec<(String, u8)>>("n,a,b\nx,1,2", Format::Csv, "line 2, column 5: expected no more cells");
    fails::<Passenger>("id\n1", Format::Csv, "line 2, column 1: missing field `name`");
    fails::<BTreeMap<String, u8>>("id\n1\n2", Format::Csv, "line 3, column 1: expected no more rows");
}

#[test]
fn xml_that_breaks_its_rules_is_placed() {
    let not_xml = |text, sentence: &str| fails::<Value>(text, Format::Xml, &format!("the text is not XML: {sentence}"));

    not_xml("", "line 1, column 1: expected an element");
    not_xml("x", "line 1, column 1: expected an element");
    not_xml("<a>\n<b></a>", "line 2, column 4: ill-formed document: expected `</b>`, but `</a>` was found");
    not_xml("<a><b>", "line 1, column 7: expected the end of the element `b`");
    not_xml("<a/><b/>", "line 1, column 5: expected the end of the text after the root element");
    let defines = "line 1, column 1: a document type that defines entities or attributes is not supported";
    not_xml("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", defines);
    not_xml("<!DOCTYPE a [<!ENTITY % b SYSTEM \"c\"> %b;]><a/>", defines);
    not_xml("<!DOCTYPE a [<!ATTLIST a b CDATA \"c\">]><a/>", defines);
    not_xml("<a/><!DOCTYPE a>", "line 1, column 5: a document type is only allowed before the root element");
    not_xml("<a>&b;</a>", "line 1, column 4: unknown entity; only `amp`, `lt`, `gt`, `quot` and `apos` are supported");
    not_xml("<a>é\u{1}</a>", "line 1, column 4: XML cannot represent the character U+0001");
    not_xml("<a>&#1;</a>", "line 1, column 4: XML cannot represent the character U+0001");
    not_xml(
        "<?xml version='1.0' encoding='klingon'?><a/>",
        "line 1, column 1: expected the name of a known encoding, such as `UTF-8`",
    );
}

#[test]
fn an_element_that_the_type_does_not_take_is_placed() {
    fails::<BTreeMap<String, u8>>(
        "<r>\n <a>1</a>\n <b>hot</b>\n</r>",
        Format::Xml,
        "line 3, column 2: invalid type: string \"hot\", expected u8",
    );
    fails::<BTreeMap<String, u8>>(
        "<r><a>1</a><a>2</a></r>",
        Format::Xml,
        "line 1, column 12: expected one element `a`, found 2",
    );
}

#[test]
fn yaml_that_breaks_its_rules_is_placed() {
    for (text, line, column) in
        [("a: [1, 2", 1, 4), ("a: 1\nb: *x", 2, 4), ("a: 1\na: 2", 2, 1), ("a: 1\n---\nb: 2", 3, 1)]
    {
        let error = from_str::<Value>(text, Format::Yaml).unwrap_err();

        assert!(matches!(error, FormatError::Malformed { format: Format::Yaml, .. }), "{error:?}");
        assert!(error.to_string().contains(&format!("line {line}, column {column}: ")), "{error}");
    }
    let error = from_str::<Vec<u8>>("- 1\n- hot", Format::Yaml).unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 3: "), "{error}");
}

/// The messages of its reader for developers name settings that cannot be reached from here.
#[test]
fn yaml_is_refused_without_a_word_about_settings_of_its_reader() {
    fails::<Value>(
        "a: 1\na: 2",
        Format::Yaml,
        "the text is not YAML: line 2, column 1: duplicate mapping key `a` is not allowed here",
    );
    fails::<Value>(
        "a: 1\n---\nb: 2",
        Format::Yaml,
        "the text is not YAML: line 3, column 1: only single YAML document expected but multiple found",
    );
    fails::<String>(
        "!!binary /w==",
        Format::Yaml,
        "the text is not YAML: line 1, column 10: !!binary scalar is not valid UTF-8 so cannot be stored into string.",
    );
}

#[test]
fn json_of_another_type_is_placed_in_characters() {
    fails::<(String, u8)>("[\"é\", \"x\"]", Format::Json, "line 1, column 9: invalid type: string \"x\", expected u8");
    fails::<Value>("[\"é\", x]", Format::Json, "the text is not JSON: line 1, column 7: expected a value");
}

/// Texts that would grow without end if they were believed.
#[test]
fn bombs_are_refused() {
    let lol = "<!DOCTYPE l [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><l>&b;</l>";
    assert!(matches!(from_str::<Value>(lol, Format::Xml), Err(FormatError::Malformed { format: Format::Xml, .. })));

    let mut laughs = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for level in 1..10 {
        let item = format!("*a{},", level - 1);
        writeln!(laughs, "a{level}: &a{level} [{}]", item.repeat(10)).unwrap();
    }
    let error = from_str::<Value>(&laughs, Format::Yaml).unwrap_err();
    assert!(matches!(error, FormatError::Malformed { format: Format::Yaml, .. }));
    assert!(error.to_string().ends_with(": the document is too large or too complex"), "{error}");
}

#[test]
fn nesting_is_bounded_in_every_format() {
    let many = 100_000;
    let keys = |indent: usize| (0..200).fold(String::new(), |text, depth| text + &" ".repeat(depth * indent) + "a:\n");
    let deep = [
        (Format::Json, "[".repeat(many), 1, 128),
        (Format::Toon, keys(2), 128, 255),
        (Format::Yaml, "[".repeat(many), 1, 65),
        (Format::Yaml, keys(1), 65, 65),
        (Format::Yaml, "- ".repeat(many), 1, 129),
        (Format::Xml, "<a>".repeat(many), 1, 391),
        (Format::Csv, format!("a\n\"{}\"", "[".repeat(many)), 2, 1),
    ];

    for (format, text, line, column) in deep {
        if format == Format::Csv {
            // What is no JSON is text, for those who do not ask for JSON.
            assert!(from_str::<Value>(&text, format).is_ok());
        }
        let error = match format {
            Format::Csv => from_str::<Vec<(Vec<Value>,)>>(&text, format).map(|_| Value::Null),
            _ => from_str::<Value>(&text, format),
        };
        let error = error.unwrap_err();
        let FormatError::TextTooDeep { line: found_line, column: found_column, .. } = error else {
            panic!("{format}: {error}");
        };
        assert_eq!((found_line, found_column), (line, column), "{format}");
        assert_eq!(convert(&text, format, Format::Json).is_err(), format != Format::Csv);
    }
}

#[test]
fn values_as_deep_as_the_limit_come_back() {
    for (format, depth) in [(Format::Json, 128), (Format::Toon, 128), (Format::Yaml, 64), (Format::Xml, 128)] {
        let json = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        let text = convert(&json, Format::Json, format).unwrap();
        assert_eq!(convert(&text, format, Format::Json).as_deref(), Ok(json.as_str()), "{format}");
    }
}

#[test]
#[cfg(feature = "csv")]
fn digits_past_the_range_of_a_double_are_text_in_csv() {
    let (fits, long) = ("1".repeat(309), "2".repeat(309));

    let json = convert(&format!("a,b\n{fits},{long}"), Format::Csv, Format::Json).unwrap();

    assert_eq!(json, format!("[{{\"a\":{fits},\"b\":\"{long}\"}}]"));
}
