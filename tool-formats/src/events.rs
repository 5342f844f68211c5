//! What happens while a value is serialized, one event after the other.

use crate::FormatError;
use crate::failure::Failure;

type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Receives a value event by event.
pub(crate) trait Events: Sized {
    fn null(&mut self);
    fn bool(&mut self, value: bool);
    fn signed(&mut self, value: i64);
    fn unsigned(&mut self, value: u64);
    /// An integer of any length.
    fn verbatim(&mut self, digits: &str);
    fn float(&mut self, value: f64);
    fn short_float(&mut self, value: f32);
    fn text(&mut self, text: &str);
    /// JSON text, which represents its value.
    fn json(&mut self, json: &str) -> Result;
    /// A key that is a field's or variant's name.
    fn field(&mut self, name: &'static str);
    fn text_key(&mut self, text: &str);
    /// Begins an array; the length that was announced is a guess.
    fn begin_array(&mut self, len: usize) -> Result;
    fn begin_object(&mut self) -> Result;
    fn end_array(&mut self);
    fn end_object(&mut self);
    /// A part of the value failed: there is no text, even if a `Serialize` ignores the error.
    fn spoil(&mut self);
    fn finish(self) -> Result<String, FormatError>;

    fn bytes(&mut self, bytes: &[u8]) -> Result {
        self.begin_array(bytes.len())?;
        for byte in bytes {
            self.unsigned(u64::from(*byte));
        }
        self.end_array();
        Ok(())
    }

    fn begin_variant(&mut self, variant: &'static str) -> Result {
        self.begin_object()?;
        self.field(variant);
        Ok(())
    }
}
