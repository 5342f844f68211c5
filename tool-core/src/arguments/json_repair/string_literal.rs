//! Parses string literals as models write them: quotes, escapes and line breaks.

use std::borrow::Cow;

use super::json_error::{JsonError, JsonErrorKind};
use super::lenient_parser::Reader;
use crate::arguments::argument_repair::ArgumentRepairKind;

/// What may close a string, by what opened it.
#[derive(Clone, Copy, PartialEq)]
enum Quotes {
    Json,
    Single,
    TypographicDouble,
    TypographicSingle,
}

impl Quotes {
    fn of(open: char) -> Self {
        match open {
            '"' => Self::Json,
            '\'' => Self::Single,
            '\u{2018}'..='\u{201b}' => Self::TypographicSingle,
            _ => Self::TypographicDouble,
        }
    }

    /// Whether a byte may close the string, begin an escape or be a control; each other byte is what it is.
    #[inline]
    fn looks_at(self, byte: u8) -> bool {
        match byte {
            b'\\' | 0..=0x1f => true,
            b'"' => matches!(self, Self::Json | Self::TypographicDouble),
            b'\'' => self == Self::Single,
            _ => !byte.is_ascii() && matches!(self, Self::TypographicDouble | Self::TypographicSingle),
        }
    }

    /// Whether a string that these opened ends with the first of `bytes`, whatever stands before it.
    #[inline]
    fn surely_closes(self, bytes: &[u8]) -> bool {
        match (self, bytes) {
            (Self::Json, [b'"', ..]) => true,
            (Self::Single, [b'\'', next, ..]) => next.is_ascii() && !next.is_ascii_alphanumeric(),
            _ => false,
        }
    }

    fn repair(self) -> Option<ArgumentRepairKind> {
        match self {
            Self::Json => None,
            Self::Single => Some(ArgumentRepairKind::SingleQuotes),
            Self::TypographicDouble | Self::TypographicSingle => Some(ArgumentRepairKind::TypographicQuotes),
        }
    }
}

/// The first backslash of either kind in one string: what follows it, and where it stands.
#[derive(Clone, Copy, Default)]
struct Escapes {
    right: Option<char>,
    wrong: Option<(char, usize)>,
}

/// The control that is written as a backslash and this letter.
fn control(letter: char) -> Option<char> {
    let escapes = [('b', '\u{8}'), ('f', '\u{c}'), ('n', '\n'), ('r', '\r'), ('t', '\t')];
    escapes.into_iter().find_map(|(own, control)| (own == letter).then_some(control))
}

