//! Removes our attributes from tokens that cannot be parsed.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::parse::strip_bodies::with_content;

/// An `impl` block that cannot be parsed, without our attributes.
pub(crate) fn block(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<_> = item.into_iter().collect();
    if let Some(TokenTree::Group(block)) = tokens.last_mut() {
        *block = with_content(block, plain(block.stream(), &["tool"]));
    }
    tokens.into_iter().collect()
}

/// The tokens without the attributes of these names, and without ours inside of parentheses, where parameters are.
pub(crate) fn plain(content: TokenStream, names: &[&str]) -> TokenStream {
    let mut tokens = content.into_iter().peekable();
    let mut kept = TokenStream::new();
    while let Some(token) = tokens.next() {
        let is_ours = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#')
            && tokens.next_if(|next| matches!(next, TokenTree::Group(group) if is_called(group, names))).is_some();
        match token {
            _ if is_ours => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                kept.extend([TokenTree::Group(parameters(group))]);
            }
            other => kept.extend([other]),
        }
    }
    kept
}

fn parameters(group: Group) -> Group {
    let content = plain(group.stream(), &["tool_param", "doc"]);
    // A new group has no spans of its parentheses, and rustc would report an error there again.
    let is_plain = content.clone().into_iter().count() == group.stream().into_iter().count();
    if is_plain { group } else { with_content(&group, content) }
}

/// Whether an attribute's path ends in one of `names`.
fn is_called(group: &Group, names: &[&str]) -> bool {
    let path = group.stream().into_iter().take_while(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        _ => false,
    });
    path.last().is_some_and(|last| names.iter().any(|name| last.to_string() == *name))
}
