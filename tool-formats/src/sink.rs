//! Any writer that takes a value event by event.

use crate::codec::{Writer, each_writer};
use crate::events::Events;
use crate::failure::Failure;
use crate::tape::{Key, Node, Number, Scalar, Tape, View};
use crate::{Format, FormatError, WriteOptions};

type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Where the events of a value go.
pub(crate) struct Sink {
    writer: Writer,
    /// A part of the value failed.
    is_spoiled: bool,
}

/// A call to the writer of TOON, or the same to others: it is the fastest, with the least to do for each event, so that
/// one comparison is needed before it.
macro_rules! toon_or {
    ($sink:ident, $writer:ident => $call:expr, $other:expr) => {{
        #[allow(irrefutable_let_patterns, reason = "it may be the only writer")]
        if let Writer::Toon($writer) = &mut $sink.writer {
            return $call;
        }
        $other
    }};
}

impl Sink {
    /// `None` for JSON, which has a serializer for itself.
    pub(crate) fn of(format: Format, options: &WriteOptions) -> Result<Option<Self>, FormatError> {
        Ok(Writer::of(format, options)?.map(Self::new))
    }

    pub(crate) fn new(writer: Writer) -> Self {
        Self { writer, is_spoiled: false }
    }

    /// The text of a whole value.
    pub(crate) fn write(mut self, root: Node<'_>) -> Result<String, FormatError> {
        self.play(root)?;
        self.finish()
    }

    fn play(&mut self, node: Node<'_>) -> Result {
        match node.view() {
            View::Scalar(scalar) => self.scalar(scalar),
            View::Array(items) => {
                self.begin_array(items.len())?;
                for item in items {
                    self.play(item)?;
                }
                self.end_array();
            }
            View::Object(entries) => {
                self.begin_object()?;
                for (key, value) in entries {
                    self.text_key(key);
                    self.play(value)?;
                }
                self.end_object();
            }
        }
        Ok(())
    }

    // The value is converted to a scalar where it is used, and stays in registers until then.
    #[allow(clippy::inline_always, reason = "left to itself, the compiler passes the kind on, to look at it again")]
    #[inline(always)]
    fn scalar<'v>(&mut self, value: impl Into<Scalar<'v>> + Copy) {
        toon_or!(self, writer => writer.scalar(value), self.other_scalar(value.into()));
    }

    #[inline(never)]
    fn other_scalar(&mut self, scalar: Scalar<'_>) {
        each_writer!(&mut self.writer, writer => writer.scalar(scalar));
    }

    #[allow(clippy::inline_always, reason = "as for scalars")]
    #[inline(always)]
    fn key(&mut self, key: Key<'_>) {
        toon_or!(self, writer => writer.key(key), self.other_key(key.as_str(), key.fixed()));
    }

    // A key given in parts stays in registers, too.
    #[inline(never)]
    fn other_key(&mut self, text: &str, fixed: Option<&'static str>) {
        each_writer!(&mut self.writer, writer => writer.key(Key::of(text, fixed)));
    }

    #[inline(never)]
    fn begin_other_array(&mut self, len: usize) -> Result {
        each_writer!(&mut self.writer, writer => Ok(writer.begin_array(len)?))
    }

    #[inline(never)]
    fn begin_other_object(&mut self) -> Result {
        each_writer!(&mut self.writer, writer => Ok(writer.begin_object()?))
    }

    #[inline(never)]
    fn end_other(&mut self) {
        each_writer!(&mut self.writer, writer => writer.end());
    }
}

// One function for each kind of scalar: what a writer does for the other kinds falls away in each.
impl Events for Sink {
    fn null(&mut self) {
        self.scalar(());
    }

    fn bool(&mut self, value: bool) {
        self.scalar(value);
    }

    fn signed(&mut self, value: i64) {
        self.scalar(value);
    }

    fn unsigned(&mut self, value: u64) {
        self.scalar(value);
    }

    fn verbatim(&mut self, digits: &str) {
        self.scalar(Number::Verbatim(digits));
    }

    fn float(&mut self, value: f64) {
        self.scalar(value);
    }

    fn short_float(&mut self, value: f32) {
        self.scalar(value);
    }

    fn text(&mut self, text: &str) {
        self.scalar(text);
    }

    #[cold]
    fn json(&mut self, json: &str) -> Result {
        self.play(Tape::from_json(json)?.root())
    }

    fn field(&mut self, name: &'static str) {
        self.key(Key::Static(name));
    }

    fn text_key(&mut self, text: &str) {
        self.key(Key::Text(text));
    }

    fn begin_array(&mut self, len: usize) -> Result {
        toon_or!(self, writer => writer.begin_array(len), self.begin_other_array(len))
    }

    fn begin_object(&mut self) -> Result {
        toon_or!(self, writer => writer.begin_object(), self.begin_other_object())
    }

    fn end_array(&mut self) {
        toon_or!(self, writer => writer.end(), self.end_other());
    }

    fn end_object(&mut self) {
        toon_or!(self, writer => writer.end(), self.end_other());
    }

    fn spoil(&mut self) {
        self.is_spoiled = true;
    }

    /// The text.
    ///
    /// # Errors
    /// What the format cannot hold; [`FormatError::Serialize`] when a part of the value failed.
    fn finish(self) -> Result<String, FormatError> {
        if self.is_spoiled {
            return Err(FormatError::unbalanced());
        }
        each_writer!(self.writer, writer => writer.finish())
    }
}
