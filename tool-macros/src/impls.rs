//! The impls that lead from the user's type to its twin.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Fields, Path};

use crate::bounds::parts;
use crate::shadow::says;

/// All that a derive emits: the twin and what goes through it, in one constant.
pub(crate) fn constant(krate: &Path, content: &TokenStream) -> TokenStream {
    quote! {
        // What lints say of names, they have said of the user's own.
        #[allow(deprecated, nonstandard_style, clippy::all, clippy::pedantic)]
        const _: () = {
            use #krate::__private as __tool;
            // Where tool-core is not found, that is the only error: what is inside does not come to be.
            __tool::found! {
                #[allow(unused_imports)]
                use __tool::AnyTwin as _;
                #content
            }
            // schemars' code calls these traits' methods, which `#![no_implicit_prelude]` would hide.
            #[allow(unused_imports)]
            use ::core::{convert::{From as _, Into as _}, iter::{IntoIterator as _, Iterator as _}};
        };
    }
}

/// The name of the twin.
pub(crate) fn shadow_ident() -> Ident {
    Ident::new("__Shadow", Span::mixed_site())
}

/// The name of the twin that is only described, where there is one.
pub(crate) fn described_ident() -> Ident {
    Ident::new("__Described", Span::mixed_site())
}

/// `JsonSchema`, by the twin's, or by that of the `second`.
pub(crate) fn json_schema(input: &DeriveInput, second: Option<&DeriveInput>) -> TokenStream {
    let (_, parameters, _) = input.generics.split_for_impl();
    let twin = match second {
        None => quote!(__Shadow #parameters),
        Some(second) => {
            let (ident, lifetimes) = (&second.ident, input.generics.lifetimes().map(|parameter| &parameter.lifetime));
            quote!(#ident<#(#lifetimes,)* true>)
        }
    };
    // The way round costs code, so it is taken only where schemars may have refused the twin.
    let shadow = if second.is_some() || is_told_more(input) {
        quote!(__tool::Twin::<#twin>)
    } else {
        quote!(<#twin as __tool::schemars::JsonSchema>)
    };
    let text = quote!(::std::borrow::Cow<'static, str>);
    let body = quote! {
        fn inline_schema() -> ::core::primitive::bool {
            #shadow::inline_schema()
        }
        fn schema_name() -> #text {
            #shadow::schema_name()
        }
        fn schema_id() -> #text {
            #shadow::schema_id()
        }
        fn json_schema(__generator: &mut __tool::schemars::SchemaGenerator) -> __tool::schemars::Schema {
            #shadow::json_schema(__generator)
        }
    };
    let bound = input.generics.type_params().next().map(|_| quote!(__Shadow #parameters: __tool::schemars::JsonSchema));
    implement(input, &quote!(__tool::schemars::JsonSchema), &Vec::from_iter(bound), &body)
}

/// Whether the user says something to serde or schemars, which may be wrong.
fn is_told_more(input: &DeriveInput) -> bool {
    let says = |attributes: &[Attribute]| {
        attributes.iter().any(|attribute| attribute.path().is_ident("serde") || attribute.path().is_ident("schemars"))
    };
    let in_variant = |(attributes, fields): (&[Attribute], &Fields)| {
        says(attributes) || fields.iter().any(|field| says(&field.attrs))
    };
    says(&input.attrs) || parts(input).into_iter().any(in_variant)
}

/// `JsonSchema` without content, for a type with mistakes.
pub(crate) fn no_json_schema(input: &DeriveInput) -> TokenStream {
    let body = quote! {
        fn schema_name() -> ::std::borrow::Cow<'static, str> {
            loop {}
        }
        fn json_schema(_: &mut __tool::schemars::SchemaGenerator) -> __tool::schemars::Schema {
            loop {}
        }
    };
    implement(input, &quote!(__tool::schemars::JsonSchema), &[], &body)
}

/// `impl NAME for TYPE`, with the type's own conditions and `bounds`.
pub(crate) fn implement(
    input: &DeriveInput,
    name: &TokenStream,
    bounds: &[TokenStream],
    body: &TokenStream,
) -> TokenStream {
    let (parameters, ..) = input.generics.split_for_impl();
    implement_with(input, &parameters.to_token_stream(), name, bounds, body)
}

/// The same with other parameters after `impl`.
pub(crate) fn implement_with(
    input: &DeriveInput,
    parameters: &TokenStream,
    name: &TokenStream,
    bounds: &[TokenStream],
    body: &TokenStream,
) -> TokenStream {
    let ident = &input.ident;
    let (_, arguments, conditions) = input.generics.split_for_impl();
    let own = conditions.iter().flat_map(|conditions| &conditions.predicates).map(ToTokens::to_token_stream);
    let predicates = own.chain(bounds.iter().cloned());
    quote_spanned! {Span::mixed_site()=>
        #[automatically_derived]
        impl #parameters #name for #ident #arguments
        where
            #(#predicates,)*
        {
            #body
        }
    }
}

/// Says of a type that is an object or a list that it is not the key of a map.
pub(crate) fn no_key(input: &DeriveInput, marker: &str) -> Option<TokenStream> {
    let marker = Ident::new(marker, Span::mixed_site());
    let is_plain_name = |fields: &Fields| matches!(fields, Fields::Unit);
    let is_no_key = match &input.data {
        Data::Struct(data) => data.fields.len() != 1 || matches!(data.fields, Fields::Named(_)),
        Data::Enum(data) => data.variants.iter().any(|variant| !is_plain_name(&variant.fields)),
        Data::Union(_) => false,
    };
    let other = ["transparent", "untagged", "from", "try_from", "into", "remote"];
    (is_no_key && !says(&input.attrs, "serde", &other))
        .then(|| implement(input, &quote!(__tool::hints::#marker), &[], &TokenStream::new()))
}
