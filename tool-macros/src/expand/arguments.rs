//! The hidden struct that the arguments are read into, and how its fields reach the function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::LitStr;

use crate::lending::Borrow;
use crate::model::{Argument, Need, Owner, Param, Shape, Tool};

/// The struct that serde reads the arguments into; its field types carry the user's spans.
pub(super) fn structure(tool: &Tool) -> TokenStream {
    let fields = tool.arguments().enumerate().map(|(index, argument)| field(index, argument));
    // serde cannot combine the two; what is left over is then found by the schema.
    let closed =
        (!tool.arguments().any(|argument| matches!(argument.shape, Shape::Flat))).then(|| code!(deny_unknown_fields,));
    let (generics, marker) = tool.owner.as_ref().map(generic_parts).unwrap_or_default();
    let (parameters, _, conditions) = generics.split_for_impl();
    code! {
        #[derive(__tool::serde::Deserialize)]
        #[serde(crate = "__tool::serde", #closed bound = "")]
        struct __Arguments #parameters #conditions {
            #(#fields)*
            #marker
        }
    }
}

/// The parameters of a generic block, all of them used by a field that is never read.
fn generic_parts(owner: &Owner) -> (syn::Generics, Option<TokenStream>) {
    if owner.generics.params.is_empty() {
        return (syn::Generics::default(), None);
    }
    let ty = &owner.ty;
    (owner.generics.clone(), Some(code!(#[serde(skip)] __marker: ::core::marker::PhantomData<fn() -> #ty>,)))
}

/// The struct as a type.
pub(super) fn ty(tool: &Tool) -> TokenStream {
    let generics = tool.owner.as_ref().map(|owner| owner.generics.clone()).unwrap_or_default();
    let (_, parameters, _) = generics.split_for_impl();
    code!(__Arguments #parameters)
}

fn field(index: usize, argument: &Argument) -> TokenStream {
    let (ident, ty, name) = (field_ident(index), field_type(argument), &argument.name);
    // serde gives the code it makes from these paths the span of their text.
    let path = |path| LitStr::new(path, argument.lending.span);
    let (required, optional) = match argument.shape {
        Shape::With(_) => (path("__tool::read_described"), path("__tool::read_optional_described")),
        Shape::Own | Shape::Flat => (path("__tool::read_required"), path("__tool::read_optional")),
    };
    match (&argument.shape, &argument.need) {
        (Shape::Flat, _) => {
            let flattened = path("__tool::read_flattened");
            code! { #[serde(flatten, deserialize_with = #flattened)] #ident: #ty, }
        }
        (_, Need::Required) => code! { #[serde(rename = #name, deserialize_with = #required)] #ident: #ty, },
        (_, Need::Nullable) => code! { #[serde(rename = #name, deserialize_with = #optional)] #ident: #ty, },
        (_, Need::Optional | Need::Default(_)) => {
            code! { #[serde(rename = #name, default, deserialize_with = #optional)] #ident: #ty, }
        }
    }
}

pub(super) fn field_ident(index: usize) -> Ident {
    format_ident!("__{index}", span = Span::mixed_site())
}

pub(super) fn default_ident(index: usize) -> Ident {
    format_ident!("__default_{index}", span = Span::mixed_site())
}

fn rules_ident(index: usize) -> Ident {
    format_ident!("__RULES_{index}", span = Span::mixed_site())
}

fn field_type(argument: &Argument) -> TokenStream {
    let owned = &argument.lending.owned;
    match argument.need {
        Need::Required => owned.clone(),
        Need::Optional | Need::Nullable | Need::Default(_) => code!(::core::option::Option<#owned>),
    }
}

/// One function for each default, so that schema and call share it and a mistake in it is reported once. In a method
/// it is a closure, which may say `Self`.
pub(super) fn defaults(tool: &Tool) -> TokenStream {
    let in_object = tool.owner.is_some();
    tool.arguments().enumerate().filter_map(|(index, argument)| default(index, argument, in_object)).collect()
}

fn default(index: usize, argument: &Argument, in_object: bool) -> Option<TokenStream> {
    let Need::Default(expression) = &argument.need else { return None };
    let (ident, ty) = (default_ident(index), default_type(argument));
    Some(if in_object {
        code! {
            let #ident = || -> #ty { #expression };
        }
    } else {
        code! {
            fn #ident() -> #ty {
                #expression
            }
        }
    })
}

/// The parameter's own type; what is lent outlives the call because nobody else could own it.
fn default_type(argument: &Argument) -> TokenStream {
    match crate::lending::reference(&argument.ty) {
        Some(reference) => {
            let elem = &reference.elem;
            code!(&'static #elem)
        }
        None => argument.ty.to_token_stream(),
    }
}

/// The limits of the arguments, for the schema and for the call.
pub(super) fn rules(tool: &Tool) -> TokenStream {
    let with_rules = tool.arguments().enumerate().filter(|(_, argument)| !argument.rules.is_empty());
    let statics = with_rules.map(|(index, argument)| {
        let (ident, value) = (rules_ident(index), argument.rules.value());
        code! {
            static #ident: __tool::Rules = #value;
        }
    });
    statics.collect()
}

/// How the schema is told of the limits.
pub(super) fn with_rules(index: usize, argument: &Argument) -> Option<TokenStream> {
    let ident = rules_ident(index);
    (!argument.rules.is_empty()).then(|| code!(.with_rules(&#ident)))
}

/// The limits that hold for what was read.
pub(super) fn checks(tool: &Tool) -> TokenStream {
    let checks = tool.arguments().enumerate().flat_map(|(index, argument)| {
        let (field, name) = (field_ident(index), &argument.name);
        let checks = argument.rules.checks(&code!(&__params.#field), &rules_ident(index));
        checks.into_iter().map(move |check| code!(__tool::argument_fits(__definition, #name, #check)?;))
    });
    checks.collect()
}

/// What the function is called with, in its order.
pub(super) fn values(tool: &Tool) -> Vec<TokenStream> {
    let mut fields = 0..;
    let value = |param: &Param| match param {
        Param::Context => code!(__context),
        Param::ContextValue(ty) => code!(__tool::from_context::<#ty>(__definition, __context)?),
        Param::Argument(argument) => value(fields.next().unwrap_or_default(), argument),
    };
    tool.params.iter().map(value).collect()
}

fn value(index: usize, argument: &Argument) -> TokenStream {
    let field = field_ident(index);
    let place = code!(__params.#field);
    match (&argument.need, argument.lending.borrow) {
        (Need::Required, Borrow::Never) => place,
        (Need::Required, _) => argument.lending.lend(&place, false),
        (Need::Optional | Need::Nullable, _) => argument.lending.lend(&place, true),
        (Need::Default(_), _) => {
            let (maybe, default) = (argument.lending.lend(&place, true), default_ident(index));
            code! {
                match #maybe {
                    ::core::option::Option::Some(__value) => __value,
                    ::core::option::Option::None => #default(),
                }
            }
        }
    }
}
