//! `tools!`: each path becomes the callback of its tool, or an error at the path.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;

use crate::syn_ext::generated;

/// The provider of the list. The tokens start with the path of `tool-core` in brackets.
pub(crate) fn generate(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let Some(TokenTree::Group(krate)) = tokens.next() else { return TokenStream::new() };
    let (krate, items) = (krate.stream(), separated(tokens));
    let callbacks: Result<Vec<_>, syn::Error> = items.into_iter().map(callback).collect();
    let (callbacks, error) = match callbacks {
        Ok(callbacks) => (callbacks, None),
        Err(error) => (Vec::new(), Some(error.to_compile_error())),
    };
    let tool = tool_ident(Span::mixed_site());
    quote_spanned! {Span::mixed_site()=> {
        #error
        #[allow(unused_imports)]
        use #krate::__private::{NamedToolFallback as _, NotATool as #tool};
        #krate::__private::StaticToolCallbackProvider::new([#(#callbacks),*])
    }}
}

fn separated(tokens: impl Iterator<Item = TokenTree>) -> Vec<TokenStream> {
    let mut items = vec![TokenStream::new()];
    for token in tokens {
        match token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => items.push(TokenStream::new()),
            token => items.last_mut().into_iter().for_each(|item| item.extend([token.clone()])),
        }
    }
    // There may be nothing after the last comma.
    if items.last().is_some_and(TokenStream::is_empty) {
        items.pop();
    }
    items
}

const NO_PATH: &str = "`tools!` takes paths of functions with `#[tool]`, without parentheses: a closure becomes a tool by \
                       `FunctionToolCallback::builder`, and it and any other provider are given to the request directly";

fn callback(item: TokenStream) -> syn::Result<TokenStream> {
    let path: Path = match syn::parse2(item.clone()) {
        Ok(path) => path,
        Err(_) if item.is_empty() => return Err(syn::Error::new(Span::call_site(), NO_PATH)),
        Err(_) => return Err(syn::Error::new_spanned(item, NO_PATH)),
    };
    if let Some(ty) = owner(&path) {
        let written = path.to_token_stream().to_string().replace(' ', "");
        let sentence = format!(
            "`{written}` is inside a type: put `#[tool_object]` on the `impl` block of `{ty}`, and give the request an \
             `Arc` of the object"
        );
        return Err(syn::Error::new_spanned(path, sentence));
    }
    let last = path.segments.last().map_or_else(Span::mixed_site, |last| generated(last.ident.span()));
    if is_known_to_the_language(&path) {
        return Ok(quote_spanned!(last=> <#path>::callback()));
    }
    // An import resolves `path` in any namespace. If it is only a function, `__Tool` stays `NotATool`.
    let tool = tool_ident(last);
    let (placeholder, path) = match path.get_ident() {
        None => (None, path.to_token_stream()),
        Some(name) => {
            let mut name = name.clone();
            name.set_span(last);
            // A variable cannot be imported: with this function, the import succeeds, and it is not a tool.
            let placeholder = quote!(#[allow(unused_macros)] macro_rules! #name { () => {} });
            (Some(placeholder), name.into_token_stream())
        }
    };
    Ok(quote_spanned! {last=> {
        #placeholder
        #[allow(unused_imports)]
        use #path as #tool;
        <#tool>::callback()
    }})
}

fn tool_ident(span: Span) -> Ident {
    Ident::new("__Tool", span)
}

/// The type that contains the last segment of a path, by the convention that types begin with a capital letter.
fn owner(path: &Path) -> Option<&Ident> {
    let owner = &path.segments.iter().nth_back(1)?.ident;
    owner.to_string().starts_with(char::is_uppercase).then_some(owner)
}

/// Names that rustc finds ambiguous in an import when a function has them too: those of the prelude and of types that
/// are built in.
fn is_known_to_the_language(path: &Path) -> bool {
    const NAMES: [&str; 24] = [
        "align_of",
        "align_of_val",
        "bool",
        "char",
        "drop",
        "f32",
        "f64",
        "i128",
        "i16",
        "i32",
        "i64",
        "i8",
        "isize",
        "size_of",
        "size_of_val",
        "str",
        "u128",
        "u16",
        "u32",
        "u64",
        "u8",
        "usize",
        "std",
        "core",
    ];
    path.get_ident().is_some_and(|name| NAMES.iter().any(|known| name == known))
}
