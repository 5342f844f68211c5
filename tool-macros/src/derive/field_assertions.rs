//! Trait assertions for field types: the remote type assumes the bounds, and one check for each field reports what is missing.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Field, GenericArgument, Path, PathArguments, Token, Type, parse_quote};

use crate::derive::bounds::parts;
use crate::derive::impls::described_ident;
use crate::derive::remote_type::{SerdeDirection, fields_mut, self_type};
use crate::expand::hints;
use crate::parse::replace_self::name_self;
use crate::parse::serde_attrs::{SerdeKeys, says};
use crate::syn_ext::{generated, ungroup};

/// The field types to check.
pub(crate) struct FieldAssertions {
    fields: Vec<(Type, IsDescribed)>,
    purpose: SerdeDirection,
}

/// Whether the field's type needs a schema.
type IsDescribed = bool;

impl FieldAssertions {
    /// The field types of `input`; none for a generic type, whose fields are checked where it is used.
    pub(crate) fn of(input: &DeriveInput, purpose: SerdeDirection) -> Self {
        let owner = self_type(input);
        let is_open = input.generics.params.len() > input.generics.lifetimes().count() || says_otherwise(&input.attrs);
        let variants = parts(input).into_iter().filter(|(attributes, _)| !is_custom(attributes, purpose));
        let fields = variants.flat_map(|(_, fields)| fields);
        let fields = fields.filter(|field| !is_open && !is_custom(&field.attrs, purpose) && !is_known(&field.ty));
        let typed = |field: &Field| {
            let mut ty = field.ty.clone();
            name_self(&owner, &mut ty);
            (ty, purpose.has_schema && !has_own_schema(&field.attrs))
        };
        Self { fields: fields.filter(|field| is_plain(field.ty.to_token_stream())).map(typed).collect(), purpose }
    }

