//! Headers: `key[3]:`, `key[2|]{a|b}:`, `key[2:]{a,b}:`.

use super::document::Document;
use super::field_list;
use super::lines::Lines;
use super::scan::{Scanner, from, trim_start};
use crate::fault::{Fault, Result};

/// A header whose grammar holds.
///
/// Source: TOON specification 4.4, section 6.
#[derive(Debug)]
pub(super) struct Header<'de> {
    /// Digits of any number: a length past the machine's integers is only never met.
    pub(super) length: &'de str,
    /// The same as a number, or the largest one.
    pub(super) count: usize,
    pub(super) delimiter: u8,
    /// With a colon in the brackets: the rows are the entries of an object.
    pub(super) is_keyed: bool,
    /// The document holds the names, for the reader of the rows to take.
    pub(super) has_fields: bool,
    /// What follows the colon; nothing after field names.
    pub(super) rest: &'de str,
}

impl<'de> Header<'de> {
    /// Reads the header on the document's line, whose first unquoted bracket is marked.
    pub(super) fn parse(document: &mut Document<'de>) -> Result<Self> {
        let line = document.lines.line();
        let mut scanner = Scanner { line: document.lines.content(), at: line.mark + 1 - line.start };
        let (length, count) = length(&mut scanner)?;
        let is_keyed = scanner.take(b':');
        let delimiter = match scanner.peek() {
            Some(found @ (b'|' | b'\t')) => {
                scanner.at += 1;
                found
            }
            _ => b',',
        };
        scanner.expect(b']', "expected `]` after the length, or `|` or a tab before it")?;
        let has_fields = scanner.peek() == Some(b'{');
        if has_fields {
            read_fields(&mut scanner, delimiter, document)?;
        } else if is_keyed {
            return Err(scanner.fault("expected `{` with field names after a length with `:`"));
        }
        scanner.expect(b':', "expected `:` right after the header")?;
        let rest = trim_start(scanner.rest());
        if has_fields && !rest.is_empty() {
            return Err(Fault::at(rest, "expected nothing after a header with field names"));
        }
        Ok(Self { length, count, delimiter, is_keyed, has_fields, rest })
    }

    /// Whether `found` elements are as many as the header says. `one` and `many` name the elements.
    #[inline]
    pub(super) fn check_count(&self, found: usize, names: [&str; 2]) -> Result {
        if self.count == found { Ok(()) } else { Err(self.wrong_count(found, names)) }
    }

    #[cold]
    fn wrong_count(&self, found: usize, [one, many]: [&str; 2]) -> Fault {
        let length = self.length;
        let name = if length == "1" { one } else { many };
        Fault::at(length, format!("expected {length} {name} as the length says, found {found}"))
    }
}

/// The key before the bracket of the header on the document's line.
pub(super) fn key<'de>(lines: &Lines<'de>) -> Result<&'de str> {
    let line = lines.line();
    let key = lines.slice(line.start, line.mark);
    if key.is_empty() {
        return Err(Fault::at(lines.content(), "expected a key before `[`"));
    }
    if key.ends_with([' ', '\t']) {
        return Err(Fault::at(lines.place(line.mark), "expected `[` right after the key"));
    }
    Ok(key)
}

/// Reads the field names of this header. Those of the last table are often the same, as in each item of a list.
fn read_fields<'de>(scanner: &mut Scanner<'de>, delimiter: u8, document: &mut Document<'de>) -> Result {
    if let Some(fields) = &document.spare_fields
        && fields.are_those_of(scanner.rest(), delimiter)
    {
        document.check_levels(fields.height)?;
        scanner.at += fields.source.len();
        return Ok(());
    }
    let fields = field_list::parse(scanner, delimiter, document)?;
    document.spare_fields = Some(fields);
    Ok(())
}

#[inline]
fn length<'de>(scanner: &mut Scanner<'de>) -> Result<(&'de str, usize)> {
    let start = scanner.at;
    let mut count = 0_usize;
    while let Some(digit @ b'0'..=b'9') = scanner.peek() {
        count = count.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        scanner.at += 1;
    }
    let length = scanner.slice(start);
    if length.is_empty() || (length.len() > 1 && length.starts_with('0')) {
        return Err(Fault::at(from(scanner.line, start), "expected a length in digits, without a leading zero"));
    }
    Ok((length, count))
}
