//! A copy of the user's type for which serde and schemars derive; the impls for the user's type delegate to it.
//!
//! A derive cannot add derives to its input, so the copy has the same fields and attributes, and serde's `remote` makes it
//! read and write the user's type.

use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Data, DeriveInput, Field, Fields, LitStr, Meta, Path, Type, Variant, Visibility, parse_quote};

use crate::parse::replace_self::names_self;
use crate::parse::serde_attrs::{SerdeKeys, items, metas, says, text_for};
use crate::visit_types::visit_input;

/// What a remote type is used for.
#[derive(Clone, Copy)]
pub(crate) struct SerdeDirection {
    /// Whether it deserializes, else it serializes.
    pub(crate) reads: bool,
    pub(crate) has_schema: bool,
}

/// The remote type of `input`, named `ident`, with `derives` as its derive list.
pub(crate) fn of(input: &DeriveInput, ident: Ident, derives: &TokenStream, purpose: SerdeDirection) -> DeriveInput {
    let mut remote = input.clone();
    let name = SerdeKeys::read(&input.attrs).rename;
    purpose.carry(&mut remote.attrs);
    // First, because a derive must come before its helper attributes.
    remote.attrs.splice(0..0, container_attributes(input, name.as_ref(), derives, purpose));
    remote.ident = ident;
    remote.vis = Visibility::Inherited;
    for field in fields_mut(&mut remote.data) {
        let any = purpose.has_schema && is_read_by_a_module(&field.attrs);
        purpose.carry(&mut field.attrs);
        if any {
            field.attrs.push(parse_quote!(#[schemars(schema_with = "__tool::any_schema")]));
        }
        field.vis = Visibility::Inherited;
    }
    if let Data::Enum(data) = &mut remote.data {
        data.variants.iter_mut().for_each(|variant| purpose.carry(&mut variant.attrs));
    }
    let name = self_type(input);
    visit_input(&mut remote, &mut |part| !names_self(&name, part));
    remote
}

/// All fields of a type, in their order.
pub(crate) fn fields_mut(data: &mut Data) -> Vec<&mut Field> {
    match data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => data.variants.iter_mut().flat_map(|variant| variant.fields.iter_mut()).collect(),
        // Refused before.
        Data::Union(_) => Vec::new(),
    }
}

impl SerdeDirection {
    /// Keeps the attributes that the remote type needs.
    fn carry(self, attributes: &mut Vec<Attribute>) {
        // `repr`, because serde accesses the fields of a packed struct differently.
        let carried = ["serde", "doc", "deprecated", "repr", "allow"];
        attributes.iter_mut().for_each(allow_what_is_expected);
        attributes.retain(|attribute| {
            let is_schema = self.has_schema && attribute.path().is_ident("schemars");
            is_schema || carried.iter().any(|name| attribute.path().is_ident(name))
        });
        if !self.reads {
            attributes.iter_mut().for_each(drop_default);
        }
    }
}

/// Whether `#[serde(with = "..")]` names a module, which has no schema and which schemars would use as a type. By
/// convention, types begin with a capital letter.
fn is_read_by_a_module(attributes: &[Attribute]) -> bool {
    let has_schema = says(attributes, "schemars", &["with", "schema_with", "skip"])
        || says(attributes, "tool_param", &["schema_with"])
        || says(attributes, "serde", &["skip"]);
    let with = metas(attributes, "serde").into_iter().find(|meta| meta.path().is_ident("with"));
    let path = with.and_then(|meta| text_for(&meta, "with")).and_then(|text| text.parse::<Path>().ok());
    let last = path.and_then(|path| path.segments.last().cloned());
    !has_schema
        && last.is_some_and(|last| last.arguments.is_none() && last.ident.to_string().starts_with(char::is_lowercase))
}

/// A lint that the user expects is allowed in the remote type, where it may not fire.
fn allow_what_is_expected(attribute: &mut Attribute) {
    if let Meta::List(list) = &mut attribute.meta
        && list.path.is_ident("expect")
    {
        list.path = parse_quote!(allow);
    }
}

/// `#[serde(default)]` is only for deserialization; schemars would need `Default` of the remote type.
fn drop_default(attribute: &mut Attribute) {
    let path = attribute.path().clone();
    let Meta::List(list) = &attribute.meta else { return };
    let mut items = items(list.tokens.clone());
    if items.iter().any(|meta| meta.path().is_ident("default")) {
        items.retain(|meta| !meta.path().is_ident("default"));
        *attribute = parse_quote!(#[#path(#(#items),*)]);
    }
}

fn container_attributes(
    input: &DeriveInput,
    name: Option<&LitStr>,
    derives: &TokenStream,
    purpose: SerdeDirection,
) -> Vec<Attribute> {
    let remote = input.ident.to_string();
    let mut attributes =
        vec![parse_quote!(#[derive(#derives)]), parse_quote!(#[serde(crate = "__tool::serde", remote = #remote)])];
    if purpose.has_schema {
        attributes.push(parse_quote!(#[schemars(crate = "__tool::schemars")]));
    }
    match name {
        Some(_) if !purpose.has_schema => {}
        // With `remote`, schemars uses that name, not the user's.
        Some(name) if !has_schemars_rename(&input.attrs) => attributes.push(parse_quote!(#[schemars(rename = #name)])),
        Some(_) => {}
        // Formats with named roots, and `#[serde(tag)]` on structs, serialize the name.
        None => {
            let name = syn::ext::IdentExt::unraw(&input.ident).to_string();
            attributes.push(parse_quote!(#[serde(rename = #name)]));
        }
    }
    attributes
}

fn has_schemars_rename(attributes: &[Attribute]) -> bool {
    says(attributes, "schemars", &["rename"])
}

/// The user's type with its generic parameters: the meaning of `Self` in its fields.
pub(crate) fn self_type(input: &DeriveInput) -> Type {
    let ident = &input.ident;
    let (_, parameters, _) = input.generics.split_for_impl();
    parse_quote!(#ident #parameters)
}

/// Makes schemars describe each variant separately, because it would put those without a description first.
pub(crate) fn keep_order(remote: &mut DeriveInput, has_schema: bool) {
    let is_named = !says(&remote.attrs, "serde", &["tag", "untagged", "content"]);
    let Data::Enum(data) = &mut remote.data else { return };
    let is_plain = |variant: &Variant| {
        let is_told = |attribute: &Attribute| {
            ["doc", "schemars", "deprecated"].iter().any(|name| attribute.path().is_ident(name))
        };
        variant.fields == Fields::Unit && !variant.attrs.iter().any(is_told)
    };
    if !has_schema || !is_named || data.variants.iter().all(is_plain) {
        return;
    }
    for variant in data.variants.iter_mut().filter(|variant| is_plain(variant)) {
        if !says(&variant.attrs, "serde", &["untagged"]) {
            // It is a string anyway; schemars only needs an attribute on it.
            variant.attrs.push(parse_quote!(#[schemars(extend("type" = "string"))]));
        }
    }
}
