//! Numbers in the form in which their type reads them.

use std::borrow::Cow;

use serde_json::Value;

use super::messages::found;
use super::schema_walker::SchemaWalker;
use crate::schema::compiled::json_types::{Types, alternatives};
use crate::schema::compiled::number::{self, NumberKind};
use crate::schema::raw_json::RawJson;

impl SchemaWalker<'_> {
    /// Writes a number as its type reads it, or says why no type keeps it.
    pub(super) fn fit_number(
        &mut self,
        schema: &Value,
        types: Types,
        literal: &mut Cow<'_, str>,
    ) -> Result<(), String> {
        let kind = NumberKind::of(schema);
        let mut written = None;
        if types.are_whole() {
            written = number::whole(literal);
        } else if kind == NumberKind::Float {
            let nearest = number::nearest_f32(literal).ok_or_else(|| {
                let range = format!("from {:e} to {:e}", f32::MIN, f32::MAX);
                format!("expected a number {range}, found {}", found(&RawJson::Number(Cow::Borrowed(literal))))
            })?;
            written = Some(nearest.into_owned());
        }
        // serde names no place for what it reads from a buffer.
        if self.is_buffered
            && types.are_whole()
            && let Some(detail) = kind.out_of_range(literal)
        {
            return Err(format!("{detail}, found {}", found(&RawJson::Number(Cow::Borrowed(literal)))));
        }
        // A value without a type keeps 64 bits of an integer and drops the rest.
        let is_untyped = types.are_any() || self.is_buffered && !types.are_whole();
        if is_untyped && kind == NumberKind::Any && alternatives(schema).is_none() && number::is_beyond_64_bits(literal)
        {
            let integer = found(&RawJson::Number(Cow::Borrowed(literal)));
            return Err(format!("the integer {integer} has more than 64 bits; send it as a string"));
        }
        if let Some(written) = written.filter(|written| **written != **literal) {
            self.rewritten += 1;
            *literal = Cow::Owned(written);
        }
        Ok(())
    }
}
