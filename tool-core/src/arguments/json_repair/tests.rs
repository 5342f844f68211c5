use super::{RawJson, canonical, object, value};

/// What is read, and the repairs; or why it is refused.
fn cleaned(text: &str) -> String {
    match object(text, true) {
        Ok(cleaned) => {
            let repairs: Vec<String> = cleaned.repairs.iter().map(|repair| repair.kind().to_string()).collect();
            format!("{} [{}]", cleaned.value.to_text(), repairs.join(", "))
        }
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn plain_json_is_read_without_repair() {
    for text in
        ["{}", r#"{"a":[1,-0.5e+10,"x\n\u00e9\ud83d\ude00",true,false,null,{"b":[]}]}"#, r#"{"a\"b":"\\\/\b\f\r\t"}"#]
    {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();

        let cleaned = object(text, true).unwrap();

        assert!(cleaned.repairs.is_empty(), "{:?}", cleaned.repairs);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&cleaned.value.to_text()).unwrap(), value);
    }
}

#[test]
fn what_stands_around_the_object_is_left_out() {
    for (text, expected) in [
        ("```json\n{\"a\":1}\n```", r#"{"a":1} [code fence]"#),
        ("```\n{\"a\":1}", r#"{"a":1} [code fence]"#),
        (r#"Here's the {call}: {"a":1} Done."#, r#"{"a":1} [prose]"#),
        (r#"{"a":1}}"#, r#"{"a":1} [prose]"#),
        (r#"<tool_call>{"a":1}</tool_call>"#, r#"{"a":1} [prose]"#),
        (r#"<think>first {"a":0}, no</think> {"a":1}"#, r#"{"a":1} [thinking tag]"#),
        (r#"<THINKING>{"a":</THINKING>{"a":1}"#, r#"{"a":1} [thinking tag]"#),
        (r#"maybe {"a":0} or</think>{"a":1}"#, r#"{"a":1} [prose, thinking tag]"#),
        (r#"Call: {\n "a"\t:1\n}."#, r#"{"a":1} [prose, odd blank]"#),
        ("Call: {\u{feff}\"a\":1}", r#"{"a":1} [prose, odd blank]"#),
        (r#"{"a":"<think>"}"#, r#"{"a":"<think>"} []"#),
        (r#"{"a":1}<think>was that right?"#, r#"{"a":1} [thinking tag]"#),
    ] {
        assert_eq!(cleaned(text), expected, "{text}");
    }
}

#[test]
fn quotes_commas_literals_and_names_are_mended() {
    for (text, expected) in [
        ("{'a':'it's'}", r#"{"a":"it's"} [single quotes]"#),
        ("{“a”: ‘it’s’}", r#"{"a":"it’s"} [typographic quotes]"#),
        ("{“a\": 1}", r#"{"a":1} [typographic quotes]"#),
        ("{«a»: „b“}", r#"{"a":"b"} [typographic quotes]"#),
        (r#"{"a":"“b”"}"#, r#"{"a":"“b”"} []"#),
        (r#"{"a":[1,],}"#, r#"{"a":[1]} [trailing comma]"#),
        (r#"{"a":[True,False,None]}"#, r#"{"a":[true,false,null]} [Python literal]"#),
        ("{a: 1, $b-c: 2}", r#"{"a":1,"$b-c":2} [unquoted name]"#),
        ("{\"a\":\"x\ny\tz\"}", r#"{"a":"x\ny\tz"} [raw control character]"#),
        (r#"{"a":"it\'s \d C:\users \x"}"#, r#"{"a":"it's \\d C:\\users \\x"} [wrong escape]"#),
        (r#"{"a":"\로 \. \d\"\\\/\ud800\u0041"}"#, "{\"a\":\"\\\\로 \\\\. \\\\d\\\"\\\\/\u{fffd}A\"} [wrong escape]"),
        (r#"{"a":"\.\n"}"#, r#"{"a":"\\.\n"} [wrong escape]"#),
        (r#"{"\d":1}"#, r#"{"\\d":1} [wrong escape]"#),
        (r#"{"a":"\ud800"}"#, "{\"a\":\"\u{fffd}\"} [wrong escape]"),
        ("{\u{a0}\"a\":1}", r#"{"a":1} [odd blank]"#),
        (r#"\n{\n\t"a"\r:\n[\n1,\n-2\n,\ntrue,\tNone]\n}\n"#, r#"{"a":[1,-2,true,null]} [odd blank, Python literal]"#),
        (r#"{"a":1,"a":1}"#, r#"{"a":1} [repeated name]"#),
        (r#"{"a":1,"b":2}{"b":2,"a":1}"#, r#"{"a":1,"b":2} [repeated object]"#),
    ] {
        assert_eq!(cleaned(text), expected, "{text}");
    }
}

#[test]
fn what_has_two_meanings_is_refused() {
    for (text, expected) in [
        ("", "the arguments contain no JSON object"),
        ("I shall call it now.", "the arguments contain no JSON object"),
        ("{city}", "the arguments are not valid JSON: expected `:`, found `}` at line 1 column 6"),
        ("Use {city}.", "the arguments contain no JSON object"),
        (
            r#"{"a":1}{"a":2}"#,
            "the arguments contain two different objects, the second at line 1 column 8; send one object for each call",
        ),
        (
            r#"{}{"a":1}"#,
            "the arguments contain two different objects, the second at line 1 column 3; send one object for each call",
        ),
        (
            r#"{"a":1},"b":2}"#,
            "unexpected `,` at line 1 column 8, after the end of the JSON object; send one JSON object",
        ),
        (
            r#"x: 1, b: {"c":2}}"#,
            "unexpected `}` at line 1 column 17, after the end of the JSON object; send one JSON object",
        ),
        (r#""a": {"b":1}"#, "the arguments are not valid JSON: expected `{`, found `\"` at line 1 column 1"),
        (
            r#"{"a":1,"a":2}"#,
            "the name `a` is given twice with different values, in the object that ends at line 1 column 14",
        ),
        (r#"{"a" 1}"#, "the arguments are not valid JSON: expected `:`, found `1` at line 1 column 6"),
        (
            r#"{"a":1 "b":{"a":2}}"#,
            "the arguments are not valid JSON: expected `,` or `}`, found `\"` at line 1 column 8",
        ),
        (r#"{"a":He said}"#, "the arguments are not valid JSON: expected a value, found `He` at line 1 column 6"),
        (r#"{"a":007}"#, "the arguments are not valid JSON: expected `,` or `}`, found `07` at line 1 column 7"),
        (r#"{"a":.5}"#, "the arguments are not valid JSON: expected a value, found `.` at line 1 column 6"),
        (r#"{"a":NaN}"#, "the arguments are not valid JSON: expected a value, found `NaN` at line 1 column 6"),
        (
            r#"{"a":1,\nights:2}"#,
            r"the arguments are not valid JSON: expected a name in quotes, found `\` at line 1 column 8",
        ),
        (r#"{"a":\nullify}"#, r"the arguments are not valid JSON: expected a value, found `\` at line 1 column 6"),
        ("{,}", "the arguments are not valid JSON: expected a name in quotes, found `,` at line 1 column 2"),
    ] {
        assert_eq!(cleaned(text), expected, "{text}");
    }
}

#[test]
fn a_string_with_right_and_wrong_escapes_has_two_meanings() {
    for (text, column, wrong, right) in [
        (r#"{"a":"\frac{a}{b} + \sum \theta"}"#, 21, 's', 'f'),
        (r#"{"a":"C:\users\bob"}"#, 9, 'u', 'b'),
        (r#"{"a":"C:\dir\temp\new"}"#, 9, 'd', 't'),
        (r#"{"a":["ok\n",'\d\n']}"#, 15, 'd', 'n'),
        (r#"{"\t\로":1}"#, 5, '로', 't'),
        (r#"{"a":"\n\u12"}"#, 9, 'u', 'n'),
        (r#"{"a":"\1\r"}"#, 7, '1', 'r'),
        (r"['\d\n']", 3, 'd', 'n'),
    ] {
        let place = format!(
            r"`\{wrong}` at line 1 column {column} is not a valid escape, but `\{right}` in the same string is"
        );
        let expected = format!(r"the arguments are not valid JSON: {place}; write a backslash in a text as `\\`");

        assert_eq!(cleaned(text), expected, "{text}");
    }
    assert_eq!(cleaned(r#"{"a":"\n","b":"\d"}"#), r#"{"a":"\n","b":"\\d"} [wrong escape]"#);
}

#[test]
fn what_is_cut_off_is_refused_at_every_place() {
    for whole in [r#"{"a":[1,"x\n",{"b":true}],"c":null}"#, r#"{\n "a"\r\n:\t1\n,\n"b":\ntrue,"c":[\n\nNone\n]\n}"#] {
        for end in 1..whole.len() {
            let text = whole.get(..end).unwrap();
            assert!(cleaned(text).contains("they may have been cut off"), "{text}: {}", cleaned(text));
        }
    }
    assert!(cleaned("<think>What about {\"a\":1}").contains("they may have been cut off"));
}

#[test]
fn a_value_of_another_kind_is_handed_over_when_it_is_all() {
    assert_eq!(cleaned("[1]"), "[1] []");
    assert_eq!(cleaned(" \"{}\" "), "\"{}\" []");
    assert_eq!(cleaned("[TOOL_CALLS] {\"a\":1}"), "{\"a\":1} [prose]");
}

#[test]
fn a_part_of_a_list_is_not_taken_for_the_whole() {
    assert!(cleaned(r#"[{"a":1}, {"a":2}"#).contains("they may have been cut off"));
    assert!(cleaned(r#"calls: [{"a":1}, {"a":1}]"#).starts_with("unexpected `,`"));
}

#[test]
fn nesting_is_limited() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));

    assert!(value(&deep(127)).is_ok());
    assert_eq!(
        value(&deep(128)).unwrap_err().to_string(),
        "the arguments are nested more than 127 levels deep at line 1 column 128"
    );
}

#[test]
fn time_grows_with_the_length_and_no_faster() {
    let hostile =
        ["{", "{a", "{\"a\":", "<think>", "</think>", "{}", "'", "“\" ", "\\u", "{ ", "[{", "{\"a\":1}", "``` "];

    for part in hostile {
        let text = part.repeat(200_000);
        // Ends in time, in a debug build, only if no byte is read again and again.
        _ = object(&text, true);
        _ = object(&format!("x {text}"), true);
    }
}

#[test]
fn a_number_keeps_its_literal() {
    let cleaned = object(r#"{"a":123456789012345678901234567890.10}"#, true).unwrap();

    let Some(RawJson::Number(literal)) = cleaned.value.get("a") else { panic!() };
    assert_eq!(literal, "123456789012345678901234567890.10");
}

#[test]
fn calls_with_different_long_numbers_or_repeated_names_are_not_identical() {
    let long = [r#"{"x":12345678901234567890123}"#, r#"{"x":12345678901234567890124}"#].map(canonical);
    let repeated = [r#"{"x":1,"x":2}"#, r#"{"x":2}"#].map(canonical);

    assert_ne!(long[0], long[1]);
    assert_ne!(repeated[0], repeated[1]);
}

#[test]
fn text_that_is_not_json_is_its_own_canonical_form() {
    assert_eq!(canonical(" {oops "), "{oops");
}
