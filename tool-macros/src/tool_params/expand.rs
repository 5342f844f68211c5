//! Tokens of `#[derive(ToolParams)]`: the twin with its attributes, and what the keys of each field say.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Data, DeriveInput, parse_quote};

use super::{FieldPlan, Need, Params};
use crate::asked::Asked;
use crate::bounds;
use crate::impls::{constant, implement_with, json_schema, no_json_schema, no_key, shadow_ident};
use crate::names;
use crate::shadow::{self, Purpose, keep_order};

/// The impls for a type without mistakes.
pub(super) fn impls(input: &DeriveInput, params: &Params) -> TokenStream {
    let schema_derive = params.has_schema.then(|| quote!(__tool::schemars::JsonSchema));
    let purpose = Purpose { reads: true, has_schema: params.has_schema };
    let derives = quote!(__tool::serde::Deserialize, #schema_derive);
    let mut twin = shadow::of(input, shadow_ident(), &derives, purpose);
    let owner = shadow::self_type(input);
    add_attributes(&mut twin, input, params, &owner);
    close_variants(&mut twin);
    keep_order(&mut twin, params.has_schema);
    let asked = Asked::of(input, purpose);
    let second = asked.bind(&mut twin);

    let json_schema = params.has_schema.then(|| json_schema(input, second.as_ref()));
    let default = has_default(&input.attrs).then(|| twin_default(input));
    let (deserialize, check) = (deserialize(input), asked.check(input));
    let no_key = no_key(input, "NoParamKey");
    // schemars writes `Some(..)`, which may mean something else to the user; the user's own words stand apart from it.
    let some = quote!(
        #[allow(unused_imports)]
        use ::core::option::Option::Some;
    );
    let twin = constant(&params.krate, &quote!(#some #twin #second #default #json_schema #deserialize #no_key #check));
    let keys = params.fields.iter().enumerate();
    let keys: Vec<_> = keys.filter_map(|(index, field)| field_keys(input, &owner, index, field)).collect();
    let keys = (!keys.is_empty()).then(|| constant(&params.krate, &quote!(#(#keys)*)));
    quote!(#keys #twin)
}

fn add_attributes(twin: &mut DeriveInput, input: &DeriveInput, params: &Params, owner: &syn::Type) {
    if let Data::Enum(data) = &mut twin.data {
        for (variant, attributes) in data.variants.iter_mut().zip(&params.variants) {
            extend(&mut variant.attrs, attributes, params.has_schema);
        }
    }
    for (index, (field, plan)) in shadow::fields_mut(&mut twin.data).into_iter().zip(&params.fields).enumerate() {
        extend(&mut field.attrs, &plan.attributes, params.has_schema);
        let bounds = if plan.need == Need::Plain { Vec::new() } else { bounds::of_field(input, field) };
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

/// An enum is told apart by its names, so one it does not have must not be ignored; serde cannot do so when a field is
/// flattened.
fn close_variants(twin: &mut DeriveInput) {
    let Data::Enum(_) = &twin.data else { return };
    let says = |attributes: &[Attribute], key| shadow::says(attributes, "serde", &[key]);
    if shadow::fields_mut(&mut twin.data).iter().any(|field| says(&field.attrs, "flatten")) {
        return;
    }
    if !says(&twin.attrs, "deny_unknown_fields") {
        twin.attrs.push(parse_quote!(#[serde(deny_unknown_fields)]));
    }
}

/// How serde reads the field, and what the schema says of it.
fn reading(index: usize, plan: &FieldPlan, owner: &syn::Type, has_default: bool) -> Vec<Attribute> {
    let path = |function: TokenStream| quote!(__tool::#function::<#index, #owner, _>).to_string();
    let mut attributes: Vec<Attribute> = Vec::new();
    match plan.need {
        Need::Plain => {}
        Need::Checked | Need::Nullable | Need::Optional => {
            let read = path(quote!(read_field));
            attributes.push(parse_quote!(#[serde(deserialize_with = #read)]));
        }
        Need::Default => {
            let read = path(quote!(read_field_or_default));
            let default = quote!(__tool::field_default::<#index, #owner>).to_string();
            attributes.push(parse_quote!(#[serde(deserialize_with = #read, default = #default)]));
        }
    }
    match plan.need {
        // A field with a function of its own is required unless it has a default.
        Need::Optional if has_default => {}
        Need::Optional => {
            // serde would ask a plain `default` of the type parameters.
            let absent = quote!(__tool::absent_field::<#index, #owner>).to_string();
            attributes.push(parse_quote!(#[serde(default = #absent)]));
        }
        Need::Nullable => attributes.push(parse_quote!(#[schemars(required)])),
        Need::Plain | Need::Checked | Need::Default => {}
    }
    if plan.need != Need::Plain || plan.example.is_some() {
        let is_nullable = matches!(plan.need, Need::Nullable | Need::Default);
        attributes.push(parse_quote! {
            #[schemars(transform = |__schema: &mut __tool::schemars::Schema| {
                __tool::describe_field::<#index, #owner>(__schema, #is_nullable)
            })]
        });
    }
    attributes
}

/// What the keys of one field say, in a trait that serde's paths can name by the number of the field.
fn field_keys(input: &DeriveInput, owner: &syn::Type, index: usize, plan: &FieldPlan) -> Option<TokenStream> {
    if plan.need == Need::Plain && plan.example.is_none() {
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
    shadow::says(attributes, "serde", &["default"])
}

/// schemars asks the twin for its `Default`, which is that of the type.
fn twin_default(input: &DeriveInput) -> TokenStream {
    let Data::Struct(data) = &input.data else { return TokenStream::new() };
    let (parameters, arguments, _) = input.generics.split_for_impl();
    let (owner, members) = (shadow::self_type(input), data.fields.members().collect::<Vec<_>>());
    let names: Vec<_> = (0..members.len()).map(|index| format_ident!("__{index}")).collect();
    let ident = &input.ident;
    let own = input.generics.where_clause.iter().flat_map(|conditions| &conditions.predicates);
    quote! {
        impl #parameters ::core::default::Default for __Shadow #arguments
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
        !["tag", "untagged", "from", "try_from"].iter().any(|key| shadow::says(&input.attrs, "serde", &[key]));
    let aliased = names::variants_with_aliases(input).filter(|_| is_named_from_outside).map(|variants| {
        let names = variants.iter().flat_map(|names| std::iter::once("\0").chain(names.iter().map(String::as_str)));
        quote!(let __deserializer = __tool::AliasedVariants::new(__deserializer, &[#(#names),*]);)
    });
    let body = quote! {
        fn deserialize<__D: __tool::serde::Deserializer<'de>>(
            __deserializer: __D,
        ) -> ::core::result::Result<Self, __D::Error> {
            #[allow(unused_imports)]
            use __tool::UnderivedTwin as _;
            #aliased
            __Shadow::deserialize(__deserializer)
        }
    };
    let mut generics = input.generics.clone();
    generics.params.insert(0, parse_quote!('de));
    let (parameters, ..) = generics.split_for_impl();
    let name = quote!(__tool::serde::Deserialize<'de>);
    implement_with(input, &parameters.to_token_stream(), &name, &bounds::deserialize(input), &body)
}

/// Impls without content, so that nothing but the errors is reported.
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
