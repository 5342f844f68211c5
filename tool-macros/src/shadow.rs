//! A twin of the user's type that serde and schemars derive for; the user's type then goes through it.
//!
//! A derive cannot add derives to its own input, so the twin has the same fields and attributes, and serde's `remote`
//! makes it write the user's type.

use darling::ast::NestedMeta;
use proc_macro2::{Ident, TokenStream};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, DeriveInput, Expr, ExprLit, Field, Lit, LitStr, Meta, Type, Visibility, parse_quote};

/// The twin of `input`, called `ident`, with `derives` as its derive list.
pub(crate) fn of(input: &DeriveInput, ident: Ident, derives: &TokenStream) -> DeriveInput {
    let mut shadow = input.clone();
    let name = SerdeKeys::read(&input.attrs).rename;
    carry(&mut shadow.attrs);
    // In front: a derive must come before the attributes it reads.
    shadow.attrs.splice(0..0, container_attributes(input, name.as_ref(), derives));
    shadow.ident = ident;
    shadow.vis = Visibility::Inherited;
    SelfToName(self_type(input)).visit_derive_input_mut(&mut shadow);
    shadow
}

/// Leaves the attributes the twin needs.
fn carry(attributes: &mut Vec<Attribute>) {
    // `repr`, because serde reads the fields of a packed struct in another way.
    let carried = ["serde", "schemars", "doc", "deprecated", "repr"];
    attributes.retain(|attribute| carried.iter().any(|name| attribute.path().is_ident(name)));
    for attribute in attributes {
        drop_default(attribute);
    }
}

/// `#[serde(default)]` says how to read; schemars would ask the twin for its `Default`.
fn drop_default(attribute: &mut Attribute) {
    let path = attribute.path().clone();
    let Meta::List(list) = &attribute.meta else { return };
    let mut items = items(list.tokens.clone());
    if items.iter().any(|meta| meta.path().is_ident("default")) {
        items.retain(|meta| !meta.path().is_ident("default"));
        *attribute = parse_quote!(#[#path(#(#items),*)]);
    }
}

fn container_attributes(input: &DeriveInput, name: Option<&LitStr>, derives: &TokenStream) -> Vec<Attribute> {
    let remote = input.ident.to_string();
    let mut attributes = vec![
        parse_quote!(#[derive(#derives)]),
        parse_quote!(#[serde(crate = "__tool::serde", remote = #remote)]),
        parse_quote!(#[schemars(crate = "__tool::schemars")]),
    ];
    match name {
        // With `remote`, schemars takes the name from there and would not see the user's.
        Some(name) if !has_schemars_rename(&input.attrs) => attributes.push(parse_quote!(#[schemars(rename = #name)])),
        Some(_) => {}
        // Formats with named roots, and `#[serde(tag)]` on structs, write the name.
        None => {
            let name = syn::ext::IdentExt::unraw(&input.ident).to_string();
            attributes.push(parse_quote!(#[serde(rename = #name)]));
        }
    }
    attributes
}

fn has_schemars_rename(attributes: &[Attribute]) -> bool {
    metas(attributes, "schemars").iter().any(|meta| meta.path().is_ident("rename"))
}

/// The user's type with its own parameters, which is what `Self` means in its fields.
fn self_type(input: &DeriveInput) -> Type {
    let ident = &input.ident;
    let (_, parameters, _) = input.generics.split_for_impl();
    parse_quote!(#ident #parameters)
}

struct SelfToName(Type);

impl VisitMut for SelfToName {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self")) {
            *ty = self.0.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_field_mut(&mut self, field: &mut Field) {
        carry(&mut field.attrs);
        field.vis = Visibility::Inherited;
        self.visit_type_mut(&mut field.ty);
    }

    fn visit_variant_mut(&mut self, variant: &mut syn::Variant) {
        carry(&mut variant.attrs);
        self.visit_fields_mut(&mut variant.fields);
    }
}

/// The serde keys that change what the impl asks of type parameters, or what the type is called.
#[derive(Default)]
pub(crate) struct SerdeKeys {
    pub(crate) rename: Option<LitStr>,
    /// The user's own bounds, in place of those we would infer.
    pub(crate) bound: Option<LitStr>,
    /// Not written at all, or by a function of the user's.
    pub(crate) custom: bool,
}

impl SerdeKeys {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut keys = Self::default();
        for meta in metas(attributes, "serde") {
            let path = meta.path();
            let is_custom = ["skip", "skip_serializing", "serialize_with", "with"];
            if path.is_ident("rename") {
                keys.rename = when_writing(&meta);
            } else if path.is_ident("bound") {
                keys.bound = when_writing(&meta);
            } else if is_custom.iter().any(|key| path.is_ident(key)) {
                keys.custom = true;
            }
        }
        keys
    }
}

/// The text of `key = ".."` or of `key(serialize = "..")`.
fn when_writing(meta: &Meta) -> Option<LitStr> {
    match meta {
        Meta::NameValue(meta) => string(&meta.value),
        Meta::List(list) => {
            let inner = items(list.tokens.clone());
            inner.iter().find(|meta| meta.path().is_ident("serialize")).and_then(when_writing)
        }
        Meta::Path(_) => None,
    }
}

fn string(value: &Expr) -> Option<LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}

fn metas(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    lists
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .flat_map(|list| items(list.tokens.clone()))
        .collect()
}

/// What is malformed is left to serde and schemars, which say it better.
fn items(list: TokenStream) -> Vec<Meta> {
    let items = NestedMeta::parse_meta_list(list).unwrap_or_default().into_iter();
    items.filter_map(|item| if let NestedMeta::Meta(meta) = item { Some(meta) } else { None }).collect()
}
