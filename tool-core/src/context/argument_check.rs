//! A call that only reads its arguments.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a call that only reads its arguments has found.
#[derive(Debug, Default)]
pub(crate) struct ArgumentCheck {
    is_passed: AtomicBool,
    /// The text that was read in place of the model's.
    read: Mutex<Option<String>>,
}

impl ArgumentCheck {
    /// The arguments were read, all constraints included.
    pub(crate) fn pass(&self) {
        self.is_passed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_passed(&self) -> bool {
        self.is_passed.load(Ordering::Relaxed)
    }

    /// Sets the text that was read in place of the model's.
    pub(crate) fn set_read(&self, text: Option<String>) {
        *self.read.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    pub(crate) fn take_read(&self) -> Option<String> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
