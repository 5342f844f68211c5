//! One look at a value: whether it is a table, and of what kind.

use crate::tape::{Entries, Items, Node, View};

/// What a value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Objects with the same keys and plain values.
    Table,
    /// Objects with the same keys, with plain values or such objects inside.
    Nested,
    /// An object of such objects.
    Map,
    /// All else.
    Other,
}

/// Fewer rows do not make up for a header by themselves.
const ENOUGH: usize = 8;

impl Shape {
    pub(super) fn of(root: Node<'_>) -> Self {
        match root.view() {
            View::Array(items) if items.len() >= ENOUGH => of_rows(items),
            View::Object(entries) if entries.len() >= ENOUGH && is_map(entries.clone()) => Self::Map,
            _ => Self::Other,
        }
    }

    /// Whether the shape alone decides.
    pub(super) fn is_sure(self) -> bool {
        self != Self::Other
    }
}

fn of_rows(mut items: Items<'_>) -> Shape {
    let Some(first) = items.next().and_then(entries) else {
        return Shape::Other;
    };
    // A single column is hardly ever worth a header.
    if first.len() < 2 || !items.all(|item| entries(item).is_some_and(|row| is_alike(first.clone(), row))) {
        return Shape::Other;
    }
    let is_flat = first.into_iter().all(|(_, value)| matches!(value.view(), View::Scalar(_)));
    if is_flat { Shape::Table } else { Shape::Nested }
}

fn is_map(mut values: Entries<'_>) -> bool {
    let Some(first) = values.next().and_then(|(_, value)| entries(value)) else {
        return false;
    };
    first.len() >= 2 && values.all(|(_, value)| entries(value).is_some_and(|row| is_alike(first.clone(), row)))
}

fn entries(node: Node<'_>) -> Option<Entries<'_>> {
    match node.view() {
        View::Object(entries) => Some(entries),
        _ => None,
    }
}

/// Whether two rows have the same keys in the same order, and plain values or such objects under the same ones.
fn is_alike(one: Entries<'_>, other: Entries<'_>) -> bool {
    one.len() == other.len()
        && one.zip(other).all(|((key, value), (other_key, other))| {
            key == other_key
                && match (value.view(), other.view()) {
                    (View::Scalar(_), View::Scalar(_)) => true,
                    (View::Object(one), View::Object(other)) => one.len() > 0 && is_alike(one, other),
                    _ => false,
                }
        })
}
