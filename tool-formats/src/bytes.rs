//! Classes of bytes, so that one pass of look-ups tells how a text has to be written.

/// Needs an escape between double quotes: `"`, `\` and the controls below U+0020.
pub(crate) const ESCAPED: u8 = 1;
/// Structure in TOON: `:` `[` `]` `{` `}`.
pub(crate) const STRUCTURE: u8 = 2;
pub(crate) const COMMA: u8 = 4;
pub(crate) const PIPE: u8 = 8;
/// Not of an ASCII name: no letter, digit, underscore or dot.
pub(crate) const NO_NAME: u8 = 16;
/// Needs an escape in XML, or begins a character that XML cannot hold.
pub(crate) const XML: u8 = 32;
/// Begins a character beyond the printable ASCII that YAML has to escape.
pub(crate) const YAML: u8 = 64;
/// Has CSV quote its cell: everything below the hyphen.
pub(crate) const CSV: u8 = 128;

static CLASSES: [u8; 256] = table();

/// All classes of the bytes in `text`.
#[inline]
pub(crate) fn classes_of(text: &str) -> u8 {
    text.bytes().fold(0, |seen, byte| seen | CLASSES.get(usize::from(byte)).copied().unwrap_or_default())
}

/// Whether XML has a way to write a character.
///
/// Source: XML 1.0, production 2 (`Char`).
pub(crate) fn is_xml_char(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Whether a byte is of the class [`ESCAPED`].
#[inline]
pub(crate) fn is_escaped(byte: u8) -> bool {
    CLASSES.get(usize::from(byte)).is_some_and(|classes| classes & ESCAPED != 0)
}

const fn table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, which would refuse an index too large")]
        #[allow(clippy::cast_possible_truncation, reason = "below 256")]
        {
            table[byte] = classes(byte as u8);
        }
        byte += 1;
    }
    table
}

const fn classes(byte: u8) -> u8 {
    let name = match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.' => 0,
        _ => NO_NAME,
    };
    let quoting = match byte {
        b'"' | b'\\' | 0..0x20 => ESCAPED,
        b':' | b'[' | b']' | b'{' | b'}' => STRUCTURE,
        b',' => COMMA,
        b'|' => PIPE,
        _ => 0,
    };
    let xml = match byte {
        b'\t' | b'\n' => 0,
        b'&' | b'<' | b'>' | 0xEF | 0..0x20 => XML,
        _ => 0,
    };
    let yaml = if matches!(byte, 0x7F | 0xC2 | 0xD8 | 0xE2 | 0xEF) { YAML } else { 0 };
    let csv = if byte < b'-' { CSV } else { 0 };
    name | quoting | xml | yaml | csv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_of_a_text_are_those_of_all_its_bytes() {
        assert_eq!(classes_of(""), 0);
        assert_eq!(classes_of("Az09_."), 0);
        assert_eq!(classes_of("a-b"), NO_NAME);
        assert_eq!(classes_of("a,b"), NO_NAME | COMMA | CSV);
        assert_eq!(classes_of("a:b|c"), NO_NAME | STRUCTURE | PIPE);
        assert_eq!(classes_of("a\tb"), NO_NAME | ESCAPED | CSV);
        assert_eq!(classes_of("\u{1}"), NO_NAME | ESCAPED | CSV | XML);
        assert_eq!(classes_of("<é>"), NO_NAME | XML);
        assert_eq!(classes_of("\u{2028}"), NO_NAME | YAML);
        assert_eq!(classes_of("\u{ffff}"), NO_NAME | YAML | XML);
    }
}
