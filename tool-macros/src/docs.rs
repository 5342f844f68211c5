//! Doc comments: the description a model reads, with the `# Arguments` list taken apart for the parameters.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

/// What the doc comment of one item says.
#[derive(Default)]
pub(crate) struct Docs {
    parts: Vec<Part>,
    pub(crate) arguments: Vec<ArgumentDoc>,
}

/// A stretch of a description.
enum Part {
    /// Text that was literal, cleaned.
    Text(String),
    /// `#[doc = include_str!(..)]` and the like: known to rustc only, so taken as it is.
    Expression(Expr),
}

/// One entry of the `# Arguments` list.
pub(crate) struct ArgumentDoc {
    /// Nothing when the entry does not have the form "name, separator, text".
    pub(crate) name: Option<String>,
    pub(crate) text: String,
    /// The line of the entry, for errors about it.
    pub(crate) line: LitStr,
}

impl Docs {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut reader = Reader::default();
        for attribute in attributes {
            match doc_value(attribute) {
                Some(Expr::Lit(ExprLit { lit: Lit::Str(literal), .. })) => reader.literal(literal),
                Some(expression) => reader.expression(expression),
                None => {}
            }
        }
        reader.finish()
    }

    /// The description as an expression of type `&'static str`, unless there is none.
    pub(crate) fn description(&self) -> Option<TokenStream> {
        match self.parts.as_slice() {
            [] => None,
            [Part::Text(text)] => Some(quote!(#text)),
            parts => {
                let mut pieces = Vec::new();
                for part in parts {
                    if !pieces.is_empty() {
                        pieces.push(quote!("\n\n"));
                    }
                    pieces.push(part.to_token_stream());
                }
                Some(quote!(::core::concat!(#(#pieces),*)))
            }
        }
    }
}

impl ToTokens for Part {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Text(text) => text.to_tokens(tokens),
            Self::Expression(expression) => expression.to_tokens(tokens),
        }
    }
}

/// The value of `#[doc = ..]`; `#[doc(hidden)]` and its kin say nothing to a model.
fn doc_value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(&meta.value),
        _ => None,
    }
}

/// The part of the comment that is being read.
#[derive(Default, Clone, Copy, PartialEq)]
enum Section {
    #[default]
    Description,
    Arguments,
    /// Examples, errors, panics: for people who read the code, not for a model.
    Other,
}

#[derive(Default)]
struct Reader {
    docs: Docs,
    section: Section,
    /// The marker that closes the code fence we are in.
    fence: Option<&'static str>,
    text: String,
    paragraph_ended: bool,
    /// Indentation of the bullets of the `# Arguments` list.
    bullet: usize,
    /// Whether the next plain line goes on with the last entry.
    entry_open: bool,
}

impl Reader {
    fn literal(&mut self, literal: &LitStr) {
        let value = literal.value();
        for line in undecorated(&value) {
            self.line(line, literal);
        }
    }

    fn expression(&mut self, expression: &Expr) {
        self.end_text();
        self.section = Section::Description;
        self.docs.parts.push(Part::Expression(expression.clone()));
    }

