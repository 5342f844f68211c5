//! A string that is cheap to clone.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A static or reference-counted string.
#[derive(Clone)]
pub(crate) enum SharedStr {
    Static(&'static str),
    Shared(Arc<str>),
}

impl Deref for SharedStr {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Static(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl From<Cow<'static, str>> for SharedStr {
    fn from(text: Cow<'static, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::Static(text),
            Cow::Owned(text) => Self::Shared(text.into()),
        }
    }
}

impl PartialEq for SharedStr {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SharedStr {}

impl Hash for SharedStr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for SharedStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
