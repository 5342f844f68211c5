//! Displays untrusted names in error messages.

use std::fmt::{self, Write as _};

/// Names in backticks with commas between, or `none`.
pub(crate) struct Names<'a>(pub(crate) &'a [String]);

/// An untrusted name, truncated and with hidden characters escaped.
pub(crate) struct EscapedName<'a>(pub(crate) &'a str);

/// A text with its hidden characters escaped.
pub(crate) struct Visible<'a>(pub(crate) &'a str);

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
            write!(f, "{before}`{}`", EscapedName(name))?;
        }
        f.write_str(if self.0.is_empty() { "" } else { "?" })
    }
}

/// Twice what a tool's name may have.
const CHARACTERS_SHOWN: usize = 128;

impl fmt::Display for EscapedName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.char_indices().nth(CHARACTERS_SHOWN).map(|(end, _)| end);
        let shown = end.and_then(|end| self.0.get(..end)).unwrap_or(self.0);
        write!(f, "{}{}", Visible(shown), if end.is_some() { "..." } else { "" })
    }
}

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            if is_hidden(character) {
                write!(f, "{}", character.escape_default())?;
            } else {
                f.write_char(character)?;
            }
        }
        Ok(())
    }
}

/// Whether a character shows nothing, or changes how others are shown: a reader would see another text than was written.
///
/// Source: Unicode 16, `Default_Ignorable_Code_Point`; besides it controls, separators of lines, and marks of annotations.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
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
            write!(f, "{comma}`{}`", EscapedName(name))?;
        }
        match self.0.len().saturating_sub(NAMES_SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EscapedName, Visible};

    #[test]
    fn a_character_that_hides_or_turns_text_is_escaped() {
        let hidden = "a\u{202e}b\u{2028}c\u{200b}d\u{feff}e\u{2066}f\u{ad}g\u{e0041}h\u{7}i\u{85}\n";

        let shown = r"a\u{202e}b\u{2028}c\u{200b}d\u{feff}e\u{2066}f\u{ad}g\u{e0041}h\u{7}i\u{85}\n";
        assert_eq!(Visible(hidden).to_string(), shown);
        assert_eq!(EscapedName(hidden).to_string(), shown);
    }

    #[test]
    fn letters_of_every_script_stay() {
        let letters = "naïve \u{65}\u{301} 로 हिन्दी עברית 🏔 “x”";

        assert_eq!(EscapedName(letters).to_string(), letters);
    }
}
