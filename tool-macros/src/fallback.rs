//! What is emitted beside errors, so that nothing but the errors is reported.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::bodies::with_content;
use crate::expand::companion;
use crate::lending::generated;
use crate::model::Tool;

/// The function and a companion without content: code that uses either still compiles.
pub(crate) fn tool(tool: &Tool, errors: &TokenStream) -> TokenStream {
    let function = tool.function.cleaned();
    if !tool.function.is_free() {
        return quote! { #function #errors };
    }
    let (struct_item, stub) = (companion(tool), stub(tool));
    quote! { #function #struct_item #stub #errors }
}

fn stub(tool: &Tool) -> TokenStream {
    let Tool { companion, krate, .. } = tool;
    let (vis, conditions) = (&tool.function.vis, tool.function.conditions());
    quote_spanned! {generated(tool.function.sig.ident.span())=>
        #(#conditions)*
        #[allow(dead_code, missing_docs, unreachable_pub)]
        impl #companion {
            #vis fn definition() -> &'static #krate::__private::ToolDefinition {
                loop {}
            }
            #vis fn callback() -> #krate::__private::Arc<dyn #krate::__private::ToolCallback> {
                loop {}
            }
        }
    }
}

/// An `impl` block that cannot be read, without what only `#[tool_object]` understands.
pub(crate) fn block(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<_> = item.into_iter().collect();
    if let Some(TokenTree::Group(block)) = tokens.last_mut() {
        *block = with_content(block, plain(block.stream(), &["tool"]));
    }
    tokens.into_iter().collect()
}

/// Without the attributes of these names, and without ours inside parentheses, which is where parameters are.
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
    // A new group does not know where its parentheses were, and rustc would report what is wrong there once more.
    let is_plain = content.clone().into_iter().count() == group.stream().into_iter().count();
    if is_plain { group } else { with_content(&group, content) }
}

/// Whether the brackets of an attribute begin with a path that ends in one of `names`.
fn is_called(group: &Group, names: &[&str]) -> bool {
    let path = group.stream().into_iter().take_while(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        _ => false,
    });
    path.last().is_some_and(|last| names.iter().any(|name| last.to_string() == *name))
}
