//! About how many tokens a text costs, without a vocabulary.
//!
//! Byte pair encoders first cut a text into words, groups of three digits, runs of punctuation and blanks; hardly any
//! token reaches across such a cut. Counting the pieces is enough to compare two texts of the same words.

/// What a character is to a tokenizer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Blank,
    Newline,
    Mark,
}

/// An estimate of the tokens, in tenths.
pub(super) fn weight_of(text: &str) -> usize {
    let mut chars = text.chars().peekable();
    let mut weight = 0;
    while let Some(first) = chars.next() {
        let class = class_of(first);
        let mut len = 1;
        // A word takes one blank or mark before it along.
        let is_word = class == Class::Letter
            || matches!(class, Class::Blank | Class::Mark)
                && chars.peek().is_some_and(|next| class_of(*next) == Class::Letter);
        let run = if is_word { Class::Letter } else { class };
        if class == Class::Blank && chars.peek().is_some_and(|next| class_of(*next) == Class::Mark) {
            // So do marks with a blank.
            weight += cost(Class::Mark, run_len(&mut chars, Class::Mark) + 1);
            skip_newlines(&mut chars);
            continue;
        }
        len += run_len(&mut chars, run);
        if run == Class::Mark {
            skip_newlines(&mut chars);
        }
        weight += cost(run, len) + usize::from(is_word && class == Class::Mark) * 8;
    }
    weight
}

fn run_len(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, class: Class) -> usize {
    let mut len = 0;
    while let Some(next) = chars.peek().copied() {
        // The last blank before a word or a mark belongs to what follows.
        if class_of(next) != class {
            break;
        }
        chars.next();
        len += 1;
    }
    len
}

/// Line feeds after a run of marks are part of it.
fn skip_newlines(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    while chars.next_if(|next| class_of(*next) == Class::Newline).is_some() {}
}

/// Tenths of a token for a piece.
fn cost(class: Class, len: usize) -> usize {
    match class {
        Class::Letter => 10 * len.div_ceil(6),
        Class::Digit => 10 * len.div_ceil(3),
        Class::Blank | Class::Newline => 10,
        Class::Mark => 10 * len.div_ceil(4),
    }
}

fn class_of(c: char) -> Class {
    match c {
        '\n' | '\r' => Class::Newline,
        _ if c.is_alphabetic() => Class::Letter,
        _ if c.is_numeric() => Class::Digit,
        _ if c.is_whitespace() => Class::Blank,
        _ => Class::Mark,
    }
}
