//! Classes of bytes, so that one pass of look-ups tells how a text has to be written.

/// Needs an escape between double quotes: `"`, `\` and the controls below U+0020.
pub(crate) const ESCAPED: u8 = 1;
/// Not of an ASCII name: no letter, digit, underscore or dot.
pub(crate) const NO_NAME: u8 = 2;
/// Needs an escape in XML, or begins a character that XML cannot hold.
pub(crate) const XML: u8 = 4;
/// Begins a character beyond the printable ASCII that YAML has to escape.
pub(crate) const YAML: u8 = 8;

static CLASSES: [u8; 256] = table();

/// All classes of the bytes in `text`.
#[inline]
pub(crate) fn classes_of(text: &str) -> u8 {
    text.bytes().fold(0, |seen, byte| seen | CLASSES.get(usize::from(byte)).copied().unwrap_or_default())
}

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHS: u64 = ONES << 7;

/// Whether `find` finds something in any eight bytes of `text`: all bytes are looked at, some of them twice.
///
/// A word of a short text holds bytes of it again; it is never filled up with others.
#[inline]
pub(crate) fn any_word(text: &str, find: impl Fn(u64) -> u64) -> bool {
    let bytes = text.as_bytes();
    let (words, _) = bytes.as_chunks::<8>();
    if let Some(last) = bytes.last_chunk::<8>() {
        let found = words.iter().fold(0, |found, word| found | find(u64::from_le_bytes(*word)));
        return found | find(u64::from_le_bytes(*last)) != 0;
    }
    let word = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>(), bytes) {
        (Some(first), Some(last), _) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
        }
        (_, _, [first, .., last]) => {
            let middle = bytes.get(bytes.len() / 2).copied().unwrap_or(*last);
            u64::from_le_bytes([*first, middle, *last, *first, middle, *last, *first, middle])
        }
        (_, _, [only]) => u64::from(*only) * ONES,
        _ => return false,
    };
    find(word) != 0
}

/// Not zero if a byte of the word is `wanted`.
///
/// Source: Sean Eron Anderson, Bit Twiddling Hacks, "Determine if a word has a zero byte", as the two below.
#[inline]
pub(crate) fn equal_bytes(word: u64, wanted: u8) -> u64 {
    let differs = word ^ (ONES * u64::from(wanted));
    differs.wrapping_sub(ONES) & !differs & HIGHS
}

/// Not zero if a byte of the word is below `limit`, which is at most 128.
#[inline]
pub(crate) fn lower_bytes(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(ONES * u64::from(limit)) & !word & HIGHS
}

/// Not zero if a byte of the word is not ASCII.
#[inline]
pub(crate) fn high_bytes(word: u64) -> u64 {
    word & HIGHS
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
    let escaped = if matches!(byte, b'"' | b'\\' | 0..0x20) { ESCAPED } else { 0 };
    let xml = match byte {
        b'\t' | b'\n' => 0,
        b'&' | b'<' | b'>' | 0xEF | 0..0x20 => XML,
        _ => 0,
    };
    let yaml = if matches!(byte, 0x7F | 0xC2 | 0xD8 | 0xE2 | 0xEF) { YAML } else { 0 };
    name | escaped | xml | yaml
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_of_a_text_are_those_of_all_its_bytes() {
        assert_eq!(classes_of(""), 0);
        assert_eq!(classes_of("Az09_."), 0);
        assert_eq!(classes_of("a-b"), NO_NAME);
        assert_eq!(classes_of("a,b"), NO_NAME);
        assert_eq!(classes_of("a:b|c"), NO_NAME);
        assert_eq!(classes_of("a\tb"), NO_NAME | ESCAPED);
        assert_eq!(classes_of("\u{1}"), NO_NAME | ESCAPED | XML);
        assert_eq!(classes_of("<é>"), NO_NAME | XML);
        assert_eq!(classes_of("\u{2028}"), NO_NAME | YAML);
        assert_eq!(classes_of("\u{ffff}"), NO_NAME | YAML | XML);
    }

    #[test]
    fn a_byte_is_found_at_each_place_of_a_text_of_any_length() {
        for len in 0..40 {
            let text = "a".repeat(len);
            assert!(!any_word(&text, |word| equal_bytes(word, b'"') | lower_bytes(word, b'a') | high_bytes(word)));
            for at in 0..len {
                let with = |other: &str| [text.get(..at).unwrap(), other, text.get(at + 1..).unwrap()].concat();
                assert!(any_word(&with("\""), |word| equal_bytes(word, b'"')), "{len} {at}");
                assert!(any_word(&with("`"), |word| lower_bytes(word, b'a')), "{len} {at}");
                assert!(any_word(&with("\u{80}"), high_bytes), "{len} {at}");
            }
        }
    }
}
