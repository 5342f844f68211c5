//! A block scalar whose last line is the end of the text, without a line break: it has no line feed at its end, either.
//!
//! The reader adds one, as the YAML test suite has it (`L24T`), and takes no option; `PyYAML`, libyaml and the npm
//! package `yaml` do not, and neither does the rule: a line break that is not there is not kept.
//! Source: YAML 1.2.2, section 8.1.1.2.

use serde_yaml::granit_parser::{Event, Options, Parser, ScalarStyle};

/// The text with that scalar's header changed so that no line feed is added; `None` for all other texts.
pub(super) fn without_line_feed(text: &str) -> Option<String> {
    if text.is_empty() || text.ends_with(['\n', '\r']) || !text.contains(['|', '>']) {
        return None;
    }
    let (with, _) = last_block(text, false)?;
    let (without, content) = last_block(text, true)?;
    // A last line of blanks adds a line feed, though it has no line break; blanks that are content are at the end.
    let without_blanks = text.trim_end_matches(' ');
    if (without.is_empty() || without.ends_with('\n')) && without_blanks.ends_with(['\n', '\r']) {
        return Some(without_blanks.to_owned());
    }
    if with == without {
        return None;
    }
    // The header is above the content. What else looks like one is in a comment after it.
    let above = text.get(..content)?;
    let headers = above.rmatch_indices(['|', '>']).take(MAX_TRIES);
    let mut changed = headers.filter_map(|(header, _)| stripped(text, header));
    changed.find(|changed| last_block(changed, false).is_some_and(|(value, _)| value == without))
}

const MAX_TRIES: usize = 8;

/// The text with the block header at `header` saying that all line breaks at the end are stripped.
fn stripped(text: &str, header: usize) -> Option<String> {
    let (before, block) = text.split_at_checked(header)?;
    let (style, behind) = block.split_at_checked(1)?;
    let rest = behind.trim_start_matches(|c: char| matches!(c, '+' | '-') || c.is_ascii_digit());
    let indicators = behind.strip_suffix(rest)?;
    let indent: String = indicators.chars().filter(char::is_ascii_digit).collect();
    Some(format!("{before}{style}{indent}-{rest}"))
}

/// The last scalar, if it is a block, and where its content begins.
fn last_block(text: &str, is_bare_at_end: bool) -> Option<(String, usize)> {
    let mut options = Options::default();
    options.block_scalar_eof_without_line_feed = is_bare_at_end;
    let mut last = None;
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.ok()?;
        if let Event::Scalar(value, style, ..) = event {
            let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
            last = span.start.byte_offset().filter(|_| is_block).map(|offset| (value.into_owned(), offset));
        }
    }
    last
}
