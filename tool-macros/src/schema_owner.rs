//! Which derive describes a type that is both read and written: `ToolParams`.
//!
//! Derives do not see each other, but names do: what stands in a module hides what a glob import brings there. So
//! `ToolResult` imports a name that says "the type itself", and `ToolParams` declares the same name for "another type".
//! The two find each other wherever both stand on one item, in any order.

use std::hash::{DefaultHasher, Hash, Hasher};

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput};

use crate::shadow::fields;

/// What `ToolParams` declares besides its impls.
pub(crate) fn declared(input: &DeriveInput) -> Option<TokenStream> {
    let name = name(input)?;
    Some(quote! {
        #[doc(hidden)]
        #[allow(dead_code, nonstandard_style)]
        type #name = [(); 1];
    })
}

/// What `ToolResult` imports besides its impls.
pub(crate) fn imported(input: &DeriveInput) -> Option<TokenStream> {
    let name = name(input)?;
    let module = format_ident!("{name}_");
    Some(quote! {
        #[doc(hidden)]
        #[allow(dead_code, nonstandard_style, unreachable_pub)]
        mod #module {
            pub type #name = [(); 0];
        }
        #[doc(hidden)]
        #[allow(unused_imports, clippy::wildcard_imports)]
        use #module::*;
    })
}

/// The type that `ToolResult` describes: the user's, unless `ToolParams` does.
pub(crate) fn of_result(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let (_, parameters, _) = input.generics.split_for_impl();
    let Some(name) = name(input) else { return quote!(#ident #parameters) };
    quote!(<#name as __tool::SchemaOwner<#ident, __AnotherType>>::Type)
}

/// A name that no other item has, unless it has the same name, variants and fields; none for generic types, which cannot be
/// chosen this way.
fn name(input: &DeriveInput) -> Option<Ident> {
    if !input.generics.params.is_empty() {
        return None;
    }
    // Attributes are left out: one derive may see what another does not.
    let mut hasher = DefaultHasher::new();
    if let Data::Enum(data) = &input.data {
        data.variants.iter().for_each(|variant| variant.ident.hash(&mut hasher));
    }
    for field in fields(&input.data) {
        let ident = field.ident.as_ref().map(ToString::to_string);
        (ident, field.ty.to_token_stream().to_string()).hash(&mut hasher);
    }
    Some(format_ident!("__schema_of_{}_{:x}", input.ident.unraw(), hasher.finish()))
}
