//! XML: an element a key, in the article style of Jackson's tree, but well-formed whatever the keys are.

mod name;

use crate::FormatError;
use crate::bytes::{self, classes_of};
use crate::escape::push_escaped;
use crate::number::push_number;
use crate::tape::{Entries, Items, Node, Scalar, View};
use name::Name;

const ROOT: &str = "ObjectNode";
const ROW: Name<'_> = Name::Element("root");
const ITEM: Name<'_> = Name::Element("item");

/// A character XML cannot hold, and the keys and positions that lead to it, the innermost first.
struct Illegal {
    character: char,
    steps: Vec<String>,
}

type Result<T = (), E = Illegal> = std::result::Result<T, E>;

/// Writes a document of one root element, without a declaration.
pub(crate) fn node_to_string(root: Node<'_>) -> Result<String, FormatError> {
    let mut out = String::with_capacity(128);
    match push_root(&mut out, root) {
        Ok(()) => Ok(out),
        Err(illegal) => Err(illegal.into_error()),
    }
}

fn push_root(out: &mut String, root: Node<'_>) -> Result {
    match root.view() {
        View::Scalar(_) => push_element(out, ROW, root),
        View::Array(items) if items.len() > 0 => push_rows(out, items),
        _ => push_element(out, Name::Element(ROOT), root),
    }
}

/// The rows of a top-level array, a line each: the only newlines that are not data.
fn push_rows(out: &mut String, items: Items<'_>) -> Result {
    let name = Name::Element(ROOT);
    name.push_start(out);
    for (at, item) in items.enumerate() {
        out.push('\n');
        push_element(out, ROW, item).map_err(|illegal| illegal.within_item(at))?;
    }
    out.push('\n');
    name.push_end(out);
    Ok(())
}

fn push_element(out: &mut String, name: Name<'_>, node: Node<'_>) -> Result {
    let start = out.len();
    name.push_start(out);
    let content = out.len();
    match node.view() {
        View::Scalar(Scalar::Text("")) => {}
        View::Scalar(scalar) => push_scalar(out, scalar)?,
        View::Array(items) => push_items(out, ITEM, items)?,
        View::Object(entries) => push_entries(out, entries)?,
    }
    let is_empty_text = matches!(node.view(), View::Scalar(Scalar::Text("")));
    if out.len() == content && !is_empty_text {
        out.truncate(start);
        name.push_empty(out);
    } else {
        name.push_end(out);
    }
    Ok(())
}

fn push_items(out: &mut String, name: Name<'_>, items: Items<'_>) -> Result {
    for (at, item) in items.enumerate() {
        push_element(out, name, item).map_err(|illegal| illegal.within_item(at))?;
    }
    Ok(())
}

fn push_entries(out: &mut String, entries: Entries<'_>) -> Result {
    for (key, value) in entries {
        push_entry(out, key, value).map_err(|illegal| illegal.within(key))?;
    }
    Ok(())
}

/// An array repeats the element of its key; an empty one still shows that the key is there.
fn push_entry(out: &mut String, key: &str, value: Node<'_>) -> Result {
    let name = Name::of(key);
    if let Name::Field(key) = name {
        check(key)?;
    }
    match value.view() {
        View::Array(items) if items.len() > 0 => push_items(out, name, items),
        _ => push_element(out, name, value),
    }
}

fn push_scalar(out: &mut String, scalar: Scalar<'_>) -> Result {
    match scalar {
        Scalar::Null => {}
        Scalar::Bool(true) => out.push_str("true"),
        Scalar::Bool(false) => out.push_str("false"),
        Scalar::Number(number) => push_number(out, number),
        Scalar::Text(text) => return push_text(out, text),
    }
    Ok(())
}

fn push_text(out: &mut String, text: &str) -> Result {
    if classes_of(text) & bytes::XML == 0 {
        out.push_str(text);
        return Ok(());
    }
    check(text)?;
    push_escaped(out, text, |c| matches!(c, '&' | '<' | '>' | '\r'), push_escape);
    Ok(())
}

/// Source: XML 1.0, production 2 (`Char`).
fn check(text: &str) -> Result {
    let illegal =
        |c: &char| matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}');
    match text.chars().find(illegal) {
        Some(character) => Err(Illegal { character, steps: Vec::new() }),
        None => Ok(()),
    }
}

/// Readers turn a bare carriage return into a line feed, and in attributes every blank into a space.
fn push_escape(out: &mut String, c: char) {
    out.push_str(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\t' => "&#9;",
        '\n' => "&#10;",
        _ => "&#13;",
    });
}

impl Illegal {
    fn within_item(self, at: usize) -> Self {
        self.within(&at.to_string())
    }

    fn within(mut self, step: &str) -> Self {
        self.steps.push(step.replace('~', "~0").replace('/', "~1"));
        self
    }

    fn into_error(self) -> FormatError {
        let path = self.steps.iter().rev().flat_map(|step| ["/", step.as_str()]).collect();
        FormatError::IllegalCharacter { path, character: self.character }
    }
}
