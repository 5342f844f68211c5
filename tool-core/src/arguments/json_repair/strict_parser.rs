//! A fast parser for valid JSON, whose tree borrows from the text.
//!
//! Most texts have nothing to repair in them, and this reader is many times faster than the one that repairs. What it
//! does not take, for whatever reason, that one reads again.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::schema::raw_json::MAX_DEPTH;
use crate::schema::raw_json::{Members, RawJson};

/// The value that is all of `text`; nothing where anything is unusual, such as a name that is given twice.
pub(crate) fn plain(text: &str) -> Option<RawJson<'_>> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    reader.skip_blanks();
    (reader.at == text.len()).then_some(value)
}

/// Shows each member of the object that is all of `text`, as long as `see` gives something. A name may be given twice.
pub(crate) fn each_member<'a>(text: &'a str, mut see: impl FnMut(&str, &RawJson<'a>) -> Option<()>) -> Option<()> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip_blanks();
    reader.eat(b'{')?;
    reader.skip_blanks();
    reader.depth += 1;
    reader.members(|name, value| see(&name, &value))?;
    reader.skip_blanks();
    (reader.at == text.len()).then_some(())
}

/// The value that begins at the byte `at`, and the byte after it.
pub(super) fn begin(text: &str, at: usize) -> Option<(RawJson<'_>, usize)> {
    let mut reader = Reader { text, at, depth: 0 };
    let value = reader.value()?;
    Some((value, reader.at))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, wanted: u8) -> Option<()> {
        (self.peek()? == wanted).then(|| self.at += 1)
    }

    fn value(&mut self) -> Option<RawJson<'a>> {
        self.skip_blanks();
        match self.peek()? {
            b'"' => self.string().map(RawJson::String),
            b'{' => self.nested(Self::object),
            b'[' => self.nested(Self::array),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.word("true", RawJson::Bool(true)),
            b'f' => self.word("false", RawJson::Bool(false)),
            b'n' => self.word("null", RawJson::Null),
            _ => None,
        }
    }

    fn word(&mut self, word: &str, value: RawJson<'a>) -> Option<RawJson<'a>> {
        let found = self.text.get(self.at..)?.starts_with(word);
        self.at += word.len();
        found.then_some(value)
    }

    fn nested(&mut self, read: impl Fn(&mut Self) -> Option<RawJson<'a>>) -> Option<RawJson<'a>> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        (self.depth, self.at) = (self.depth + 1, self.at + 1);
        self.skip_blanks();
        let value = read(self)?;
        self.depth -= 1;
        Some(value)
    }

    /// After an item: whether another one follows.
    fn goes_on(&mut self, end: u8) -> Option<bool> {
        self.skip_blanks();
        let next = self.peek()?;
        self.at += 1;
        (next == b',' || next == end).then_some(next == b',')
    }

    fn array(&mut self) -> Option<RawJson<'a>> {
        let mut items = Vec::new();
        if self.eat(b']').is_some() {
            return Some(RawJson::Array(items));
        }
        loop {
            items.push(self.value()?);
            if !self.goes_on(b']')? {
                return Some(RawJson::Array(items));
            }
        }
    }

    fn object(&mut self) -> Option<RawJson<'a>> {
        // Most objects have some.
        let mut members = Members::with_capacity(8);
        self.members(|name, value| {
            members.push((name, value));
            Some(())
        })?;
        has_each_name_once(&members).then_some(RawJson::Object(members))
    }

    #[inline]
    fn members(&mut self, mut take: impl FnMut(Cow<'a, str>, RawJson<'a>) -> Option<()>) -> Option<()> {
        if self.eat(b'}').is_some() {
            return Some(());
        }
        loop {
            self.skip_blanks();
            let name = self.string()?;
            self.skip_blanks();
            self.eat(b':')?;
            let value = self.value()?;
            take(name, value)?;
            if !self.goes_on(b'}')? {
                return Some(());
            }
        }
    }

    fn number(&mut self) -> Option<RawJson<'a>> {
        let start = self.at;
        _ = self.eat(b'-');
        if self.eat(b'0').is_none() {
            self.digits()?;
        }
        if self.eat(b'.').is_some() {
            self.digits()?;
        }
        if self.eat(b'e').or_else(|| self.eat(b'E')).is_some() {
            _ = self.eat(b'+').or_else(|| self.eat(b'-'));
            self.digits()?;
        }
        Some(RawJson::Number(Cow::Borrowed(self.text.get(start..self.at)?)))
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        self.eat(b'"')?;
        let start = self.at;
        let mut has_escapes = false;
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            self.at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
            match self.peek()? {
                b'"' => break,
                b'\\' => {
                    has_escapes = true;
                    // The quote after it closes nothing.
                    self.at += 2;
                }
                _ => return None,
            }
        }
        self.at += 1;
        if has_escapes {
            // serde_json knows the escapes, and refuses half of a surrogate pair.
            return serde_json::from_str(self.text.get(start - 1..self.at)?).ok().map(Cow::Owned);
        }
        self.text.get(start..self.at - 1).map(Cow::Borrowed)
    }
}

