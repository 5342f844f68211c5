//! The impls of the user's type that delegate to its remote type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Fields, Path};

use crate::derive::bounds::parts;
use crate::parse::serde_attrs::says;

/// The constant with everything that a derive emits.
pub(crate) fn constant(krate: &Path, content: &TokenStream) -> TokenStream {
    quote! {
        // Lints about names were reported for the user's type.
        #[allow(deprecated, nonstandard_style, clippy::all, clippy::pedantic)]
        const _: () = {
            use #krate::__private as __tool;
            // If tool-core is not found, that is the only error: the content does not expand.
            __tool::found! {
                #[allow(unused_imports)]
                use __tool::RemoteTypeFallback as _;
                #content
            }
            // The code of schemars calls methods of these traits, which `#![no_implicit_prelude]` would hide.
            #[allow(unused_imports)]
            use ::core::{convert::{From as _, Into as _}, iter::{IntoIterator as _, Iterator as _}};
        };
    }
}

/// The name of the remote type.
pub(crate) fn shadow_ident() -> Ident {
    Ident::new("__Remote", Span::mixed_site())
}

/// The name of the remote type for schemars, if it is a separate one.
pub(crate) fn described_ident() -> Ident {
    Ident::new("__Described", Span::mixed_site())
}

/// `JsonSchema`, by that of the remote type or of the `second` one.
pub(crate) fn json_schema(input: &DeriveInput, second: Option<&DeriveInput>) -> TokenStream {
    let (_, parameters, _) = input.generics.split_for_impl();
    let remote = match second {
        None => quote!(__Remote #parameters),
        Some(second) => {
            let (ident, lifetimes) = (&second.ident, input.generics.lifetimes().map(|parameter| &parameter.lifetime));
            quote!(#ident<#(#lifetimes,)* true>)
        }
    };
    // The fallback impl costs code, so it is used only when the derive may fail.
    let remote = if second.is_some() || has_serde_attrs(input) {
        quote!(__tool::RemoteType::<#remote>)
    } else {
        quote!(<#remote as __tool::schemars::JsonSchema>)
    };
    let text = quote!(::std::borrow::Cow<'static, str>);
    let body = quote! {
        fn inline_schema() -> ::core::primitive::bool {
            #remote::inline_schema()
        }
        fn schema_name() -> #text {
            #remote::schema_name()
        }
        fn schema_id() -> #text {
            #remote::schema_id()
        }
        fn json_schema(__generator: &mut __tool::schemars::SchemaGenerator) -> __tool::schemars::Schema {
            #remote::json_schema(__generator)
        }
    };
    let bound = input.generics.type_params().next().map(|_| quote!(__Remote #parameters: __tool::schemars::JsonSchema));
    implement(input, &quote!(__tool::schemars::JsonSchema), &Vec::from_iter(bound), &body)
}

/// Whether there are attributes of serde or schemars, which may be wrong.
fn has_serde_attrs(input: &DeriveInput) -> bool {
    let says = |attributes: &[Attribute]| {
        attributes.iter().any(|attribute| attribute.path().is_ident("serde") || attribute.path().is_ident("schemars"))
    };
    let in_variant = |(attributes, fields): (&[Attribute], &Fields)| {
        says(attributes) || fields.iter().any(|field| says(&field.attrs))
    };
    says(&input.attrs) || parts(input).into_iter().any(in_variant)
}

/// An empty `JsonSchema`, for a type with errors.
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

/// `impl NAME for TYPE`, with the where clause of the type and `bounds`.
pub(crate) fn implement(
    input: &DeriveInput,
    name: &TokenStream,
    bounds: &[TokenStream],
    body: &TokenStream,
) -> TokenStream {
    let (parameters, ..) = input.generics.split_for_impl();
    implement_with(input, &parameters.to_token_stream(), name, bounds, body)
}

/// `impl NAME for TYPE` with other parameters after `impl`.
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

/// Marks a type that is serialized as an object or array: it cannot be a map key.
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
