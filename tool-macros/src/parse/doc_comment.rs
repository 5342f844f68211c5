//! Doc comments: the description for the model, and the entries of the `# Arguments` list.

mod markdown;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use markdown::{Fence, heading, indentation, is_table_row, is_underline, item, stands_alone, undecorated};

/// The doc comment of one item.
#[derive(Default)]
pub(crate) struct Docs {
    parts: Vec<Part>,
    pub(crate) arguments: Vec<ArgumentDoc>,
}

/// A part of a description.
enum Part {
    /// Literal text, cleaned.
    Text(String),
    /// `#[doc = include_str!(..)]` and the like: known only to rustc, so used as it is.
    Expression(Expr),
}

/// One entry of the `# Arguments` list.
pub(crate) struct ArgumentDoc {
    /// `None` when the entry does not have the form "name, separator, text".
    pub(crate) name: Option<String>,
    pub(crate) text: String,
    /// The line of the entry, for errors about it.
    pub(crate) line: LitStr,
}

impl Docs {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut reader = Reader { margin: margin(attributes), ..Reader::default() };
        for attribute in attributes {
            match doc_value(attribute) {
                Some(Expr::Lit(ExprLit { lit: Lit::Str(literal), .. })) => reader.literal(literal),
                Some(expression) => reader.expression(expression),
                None => {}
            }
        }
        reader.finish()
    }

    /// The description as an expression of type `&'static str`; `None` without one.
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

/// The value of `#[doc = ..]`; `#[doc(hidden)]` and the like have no text.
fn doc_value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(&meta.value),
        _ => None,
    }
}

/// The common indentation of all lines, as rustdoc computes it: most lines begin with the space after the slashes.
fn margin(attributes: &[Attribute]) -> usize {
    let texts = attributes.iter().filter_map(doc_value).filter_map(|value| match value {
        Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => Some(literal.value()),
        _ => None,
    });
    let of_text =
        |text: String| undecorated(&text).into_iter().filter(|line| !line.trim().is_empty()).map(indentation).min();
    texts.filter_map(of_text).min().unwrap_or_default()
}

/// The section that is parsed.
#[derive(Default, Clone, Copy, PartialEq)]
enum Section {
    #[default]
    Description,
    Arguments,
    /// Examples, errors, panics: for readers of the code, not for a model.
    Other,
}

impl Section {
    fn called(title: &str) -> Self {
        if title.trim_end_matches(':').eq_ignore_ascii_case("arguments") { Self::Arguments } else { Self::Other }
    }
}

/// The kind of the line above.
#[derive(Default, Clone, PartialEq)]
enum Above {
    /// Nothing that a line can continue.
    #[default]
    End,
    /// A line of a paragraph, and where in the description the paragraph begins.
    Paragraph { title: String, start: usize },
    /// A list, perhaps with blank lines after it, or a table: indented lines belong to it.
    List,
}

#[derive(Default)]
struct Reader {
    docs: Docs,
    section: Section,
    margin: usize,
    /// The fence of the current code block.
    fence: Option<Fence>,
    above: Above,
    text: String,
    paragraph_ended: bool,
    /// Indentation of the bullets of the `# Arguments` list.
    bullet: usize,
    /// Whether the next plain line continues the last entry.
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
        self.above = Above::End;
    }

    fn line(&mut self, line: &str, literal: &LitStr) {
        if let Some(fence) = self.fence {
            self.fence = Some(fence).filter(|fence| !fence.is_closed_by(line));
            return;
        }
        if self.is_code(line) {
            return;
        }
        self.fence = Fence::opened_by(line);
        if self.fence.is_some() {
            self.paragraph_ended = true;
            self.above = Above::End;
            return;
        }
        if let Some(section) = self.section_of(line) {
            self.section = section;
            self.entry_open = false;
            self.above = Above::End;
            return;
        }
        self.see(line);
        match self.section {
            Section::Description => self.describe(line.trim()),
            Section::Arguments => self.argument(line, literal),
            Section::Other => {}
        }
    }

    /// Whether a line is code by its indentation (`CommonMark` 4.4), outside of paragraphs and lists.
    fn is_code(&self, line: &str) -> bool {
        !line.trim().is_empty() && self.above == Above::End && indentation(line) >= self.margin + 4
    }

    /// The section that a heading begins. An underlined heading removes the paragraph above it from the description.
    fn section_of(&mut self, line: &str) -> Option<Section> {
        if let Above::Paragraph { title, start } = &self.above
            && is_underline(line)
        {
            self.text.truncate(*start);
            return Some(Section::called(title));
        }
        // Indented by more, it continues the paragraph or list above.
        heading(line).filter(|_| indentation(line) < self.margin + 4).map(Section::called)
    }

    /// Records the kind of a line for the line below it.
    fn see(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.above = if self.above == Above::List { Above::List } else { Above::End };
        } else if stands_alone(trimmed) || (self.above == Above::List && indentation(line) > self.margin) {
            self.above = Above::List;
        } else if let Above::Paragraph { title, .. } = &mut self.above {
            title.push(' ');
            title.push_str(trimmed);
        } else {
            self.above = Above::Paragraph { title: trimmed.to_owned(), start: self.text.len() };
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
        let indentation = indentation(line);
        if line.trim().is_empty() {
            // Only an indented line can belong to the entry above.
            self.entry_open = false;
            return;
        }
        let first = self.docs.arguments.is_empty();
        match item(line.trim()) {
            Some(content) if first || indentation <= self.bullet => {
                self.bullet = indentation;
                self.entry_open = true;
                self.docs.arguments.push(entry(content, literal));
            }
            // A table is not a list: it becomes an entry without a name, which is an error.
            None if first && is_table_row(line) => self.docs.arguments.push(entry(line, literal)),
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