    /// Adds the bounds with which the code of the remote type always compiles. Returns a second remote type for schemars, if it
    /// needs one.
    pub(crate) fn bind(&self, remote: &mut DeriveInput) -> Option<DeriveInput> {
        if self.fields.is_empty() {
            return None;
        }
        let described = self.bounds(true, &quote!(__tool::schemars::JsonSchema));
        let second = (!described.is_empty()).then(|| described_remote(remote, &described));
        remote.attrs.push(if self.purpose.reads {
            let read = self.bounds(false, &quote!(__tool::serde::Deserialize<'de>));
            parse_quote!(#[serde(bound(deserialize = #read))])
        } else {
            let written = self.bounds(false, &quote!(__tool::serde::Serialize));
            parse_quote!(#[serde(bound(serialize = #written))])
        });
        second
    }

    fn bounds(&self, described: bool, name: &TokenStream) -> String {
        let types = self.fields.iter().filter(|(_, is_described)| *is_described || !described);
        // With a higher-ranked lifetime, rustc checks a bound only where the impl is used.
        let bounds = types.map(|(ty, _)| quote!(for<'__any> #ty: #name).to_string());
        // Many fields are of one type.
        let bounds: std::collections::BTreeSet<_> = bounds.collect();
        Vec::from_iter(bounds).join(", ")
    }

    /// One line for each field, at which rustc reports a missing trait.
    pub(crate) fn check(&self, input: &DeriveInput) -> Option<TokenStream> {
        let checks: Vec<_> = self.fields.iter().map(|(ty, is_described)| self.line(ty, *is_described)).collect();
        let (parameters, _, conditions) = input.generics.split_for_impl();
        (!checks.is_empty()).then(|| {
            quote! {
                #[allow(dead_code)]
                fn __check #parameters() #conditions {
                    #(#checks)*
                }
            }
        })
    }

    fn line(&self, ty: &Type, is_described: bool) -> TokenStream {
        let span = generated(ty.span());
        let hint = hints::of(ty).filter(|_| is_described).map(|hint| quote!(hints::#hint::));
        let check = match (self.purpose.reads, is_described) {
            (true, true) => quote_spanned!(span=> __tool::#hint is_described_param::<#ty>();),
            (true, false) => quote_spanned!(span=> __tool::is_param::<#ty>();),
            (false, true) => quote_spanned!(span=> __tool::#hint is_described_result::<#ty>();),
            (false, false) => quote_spanned!(span=> __tool::is_result::<#ty>();),
        };
        let keys = hints::keys(ty, if self.purpose.reads { "ParamKey" } else { "ResultKey" });
        quote!(#check #(#keys)*)
    }
}

/// The remote type for which only schemars derives; `remote` keeps the derives of serde.
///
/// schemars accepts a bound only for a type with parameters, and serde adds those of the remote type to the user's type.
fn described_remote(remote: &mut DeriveInput, bound: &str) -> DeriveInput {
    let mut second = remote.clone();
    second.ident = described_ident();
    second.generics.params.push(parse_quote!(const __ANY: ::core::primitive::bool));
    second.attrs.push(parse_quote!(#[allow(dead_code)]));
    second.attrs.push(parse_quote!(#[schemars(bound = #bound)]));
    keep_derive(&mut second, |name| name == "JsonSchema");
    keep_derive(remote, |name| name != "JsonSchema");
    each_attributes(remote, |attributes| attributes.retain(|attribute| !attribute.path().is_ident("schemars")));
    second
}

fn keep_derive(remote: &mut DeriveInput, keep: fn(&Ident) -> bool) {
    let derives = remote.attrs.iter_mut().filter(|attribute| attribute.path().is_ident("derive"));
    for attribute in derives {
        let parser = Punctuated::<Path, Token![,]>::parse_terminated;
        let paths = attribute.parse_args_with(parser).unwrap_or_default();
        let kept = paths.iter().filter(|path| path.segments.last().is_some_and(|last| keep(&last.ident)));
        *attribute = parse_quote!(#[derive(#(#kept),*)]);
    }
}

fn each_attributes(remote: &mut DeriveInput, change: fn(&mut Vec<Attribute>)) {
    change(&mut remote.attrs);
    if let Data::Enum(data) = &mut remote.data {
        data.variants.iter_mut().for_each(|variant| change(&mut variant.attrs));
    }
    for field in fields_mut(&mut remote.data) {
        change(&mut field.attrs);
    }
}

/// Whether the user sets the bounds, or another type for serialization.
fn says_otherwise(attributes: &[Attribute]) -> bool {
    let keys = ["bound", "from", "try_from", "into", "default"];
    says(attributes, "serde", &keys) || says(attributes, "schemars", &keys)
}

fn is_custom(attributes: &[Attribute], purpose: SerdeDirection) -> bool {
    let keys = SerdeKeys::read(attributes);
    let has_bound = keys.bound.is_some() || keys.bound_to_read.is_some();
    has_bound || if purpose.reads { keys.custom_to_read } else { keys.custom }
}

fn has_own_schema(attributes: &[Attribute]) -> bool {
    let keys = ["schema_with", "with", "skip"];
    says(attributes, "schemars", &keys) || says(attributes, "tool_param", &keys)
}

/// Whether the type has all traits, so that it needs no check.
fn is_known(ty: &Type) -> bool {
    const NAMES: [&str; 17] = [
        "bool", "char", "String", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
        "u128", "usize",
    ];
    let Type::Path(path) = ungroup(ty) else { return false };
    let (None, 1, Some(last)) = (&path.qself, path.path.segments.len(), path.path.segments.last()) else {
        return false;
    };
    match &last.arguments {
        PathArguments::None => NAMES.iter().any(|name| last.ident == name),
        PathArguments::AngleBracketed(arguments) if last.ident == "Option" || last.ident == "Vec" => {
            arguments.args.iter().all(|argument| matches!(argument, GenericArgument::Type(ty) if is_known(ty)))
        }
        _ => false,
    }
}

/// `$crate` cannot be written into the string of an attribute, and macro calls may contain `Self`.
fn is_plain(tokens: TokenStream) -> bool {
    tokens.into_iter().all(|token| match token {
        TokenTree::Group(group) => is_plain(group.stream()),
        TokenTree::Ident(ident) => ident != "$crate",
        TokenTree::Punct(punct) => punct.as_char() != '!',
        TokenTree::Literal(_) => true,
    })
}
