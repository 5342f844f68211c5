//! The function below `#[tool]`, as parsed and as emitted.

use darling::ast::NestedMeta;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Item, Meta, Path, Signature, Visibility};

use crate::parse::runner_attrs;

/// A function whose body is not parsed: it is not needed, and bodies are most of the tokens.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        Ok(Self {
            attrs: input.call(Attribute::parse_outer)?,
            vis: input.parse()?,
            sig: input.parse()?,
            body: input.parse()?,
        })
    }
}

impl Function {
    /// Parses the item below `#[tool]`, which must be a function.
    pub(crate) fn read(item: &TokenStream) -> syn::Result<Self> {
        syn::parse2(item.clone()).map_err(|error| not_a_function(item.clone()).unwrap_or(error))
    }

    /// False for the functions of traits and `extern` blocks that end in a semicolon.
    pub(crate) fn has_body(&self) -> bool {
        matches!(self.body.clone().into_iter().next(), Some(TokenTree::Group(_)))
    }

    /// Whether it can have a companion type, which a method cannot.
    pub(crate) fn is_free(&self) -> bool {
        self.sig.receiver().is_none() && self.has_body()
    }

    /// The function without our attributes, ready to be compiled.
    pub(crate) fn cleaned(&self) -> TokenStream {
        let Self { vis, body, .. } = self;
        let mut attrs = self.attrs.clone();
        // A second `#[tool]` was reported, and would only repeat the error.
        attrs.retain(|attribute| !is_tool(attribute.path()));
        runner_attrs::remove(&mut attrs, false);
        let mut sig = self.sig.clone();
        clean_parameters(&mut sig);
        if !self.has_body() && sig.receiver().is_none() {
            // Refused before, so rustc need not report it again. With a receiver it is in a trait, where it is valid.
            return quote! { #(#attrs)* #vis #sig { loop {} } };
        }
        quote! { #(#attrs)* #vis #sig #body }
    }

    /// The `cfg` conditions of the function, for all items that belong to it.
    pub(crate) fn conditions(&self) -> Vec<TokenStream> {
        self.attrs.iter().filter_map(condition).collect()
    }
}

/// Whether an item is a `gen fn`.
pub(crate) fn is_generator(item: &TokenStream) -> bool {
    let words: Vec<_> = item.clone().into_iter().take_while(|token| !is_word(token, "fn")).collect();
    words.last().is_some_and(|last| is_word(last, "gen"))
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// `#[tool]` itself, written with any path.
pub(crate) fn is_tool(path: &Path) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == "tool")
}

pub(crate) const GIVEN_TWICE: &str = "duplicate `#[tool]`: put all keys into one attribute";

/// Removes our attributes from the parameters.
pub(crate) fn clean_parameters(sig: &mut Signature) {
    for input in &mut sig.inputs {
        let attrs = match input {
            FnArg::Receiver(receiver) => &mut receiver.attrs,
            FnArg::Typed(typed) => &mut typed.attrs,
        };
        attrs.retain(|attribute| !is_helper(attribute));
    }
}

/// Our attributes on the parameters.
pub(crate) fn helpers(sig: &Signature) -> impl Iterator<Item = &Attribute> {
    let attributes = sig.inputs.iter().flat_map(|input| match input {
        FnArg::Receiver(receiver) => &receiver.attrs,
        FnArg::Typed(typed) => &typed.attrs,
    });
    attributes.filter(|attribute| is_helper(attribute))
}

/// `#[tool_param]` and doc comments: rustc refuses both on a parameter, also in a `cfg_attr`.
fn is_helper(attribute: &Attribute) -> bool {
    let is_known = |path: &Path| path.is_ident("tool_param") || path.is_ident("doc");
    let hidden = |item: &NestedMeta| matches!(item, NestedMeta::Meta(meta) if is_known(meta.path()));
    is_known(attribute.path()) || conditional(attribute).is_some_and(|(_, items)| items.iter().any(hidden))
}

/// The predicate of a `cfg_attr`, and its attributes.
pub(crate) fn conditional(attribute: &Attribute) -> Option<(NestedMeta, Vec<NestedMeta>)> {
    let list = attribute.meta.require_list().ok().filter(|list| list.path.is_ident("cfg_attr"))?;
    let mut items = NestedMeta::parse_meta_list(list.tokens.clone()).ok()?.into_iter();
    Some((items.next()?, items.collect()))
}

fn condition(attribute: &Attribute) -> Option<TokenStream> {
    if attribute.path().is_ident("cfg") {
        return Some(attribute.to_token_stream());
    }
    // `#[cfg_attr(P, cfg(Q), other)]` is carried as `#[cfg_attr(P, cfg(Q))]`.
    let (predicate, items) = conditional(attribute)?;
    let conditions: Vec<_> = items.into_iter().filter(is_cfg).collect();
    (!conditions.is_empty()).then(|| quote! { #[cfg_attr(#predicate, #(#conditions),*)] })
}

fn is_cfg(item: &NestedMeta) -> bool {
    matches!(item, NestedMeta::Meta(Meta::List(list)) if list.path.is_ident("cfg"))
}

/// The error for an item of another kind, at its keyword.
fn not_a_function(item: TokenStream) -> Option<syn::Error> {
    let (place, kind) = match syn::parse2(item).ok()? {
        Item::Struct(item) => (item.struct_token.to_token_stream(), "struct"),
        Item::Enum(item) => (item.enum_token.to_token_stream(), "enum"),
        Item::Union(item) => (item.union_token.to_token_stream(), "union"),
        Item::Trait(item) => (item.trait_token.to_token_stream(), "trait"),
        Item::Impl(item) => (item.impl_token.to_token_stream(), "impl block"),
        Item::Mod(item) => (item.mod_token.to_token_stream(), "module"),
        Item::Const(item) => (item.const_token.to_token_stream(), "constant"),
        Item::Static(item) => (item.static_token.to_token_stream(), "static"),
        Item::Fn(_) => return None,
        other => (other.to_token_stream(), "item of this kind"),
    };
    let article = if matches!(kind, "enum" | "impl block" | "item of this kind") { "an" } else { "a" };
    let sentence = format!("`#[tool]` goes on a free function, but this is {article} {kind}");
    Some(syn::Error::new_spanned(place, sentence))
}
