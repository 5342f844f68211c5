//! Before the road: names that somebody made up, as sentences show them.

use std::fmt::{self, Write as _};

/// Names in backticks with commas between, or `none`.
pub(crate) struct Names<'a>(pub(crate) &'a [String]);

/// A name that somebody made up: without controls, and not without end.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

/// `` did you mean `a` or `b`? ``, or nothing.
pub(crate) struct DidYouMean<'a>(pub(crate) &'a [String]);

impl fmt::Display for DidYouMean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().enumerate() {
            let before = match index {
                0 => "did you mean ",
                _ if index + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}`{}`", Shown(name))?;
        }
        f.write_str(if self.0.is_empty() { "" } else { "?" })
    }
}

/// Twice what a tool's name may have.
const CHARACTERS_SHOWN: usize = 128;

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(CHARACTERS_SHOWN) {
            if character.is_control() {
                write!(f, "{}", character.escape_default())?;
            } else {
                f.write_char(character)?;
            }
        }
        f.write_str(if characters.next().is_some() { "..." } else { "" })
    }
}

/// A model can invent names without end, and pays for each it reads.
pub(crate) const NAMES_SHOWN: usize = 50;

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (index, name) in self.0.iter().take(NAMES_SHOWN).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}`{}`", Shown(name))?;
        }
        match self.0.len().saturating_sub(NAMES_SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
