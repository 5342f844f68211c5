//! The function below `#[tool]` as the user wrote it, and as it goes back into the program.

use darling::ast::NestedMeta;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Item, Meta, Path, Signature, Visibility};

use crate::runners;

/// A function whose body stays unread: nothing here depends on it, and bodies are most of the tokens.
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
    /// Reads the item below `#[tool]`, which must be a function.
    pub(crate) fn read(item: &TokenStream) -> syn::Result<Self> {
        syn::parse2(item.clone()).map_err(|error| not_a_function(item.clone()).unwrap_or(error))
    }

    /// False for the functions of traits and `extern` blocks that end in a semicolon.
    pub(crate) fn has_body(&self) -> bool {
        matches!(self.body.clone().into_iter().next(), Some(TokenTree::Group(_)))
    }

    /// Whether a type can stand beside it: not beside a method.
    pub(crate) fn is_free(&self) -> bool {
        self.sig.receiver().is_none() && self.has_body()
    }

    /// The function without what only `#[tool]` understands, ready to be compiled.
    pub(crate) fn cleaned(&self) -> TokenStream {
        let Self { vis, body, .. } = self;
        let mut attrs = self.attrs.clone();
        // A second `#[tool]` is an error already and would only repeat it.
        attrs.retain(|attribute| !is_tool(attribute.path()));
        runners::remove(&mut attrs, false);
        let mut sig = self.sig.clone();
        clean_parameters(&mut sig);
        if !self.has_body() && sig.receiver().is_none() {
            // Refused before; rustc need not say it again. With a receiver it stands in a trait, which takes it.
            return quote! { #(#attrs)* #vis #sig { loop {} } };
        }
        quote! { #(#attrs)* #vis #sig #body }
    }

    /// The conditions under which the function exists, for everything that exists beside it.
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

/// `#[tool]` itself, by whatever path it is written.
pub(crate) fn is_tool(path: &Path) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == "tool")
}

pub(crate) const GIVEN_TWICE: &str = "`#[tool]` is given twice: put all keys into one";

/// Takes what only `#[tool]` understands from the parameters.
pub(crate) fn clean_parameters(sig: &mut Signature) {
    for input in &mut sig.inputs {
        let attrs = match input {
            FnArg::Receiver(receiver) => &mut receiver.attrs,
            FnArg::Typed(typed) => &mut typed.attrs,
        };
        attrs.retain(|attribute| !is_helper(attribute));
    }
}

/// What only `#[tool]` understands on the parameters.
pub(crate) fn helpers(sig: &Signature) -> impl Iterator<Item = &Attribute> {
    let attributes = sig.inputs.iter().flat_map(|input| match input {
        FnArg::Receiver(receiver) => &receiver.attrs,
        FnArg::Typed(typed) => &typed.attrs,
    });
    attributes.filter(|attribute| is_helper(attribute))
}

/// `#[tool_param]` and doc comments: rustc refuses both on a parameter, and behind a condition as well.
fn is_helper(attribute: &Attribute) -> bool {
    let is_known = |path: &Path| path.is_ident("tool_param") || path.is_ident("doc");
    let hidden = |item: &NestedMeta| matches!(item, NestedMeta::Meta(meta) if is_known(meta.path()));
    is_known(attribute.path()) || conditional(attribute).is_some_and(|(_, items)| items.iter().any(hidden))
}

/// The predicate of a `cfg_attr`, and what it stands for.
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

/// The error for an item of another kind, pointing at the word that says which.
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
    let sentence = format!("`#[tool]` goes on a free function, and this is {article} {kind}");
    Some(syn::Error::new_spanned(place, sentence))
}
