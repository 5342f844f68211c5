//! `#[derive(ToolResult)]`: `Serialize`, `JsonSchema` and `IntoToolOutput`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Data, DeriveInput, Path, parse_quote};

use crate::derive::bounds;
use crate::derive::conflicting_attrs;
use crate::derive::field_assertions::FieldAssertions;
use crate::derive::impls::{constant, implement, json_schema, no_json_schema, no_key, shadow_ident};
use crate::derive::remote_type::{self, SerdeDirection};
use crate::derive::rename_rules;
use crate::diagnostics::Diagnostics;
use crate::parse::attr::{ResultKeys, read_all};
use crate::syn_ext::generated;

/// The impls for the type, or the errors.
pub(crate) fn generate(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Diagnostics::default();
    let keys = read(&input, &mut errors);
    let has_schema = keys.schema.is_none_or(|schema| schema.value);
    let krate = keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value);
    match errors.into_tokens() {
        None => expand(&input, has_schema, &krate),
        Some(errors) => fallback(&input, has_schema, &krate, &errors),
    }
}

/// Validates the type and parses its keys.
pub(crate) fn read(input: &DeriveInput, errors: &mut Diagnostics) -> ResultKeys {
    if let Data::Union(union) = &input.data {
        errors.push(union.union_token, "unions are not supported: derive `ToolResult` for a struct or an enum");
    }
    conflicting_attrs::container(&input.attrs, "ToolResult", errors);
    rename_rules::differ(input, "serialize", errors);
    read_all::<ResultKeys>(&input.attrs, errors).keys
}

fn expand(input: &DeriveInput, has_schema: bool, krate: &Path) -> TokenStream {
    let schema_derive = has_schema.then(|| quote!(__tool::schemars::JsonSchema));
    let purpose = SerdeDirection { reads: false, has_schema };
    let mut remote = remote_type::of(input, shadow_ident(), &quote!(__tool::serde::Serialize, #schema_derive), purpose);
    remote_type::keep_order(&mut remote, has_schema);
    let asked = FieldAssertions::of(input, purpose);
    let second = asked.bind(&mut remote);
    let check = asked.check(input);
    let json_schema = has_schema.then(|| json_schema(input, second.as_ref()));
    let impls = [serialize(input), into_tool_output(input)];
    let no_key = no_key(input, "NoResultKey");
    constant(krate, &quote!(#remote #second #json_schema #(#impls)* #no_key #check))
}

fn serialize(input: &DeriveInput) -> TokenStream {
    let body = quote! {
        fn serialize<__S: __tool::serde::Serializer>(
            &self,
            __serializer: __S,
        ) -> ::core::result::Result<__S::Ok, __S::Error> {
            #[allow(unused_imports)]
            use __tool::RemoteDeriveFallback as _;
            __Remote::serialize(self, __serializer)
        }
    };
    implement(input, &quote!(__tool::serde::Serialize), &bounds::serialize(input), &body)
}

/// Empty impls, so that rustc reports only our errors.
fn fallback(input: &DeriveInput, has_schema: bool, krate: &Path, errors: &TokenStream) -> TokenStream {
    let body = quote! {
        fn serialize<__S: __tool::serde::Serializer>(&self, _: __S) -> ::core::result::Result<__S::Ok, __S::Error> {
            loop {}
        }
    };
    let serialize = implement(input, &quote!(__tool::serde::Serialize), &[], &body);
    let json_schema = has_schema.then(|| no_json_schema(input));
    let output = into_tool_output(input);
    let stubs = constant(krate, &quote!(#serialize #json_schema #output));
    quote!(#stubs #errors)
}

fn into_tool_output(input: &DeriveInput) -> TokenStream {
    let bound = quote_spanned! {generated(input.ident.span())=>
        // With a higher-ranked lifetime, rustc checks the bound only where the impl is used: at the type, it would
        // repeat the error of the field.
        for<'__any> Self: __tool::serde::Serialize + ::core::marker::Send + ::core::marker::Sync + 'static
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
