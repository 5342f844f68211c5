//! Any serde value onto a tape, in the shapes `serde_json` gives it.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::builder::Open;
use super::keys::KeySerializer;
use super::{Slot, Tape, TapeBuilder};
use crate::FormatError;

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

impl Tape<'static> {
    /// Serializes `value` once.
    pub(crate) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        let mut builder = TapeBuilder::default();
        value.serialize(&mut builder)?;
        Ok(builder.finish())
    }
}

impl TapeBuilder<'static> {
    fn compound(&mut self, is_object: bool) -> Result<Compound<'_>> {
        let open = self.open()?;
        Ok(Compound { builder: self, open, is_object, len: 0, variant: None })
    }

    /// A variant with content is an object of one key, the variant's name.
    fn variant(&mut self, variant: &'static str, is_object: bool) -> Result<Compound<'_>> {
        let outer = self.open()?;
        self.push(Slot::Text(variant));
        Ok(Compound { variant: Some(outer), ..self.compound(is_object)? })
    }
}

macro_rules! integers {
    ($($method:ident $type:ty => $slot:ident),*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result {
            self.push(Slot::$slot(value.into()));
            Ok(())
        }
    )*};
}

impl<'b> Serializer for &'b mut TapeBuilder<'static> {
    type Ok = ();
    type Error = FormatError;
    type SerializeSeq = Compound<'b>;
    type SerializeTuple = Compound<'b>;
    type SerializeTupleStruct = Compound<'b>;
    type SerializeTupleVariant = Compound<'b>;
    type SerializeMap = Compound<'b>;
    type SerializeStruct = Compound<'b>;
    type SerializeStructVariant = Compound<'b>;

    integers!(
        serialize_i8 i8 => I64, serialize_i16 i16 => I64, serialize_i32 i32 => I64, serialize_i64 i64 => I64,
        serialize_u8 u8 => U64, serialize_u16 u16 => U64, serialize_u32 u32 => U64, serialize_u64 u64 => U64
    );

    fn serialize_i128(self, value: i128) -> Result {
        self.push_copied_integer(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result {
        self.push_copied_integer(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> Result {
        self.push(Slot::Bool(value));
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result {
        self.push_f32(value);
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result {
        self.push_f64(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result {
        self.push_copied_text(value);
        Ok(())
    }

    fn collect_str<T: std::fmt::Display + ?Sized>(self, value: &T) -> Result {
        self.push_display(value)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        let open = self.open()?;
        for byte in bytes {
            self.push(Slot::U64(u64::from(*byte)));
        }
        self.close_array(open, bytes.len());
        Ok(())
    }

    fn serialize_none(self) -> Result {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.push(Slot::Null);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.push(Slot::Text(variant));
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        let open = self.open()?;
        self.push(Slot::Text(variant));
        value.serialize(&mut *self)?;
        self.close_object(open, 1);
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'b>> {
        self.compound(false)
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'b>> {
        self.compound(false)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'b>> {
        self.compound(false)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Compound<'b>> {
        self.variant(variant, false)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'b>> {
        self.compound(true)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'b>> {
        self.compound(true)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'b>> {
        self.variant(variant, true)
    }
}

/// An array or object whose children arrive one by one; the announced length is not trusted.
pub(crate) struct Compound<'b> {
    builder: &'b mut TapeBuilder<'static>,
    open: Open,
    is_object: bool,
    len: usize,
    /// The object of one key around a variant's content.
    variant: Option<Open>,
}

impl Compound<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        value.serialize(&mut *self.builder)?;
        self.len += 1;
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
        self.builder.push(Slot::Text(key));
        self.item(value)
    }

    fn close(self) {
        if self.is_object {
            self.builder.close_object(self.open, self.len);
        } else {
            self.builder.close_array(self.open, self.len);
        }
        if let Some(outer) = self.variant {
            self.builder.close_object(outer, 1);
        }
    }
}

macro_rules! arrays {
    ($($shape:ident $method:ident),*) => {$(
        impl $shape for Compound<'_> {
            type Ok = ();
            type Error = FormatError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
                self.item(value)
            }

            fn end(self) -> Result {
                self.close();
                Ok(())
            }
        }
    )*};
}

arrays!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($shape:ident),*) => {$(
        impl $shape for Compound<'_> {
            type Ok = ();
            type Error = FormatError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
                self.field(key, value)
            }

            fn end(self) -> Result {
                self.close();
                Ok(())
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = FormatError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        key.serialize(KeySerializer(self.builder))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.item(value)
    }

    fn end(self) -> Result {
        self.close();
        Ok(())
    }
}
