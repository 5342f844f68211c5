//! JSON text onto a tape, with strings borrowed from the text.
//!
//! `serde_json` would do through a visitor, but rounds integers past 64 bits; here every digit stays as it was written.

use crate::fault::line_and_column;
use crate::tape::{Open, Slot, Tape, TapeBuilder, TooDeep};
use crate::{Format, FormatError, LossSet};

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

impl<'a> Tape<'a> {
    /// Reads one JSON value. Of two equal keys the last value wins, in the place of the first.
    ///
    /// Source: RFC 8259, without any leniency: no byte order mark, no lone surrogates, nothing after the value.
    pub(crate) fn from_json(text: &'a str) -> Result<Self> {
        let mut reader = Reader { text, at: 0, builder: TapeBuilder::default() };
        reader.skip_blanks();
        reader.value()?;
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(reader.builder.finish()),
            Some(_) => Err(reader.fail("expected the end of the text")),
        }
    }
}

impl<'a> Tape<'a> {
    /// Reads JSON that was made of a value, which lost something on that way.
    pub(crate) fn from_own_json(text: &'a str, lost: LossSet) -> Result<Self> {
        let mut tape = Self::from_json(text)?;
        lost.iter().for_each(|loss| tape.note(loss));
        Ok(tape)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    builder: TapeBuilder<'a>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over `byte` if it is here.
    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result {
        match self.peek() {
            Some(b'"') => {
                self.at += 1;
                self.string()
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b't') => self.word("true", Slot::Bool(true)),
            Some(b'f') => self.word("false", Slot::Bool(false)),
            Some(b'n') => self.word("null", Slot::Null),
            _ => Err(self.fail("expected a value")),
        }
    }

    fn word(&mut self, word: &str, slot: Slot<'a>) -> Result {
        if !self.rest().starts_with(word.as_bytes()) {
            return Err(self.fail("expected a value"));
        }
        self.at += word.len();
        self.builder.push(slot);
        Ok(())
    }

    fn open(&mut self) -> Result<Open> {
        self.builder.open().map_err(|TooDeep { limit }| {
            let (line, column) = line_and_column(self.text, self.at);
            FormatError::TextTooDeep { line, column, limit }
        })
    }

    fn array(&mut self) -> Result {
        let open = self.open()?;
        self.at += 1;
        let mut len = 0;
        self.skip_blanks();
        if !self.take(b']') {
            loop {
                self.skip_blanks();
                self.value()?;
                len += 1;
                if self.ends(b']', "expected `,` or `]`")? {
                    break;
                }
            }
        }
        self.builder.close_array(open, len);
        Ok(())
    }

    fn object(&mut self) -> Result {
        let open = self.open()?;
        self.at += 1;
        let mut len = 0;
        self.skip_blanks();
        if !self.take(b'}') {
            loop {
                self.entry()?;
                len += 1;
                if self.ends(b'}', "expected `,` or `}`")? {
                    break;
                }
            }
        }
        self.builder.close_object(open, len);
        Ok(())
    }

    fn entry(&mut self) -> Result {
        self.skip_blanks();
        if !self.take(b'"') {
            return Err(self.fail("expected a key in double quotes"));
        }
        self.string()?;
        self.skip_blanks();
        if !self.take(b':') {
            return Err(self.fail("expected `:`"));
        }
        self.skip_blanks();
        self.value()
    }

    /// After a child: whether the container ends here, or a comma leads to the next child.
    fn ends(&mut self, close: u8, what: &'static str) -> Result<bool> {
        self.skip_blanks();
        if self.take(b',') {
            return Ok(false);
        }
        if self.take(close) { Ok(true) } else { Err(self.fail(what)) }
    }

    /// A string whose opening quote has been taken.
    fn string(&mut self) -> Result {
        let start = self.at;
        self.skip_plain();
        if self.peek() == Some(b'"') {
            self.builder.push(Slot::Text(self.slice(start)));
            self.at += 1;
            return Ok(());
        }
        self.string_with_escapes(start)
    }

    fn skip_plain(&mut self) {
        let rest = self.rest();
        self.at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len());
    }

