//! The paths in the tokens of a file.

use proc_macro2::{TokenStream, TokenTree};

/// A path that starts with `crate`, `self` or `super`, and the line of its first segment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UsedPath {
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

/// All such paths, the branches of `{..}` groups as one path each.
pub(crate) fn paths(tokens: TokenStream) -> Vec<UsedPath> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let is_called = at > 0 && is_mark(tokens.get(at - 1), '$');
        match token {
            TokenTree::Ident(ident) if is_start(&ident.to_string()) && !is_called && is_separator(&tokens, at + 1) => {
                let start = UsedPath { segments: vec![ident.to_string()], line: ident.span().start().line };
                at = follow(&tokens, at + 3, start, &mut found);
            }
            TokenTree::Group(group) => {
                found.extend(paths(group.stream()));
                at += 1;
            }
            _ => at += 1,
        }
    }
    found
}

fn is_start(ident: &str) -> bool {
    ["crate", "self", "super"].contains(&ident)
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    is_mark(tokens.get(at), ':') && is_mark(tokens.get(at + 1), ':')
}

/// Reads on after `::`; the index after the path.
fn follow(tokens: &[TokenTree], at: usize, mut path: UsedPath, found: &mut Vec<UsedPath>) -> usize {
    match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => {
            path.segments.push(ident.to_string());
            if is_separator(tokens, at + 1) {
                return follow(tokens, at + 3, path, found);
            }
            found.push(path);
            at + 1
        }
        Some(TokenTree::Group(group)) => {
            branches(group.stream(), &path, found);
            at + 1
        }
        // A generic argument such as `Self::<T>`, or `*`.
        _ => {
            found.push(path);
            at
        }
    }
}

/// The branches of a `{..}` group behind `prefix`.
fn branches(tokens: TokenStream, prefix: &UsedPath, found: &mut Vec<UsedPath>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        at = follow(&tokens, at, prefix.clone(), found);
        while at < tokens.len() && !is_mark(tokens.get(at), ',') {
            at += 1;
        }
        at += 1;
    }
}
