//! The wrappers around deserializers, seeds and visitors that apply the checks.

use serde::de::{DeserializeSeed, Deserializer};

use super::checks::Watch;

/// A deserializer, or a seed for one, that is watched.
pub(in crate::arguments) struct Guard<'w, D> {
    pub(in crate::arguments) inner: D,
    pub(in crate::arguments) watch: &'w Watch<'w>,
}

/// What a type asked for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Asked {
    /// Any value, which is kept.
    Any,
    /// Any value, from which a typed one is read later.
    Buffer,
    Map,
    Fields,
    Other,
}

/// A visitor that hands on what it visits, watched.
pub(super) struct Watched<'w, V> {
    pub(super) visitor: V,
    pub(super) watch: &'w Watch<'w>,
    pub(super) asked: Asked,
}

impl<'w, D> Guard<'w, D> {
    #[inline]
    pub(super) fn split<V>(self, visitor: V, asked: Asked) -> (D, Watched<'w, V>) {
        (self.inner, Watched { visitor, watch: self.watch, asked })
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Guard<'_, S> {
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Guard { inner: deserializer, watch: self.watch })
    }
}