    fn finish(mut self) -> Docs {
        self.end_text();
        self.docs
    }

    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            self.docs.parts.push(Part::Text(text));
        }
        self.paragraph_ended = false;
    }

    fn line(&mut self, line: &str, literal: &LitStr) {
        if let Some(marker) = self.fence {
            if line.trim().starts_with(marker) {
                self.fence = None;
            }
            return;
        }
        self.fence = fence(line);
        if self.fence.is_some() {
            self.paragraph_ended = true;
            return;
        }
        if let Some(title) = heading(line) {
            self.section = if title == "Arguments" { Section::Arguments } else { Section::Other };
            self.entry_open = false;
            return;
        }
        match self.section {
            Section::Description => self.describe(line.trim()),
            Section::Arguments => self.argument(line, literal),
            Section::Other => {}
        }
    }

    fn describe(&mut self, line: &str) {
        if line.is_empty() {
            self.paragraph_ended = true;
            return;
        }
        if !self.text.is_empty() {
            self.text.push_str(match (self.paragraph_ended, stands_alone(line)) {
                (true, _) => "\n\n",
                (false, true) => "\n",
                (false, false) => " ",
            });
        }
        self.paragraph_ended = false;
        self.text.push_str(line);
    }

    fn argument(&mut self, line: &str, literal: &LitStr) {
        let indentation = line.len() - line.trim_start().len();
        if line.trim().is_empty() {
            // Only an indented line may still belong to the entry above.
            self.entry_open = false;
            return;
        }
        let first = self.docs.arguments.is_empty();
        match bullet_content(line.trim()) {
            Some(content) if first || indentation <= self.bullet => {
                self.bullet = indentation;
                self.entry_open = true;
                self.docs.arguments.push(entry(content, literal));
            }
            _ => self.continue_entry(line.trim(), indentation),
        }
    }

    fn continue_entry(&mut self, line: &str, indentation: usize) {
        if !self.entry_open && indentation <= self.bullet {
            return;
        }
        if let Some(entry) = self.docs.arguments.last_mut() {
            if !entry.text.is_empty() {
                entry.text.push(' ');
            }
            entry.text.push_str(line);
        }
    }
}

/// The lines of one doc attribute; a `/** .. */` comment loses the column of stars at its left.
fn undecorated(value: &str) -> Vec<&str> {
    // Not `lines()`, which has none for the empty text of a bare `///`.
    let lines: Vec<_> = value.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let [_, middle @ .., last] = lines.as_slice() else { return lines };
    let starred = |line: &&str| line.trim_start().starts_with('*');
    if middle.is_empty() || !last.trim().is_empty() || !middle.iter().all(starred) {
        return lines;
    }
    lines.iter().map(|line| line.trim_start().strip_prefix('*').unwrap_or(line)).collect()
}

fn fence(line: &str) -> Option<&'static str> {
    ["```", "~~~"].into_iter().find(|marker| line.trim_start().starts_with(marker))
}

/// The title of a Markdown heading (`CommonMark` 4.2, ATX headings).
fn heading(line: &str) -> Option<&str> {
    let title = line.trim().trim_start_matches('#');
    let level = line.trim().len() - title.len();
    let is_heading = (1..=6).contains(&level) && (title.is_empty() || title.starts_with(' '));
    is_heading.then(|| title.trim().trim_end_matches('#').trim_end())
}

/// Whether a line keeps its own line: list items and table rows mean nothing when run together.
fn stands_alone(line: &str) -> bool {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    bullet_content(line).is_some()
        || line.starts_with('|')
        || (after_number.len() < line.len() && after_number.starts_with(". "))
}

fn bullet_content(line: &str) -> Option<&str> {
    ["* ", "- ", "+ "].into_iter().find_map(|bullet| line.strip_prefix(bullet)).map(str::trim_start)
}

fn entry(content: &str, literal: &LitStr) -> ArgumentDoc {
    let (name, text) = match split_entry(content) {
        Some((name, text)) => (Some(name.to_owned()), text.to_owned()),
        None => (None, String::new()),
    };
    ArgumentDoc { name, text, line: literal.clone() }
}

/// "`name` - text", "name: text", and the same with a dash of another length.
fn split_entry(content: &str) -> Option<(&str, &str)> {
    let (name, rest) = match content.strip_prefix('`') {
        Some(quoted) => quoted.split_once('`')?,
        None => content.split_at(content.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(content.len())),
    };
    let rest = rest.trim_start();
    if name.is_empty() || rest.is_empty() {
        return None;
    }
    let text = ["-", ":", "–", "—"].into_iter().find_map(|separator| rest.strip_prefix(separator))?;
    Some((name, text.trim_start()))
}

#[cfg(test)]
mod tests;
