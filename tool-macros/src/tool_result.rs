//! `#[derive(ToolResult)]`: a type becomes writable, gets a schema, and may be what a tool returns.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Data, DeriveInput, Path, parse_quote};

use crate::attributes::{ResultKeys, read_all};
use crate::errors::Errors;
use crate::lending::generated;
use crate::{bounds, shadow};

/// The impls for the type, or what keeps it from having them.
pub(crate) fn generate(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let krate = read(&input, &mut errors);
    errors.into_tokens().unwrap_or_else(|| expand(&input, &krate))
}

/// Checks the type and finds `tool-core`.
pub(crate) fn read(input: &DeriveInput, errors: &mut Errors) -> Path {
    if let Data::Union(union) = &input.data {
        errors.push(
            union.union_token,
            "a union does not know what it holds: derive `ToolResult` for a struct or an enum",
        );
    }
    let keys = read_all::<ResultKeys>(&input.attrs, errors).keys;
    keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value)
}

fn expand(input: &DeriveInput, krate: &Path) -> TokenStream {
    let ident = Ident::new("__Shadow", Span::mixed_site());
    let shadow = shadow::of(input, ident, &quote!(__tool::serde::Serialize, __tool::schemars::JsonSchema));
    let impls = [serialize(input), json_schema(input), into_tool_output(input)];
    quote! {
        #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            use #krate::__private as __tool;
            // schemars' code calls these traits' methods, which `#![no_implicit_prelude]` would hide.
            #[allow(unused_imports)]
            use ::core::{convert::{From as _, Into as _}, iter::{IntoIterator as _, Iterator as _}};

            #shadow
            #(#impls)*
        };
    }
}

fn serialize(input: &DeriveInput) -> TokenStream {
    let body = quote! {
        fn serialize<__S: __tool::serde::Serializer>(
            &self,
            __serializer: __S,
        ) -> ::core::result::Result<__S::Ok, __S::Error> {
            __Shadow::serialize(self, __serializer)
        }
    };
    implement(input, &quote!(__tool::serde::Serialize), &bounds::serialize(input), &body)
}

fn json_schema(input: &DeriveInput) -> TokenStream {
    let (_, parameters, _) = input.generics.split_for_impl();
    let shadow = quote!(<__Shadow #parameters as __tool::schemars::JsonSchema>);
    let text = quote!(::std::borrow::Cow<'static, str>);
    let body = quote! {
        fn inline_schema() -> bool {
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

fn into_tool_output(input: &DeriveInput) -> TokenStream {
    let bound = quote_spanned! {generated(input.ident.span())=>
        Self: __tool::serde::Serialize + ::core::marker::Send + ::core::marker::Sync + 'static
    };
    let body = quote! {
        fn into_tool_output(self) -> ::core::result::Result<__tool::ToolOutput, __tool::ToolError> {
            ::core::result::Result::Ok(__tool::ToolOutput::value(self))
        }
    };
    implement(input, &quote!(__tool::IntoToolOutput), &[bound], &body)
}

fn implement(input: &DeriveInput, name: &TokenStream, bounds: &[TokenStream], body: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
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

#[cfg(test)]
mod tests;
