//! What is inside an element, by key: elements of the same name are an array under that key.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::slice;

use super::document::{Document, Element, is_blank};
use super::name::ROOT;
use crate::cell::{Cell, Kind};
use crate::keys::same_key;

/// An element of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'d, 'de> {
    pub(super) document: &'d Document<'de>,
    pub(super) at: usize,
}

/// What an element is.
pub(super) enum Content<'d, 'de> {
    /// `<key/>`.
    Nothing,
    Text(Cow<'de, str>),
    /// The children, those of one key side by side.
    Children(Groups<'d, 'de>),
}

/// Keys, each with all that is under it.
pub(super) struct Groups<'d, 'de> {
    document: &'d Document<'de>,
    /// The number of a key, and where an element of that key is.
    members: Vec<(usize, usize)>,
    next: usize,
    len: usize,
    /// The text between the children, which has a separate key.
    text: Option<Cow<'de, str>>,
}

/// The elements of one key, or the text between them.
#[derive(Debug, Clone)]
pub(super) enum Group<'d, 'de> {
    Elements { document: &'d Document<'de>, places: Places },
    Text { text: Cow<'de, str>, offset: usize },
}

/// Where the elements of a key are: nearly always, it is one.
#[derive(Debug, Clone)]
pub(super) enum Places {
    One(usize),
    Many(Vec<usize>),
}

impl Deref for Places {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        match self {
            Self::One(at) => slice::from_ref(at),
            Self::Many(places) => places,
        }
    }
}

/// The key of text between elements.
const TEXT: &str = "$text";

impl<'d, 'de> Place<'d, 'de> {
    pub(super) fn element(self) -> Option<&'d Element<'de>> {
        self.document.elements.get(self.at)
    }

    pub(super) fn offset(self) -> usize {
        self.element().map(|element| element.offset).unwrap_or_default()
    }

    fn children(self) -> impl Iterator<Item = (usize, &'d Element<'de>)> {
        let end = self.at + 1 + self.element().map(|element| element.inside).unwrap_or_default();
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let child = self.document.elements.get(at).filter(|_| at < end)?;
            let place = at;
            at += child.inside + 1;
            Some((place, child))
        })
    }

    pub(super) fn content(self) -> Content<'d, 'de> {
        match self.element() {
            Some(element) if element.inside > 0 => Content::Children(Groups::of(self, element)),
            Some(element) if !element.is_bare => Content::Text(element.text.clone()),
            _ => Content::Nothing,
        }
    }

    /// The children as the items of an array, when they all have one key.
    pub(super) fn items(self) -> Option<Vec<usize>> {
        let first = self.children().next().map(|(_, child)| &child.key);
        let is_uniform = self.children().all(|(_, child)| Some(&child.key) == first);
        is_uniform.then(|| self.children().map(|(at, _)| at).collect())
    }
}

impl<'d, 'de> Groups<'d, 'de> {
    fn of(place: Place<'d, 'de>, element: &Element<'de>) -> Self {
        // Most objects have fewer keys: room that need not grow.
        let room = FEW.min(element.inside);
        let mut numbers = Numbers { known: Vec::with_capacity(room), ..Numbers::default() };
        let mut members = Vec::with_capacity(room);
        members.extend(place.children().map(|(at, child)| (numbers.of(&child.key), at)));
        // Stable: the elements of one key stay in their order.
        members.sort_by_key(|(number, _)| *number);
        let text = (!is_blank(&element.text)).then(|| element.text.clone());
        let len = numbers.len + usize::from(text.is_some());
        Self { document: place.document, members, next: 0, len, text }
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }
}

impl<'d, 'de> Iterator for Groups<'d, 'de> {
    type Item = (Cow<'de, str>, Group<'d, 'de>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.members.get(self.next..).unwrap_or_default();
        let Some((number, first)) = rest.first().copied() else {
            let text = self.text.take()?;
            return Some((Cow::Borrowed(TEXT), Group::Text { text, offset: 0 }));
        };
        let places = match rest.get(1) {
            Some((other, _)) if *other == number => {
                Places::Many(rest.iter().take_while(|(other, _)| *other == number).map(|(_, at)| *at).collect())
            }
            _ => Places::One(first),
        };
        self.next += places.len();
        let key = self.document.elements.get(first)?.key.clone();
        Some((key, Group::Elements { document: self.document, places }))
    }
}

/// Numbers keys in the order they come.
#[derive(Default)]
struct Numbers<'d> {
    known: Vec<&'d str>,
    /// Only once there are many keys: for few, comparing them is quicker.
    places: HashMap<&'d str, usize>,
    len: usize,
}

const FEW: usize = 16;

impl<'d> Numbers<'d> {
    fn of(&mut self, key: &'d str) -> usize {
        if self.known.last() == Some(&key) {
            return self.known.len() - 1;
        }
        let place = match self.known.len() {
            0..FEW => self.known.iter().position(|known| same_key(known, key)),
            _ => self.places.get(key).copied(),
        };
        place.unwrap_or_else(|| self.add(key))
    }

    fn add(&mut self, key: &'d str) -> usize {
        self.known.push(key);
        self.len = self.known.len();
        if self.len == FEW {
            self.places = self.known.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        } else if self.len > FEW {
            self.places.insert(key, self.len - 1);
        }
        self.len - 1
    }
}

impl<'de> Place<'_, 'de> {
    /// The rows of a top-level array.
    pub(super) fn rows(self) -> Option<Vec<usize>> {
        if self.at == 0 && self.document.has_rows { self.items() } else { None }
    }

    /// Whether this is the root element of an object, of which an empty one holds nothing.
    pub(super) fn is_root(self) -> bool {
        self.at == 0 && self.element().is_some_and(|element| element.key == ROOT && element.text.is_empty())
    }

    pub(super) fn cell(self, text: Cow<'de, str>) -> Cell<'de> {
        Cell { text, kind: Kind::Scalar, offset: self.offset() }
    }
}