impl<'a> Reader<'a> {
    /// The string that begins here.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        let quotes = Quotes::of(self.peek().unwrap_or('"'));
        if let Some(repair) = quotes.repair() {
            self.note(repair, self.at);
        }
        self.bump();
        let mut out = Cow::Borrowed("");
        let start = self.at;
        let mut chunk = start;
        let mut escapes = Escapes::default();
        loop {
            let bytes = self.bytes();
            let plain = match quotes {
                Quotes::Json => bytes.iter().position(|byte| Quotes::Json.looks_at(*byte)),
                Quotes::Single => bytes.iter().position(|byte| Quotes::Single.looks_at(*byte)),
                other => bytes.iter().position(|byte| other.looks_at(*byte)),
            };
            self.at += plain.unwrap_or(bytes.len());
            let at = self.at;
            if chunk == start && quotes.surely_closes(self.bytes()) {
                self.at += 1;
                return Ok(Cow::Borrowed(self.text.get(start..at).unwrap_or_default()));
            }
            let Some(next) = self.bump() else {
                return Err(self.fault(JsonErrorKind::CutOff));
            };
            // A chunk begins behind a quote or an escape, which is in no word.
            let before = || self.text.get(chunk..at).and_then(|text| text.chars().next_back());
            if self.closes(quotes, before, next) {
                append(&mut out, self.text.get(chunk..at));
                return self.of_one_meaning(escapes).map(|()| out);
            }
            if next == '\\' {
                append(&mut out, self.text.get(chunk..at));
                self.escape(at, out.to_mut(), &mut escapes)?;
                chunk = self.at;
            } else if next.is_control() && next.is_ascii() && next != '\u{7f}' {
                self.note(ArgumentRepairKind::RawControl, at);
            }
        }
    }

    /// Whether `next`, which has been read, closes the string. An apostrophe inside a word does not.
    fn closes(&self, quotes: Quotes, before: impl Fn() -> Option<char>, next: char) -> bool {
        let in_word = || before().is_some_and(char::is_alphanumeric) && self.peek().is_some_and(char::is_alphanumeric);
        match quotes {
            Quotes::Json => next == '"',
            Quotes::Single => next == '\'' && !in_word(),
            Quotes::TypographicSingle => matches!(next, '\u{2018}'..='\u{201b}') && !in_word(),
            Quotes::TypographicDouble => match next {
                '\u{201c}'..='\u{201f}' | '«' | '»' => true,
                // Half of a pair was straightened: it closes where a string can end.
                '"' => self.rest().trim_start().starts_with([',', ':', '}', ']']),
                _ => false,
            },
        }
    }

    /// A writer who did not double some backslashes may not have doubled any: `C:\users\new` holds no line break.
    fn of_one_meaning(&self, escapes: Escapes) -> Result<(), JsonError> {
        match escapes {
            Escapes { right: Some(right), wrong: Some((wrong, at)) } => {
                Err(JsonError::new(JsonErrorKind::MixedEscapes { wrong, right }, self.text, at))
            }
            _ => Ok(()),
        }
    }

    /// What follows a backslash, whose place is `at`.
    fn escape(&mut self, at: usize, out: &mut String, escapes: &mut Escapes) -> Result<(), JsonError> {
        let Some(next) = self.bump() else {
            return Err(self.fault(JsonErrorKind::CutOff));
        };
        if let Some(control) = control(next) {
            escapes.right.get_or_insert(next);
            out.push(control);
            return Ok(());
        }
        match next {
            '"' | '\\' | '/' => out.push(next),
            'u' => self.unicode_escape(at, out, escapes),
            // An escaped quote or line break is the character itself.
            _ if super::lenient_parser::is_quote(next) || next == '\n' => {
                self.note(ArgumentRepairKind::WrongEscape, at);
                out.push(next);
            }
            // Else the backslash was meant: a pattern such as `\d`, a path such as `C:\temp`.
            _ => {
                if next.is_alphanumeric() {
                    escapes.wrong.get_or_insert((next, at));
                }
                self.note(ArgumentRepairKind::WrongEscape, at);
                out.push('\\');
                self.at -= next.len_utf8();
            }
        }
        Ok(())
    }

    fn unicode_escape(&mut self, at: usize, out: &mut String, escapes: &mut Escapes) {
        let Some(unit) = self.hex4() else {
            escapes.wrong.get_or_insert(('u', at));
            self.note(ArgumentRepairKind::WrongEscape, at);
            out.push_str("\\u");
            return;
        };
        let code = if matches!(unit, 0xd800..=0xdbff) { self.with_low_surrogate(unit) } else { unit };
        out.push(char::from_u32(code).unwrap_or_else(|| {
            self.note(ArgumentRepairKind::WrongEscape, at);
            char::REPLACEMENT_CHARACTER
        }));
    }

    /// The whole character when the second half follows, else the first half, which is none.
    fn with_low_surrogate(&mut self, high: u32) -> u32 {
        let start = self.at;
        if self.rest().starts_with("\\u") {
            self.at += 2;
            if let Some(low @ 0xdc00..=0xdfff) = self.hex4() {
                return 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        self.at = start;
        high
    }

    fn hex4(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

fn append<'a>(out: &mut Cow<'a, str>, chunk: Option<&'a str>) {
    let chunk = chunk.unwrap_or_default();
    if out.is_empty() && matches!(out, Cow::Borrowed(_)) {
        *out = Cow::Borrowed(chunk);
    } else if !chunk.is_empty() {
        out.to_mut().push_str(chunk);
    }
}
