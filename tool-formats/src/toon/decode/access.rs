//! What a visitor reads elements or fields from.

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};

use crate::fault::{Fault, Result};

/// Elements or fields that a visitor may leave unread.
pub(super) trait Access {
    /// Makes sure that nothing is left: a tuple stops at its own length.
    fn finish(&mut self) -> Result;
}

pub(super) fn visit_seq<'de, V, A>(visitor: V, access: &mut A) -> Result<V::Value>
where
    V: Visitor<'de>,
    A: SeqAccess<'de, Error = Fault> + Access,
{
    let value = visitor.visit_seq(&mut *access)?;
    access.finish()?;
    Ok(value)
}

#[inline]
pub(super) fn visit_map<'de, V, A>(visitor: V, access: &mut A) -> Result<V::Value>
where
    V: Visitor<'de>,
    A: MapAccess<'de, Error = Fault> + Access,
{
    let value = visitor.visit_map(&mut *access)?;
    access.finish()?;
    Ok(value)
}

/// The type has read fewer elements than there are.
#[cold]
pub(super) fn excess(place: &str) -> Fault {
    Fault::custom("expected the end of the array or object here").or_at(place)
}

#[cold]
pub(super) fn value_before_key() -> Fault {
    Fault::custom("a `Deserialize` implementation asked for a value before its key")
}
