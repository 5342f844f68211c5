//! Shapes of objects, which tell without a second look whether they can be rows of one table.
//!
//! Equal for objects with the same keys, in any order, that hold scalars in the same places. Two shapes may be equal by
//! chance, so the caller checks whether the rows fit.

use crate::keys::hash;
use crate::tape::{Node, View};

/// What a key adds to the shape of its object.
pub(super) fn shape_of_key(key: &str) -> u64 {
    mix(hash(key))
}

/// The shape of an object; `None` if it cannot be a row.
pub(super) fn shape_of(node: Node<'_>) -> Option<u64> {
    let View::Object(entries) = node.view() else { return None };
    if entries.len() == 0 {
        return None;
    }
    entries.into_iter().try_fold(0_u64, |shape, (key, value)| {
        let inner = if let View::Scalar(_) = value.view() { 0 } else { mix(shape_of(value)?) };
        Some(shape.wrapping_add(shape_of_key(key)).wrapping_add(inner))
    })
}

/// Makes sums of shapes differ: sums of what is inside and of what is beside.
pub(super) fn mix(shape: u64) -> u64 {
    // The multiplier of Fibonacci hashing.
    let spread = (shape ^ (shape >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    spread ^ (spread >> 29)
}
