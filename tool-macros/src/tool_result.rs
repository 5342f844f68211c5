//! `#[derive(ToolResult)]`: a type becomes writable, gets a schema, and may be what a tool returns.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Data, DeriveInput, parse_quote};

use crate::attributes::{ResultKeys, read_all};
use crate::bounds;
use crate::errors::Errors;
use crate::impls::{constant, implement, json_schema, shadow_ident};
use crate::lending::generated;
use crate::shadow::{self, Purpose};

/// The impls for the type, or what keeps it from having them.
pub(crate) fn generate(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let keys = read(&input, &mut errors);
    errors.into_tokens().unwrap_or_else(|| expand(&input, keys))
}

/// Checks the type and reads its keys.
pub(crate) fn read(input: &DeriveInput, errors: &mut Errors) -> ResultKeys {
    if let Data::Union(union) = &input.data {
        errors.push(
            union.union_token,
            "a union does not know what it holds: derive `ToolResult` for a struct or an enum",
        );
    }
    read_all::<ResultKeys>(&input.attrs, errors).keys
}

fn expand(input: &DeriveInput, keys: ResultKeys) -> TokenStream {
    let has_schema = keys.schema.is_none_or(|schema| schema.value);
    let krate = keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value);
    let schema_derive = has_schema.then(|| quote!(__tool::schemars::JsonSchema));
    let purpose = Purpose { reads: false, has_schema };
    let shadow = shadow::of(input, shadow_ident(), &quote!(__tool::serde::Serialize, #schema_derive), purpose);
    let json_schema = has_schema.then(|| json_schema(input));
    let impls = [serialize(input), into_tool_output(input)];
    constant(&krate, &quote!(#shadow #json_schema #(#impls)*))
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

#[cfg(test)]
mod tests;
