//! The bounds of our impls: the same that serde infers for the remote type, to whose impls they delegate.
//!
//! Source: `serde_derive` 1, `bound.rs`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Field, LitStr, Path, Type, WherePredicate};
use syn::{Token, parse::Parser, punctuated::Punctuated};

use crate::parse::serde_attrs::SerdeKeys;
use crate::visit_types::{TypeNode, visit_type};

/// The bounds of `Serialize`.
pub(crate) fn serialize(input: &DeriveInput) -> Vec<TokenStream> {
    of(input, false)
}

/// The bounds of `Deserialize<'de>`.
pub(crate) fn deserialize(input: &DeriveInput) -> Vec<TokenStream> {
    of(input, true)
}

/// The bounds for a field with a function of ours, which serde does not infer then.
pub(crate) fn of_field(input: &DeriveInput, field: &Field) -> Vec<TokenStream> {
    let is_given = |attributes: &[Attribute]| given(&SerdeKeys::read(attributes), true).is_some();
    let mut bounds = Bounds { infer: true, given: Vec::new(), used: Used::new(input), reads: true };
    if !is_given(&input.attrs) && !is_given(&field.attrs) {
        bounds.used.field(field);
    }
    bounds.finish()
}

fn of(input: &DeriveInput, reads: bool) -> Vec<TokenStream> {
    let given = given(&SerdeKeys::read(&input.attrs), reads);
    let mut bounds = Bounds { infer: given.is_none(), given: Vec::new(), used: Used::new(input), reads };
    bounds.given.extend(given.into_iter().flatten());
    if reads && bounds.infer && input.generics.type_params().next().is_some() && SerdeKeys::read(&input.attrs).default {
        bounds.given.push(quote!(Self: ::core::default::Default));
    }
    for (variant, fields) in parts(input) {
        bounds.variant(variant, fields);
    }
    bounds.finish()
}

/// The user's bounds.
fn given(keys: &SerdeKeys, reads: bool) -> Option<Vec<TokenStream>> {
    let bound = if reads { &keys.bound_to_read } else { &keys.bound };
    bound.as_ref().map(predicates)
}

/// Each variant's attributes with its fields; a struct is one variant without attributes.
pub(crate) fn parts(input: &DeriveInput) -> Vec<(&[Attribute], &syn::Fields)> {
    match &input.data {
        Data::Struct(data) => vec![(&[], &data.fields)],
        Data::Enum(data) => data.variants.iter().map(|variant| (variant.attrs.as_slice(), &variant.fields)).collect(),
        // Refused before.
        Data::Union(_) => Vec::new(),
    }
}

struct Bounds {
    given: Vec<TokenStream>,
    used: Used,
    infer: bool,
    reads: bool,
}

impl Bounds {
    fn variant(&mut self, attributes: &[Attribute], fields: &syn::Fields) {
        let infer = self.take_given(attributes);
        for field in fields {
            if self.take_given(&field.attrs) && infer && self.infer {
                self.used.field(field);
            }
            if self.reads && self.infer && SerdeKeys::read(&field.attrs).default {
                self.given.extend(self.used.defaults(field));
            }
        }
    }

    /// Records the user's bounds; returns whether to infer others.
    fn take_given(&mut self, attributes: &[Attribute]) -> bool {
        let keys = SerdeKeys::read(attributes);
        let given = given(&keys, self.reads);
        let custom = if self.reads { keys.custom_to_read } else { keys.custom };
        let infer = given.is_none() && !custom;
        self.given.extend(given.into_iter().flatten());
        infer
    }

    fn finish(self) -> Vec<TokenStream> {
        let name = if self.reads { quote!(__tool::serde::Deserialize<'de>) } else { quote!(__tool::serde::Serialize) };
        let parameters = self.used.parameters.iter().filter(|(_, used)| *used);
        let mut bounds = self.given;
        bounds.extend(parameters.map(|(parameter, _)| quote!(#parameter: #name)));
        bounds.extend(self.used.projections.iter().map(|ty| quote!(#ty: #name)));
        bounds
    }
}

/// Which type parameters the fields use.
struct Used {
    parameters: Vec<(Ident, bool)>,
    /// Fields whose whole type is `T::Something`.
    projections: Vec<Type>,
}

impl Used {
    fn new(input: &DeriveInput) -> Self {
        let parameters = input.generics.type_params().map(|parameter| (parameter.ident.clone(), false)).collect();
        Self { parameters, projections: Vec::new() }
    }

    fn field(&mut self, field: &Field) {
        let first = match crate::syn_ext::ungroup(&field.ty) {
            Type::Path(path) if path.path.segments.len() > 1 => path.path.segments.first(),
            _ => None,
        };
        if first.is_some_and(|segment| self.parameters.iter().any(|(parameter, _)| *parameter == segment.ident)) {
            self.projections.push(field.ty.clone());
        }
        self.look(&field.ty);
    }
}

impl Used {
    /// serde fills an absent field by `Default`, and requires it of the parameters in its type.
    fn defaults(&self, field: &Field) -> Vec<TokenStream> {
        let unused = self.parameters.iter().map(|(parameter, _)| (parameter.clone(), false)).collect();
        let mut used = Self { parameters: unused, projections: Vec::new() };
        used.look(&field.ty);
        let parameters = used.parameters.iter().filter(|(_, used)| *used);
        parameters.map(|(parameter, _)| quote!(#parameter: ::core::default::Default)).collect()
    }
}

impl Used {
    fn look(&mut self, ty: &Type) {
        visit_type(&mut ty.clone(), &mut |part| !matches!(part, TypeNode::Path(path) if !self.uses(path)));
    }

    /// Records a parameter; false inside of `PhantomData<T>`, which needs no bound.
    fn uses(&mut self, path: &Path) -> bool {
        if path.segments.last().is_some_and(|segment| segment.ident == "PhantomData") {
            return false;
        }
        for (parameter, used) in &mut self.parameters {
            *used |= path.is_ident(parameter);
        }
        true
    }
}

/// The predicates of a bound. Malformed bounds are reported by serde.
fn predicates(bound: &LitStr) -> Vec<TokenStream> {
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    let parsed = bound.parse::<TokenStream>().and_then(|tokens| parser.parse2(tokens)).unwrap_or_default();
    parsed.iter().map(|predicate| quote!(#predicate)).collect()
}