    fn slice(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn string_with_escapes(&mut self, mut clean: usize) -> Result {
        let start = self.builder.begin_text();
        loop {
            self.skip_plain();
            let piece = self.slice(clean);
            self.builder.pieces().push_str(piece);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let c = self.escape()?;
                    self.builder.pieces().push(c);
                }
                Some(_) => return Err(self.fail("a control character in a string needs an escape")),
                None => return Err(self.fail("expected `\"` at the end of a string")),
            }
            clean = self.at;
        }
        self.at += 1;
        self.builder.end_text(start);
        Ok(())
    }

    fn escape(&mut self) -> Result<char> {
        let backslash = self.at;
        self.at += 2;
        Ok(match self.text.as_bytes().get(backslash + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(backslash),
            _ => return Err(self.fail_at(backslash, "unknown escape")),
        })
    }

    fn unicode_escape(&mut self, backslash: usize) -> Result<char> {
        let alone = "unpaired surrogate escape";
        let high = self.hex(backslash)?;
        let code = match high {
            0xD800..=0xDBFF if self.take(b'\\') && self.take(b'u') => {
                let low = self.hex(backslash)?;
                if !(0xDC00..=0xDFFF).contains(&low) {
                    return Err(self.fail_at(backslash, alone));
                }
                0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)
            }
            _ => high,
        };
        char::from_u32(code).ok_or_else(|| self.fail_at(backslash, alone))
    }

    fn hex(&mut self, backslash: usize) -> Result<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.fail_at(backslash, "`\\u` needs four hexadecimal digits"));
            };
            code = code << 4 | digit;
            self.at += 1;
        }
        Ok(code)
    }

    fn number(&mut self) -> Result {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') && !self.digits() {
            return Err(self.fail("expected a digit"));
        }
        let integer = self.at;
        if self.take(b'.') && !self.digits() {
            return Err(self.fail("expected a digit"));
        }
        let has_exponent = self.take(b'e') || self.take(b'E');
        if has_exponent {
            let _sign = self.take(b'-') || self.take(b'+');
            if !self.digits() {
                return Err(self.fail("expected a digit"));
            }
        }
        let token = self.slice(start);
        if self.at > integer {
            return self.decimal(start, token, has_exponent);
        }
        self.check_range(start, token, false)?;
        // As for `serde_json`, a zero with a sign is a float: an integer could not keep the sign.
        self.builder.push(if token == "-0" { Slot::F64(-0.0) } else { Slot::Verbatim(token) });
        Ok(())
    }

    fn decimal(&mut self, start: usize, token: &'a str, has_exponent: bool) -> Result {
        self.check_range(start, token, has_exponent)?;
        self.builder.push(Slot::Decimal(token));
        Ok(())
    }

    /// Refuses what most readers would take for an infinity, whether it is an integer or not, as `serde_json` does.
    #[inline]
    fn check_range(&self, start: usize, token: &str, has_exponent: bool) -> Result {
        // The greatest double has 309 digits: without an exponent, a shorter token cannot be past it.
        let is_large = has_exponent || token.len() > 300;
        if is_large && !token.parse::<f64>().is_ok_and(f64::is_finite) {
            return Err(self.fail_at(start, "expected a number within the range of a double"));
        }
        Ok(())
    }

    /// Steps over digits; whether there was one.
    fn digits(&mut self) -> bool {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        self.at > start
    }

    fn fail(&self, what: &'static str) -> FormatError {
        self.fail_at(self.at, what)
    }

    fn fail_at(&self, at: usize, what: &'static str) -> FormatError {
        let (line, column) = line_and_column(self.text, at);
        FormatError::malformed(Format::Json, line, column, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::push_node;
    use crate::tape::MAX_DEPTH;

    fn rewritten(text: &str) -> Result<String> {
        let tape = Tape::from_json(text)?;
        let mut out = String::new();
        push_node(&mut out, tape.root());
        Ok(out)
    }

    #[track_caller]
    fn becomes(text: &str, expected: &str) {
        assert_eq!(rewritten(text).as_deref(), Ok(expected), "{text}");
    }

    #[track_caller]
    fn fails(text: &str, line: usize, column: usize, what: &'static str) {
        assert_eq!(rewritten(text), Err(FormatError::malformed(Format::Json, line, column, what)), "{text}");
    }

    #[test]
    fn blanks_between_tokens_are_dropped() {
        becomes(" [ 1 ,\t2 , { \"a\" : [ ] , \"b\" : { } } ]\r\n", r#"[1,2,{"a":[],"b":{}}]"#);
    }

    #[test]
    fn every_kind_of_scalar_is_read() {
        becomes(r#"[true,false,null,"",0,-7,2.5]"#, r#"[true,false,null,"",0,-7,2.5]"#);
    }

    #[test]
    fn keys_keep_their_order() {
        becomes(r#"{"b":1,"a":2,"c":3}"#, r#"{"b":1,"a":2,"c":3}"#);
    }

    #[test]
    fn the_last_value_of_a_key_wins_in_the_first_place() {
        becomes(r#"{"a":1,"b":2,"a":[3,{"x":1,"x":2}],"c":4}"#, r#"{"a":[3,{"x":2}],"b":2,"c":4}"#);
        becomes(r#"[{"a":1,"a":2},{"a":3,"a":4},{"a":5}]"#, r#"[{"a":2},{"a":4},{"a":5}]"#);
        becomes(r#"[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"a":6}]"#, r#"[{"a":1,"b":2},{"a":3,"b":4},{"a":6}]"#);
        becomes(r#"{"a":1,"\u0061":2}"#, r#"{"a":2}"#);
    }

    #[test]
    fn a_key_given_three_times_at_two_depths_is_kept_once() {
        becomes(
            r#"{"o":{"p":1,"p":2,"q":3},"o":{"p":4,"q":5,"q":6},"p":{"q":7}}"#,
            r#"{"o":{"p":4,"q":6},"p":{"q":7}}"#,
        );
    }

    #[test]
    fn escapes_become_characters() {
        becomes(r#""\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00 end""#, "\"\\\"\\\\/\\b\\f\\n\\r\\té😀 end\"");
        becomes(r#""\u0000\u001f""#, r#""\u0000\u001f""#);
    }

    #[test]
    fn integers_past_64_bits_keep_every_digit() {
        becomes(
            "[18446744073709551616,-170141183460469231731687303715884105729]",
            "[18446744073709551616,-170141183460469231731687303715884105729]",
        );
    }

    #[test]
    fn decimals_are_printed_as_serde_json_prints_them() {
        becomes("[1.50,1e2,-0,0.1E-6,1e16]", "[1.5,100.0,-0.0,1e-7,1e+16]");
    }

    #[test]
    fn a_number_past_the_range_of_a_double_is_an_error() {
        fails("[1,\n 1e400]", 2, 2, "expected a number within the range of a double");
        fails(&format!("{}.5", "9".repeat(400)), 1, 1, "expected a number within the range of a double");
        becomes("1e-400", "0.0");
    }

    #[test]
    fn an_integer_past_the_range_of_a_double_is_an_error_and_a_shorter_one_keeps_all_digits() {
        let longest = "1".repeat(309);
        becomes(&longest, &longest);
        becomes(&format!("-{longest}"), &format!("-{longest}"));
        fails(&format!("[1, {}]", "2".repeat(309)), 1, 5, "expected a number within the range of a double");
        fails(&format!("-{}", "9".repeat(400)), 1, 1, "expected a number within the range of a double");
    }

    #[test]
    fn numbers_outside_the_grammar_are_errors() {
        fails("-", 1, 2, "expected a digit");
        fails("01", 1, 2, "expected the end of the text");
        fails("1.", 1, 3, "expected a digit");
        fails(".5", 1, 1, "expected a value");
        fails("1e", 1, 3, "expected a digit");
        fails("1e+", 1, 4, "expected a digit");
        fails("+1", 1, 1, "expected a value");
        fails("-a", 1, 2, "expected a digit");
        fails("NaN", 1, 1, "expected a value");
    }

    #[test]
    fn structure_that_is_wrong_is_placed() {
        fails("", 1, 1, "expected a value");
        fails("\u{feff}1", 1, 1, "expected a value");
        fails("[1,]", 1, 4, "expected a value");
        fails("[1 2]", 1, 4, "expected `,` or `]`");
        fails("[1", 1, 3, "expected `,` or `]`");
        fails("{\"a\":1,}", 1, 8, "expected a key in double quotes");
        fails("{a:1}", 1, 2, "expected a key in double quotes");
        fails("{\"a\" 1}", 1, 6, "expected `:`");
        fails("{\"a\":1", 1, 7, "expected `,` or `}`");
        fails("tru", 1, 1, "expected a value");
        fails("nullx", 1, 5, "expected the end of the text");
        fails("// no\n1", 1, 1, "expected a value");
    }

    #[test]
    fn columns_count_characters_and_lines_count_line_feeds() {
        fails("[\"é😀\",\r\n \"é\" x]", 2, 6, "expected `,` or `]`");
    }

    #[test]
    fn strings_that_are_wrong_are_placed() {
        fails("\"abc", 1, 5, "expected `\"` at the end of a string");
        fails("\"a\nb\"", 1, 3, "a control character in a string needs an escape");
        fails(r#""a\x""#, 1, 3, "unknown escape");
        fails("\"a\\é\"", 1, 3, "unknown escape");
        fails("\"\\", 1, 2, "unknown escape");
        fails(r#""\u12g4""#, 1, 2, "`\\u` needs four hexadecimal digits");
        fails(r#""\u12"#, 1, 2, "`\\u` needs four hexadecimal digits");
        fails(r#""a\ud83d""#, 1, 3, "unpaired surrogate escape");
        fails(r#""\ud83dx""#, 1, 2, "unpaired surrogate escape");
        fails(r#""\ud83d\n""#, 1, 2, "unpaired surrogate escape");
        fails(r#""\ud83d\u0041""#, 1, 2, "unpaired surrogate escape");
        fails(r#""\ude00""#, 1, 2, "unpaired surrogate escape");
    }

    #[test]
    fn nesting_up_to_the_limit_is_read_and_deeper_is_an_error() {
        let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);

        becomes(&deep(MAX_DEPTH), &deep(MAX_DEPTH));
        let too_deep = |column| Err(FormatError::TextTooDeep { line: 1, column, limit: 128 });
        assert_eq!(rewritten(&deep(MAX_DEPTH + 1)), too_deep(129));
        assert_eq!(rewritten(&"{\"a\":".repeat(1_000_000)), too_deep(1 + 5 * 128));
    }
}