pub(super) fn has_each_name_once(members: &Members<'_>) -> bool {
    if members.len() <= 16 {
        // Names that differ in what is mixed here need not be compared.
        let mut seen = 0_u64;
        return members.iter().enumerate().all(|(index, (name, _))| {
            let byte = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or_default());
            let mixed = name.len() ^ byte(name.as_bytes().first()) ^ byte(name.as_bytes().last()).wrapping_mul(7);
            let bit = 1 << (mixed % 64);
            let is_new = seen & bit == 0 || members.iter().take(index).all(|(other, _)| other != name);
            seen |= bit;
            is_new
        });
    }
    let mut names = HashSet::with_capacity(members.len());
    members.iter().all(|(name, _)| names.insert(&**name))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn it_reads_what_is_json_and_keeps_each_literal() {
        for text in [
            "{}",
            "[]",
            r#"{"a":[1,-2.50e+3,0.1,true,false,null,"x\n\u00e9\ud83c\udfd4"],"b":{"c":12345678901234567890123}}"#,
            " { \"a\" : [ 1 , 2 ] } ",
        ] {
            let value = plain(text).unwrap();

            let expected: serde_json::Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::from_str::<serde_json::Value>(&value.to_text()).unwrap(), expected);
        }
        assert_eq!(plain("[1.10]").unwrap().to_text(), "[1.10]");
    }

    #[test]
    fn names_that_look_alike_are_two_names() {
        let value = plain(r#"{"left":1,"loft":2,"lt":3,"teft":4}"#).unwrap();

        assert_eq!(value.to_text(), r#"{"left":1,"loft":2,"lt":3,"teft":4}"#);
        assert!(plain(r#"{"left":1,"loft":2,"left":3}"#).is_none());
    }

    #[test]
    fn it_leaves_all_else_to_the_reader_that_repairs() {
        let deep = "[".repeat(128) + &"]".repeat(128);
        let many: Vec<String> = (0..40).map(|index| format!("\"{}\":0", index % 39)).collect();
        for text in [
            "",
            "{",
            "{\"a\"",
            "[1,]",
            "{\"a\":1,}",
            "{'a':1}",
            "[01]",
            "[1.]",
            "[.5]",
            "[1e]",
            "[tru]",
            "[\"\\x\"]",
            "[\"a\nb\"]",
            "[\"\\ud800\"]",
            "{\"a\":1,\"\\u0061\":1}",
            "{} {}",
            "\"",
            "\"\\",
            "[1 2]",
            "[\u{a0}1]",
            &deep,
            &format!("{{{}}}", many.join(",")),
        ] {
            assert!(plain(text).is_none(), "{text}");
        }
    }
}
