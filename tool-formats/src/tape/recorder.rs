//! Records the events of a value that is being serialized.

use super::builder::Open;
use super::{Node, Number, Scalar, Slot, TapeBuilder};
use crate::FormatError;

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// A key of an object on its way from a value to a text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Key<'k> {
    /// A field's or variant's name, which needs no copy.
    Static(&'static str),
    Text(&'k str),
}

impl<'k> Key<'k> {
    #[inline]
    pub(crate) fn of(text: &'k str, fixed: Option<&'static str>) -> Self {
        fixed.map_or(Self::Text(text), Self::Static)
    }

    /// The text if it is static.
    #[inline]
    pub(crate) fn fixed(self) -> Option<&'static str> {
        match self {
            Self::Static(text) => Some(text),
            Self::Text(_) => None,
        }
    }

    #[inline]
    pub(crate) fn as_str(self) -> &'k str {
        #[allow(clippy::match_same_arms, reason = "in one arm, both would have to be static")]
        match self {
            Self::Static(text) => text,
            Self::Text(text) => text,
        }
    }
}

/// A step of what was recorded.
#[derive(Debug)]
pub(crate) enum Event<'t> {
    /// An object begins whose end has not come yet.
    Begin,
    Key(&'t str),
    /// A whole value.
    Value(Node<'t>),
}

/// A tape, written event by event.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    builder: TapeBuilder<'static>,
    open: Vec<Container>,
}

#[derive(Debug)]
struct Container {
    open: Open,
    is_object: bool,
    len: usize,
}

impl Recorder {
    /// Whether a container still waits for its end.
    pub(crate) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The recorded value, once nothing is open any more.
    pub(crate) fn root(&self) -> Node<'_> {
        self.builder.tape().root()
    }

    /// Clears it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.builder.clear();
        self.open.clear();
    }

    /// What has been recorded of an object that is still open, and holds no open array.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event<'_>> {
        let tape = self.builder.tape();
        let mut open = self.open.iter().map(|container| container.open.position()).peekable();
        let (mut at, mut is_key) = (0, false);
        std::iter::from_fn(move || {
            let rest = tape.slots.get(at..)?;
            let first = rest.first()?;
            if open.next_if_eq(&at).is_some() {
                (at, is_key) = (at + 1, true);
                return Some(Event::Begin);
            }
            if is_key {
                (at, is_key) = (at + 1, false);
                return first.text(&tape.copied).map(Event::Key);
            }
            let slots = rest.get(..first.size())?;
            (at, is_key) = (at + slots.len(), true);
            Some(Event::Value(Node { slots, tape }))
        })
    }

    pub(crate) fn scalar(&mut self, scalar: Scalar<'_>) {
        self.count_item();
        match scalar {
            Scalar::Null => self.builder.push(Slot::Null),
            Scalar::Bool(value) => self.builder.push(Slot::Bool(value)),
            Scalar::Text(text) => self.builder.push_copied_text(text),
            Scalar::Number(Number::I64(value)) => self.builder.push(Slot::I64(value)),
            Scalar::Number(Number::U64(value)) => self.builder.push(Slot::U64(value)),
            Scalar::Number(Number::F64(value)) => self.builder.push(Slot::F64(value)),
            Scalar::Number(Number::F32(value)) => self.builder.push(Slot::F32(value)),
            Scalar::Number(Number::Verbatim(text)) => self.builder.push_copied_verbatim(text),
            // The reader of the token has checked that it is a finite number.
            Scalar::Number(Number::Decimal(token)) => self.builder.push(Slot::F64(token.parse().unwrap_or_default())),
        }
    }

    pub(crate) fn key(&mut self, key: Key<'_>) {
        if let Some(container) = self.open.last_mut() {
            container.len += 1;
        }
        match key {
            Key::Static(key) => self.builder.push(Slot::Text(key)),
            Key::Text(key) => self.builder.push_copied_text(key),
        }
    }

    pub(crate) fn begin(&mut self, is_object: bool) -> Result {
        self.count_item();
        let open = self.builder.open()?;
        self.open.push(Container { open, is_object, len: 0 });
        Ok(())
    }

    /// Begins an object for a caller who counts the depth.
    pub(crate) fn begin_object(&mut self) {
        let open = self.builder.open_unchecked();
        self.open.push(Container { open, is_object: true, len: 0 });
    }

    pub(crate) fn end(&mut self) {
        match self.open.pop() {
            Some(Container { open, is_object: true, len }) => self.builder.close_object(open, len),
            Some(Container { open, len, .. }) => self.builder.close_array(open, len),
            None => {}
        }
    }

    #[inline]
    fn count_item(&mut self) {
        if let Some(container) = self.open.last_mut() {
            container.len += usize::from(!container.is_object);
        }
    }
}
