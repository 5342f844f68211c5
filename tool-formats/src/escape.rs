//! Copies text while some of its characters are replaced.

/// Appends `text`, with `escape` writing each character that is `special`.
///
/// Writers ask first whether any byte needs this at all: most texts are copied whole.
pub(crate) fn push_escaped(out: &mut String, text: &str, special: fn(char) -> bool, escape: fn(&mut String, char)) {
    for piece in text.split_inclusive(special) {
        let mut chars = piece.chars();
        match chars.next_back() {
            Some(last) if special(last) => {
                out.push_str(chars.as_str());
                escape(out, last);
            }
            _ => out.push_str(piece),
        }
    }
}

/// Appends `value` as `width` hexadecimal digits in lower case.
pub(crate) fn push_hex(out: &mut String, value: u32, width: u32) {
    for place in (0..width).rev() {
        out.push(char::from_digit((value >> (4 * place)) & 0xf, 16).unwrap_or('0'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starred(text: &str) -> String {
        let mut out = String::new();
        push_escaped(&mut out, text, |c| c == 'é' || c == '"', |out, _| out.push('*'));
        out
    }

    #[test]
    fn special_characters_are_replaced_wherever_they_stand() {
        assert_eq!(starred("é"), "*");
        assert_eq!(starred("\"aéé b\""), "*a** b*");
        assert_eq!(starred("plain"), "plain");
        assert_eq!(starred(""), "");
    }

    #[test]
    fn hexadecimal_digits_are_padded() {
        let mut out = String::new();
        push_hex(&mut out, 0x1f, 4);
        assert_eq!(out, "001f");
    }
}
