//! An XML text as a flat list of elements in document order.
//!
//! What makes XML dangerous is not read at all: a document type that defines anything, and every entity but the five, is
//! an error.

use std::borrow::Cow;

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::name::{ROOT, ROW};
use crate::bytes::{any_word, equal_bytes, is_xml_char, lower_bytes};
use crate::fault::{Fault, Result};
use crate::tape::{MAX_DEPTH, TooDeep};

/// A value of the deepest nesting that is written, inside the root element and a row.
const MAX_ELEMENTS: usize = MAX_DEPTH + 2;

/// An element, or an attribute as if it were one. What it holds follows it.
#[derive(Debug)]
pub(super) struct Element<'de> {
    pub(super) key: Cow<'de, str>,
    /// All text directly inside it.
    pub(super) text: Cow<'de, str>,
    /// Where it begins in the text.
    pub(super) offset: usize,
    /// How many elements follow that are inside of it.
    pub(super) inside: usize,
    /// `<key/>`, which represents null and empty values.
    pub(super) is_bare: bool,
    pub(super) is_attribute: bool,
    /// `<field name="key">`.
    pub(super) is_field: bool,
}

/// The elements of a text; the first one is the root.
#[derive(Debug)]
pub(super) struct Document<'de> {
    pub(super) elements: Vec<Element<'de>>,
    /// Whether the root holds rows, a line each, as a top-level array is written.
    pub(super) has_rows: bool,
}

impl<'de> Document<'de> {
    pub(super) fn of(text: &'de str) -> Result<Self> {
        let mut parser = Parser { text, reader: Reader::from_str(text), elements: Vec::new(), open: Vec::new() };
        parser.reader.config_mut().check_comments = true;
        while parser.step()? {}
        let elements = parser.elements;
        let has_rows = has_rows(&elements);
        Ok(Self { elements, has_rows })
    }
}

/// Two texts that differ only in this are `{"root": ..}` and `[..]`.
fn has_rows(elements: &[Element<'_>]) -> bool {
    let Some((root, rest)) = elements.split_first() else {
        return false;
    };
    let (mut at, mut is_all_rows) = (0, !rest.is_empty());
    while let Some(child) = rest.get(at) {
        is_all_rows &= child.key == ROW;
        at += child.inside + 1;
    }
    is_all_rows && root.key == ROOT && root.text.contains('\n')
}

struct Parser<'de> {
    text: &'de str,
    reader: Reader<&'de [u8]>,
    elements: Vec<Element<'de>>,
    /// Where the elements are that have begun and not ended.
    open: Vec<usize>,
}

impl<'de> Parser<'de> {
    /// Reads the next piece; false at the end.
    fn step(&mut self) -> Result<bool> {
        let offset = self.offset();
        let event = self.reader.read_event();
        match event {
            Ok(Event::Start(start)) => self.begin(&start, offset)?,
            Ok(Event::Empty(start)) => {
                self.begin(&start, offset)?;
                self.end(true);
            }
            Ok(Event::End(_)) => self.end(false),
            Ok(Event::Text(text)) => self.append(text.xml10_content(), offset)?,
            Ok(Event::CData(text)) => self.append(text.xml10_content(), offset)?,
            Ok(Event::GeneralRef(reference)) => self.append(resolve(&reference, offset)?, offset)?,
            Ok(Event::DocType(text)) => self.document_type(&text, offset)?,
            Ok(Event::Decl(declaration)) => check_encoding(&declaration, offset)?,
            Ok(Event::Comment(_) | Event::PI(_)) => {}
            Ok(Event::Eof) => return self.finish().map(|()| false),
            Err(error) => {
                let offset = usize::try_from(self.reader.error_position()).unwrap_or(offset);
                return Err(Fault::at(offset, error.to_string()));
            }
        }
        Ok(true)
    }

    /// A document type is skipped, unless it changes the meaning of the text.
    fn document_type(&self, text: &str, offset: usize) -> Result {
        if !self.elements.is_empty() {
            return Err(Fault::at(offset, "a document type is only allowed before the root element"));
        }
        if ["<!ENTITY", "<!ATTLIST", "%"].iter().any(|word| text.contains(word)) {
            return Err(Fault::at(offset, "a document type that defines entities or attributes is not supported"));
        }
        Ok(())
    }

