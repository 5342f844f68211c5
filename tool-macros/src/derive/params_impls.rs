//! The impls of `#[derive(ToolParams)]`: the remote type with its attributes, and one impl for the keys of each field.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Data, DeriveInput, parse_quote};

use super::params_fields::{FieldMode, FieldPlan, Params};
use crate::derive::bounds;
use crate::derive::field_assertions::FieldAssertions;
use crate::derive::impls::{constant, implement_with, json_schema, no_json_schema, no_key, shadow_ident};
use crate::derive::remote_type::{self, SerdeDirection, keep_order};
use crate::derive::rename_rules;
use crate::parse::serde_attrs;

/// The impls for a type without errors.
pub(super) fn impls(input: &DeriveInput, params: &Params) -> TokenStream {
    let schema_derive = params.has_schema.then(|| quote!(__tool::schemars::JsonSchema));
    let purpose = SerdeDirection { reads: true, has_schema: params.has_schema };
    let derives = quote!(__tool::serde::Deserialize, #schema_derive);
    let mut remote = remote_type::of(input, shadow_ident(), &derives, purpose);
    let owner = remote_type::self_type(input);
    add_attributes(&mut remote, input, params, &owner);
    close_variants(&mut remote);
    keep_order(&mut remote, params.has_schema);
    let asked = FieldAssertions::of(input, purpose);
    let second = asked.bind(&mut remote);

    let json_schema = params.has_schema.then(|| json_schema(input, second.as_ref()));
    let default = has_default(&input.attrs).then(|| remote_default(input));
    let (deserialize, check) = (deserialize(input), asked.check(input));
    let no_key = no_key(input, "NoParamKey");
    // The code of schemars uses `Some(..)`, which the user may have redefined; the user's expressions are in another scope.
    let some = quote!(
        #[allow(unused_imports)]
        use ::core::option::Option::Some;
    );
    let remote =
        constant(&params.krate, &quote!(#some #remote #second #default #json_schema #deserialize #no_key #check));
    let keys = params.fields.iter().enumerate();
    let keys: Vec<_> = keys.filter_map(|(index, field)| field_keys(input, &owner, index, field)).collect();
    let keys = (!keys.is_empty()).then(|| constant(&params.krate, &quote!(#(#keys)*)));
    quote!(#keys #remote)
}

fn add_attributes(remote: &mut DeriveInput, input: &DeriveInput, params: &Params, owner: &syn::Type) {
    if let Data::Enum(data) = &mut remote.data {
        for (variant, attributes) in data.variants.iter_mut().zip(&params.variants) {
            extend(&mut variant.attrs, attributes, params.has_schema);
        }
    }
    for (index, (field, plan)) in remote_type::fields_mut(&mut remote.data).into_iter().zip(&params.fields).enumerate()
    {
        extend(&mut field.attrs, &plan.attributes, params.has_schema);
        let bounds = if plan.need == FieldMode::Plain { Vec::new() } else { bounds::of_field(input, field) };
        let reading = reading(index, plan, owner, has_default(&field.attrs));
        extend(&mut field.attrs, &reading, params.has_schema);
        if !bounds.is_empty() {
            let bounds = quote!(#(#bounds),*).to_string();
            field.attrs.push(parse_quote!(#[serde(bound(deserialize = #bounds))]));
        }
    }
}

fn extend(attributes: &mut Vec<Attribute>, more: &[Attribute], has_schema: bool) {
    let is_used = |attribute: &&Attribute| has_schema || !attribute.path().is_ident("schemars");
    attributes.extend(more.iter().filter(is_used).cloned());
}

/// The variant of an enum can depend on its field names, so unknown ones must be errors; serde does not support that with a
/// flattened field.
fn close_variants(remote: &mut DeriveInput) {
    let Data::Enum(_) = &remote.data else { return };
    let says = |attributes: &[Attribute], key| serde_attrs::says(attributes, "serde", &[key]);
    if remote_type::fields_mut(&mut remote.data).iter().any(|field| says(&field.attrs, "flatten")) {
        return;
    }
    if !says(&remote.attrs, "deny_unknown_fields") {
        remote.attrs.push(parse_quote!(#[serde(deny_unknown_fields)]));
    }
}

/// The attributes for deserializing a field, and for its schema.
fn reading(index: usize, plan: &FieldPlan, owner: &syn::Type, has_default: bool) -> Vec<Attribute> {
    let path = |function: TokenStream| quote!(__tool::#function::<#index, #owner, _>).to_string();
    let mut attributes: Vec<Attribute> = Vec::new();
    match plan.need {
        FieldMode::Plain => {}
        FieldMode::Checked | FieldMode::Nullable | FieldMode::Optional => {
            let read = path(quote!(read_field));
            attributes.push(parse_quote!(#[serde(deserialize_with = #read)]));
        }
        FieldMode::Default => {
            let read = path(quote!(read_field_or_default));
            let default = quote!(__tool::field_default::<#index, #owner>).to_string();
            attributes.push(parse_quote!(#[serde(deserialize_with = #read, default = #default)]));
        }
    }
    match plan.need {
        // A field with `deserialize_with` is required unless it has a default.
        FieldMode::Optional if has_default => {}
        FieldMode::Optional => {
            // A plain `default` would add a bound to the type parameters.
            let absent = quote!(__tool::absent_field::<#index, #owner>).to_string();
            attributes.push(parse_quote!(#[serde(default = #absent)]));
        }
        FieldMode::Nullable => attributes.push(parse_quote!(#[schemars(required)])),
        FieldMode::Plain | FieldMode::Checked | FieldMode::Default => {}
    }
    if plan.need != FieldMode::Plain || plan.example.is_some() {
        let is_nullable = matches!(plan.need, FieldMode::Nullable | FieldMode::Default);
        attributes.push(parse_quote! {
            #[schemars(transform = |__schema: &mut __tool::schemars::Schema| {
                __tool::describe_field::<#index, #owner>(__schema, #is_nullable)
            })]
        });
    }
    attributes
}

/// The keys of one field as a trait impl that serde's paths can name by the index of the field.
fn field_keys(input: &DeriveInput, owner: &syn::Type, index: usize, plan: &FieldPlan) -> Option<TokenStream> {
    if plan.need == FieldMode::Plain && plan.example.is_none() {
        return None;
    }
    let rules_name = format_ident!("__RULES_{index}", span = Span::mixed_site());
    let (parameters, _, conditions) = input.generics.split_for_impl();
    let (ty, rules) = (&plan.ty, plan.rules.value());
    let checks = plan.rules.checks(&quote!(__value), &rules_name);
    let default = plan.default.as_ref().map(|default| {
        quote! {
            impl #parameters __tool::FieldDefault<#index> for #owner #conditions {
                fn value() -> #ty {
                    #default
                }
            }
        }
    });
    let example = plan.example.as_ref().map(|example| {
        quote! {
            fn example() -> ::core::option::Option<__tool::Value> {
                __tool::json_of!(#example)
            }
        }
    });
    Some(quote! {
        static #rules_name: __tool::Rules = #rules;
        impl #parameters __tool::Field<#index> for #owner #conditions {
            type Value = #ty;
            fn rules() -> &'static __tool::Rules {
                &#rules_name
            }
            fn check(__value: &#ty) -> ::core::result::Result<(), ::std::string::String> {
                #(#checks?;)*
                ::core::result::Result::Ok(())
            }
            #example
        }
        #default
    })
}

fn has_default(attributes: &[Attribute]) -> bool {
    serde_attrs::says(attributes, "serde", &["default"])
}

/// schemars needs `Default` of the remote type, which is that of the user's type.
fn remote_default(input: &DeriveInput) -> TokenStream {
    let Data::Struct(data) = &input.data else { return TokenStream::new() };
    let (parameters, arguments, _) = input.generics.split_for_impl();
    let (owner, members) = (remote_type::self_type(input), data.fields.members().collect::<Vec<_>>());
    let names: Vec<_> = (0..members.len()).map(|index| format_ident!("__{index}")).collect();
    let ident = &input.ident;
    let own = input.generics.where_clause.iter().flat_map(|conditions| &conditions.predicates);
    quote! {
        impl #parameters ::core::default::Default for __Remote #arguments
        where
            #(#own,)*
            #owner: ::core::default::Default,
        {
            fn default() -> Self {
                let #ident { #(#members: #names),* } = <#owner as ::core::default::Default>::default();
                Self { #(#members: #names),* }
            }
        }
    }
}

fn deserialize(input: &DeriveInput) -> TokenStream {
    let is_named_from_outside =
        !["tag", "untagged", "from", "try_from"].iter().any(|key| serde_attrs::says(&input.attrs, "serde", &[key]));
    let aliased = rename_rules::variants_with_aliases(input).filter(|_| is_named_from_outside).map(|variants| {
        let names = variants.iter().flat_map(|names| std::iter::once("\0").chain(names.iter().map(String::as_str)));
        quote!(let __deserializer = __tool::AliasedVariants::new(__deserializer, &[#(#names),*]);)
    });
    let body = quote! {
        fn deserialize<__D: __tool::serde::Deserializer<'de>>(
            __deserializer: __D,
        ) -> ::core::result::Result<Self, __D::Error> {
            #[allow(unused_imports)]
            use __tool::RemoteDeriveFallback as _;
            #aliased
            __Remote::deserialize(__deserializer)
        }
    };
    let mut generics = input.generics.clone();
    generics.params.insert(0, parse_quote!('de));
    let (parameters, ..) = generics.split_for_impl();
    let name = quote!(__tool::serde::Deserialize<'de>);
    implement_with(input, &parameters.to_token_stream(), &name, &bounds::deserialize(input), &body)
}

/// Empty impls, so that rustc reports only our errors.
pub(super) fn fallback(input: &DeriveInput, params: &Params, errors: &TokenStream) -> TokenStream {
    let mut generics = input.generics.clone();
    generics.params.insert(0, parse_quote!('de));
    let (parameters, ..) = generics.split_for_impl();
    let deserialize = quote! {
        fn deserialize<__D: __tool::serde::Deserializer<'de>>(_: __D) -> ::core::result::Result<Self, __D::Error> {
            loop {}
        }
    };
    let name = quote!(__tool::serde::Deserialize<'de>);
    let deserialize = implement_with(input, &parameters.to_token_stream(), &name, &[], &deserialize);
    let schema = params.has_schema.then(|| no_json_schema(input));
    let stubs = constant(&params.krate, &quote!(#deserialize #schema));
    quote!(#stubs #errors)
}
