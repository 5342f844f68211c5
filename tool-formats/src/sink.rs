//! The writers that take a value event by event, behind one face.

use crate::tape::{Key, Node, Number, Scalar, View};
use crate::{Format, FormatError};

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// Where the events of a value go.
#[allow(clippy::large_enum_variant, reason = "there is one for each text, and it never moves")]
pub(crate) enum Sink {
    #[cfg(feature = "toon")]
    Toon(crate::toon::Streamer),
    #[cfg(feature = "yaml")]
    Yaml(crate::yaml::Writer),
    #[cfg(feature = "xml")]
    Xml(crate::xml::Writer),
    #[cfg(feature = "csv")]
    Csv(crate::csv::Writer),
}

/// The same call to whichever writer it is.
macro_rules! each {
    ($sink:expr, $writer:ident => $call:expr) => {
        match $sink {
            #[cfg(feature = "toon")]
            Sink::Toon($writer) => $call,
            #[cfg(feature = "yaml")]
            Sink::Yaml($writer) => $call,
            #[cfg(feature = "xml")]
            Sink::Xml($writer) => $call,
            #[cfg(feature = "csv")]
            Sink::Csv($writer) => $call,
        }
    };
}

impl Sink {
    /// `None` for JSON, which has a writer of its own.
    pub(crate) fn of(format: Format) -> Option<Self> {
        match format {
            Format::Json => None,
            #[cfg(feature = "toon")]
            Format::Toon => Some(Self::Toon(crate::toon::Streamer::new(crate::toon::EncodeOptions::default()))),
            #[cfg(feature = "yaml")]
            Format::Yaml => Some(Self::Yaml(crate::yaml::Writer::new())),
            #[cfg(feature = "xml")]
            Format::Xml => Some(Self::Xml(crate::xml::Writer::default())),
            #[cfg(feature = "csv")]
            Format::Csv => Some(Self::Csv(crate::csv::Writer::default())),
        }
    }

    /// The text.
    ///
    /// # Errors
    /// What the format cannot hold; [`FormatError::Serialize`] when an array or object was never ended.
    pub(crate) fn finish(self) -> Result<String> {
        each!(self, writer => writer.finish())
    }

    /// Writes a whole value.
    pub(crate) fn play(&mut self, node: Node<'_>) -> Result {
        match node.view() {
            View::Scalar(scalar) => self.scalar(scalar),
            View::Array(items) => {
                self.begin_array(items.len())?;
                for item in items {
                    self.play(item)?;
                }
                self.end();
            }
            View::Object(entries) => {
                self.begin_object()?;
                for (key, value) in entries {
                    self.text_key(key);
                    self.play(value)?;
                }
                self.end();
            }
        }
        Ok(())
    }

    // One function for each kind of scalar: what a writer does for the other kinds falls away in each.

    pub(crate) fn null(&mut self) {
        self.scalar(Scalar::Null);
    }

    pub(crate) fn bool(&mut self, value: bool) {
        self.scalar(Scalar::Bool(value));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.scalar(Scalar::Text(text));
    }

    pub(crate) fn signed(&mut self, value: i64) {
        self.scalar(Scalar::Number(Number::I64(value)));
    }

    pub(crate) fn unsigned(&mut self, value: u64) {
        self.scalar(Scalar::Number(Number::U64(value)));
    }

    pub(crate) fn verbatim(&mut self, text: &str) {
        self.scalar(Scalar::Number(Number::Verbatim(text)));
    }

    pub(crate) fn float(&mut self, value: f64) {
        self.scalar(value.into());
    }

    pub(crate) fn short_float(&mut self, value: f32) {
        self.scalar(value.into());
    }

    pub(crate) fn field(&mut self, name: &'static str) {
        self.key(Key::Static(name));
    }

    pub(crate) fn text_key(&mut self, text: &str) {
        self.key(Key::Text(text));
    }

    /// Begins an array; the length that was announced is a guess.
    pub(crate) fn begin_array(&mut self, len: usize) -> Result {
        each!(self, writer => writer.begin_array(len))
    }

    pub(crate) fn begin_object(&mut self) -> Result {
        each!(self, writer => writer.begin_object())
    }

    pub(crate) fn end(&mut self) {
        each!(self, writer => writer.end());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result {
        self.begin_array(bytes.len())?;
        for byte in bytes {
            self.unsigned(u64::from(*byte));
        }
        self.end();
        Ok(())
    }

    pub(crate) fn begin_variant(&mut self, variant: &'static str) -> Result {
        self.begin_object()?;
        self.field(variant);
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar<'_>) {
        each!(self, writer => writer.scalar(scalar));
    }

    #[inline]
    fn key(&mut self, key: Key<'_>) {
        each!(self, writer => writer.key(key));
    }
}