    fn offset(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    fn finish(&self) -> Result {
        match self.open.last().and_then(|at| self.elements.get(*at)) {
            Some(open) => Err(Fault::at(self.text.len(), format!("expected the end of the element `{}`", open.name()))),
            None if self.elements.is_empty() => Err(Fault::at(self.text.len(), "expected an element")),
            None => Ok(()),
        }
    }

    fn begin(&mut self, start: &BytesStart<'_>, offset: usize) -> Result {
        if self.open.is_empty() && !self.elements.is_empty() {
            return Err(Fault::at(offset, "expected the end of the text after the root element"));
        }
        if self.open.len() >= MAX_ELEMENTS {
            return Err(Fault::from(TooDeep { limit: MAX_DEPTH }).or_at(offset));
        }
        let name = offset + 1..offset + 1 + start.name().as_ref().len();
        let name = self.text.get(name).filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| Fault::at(offset + 1, "expected the name of an element"))?;
        self.open.push(self.elements.len());
        self.push(Cow::Borrowed(name), Cow::Borrowed(""), offset);
        self.attributes(start, name, offset)
    }

    fn push(&mut self, key: Cow<'de, str>, text: Cow<'de, str>, offset: usize) {
        let (is_bare, is_attribute, is_field) = (false, false, false);
        self.elements.push(Element { key, text, offset, inside: 0, is_bare, is_attribute, is_field });
    }

    /// The name of a field is its key; any other attribute becomes a child, with an `@` before its name.
    fn attributes(&mut self, start: &BytesStart<'_>, name: &str, offset: usize) -> Result {
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| Fault::at(offset, error.to_string()))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| Fault::at(offset, error.to_string()))?;
            check_characters(&value, offset)?;
            let value = Cow::Owned(value.into_owned());
            match self.elements.last_mut() {
                Some(field) if name == "field" && attribute.key.as_ref() == "name" && !field.is_attribute => {
                    field.key = value;
                    field.is_field = true;
                }
                _ => {
                    self.push(Cow::Owned(format!("@{}", attribute.key.as_ref())), value, offset);
                    self.elements.last_mut().into_iter().for_each(|attribute| attribute.is_attribute = true);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, is_bare: bool) {
        let Some(at) = self.open.pop() else {
            return;
        };
        let inside = self.elements.len().saturating_sub(at + 1);
        if let Some(element) = self.elements.get_mut(at) {
            element.inside = inside;
            element.is_bare = is_bare;
        }
    }

    fn append(&mut self, text: Cow<'de, str>, offset: usize) -> Result {
        check_characters(&text, offset)?;
        match self.open.last().and_then(|at| self.elements.get_mut(*at)) {
            Some(element) if element.text.is_empty() => element.text = text,
            Some(element) => element.text.to_mut().push_str(&text),
            None if is_blank(&text) => {}
            None => return Err(Fault::at(offset, "expected an element")),
        }
        Ok(())
    }
}

impl Element<'_> {
    /// The name as it is in the text, as far as it is known.
    fn name(&self) -> &str {
        &self.key
    }
}

pub(super) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

/// Source: XML 1.0, production 2 (`Char`): what no text may hold, not even by its number.
fn check_characters(text: &str, offset: usize) -> Result {
    if !may_hold_illegal(text) {
        return Ok(());
    }
    match text.chars().find(|c| !is_xml_char(*c)) {
        Some(c) => Err(Fault::at(offset, format!("XML cannot represent the character U+{:04X}", u32::from(c)))),
        None => Ok(()),
    }
}

/// Whether a look at each character is needed: for a control, or for one that begins like U+FFFE.
#[inline]
fn may_hold_illegal(text: &str) -> bool {
    any_word(text, |word| lower_bytes(word, b' ') | equal_bytes(word, 0xEF))
}

/// The characters are there already: what is left to see is whether the name is one of an encoding.
fn check_encoding(declaration: &quick_xml::events::BytesDecl<'_>, offset: usize) -> Result {
    match declaration.encoding() {
        None => Ok(()),
        Some(Ok(encoding)) if encoding_rs::Encoding::for_label(encoding.as_bytes()).is_some() => Ok(()),
        Some(_) => Err(Fault::at(offset, "expected the name of a known encoding, such as `UTF-8`")),
    }
}

fn resolve<'de>(reference: &BytesRef<'_>, offset: usize) -> Result<Cow<'de, str>> {
    let name: &str = reference;
    if let Some(c) = reference.resolve_char_ref().map_err(|error| Fault::at(offset, error.to_string()))? {
        return Ok(Cow::Owned(c.to_string()));
    }
    Ok(Cow::Borrowed(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return Err(Fault::at(offset, "unknown entity; only `amp`, `lt`, `gt`, `quot` and `apos` are supported")),
    }))
}
