//! Truncates a long response between two records.

use serde::de::IgnoredAny;
use tool_formats::Records;

/// Cuts `text` to at most `max_bytes`, not counting the note that says how much is missing.
///
/// A JSON array is cut between two elements and closed, by `records` if these were found when it was written; other text
/// between two lines, else between two characters.
pub(crate) fn cap(text: String, max_bytes: usize, records: Option<Records>) -> String {
    if text.len() <= max_bytes {
        return text;
    }
    let cut = records.map(|found| Cut { end: found.end, records_kept: found.within, records: found.total });
    let cut = cut.or_else(|| if is_json_array(&text) { Some(json_array(&text, max_bytes)) } else { None });
    let (kept, closing) = cut.as_ref().map_or_else(|| (line_end(&text, max_bytes), ""), |cut| (cut.end, "]"));
    let (head, tail) = text.split_at_checked(kept).unwrap_or_default();
    let records = cut.map_or_else(
        || format!("{} lines", tail.lines().filter(|line| !line.is_empty()).count()),
        |cut| format!("{} of {} records", cut.records - cut.records_kept, cut.records),
    );
    format!("{head}{closing}\n[cut: {records} and {} of {} bytes are missing; ask for less]", tail.len(), text.len())
}

struct Cut {
    /// Where the kept elements end.
    end: usize,
    records_kept: usize,
    records: usize,
}

/// Whether a whole text is one: a log may begin and end with brackets.
fn is_json_array(text: &str) -> bool {
    text.starts_with('[') && text.ends_with(']') && serde_json::from_str::<Vec<IgnoredAny>>(text).is_ok()
}

/// Finds the last element of a JSON array that ends within `max_bytes`, and counts all.
fn json_array(text: &str, max_bytes: usize) -> Cut {
    let mut cut = Cut { end: 1, records_kept: 0, records: 0 };
    if text.get(1..text.len() - 1).is_none_or(|inside| inside.trim().is_empty()) {
        return cut;
    }
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            (in_string, escaped) = (escaped || byte != b'"', !escaped && byte == b'\\');
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends_record = (byte == b',' && depth == 1) || (byte == b']' && depth == 0);
        if ends_record {
            cut.records += 1;
            if at < max_bytes {
                (cut.end, cut.records_kept) = (at, cut.records);
            }
        }
    }
    cut
}

/// The last line end within `max_bytes`, else the last character end.
fn line_end(text: &str, max_bytes: usize) -> usize {
    let whole_characters = (0..=max_bytes).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let head = text.get(..whole_characters).unwrap_or_default();
    head.rfind('\n').unwrap_or(whole_characters)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

    use serde_json::json;

    use super::cap;

    #[test]
    fn a_response_within_the_cap_stays() {
        assert_eq!(cap("[1,2]".to_owned(), 5, None), "[1,2]");
    }

    #[test]
    fn a_json_array_is_cut_between_two_records_and_closed() {
        let text = r#"[{"a":"x,]"},{"a":"\"}"},{"a":3}]"#.to_owned();

        assert_eq!(
            cap(text, 25, None),
            "[{\"a\":\"x,]\"},{\"a\":\"\\\"}\"}]\n[cut: 1 of 3 records and 9 of 33 bytes are missing; ask for less]"
        );
    }

    #[test]
    fn a_json_array_whose_first_record_is_too_long_is_cut_to_nothing() {
        let text = format!(r#"["{}",2]"#, "x".repeat(50));

        assert_eq!(cap(text, 10, None), "[]\n[cut: 2 of 2 records and 55 of 56 bytes are missing; ask for less]");
    }

    #[test]
    fn a_log_between_brackets_is_cut_as_text() {
        assert_eq!(
            cap("[INFO] a\n[INFO] b\n[end]".to_owned(), 12, None),
            "[INFO] a\n[cut: 2 lines and 15 of 23 bytes are missing; ask for less]"
        );
    }

    #[test]
    fn text_that_begins_with_a_brace_is_cut_as_text() {
        assert_eq!(
            cap("{a}\n{b}\n{c}".to_owned(), 8, None),
            "{a}\n{b}\n[cut: 1 lines and 4 of 11 bytes are missing; ask for less]"
        );
    }

    #[test]
    fn records_found_while_writing_are_those_found_in_the_text() {
        let values = [
            json!([{"a": "x,]"}, {"a": "\"}"}, [1, [2, {}]], "\\", 5, null, true]),
            json!([]),
            json!([[]]),
            json!(["a"]),
            json!([{"a": {"b": [1, 2]}}, {"a": {}}]),
        ];
        for value in values {
            let text = value.to_string();
            for max_bytes in 0..text.len() {
                let records = tool_formats::to_json_within(&value, max_bytes).unwrap().records;
                assert_eq!(cap(text.clone(), max_bytes, records), cap(text.clone(), max_bytes, None), "{max_bytes}");
            }
        }
    }

    #[test]
    fn a_table_is_cut_between_two_lines() {
        assert_eq!(
            cap("a,b\n1,2\n3,4\n5,6".to_owned(), 9, None),
            "a,b\n1,2\n[cut: 2 lines and 8 of 15 bytes are missing; ask for less]"
        );
    }

    #[test]
    fn one_long_line_is_cut_between_two_characters() {
        assert_eq!(cap("ééé".to_owned(), 3, None), "é\n[cut: 1 lines and 4 of 6 bytes are missing; ask for less]");
    }
}
