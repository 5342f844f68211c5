//! What reading an XML text loses.

use std::collections::HashSet;

use super::document::{Document, Element, is_blank};
use super::name::{ROOT, ROW, is_name};
use crate::{Loss, LossSet};

/// What is lost of a document. Comments, processing instructions, and blanks between elements are not data.
pub(super) fn of(document: &Document<'_>) -> LossSet {
    let mut losses = LossSet::default();
    for (at, element) in document.elements.iter().enumerate() {
        let children = Children { elements: &document.elements, at: at + 1, end: at + 1 + element.inside };
        // The name of a field is what the key is: a name that needs no field is one that was chosen for its element.
        let is_renamed = element.is_field && is_name(&element.key);
        if is_renamed || at == 0 && !is_our_root(element) {
            losses.insert(Loss::ElementNames);
        }
        of_children(element, children, &mut losses);
    }
    losses
}

/// Our root is an object or a list; a value without structure is in an element of a row's name.
fn is_our_root(root: &Element<'_>) -> bool {
    root.key == ROOT || root.key == ROW && root.inside == 0
}

fn of_children(element: &Element<'_>, children: Children<'_>, losses: &mut LossSet) {
    let (mut seen, mut last, mut has_elements) = (HashSet::new(), None, false);
    for child in children {
        if child.is_attribute {
            seen.insert(&*child.key);
            continue;
        }
        has_elements = true;
        let key = &*child.key;
        if last != Some(key) && !seen.insert(key) {
            let is_attributes = key.starts_with('@');
            losses.insert(if is_attributes { Loss::ElementNames } else { Loss::ElementOrder });
        }
        last = Some(key);
    }
    if has_elements && !is_blank(&element.text) {
        losses.insert(Loss::MixedText);
    }
}

/// The elements directly inside of one.
struct Children<'d> {
    elements: &'d [Element<'d>],
    at: usize,
    end: usize,
}

impl<'d> Iterator for Children<'d> {
    type Item = &'d Element<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let child = self.elements.get(self.at).filter(|_| self.at < self.end)?;
        self.at += child.inside + 1;
        Some(child)
    }
}
