//! Reads the members of an object, and checks maps for duplicate keys.

use serde::de::{DeserializeSeed, MapAccess};
use serde_json::value::RawValue;

use super::checks::Watch;
use super::guard::Guard;
use super::map_keys::{Name, Names};

/// The members of an object; the names of a map are kept, to see one that is given twice.
pub(in crate::arguments) struct Members<'de, 'w, A> {
    pub(super) inner: A,
    pub(super) watch: &'w Watch<'w>,
    pub(super) names: Option<Names<'de>>,
}

impl<'w, A> Members<'_, 'w, A> {
    /// The members of an object whose names the reader itself looks at.
    pub(in crate::arguments) fn of_fields(inner: A, watch: &'w Watch<'w>) -> Self {
        Self { inner, watch, names: None }
    }

    /// The next value as it is written, to be read later.
    #[inline]
    pub(in crate::arguments) fn next_raw<'de, 'r>(&mut self) -> Result<&'r RawValue, A::Error>
    where
        'de: 'r,
        A: MapAccess<'de>,
    {
        self.inner.next_value()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'de, '_, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        match &mut self.names {
            None => self.inner.next_key_seed(seed),
            Some(names) => self.inner.next_key_seed(Name { inner: seed, names }),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(Guard { inner: seed, watch: self.watch })
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}
