//! The bounds of a generic result type: the same that serde infers for the twin, since our impl calls serde's.
//!
//! Source: `serde_derive` 1, `bound.rs`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Data, DeriveInput, Field, LitStr, Path, Type, WherePredicate};
use syn::{Token, parse::Parser, punctuated::Punctuated};

use crate::shadow::SerdeKeys;

/// What must hold for the type to be written.
pub(crate) fn serialize(input: &DeriveInput) -> Vec<TokenStream> {
    let inferred = SerdeKeys::read(&input.attrs).bound.as_ref().map(predicates);
    let mut bounds = Bounds { given: Vec::new(), used: Used::new(input), infer: inferred.is_none() };
    bounds.given.extend(inferred.into_iter().flatten());
    for (variant, fields) in parts(input) {
        bounds.variant(variant, fields);
    }
    bounds.finish()
}

/// Each variant's attributes with its fields; a struct is one variant without attributes.
fn parts(input: &DeriveInput) -> Vec<(&[Attribute], &syn::Fields)> {
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
}

impl Bounds {
    fn variant(&mut self, attributes: &[Attribute], fields: &syn::Fields) {
        let infer = self.take_given(attributes);
        for field in fields {
            if self.take_given(&field.attrs) && infer && self.infer {
                self.used.field(field);
            }
        }
    }

    /// Notes the user's own bounds; true when the rest is ours to infer.
    fn take_given(&mut self, attributes: &[Attribute]) -> bool {
        let keys = SerdeKeys::read(attributes);
        self.given.extend(keys.bound.as_ref().map(predicates).into_iter().flatten());
        keys.bound.is_none() && !keys.custom
    }

    fn finish(self) -> Vec<TokenStream> {
        let parameters = self.used.parameters.iter().filter(|(_, used)| *used);
        let mut bounds = self.given;
        bounds.extend(parameters.map(|(parameter, _)| quote!(#parameter: __tool::serde::Serialize)));
        bounds.extend(self.used.projections.iter().map(|ty| quote!(#ty: __tool::serde::Serialize)));
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
        let first = match crate::lending::ungroup(&field.ty) {
            Type::Path(path) if path.path.segments.len() > 1 => path.path.segments.first(),
            _ => None,
        };
        if first.is_some_and(|segment| self.parameters.iter().any(|(parameter, _)| *parameter == segment.ident)) {
            self.projections.push(field.ty.clone());
        }
        self.visit_type_mut(&mut field.ty.clone());
    }
}

impl VisitMut for Used {
    fn visit_path_mut(&mut self, path: &mut Path) {
        // `PhantomData<T>` is written whatever `T` is.
        if path.segments.last().is_some_and(|segment| segment.ident == "PhantomData") {
            return;
        }
        for (parameter, used) in &mut self.parameters {
            *used |= path.is_ident(parameter);
        }
        visit_mut::visit_path_mut(self, path);
    }
}

/// What is malformed is left to serde, which says it better.
fn predicates(bound: &LitStr) -> Vec<TokenStream> {
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    let parsed = bound.parse::<TokenStream>().and_then(|tokens| parser.parse2(tokens)).unwrap_or_default();
    parsed.iter().map(|predicate| quote!(#predicate)).collect()
}
