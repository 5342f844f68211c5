//! The writers that take a value event by event, behind one face.

use crate::tape::{Key, Node, Number, Scalar, Tape, View};
use crate::{Format, FormatError, WriteOptions};

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// Where the events of a value go.
pub(crate) struct Sink {
    writer: Writer,
    /// The text that comes next is JSON, and stands for its value.
    expects_json: bool,
}

#[allow(clippy::large_enum_variant, reason = "there is one for each text, and it never moves")]
enum Writer {
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
            Writer::Toon($writer) => $call,
            #[cfg(feature = "yaml")]
            Writer::Yaml($writer) => $call,
            #[cfg(feature = "xml")]
            Writer::Xml($writer) => $call,
            #[cfg(feature = "csv")]
            Writer::Csv($writer) => $call,
        }
    };
}

impl Sink {
    /// `None` for JSON, which has a writer of its own.
    #[cfg_attr(
        not(any(feature = "toon", feature = "xml", feature = "csv")),
        allow(unused_variables, reason = "options of formats left out")
    )]
    pub(crate) fn of(format: Format, options: WriteOptions) -> Option<Self> {
        Some(Self::new(match format {
            Format::Json => return None,
            #[cfg(feature = "toon")]
            Format::Toon => Writer::Toon(crate::toon::Streamer::new(options.toon)),
            #[cfg(feature = "yaml")]
            Format::Yaml => Writer::Yaml(crate::yaml::Writer::new()),
            #[cfg(feature = "xml")]
            Format::Xml => Writer::Xml(crate::xml::Writer::new(options.illegal)),
            #[cfg(feature = "csv")]
            Format::Csv => Writer::Csv(crate::csv::Writer::new(options.csv)),
        }))
    }

    fn new(writer: Writer) -> Self {
        Self { writer, expects_json: false }
    }

    #[cfg(feature = "toon")]
    pub(crate) fn toon(options: crate::toon::EncodeOptions) -> Self {
        Self::new(Writer::Toon(crate::toon::Streamer::new(options)))
    }

    /// The text.
    ///
    /// # Errors
    /// What the format cannot hold; [`FormatError::Serialize`] when an array or object was never ended.
    pub(crate) fn finish(self) -> Result<String> {
        each!(self.writer, writer => writer.finish())
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

    pub(crate) fn text(&mut self, text: &str) -> Result {
        if self.expects_json {
            return self.json(text);
        }
        self.scalar(Scalar::Text(text));
        Ok(())
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
        each!(&mut self.writer, writer => writer.begin_array(len))
    }

    pub(crate) fn begin_object(&mut self) -> Result {
        each!(&mut self.writer, writer => writer.begin_object())
    }

    pub(crate) fn end(&mut self) {
        each!(&mut self.writer, writer => writer.end());
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

    /// Takes the text that comes next for JSON.
    pub(crate) fn expect_json(&mut self) {
        self.expects_json = true;
    }

    #[cold]
    fn json(&mut self, json: &str) -> Result {
        self.expects_json = false;
        self.play(Tape::from_json(json)?.root())
    }

    // One comparison for the writer that is the fastest, and with the least to do for each value; and its code for one
    // kind of scalar in each function that calls this.
    #[allow(clippy::inline_always, reason = "left to itself, the compiler passes the kind on, to look at it again")]
    #[inline(always)]
    fn scalar(&mut self, scalar: Scalar<'_>) {
        #[cfg(feature = "toon")]
        #[allow(irrefutable_let_patterns, reason = "it may be the only writer")]
        if let Writer::Toon(writer) = &mut self.writer {
            return writer.scalar(scalar);
        }
        each!(&mut self.writer, writer => writer.scalar(scalar));
    }

    #[allow(clippy::inline_always, reason = "as for scalars")]
    #[inline(always)]
    fn key(&mut self, key: Key<'_>) {
        #[cfg(feature = "toon")]
        #[allow(irrefutable_let_patterns, reason = "it may be the only writer")]
        if let Writer::Toon(writer) = &mut self.writer {
            return writer.key(key);
        }
        each!(&mut self.writer, writer => writer.key(key));
    }
}
