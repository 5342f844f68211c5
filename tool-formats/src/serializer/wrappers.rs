//! How many wrappers may be around a value.

use crate::FormatError;
use crate::failure::Failure;

/// How many `Some`s, newtypes and newtype variants may be around a value: four for each of 128 arrays and objects.
///
/// They leave nothing in the text, so nothing else would end their recursion before the stack does.
const MAX_WRAPPERS: u16 = 512;

/// One wrapper more.
pub(super) fn deeper(wrappers: u16) -> Result<u16, Failure> {
    if wrappers < MAX_WRAPPERS {
        Ok(wrappers + 1)
    } else {
        Err(FormatError::TooDeep { limit: MAX_WRAPPERS.into() }.into())
    }
}
