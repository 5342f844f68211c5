//! What all readers of one text share.

use super::duplicate_keys::DuplicateKeys;
use super::fields::Fields;
use super::lines::Lines;
use crate::fault::Result;
use crate::tape::TooDeep;
use crate::toon::options::DecodeOptions;

/// A text, and what outlives the reader of each object and array in it.
#[derive(Debug)]
pub(super) struct Document<'de> {
    pub(super) lines: Lines<'de>,
    /// Arrays and objects that are open.
    depth: usize,
    max_depth: usize,
    /// The keys of all open objects: one buffer, so that an object costs no allocation.
    pub(super) keys: Vec<&'de str>,
    pub(super) duplicates: DuplicateKeys,
    /// The columns of the last header, and the cell buffer of the last table: small tables in many items would allocate
    /// them again each time.
    pub(super) spare_fields: Option<Fields<'de>>,
    pub(super) spare_cells: Vec<&'de str>,
}

impl<'de> Document<'de> {
    pub(super) fn new(text: &'de str, options: DecodeOptions, duplicates: DuplicateKeys) -> Self {
        Self {
            lines: Lines::new(text, options),
            depth: 0,
            max_depth: usize::from(options.max_depth),
            keys: Vec::new(),
            duplicates,
            spare_fields: None,
            spare_cells: Vec::new(),
        }
    }

    /// Opens an array or object.
    #[inline]
    pub(super) fn enter(&mut self) -> Result {
        self.check_levels(1)?;
        self.depth += 1;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether `levels` more arrays and objects may be opened in one another.
    #[inline]
    pub(super) fn check_levels(&self, levels: usize) -> Result {
        let limit = self.max_depth;
        if self.depth + levels > limit { Err(TooDeep { limit }.into()) } else { Ok(()) }
    }
}
