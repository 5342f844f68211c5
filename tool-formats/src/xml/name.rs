//! Element names: a key that XML takes as a name is one, any other is in an attribute.

use super::letters::{may_begin, may_follow};
use super::push_escape;
use crate::bytes::{self, classes_of, is_xml_char};
use crate::escape::push_escaped;
use crate::keys::OpenKeys;

/// The root element.
pub(super) const ROOT: &str = "ObjectNode";

/// A row of a top-level array, or a top-level scalar.
pub(super) const ROW: &str = "root";

/// What an element is called.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tag {
    Root,
    Row,
    Item,
    /// The key that came as number `at` of the open object of that shape.
    Key {
        at: usize,
        shape: usize,
    },
}

/// What is before and after an element's content. A key that is not an XML name becomes
/// `<field name="the exact key">`, so that two keys are never written alike.
#[derive(Debug, Default)]
pub(super) struct Tags {
    start: String,
    end: String,
    pub(super) is_name: bool,
}

impl Tag {
    #[inline]
    pub(super) fn start(self, keys: &OpenKeys<Tags>) -> &str {
        match self {
            Self::Key { at, shape } => keys.field(at, shape).map(|(_, tags)| &*tags.start).unwrap_or_default(),
            Self::Root => "<ObjectNode>",
            Self::Row => "<root>",
            Self::Item => "<item>",
        }
    }

    #[inline]
    pub(super) fn end(self, keys: &OpenKeys<Tags>) -> &str {
        match self {
            Self::Key { at, shape } => keys.field(at, shape).map(|(_, tags)| &*tags.end).unwrap_or_default(),
            Self::Root => "</ObjectNode>",
            Self::Row => "</root>",
            Self::Item => "</item>",
        }
    }

    /// Writes an element without content.
    #[inline]
    pub(super) fn push_empty(self, out: &mut String, keys: &OpenKeys<Tags>) {
        out.push_str(self.start(keys));
        out.truncate(out.len().saturating_sub(1));
        out.push_str("/>");
    }
}

impl Tags {
    /// Makes them the tags of a key.
    pub(super) fn render(key: &str, tags: &mut Self) {
        let Self { start, end, is_name: is_key_name } = tags;
        *is_key_name = is_name(key);
        start.clear();
        end.clear();
        if *is_key_name {
            start.extend(["<", key, ">"]);
            return end.extend(["</", key, ">"]);
        }
        start.push_str("<field name=\"");
        let special = |c| matches!(c, '&' | '<' | '>' | '"' | '\t' | '\n' | '\r') || !is_xml_char(c);
        push_escaped(start, key, special, push_escape);
        start.push_str("\">");
        end.push_str("</field>");
    }
}

/// The name of the first element, with its attribute.
pub(super) fn key_of(entry: &str) -> &str {
    const FIELD: &str = "<field name=\"";
    let end = match entry.strip_prefix(FIELD) {
        Some(key) => key.find('"').map(|end| FIELD.len() + end),
        None => entry.find(['>', '/']),
    };
    entry.get(..end.unwrap_or(entry.len())).unwrap_or(entry)
}

/// A name without a colon that does not begin with `xml`, which XML keeps for itself.
///
/// Source: Namespaces in XML 1.0, production 4 (`NCName`); XML 1.0, fourth edition, section 2.3.
pub(super) fn is_name(key: &str) -> bool {
    let is_reserved = key.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("xml"));
    let mut chars = key.chars();
    let begins = chars.next().is_some_and(may_begin);
    begins && !is_reserved && (classes_of(key) & bytes::NO_NAME == 0 || chars.all(may_follow))
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_letters_and_what_may_follow_them() {
        for name in ["a", "_", "Name", "a-b", "a.b", "a1", "größe", "名前", "Ελλάδα", "имя", "x·y", "ns", "exml"]
        {
            assert!(is_name(name), "{name}");
        }
    }

    #[test]
    fn other_keys_are_not_names() {
        for key in [
            "",
            "1a",
            "a b",
            "a:b",
            "-a",
            ".a",
            "a<b",
            "@id",
            "$text",
            "a/b",
            "👋",
            "𝒳",
            "\u{feff}",
            "×",
            "a\u{0}",
            "a\u{FFFE}",
            "·x",
        ] {
            assert!(!is_name(key), "{key}");
        }
    }

    #[test]
    fn letters_that_came_after_the_fourth_edition_are_in_no_name() {
        for key in ["ora\u{219}", "ＮＡＭＥ", "𠮷", "𝒳", "a\u{200C}", "ˠx", "ẞ", "a‿b"] {
            assert!(!is_name(key), "{key}");
        }
    }

    #[test]
    fn names_that_begin_with_xml_are_kept_for_xml() {
        for key in ["xml", "XML", "xmlns", "Xml-x"] {
            assert!(!is_name(key), "{key}");
        }
        assert!(is_name("xm") && is_name("xmà"));
    }
}
