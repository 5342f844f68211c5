//! A twin of the user's type that serde and schemars derive for; the user's type then goes through it.
//!
//! A derive cannot add derives to its own input, so the twin has the same fields and attributes, and serde's `remote`
//! makes it write the user's type.

use darling::ast::NestedMeta;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Expr, ExprLit, Field, Fields, FnArg, Lit, LitStr, Meta, Path, PathArguments,
    ReturnType, Signature, Token, Type, TypePath, Variant, Visibility, parse_quote,
};

use crate::inside::{Part, each_part, each_part_of};
use crate::lending::{respan, ungroup};

/// What a twin is for.
#[derive(Clone, Copy)]
pub(crate) struct Purpose {
    /// Whether it reads the type, rather than writes it.
    pub(crate) reads: bool,
    pub(crate) has_schema: bool,
}

/// The twin of `input`, called `ident`, with `derives` as its derive list.
pub(crate) fn of(input: &DeriveInput, ident: Ident, derives: &TokenStream, purpose: Purpose) -> DeriveInput {
    let mut shadow = input.clone();
    let name = SerdeKeys::read(&input.attrs).rename;
    purpose.carry(&mut shadow.attrs);
    // In front: a derive must come before the attributes it reads.
    shadow.attrs.splice(0..0, container_attributes(input, name.as_ref(), derives, purpose));
    shadow.ident = ident;
    shadow.vis = Visibility::Inherited;
    for field in fields_mut(&mut shadow.data) {
        let any = purpose.has_schema && is_read_by_a_module(&field.attrs);
        purpose.carry(&mut field.attrs);
        if any {
            field.attrs.push(parse_quote!(#[schemars(schema_with = "__tool::any_schema")]));
        }
        field.vis = Visibility::Inherited;
    }
    if let Data::Enum(data) = &mut shadow.data {
        data.variants.iter_mut().for_each(|variant| purpose.carry(&mut variant.attrs));
    }
    let name = self_type(input);
    each_part_of(&mut shadow, &mut |part| !names_self(&name, part));
    shadow
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

impl Purpose {
    /// Leaves the attributes the twin needs.
    fn carry(self, attributes: &mut Vec<Attribute>) {
        // `repr`, because serde reads the fields of a packed struct in another way.
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

/// Whether `#[serde(with = "..")]` names a module, which has no schema and which schemars would take for a type. By
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

/// A lint that the user expects of the type is allowed in the twin, where it may not show.
fn allow_what_is_expected(attribute: &mut Attribute) {
    if let Meta::List(list) = &mut attribute.meta
        && list.path.is_ident("expect")
    {
        list.path = parse_quote!(allow);
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

fn container_attributes(
    input: &DeriveInput,
    name: Option<&LitStr>,
    derives: &TokenStream,
    purpose: Purpose,
) -> Vec<Attribute> {
    let remote = input.ident.to_string();
    let mut attributes =
        vec![parse_quote!(#[derive(#derives)]), parse_quote!(#[serde(crate = "__tool::serde", remote = #remote)])];
    if purpose.has_schema {
        attributes.push(parse_quote!(#[schemars(crate = "__tool::schemars")]));
    }
    match name {
        Some(_) if !purpose.has_schema => {}
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
    says(attributes, "schemars", &["rename"])
}

/// The user's type with its own parameters, which is what `Self` means in its fields.
pub(crate) fn self_type(input: &DeriveInput) -> Type {
    let ident = &input.ident;
    let (_, parameters, _) = input.generics.split_for_impl();
    parse_quote!(#ident #parameters)
}

/// Writes `ty` for `Self` in the types of a signature; a receiver keeps its own.
pub(crate) fn replace_self(ty: &Type, sig: &mut Signature) {
    for input in &mut sig.inputs {
        if let FnArg::Typed(typed) = input {
            name_self(ty, &mut typed.ty);
        }
    }
    if let ReturnType::Type(_, output) = &mut sig.output {
        name_self(ty, output);
    }
}

/// Writes `name` for `Self` anywhere inside a type.
pub(crate) fn name_self(name: &Type, ty: &mut Type) {
    each_part(ty, &mut |part| !names_self(name, part));
}

/// Whether a part was `Self`, or a path from it such as `Self::N`; it is `name` now.
fn names_self(name: &Type, part: Part<'_>) -> bool {
    match part {
        Part::Type(ty) => {
            let is_self = matches!(&*ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self"));
            if is_self {
                // Errors about it point where it stands, not to where its name comes from.
                let named = respan(&name.to_token_stream(), ty.span());
                *ty = parse_quote!(#named);
            }
            is_self
        }
        Part::Path(path) => {
            if path.leading_colon.is_none() && path.segments.first().is_some_and(|first| first.ident == "Self") {
                start_with(name, path);
            }
            false
        }
        Part::Lifetime(_) => false,
    }
}

/// Writes `Name::<T>::N` for `Self::N`.
fn start_with(name: &Type, path: &mut Path) {
    let Type::Path(TypePath { qself: None, path: owner, .. }) = ungroup(name) else { return };
    let mut whole = owner.clone();
    for segment in &mut whole.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token = Some(Token![::](segment.ident.span()));
        }
    }
    whole.segments.extend(path.segments.iter().skip(1).cloned());
    *path = whole;
}

/// The serde keys that change what the impl asks of type parameters, or what the type is called.
#[derive(Default)]
pub(crate) struct SerdeKeys {
    pub(crate) rename: Option<LitStr>,
    /// The user's own bounds, in place of those we would infer.
    pub(crate) bound: Option<LitStr>,
    /// The same for reading.
    pub(crate) bound_to_read: Option<LitStr>,
    /// Not written at all, or by a function of the user's.
    pub(crate) custom: bool,
    /// Not read at all, or by a function of the user's.
    pub(crate) custom_to_read: bool,
    /// Made by `Default` when it is absent.
    pub(crate) default: bool,
}

impl SerdeKeys {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut keys = Self::default();
        for meta in metas(attributes, "serde") {
            let path = meta.path();
            let is_one_of = |keys: &[&str]| keys.iter().any(|key| path.is_ident(key));
            if path.is_ident("rename") {
                keys.rename = text_for(&meta, "serialize");
            } else if path.is_ident("bound") {
                keys.bound = text_for(&meta, "serialize");
                keys.bound_to_read = text_for(&meta, "deserialize");
            }
            keys.custom |= is_one_of(&["skip", "skip_serializing", "serialize_with", "with"]);
            keys.custom_to_read |= is_one_of(&["skip", "skip_deserializing", "deserialize_with", "with"]);
            keys.default |= is_one_of(&["skip", "skip_deserializing"])
                || (path.is_ident("default") && matches!(meta, Meta::Path(_)));
        }
        keys
    }
}

/// The text of `key = ".."` or of `key(direction = "..")`.
pub(crate) fn text_for(meta: &Meta, direction: &str) -> Option<LitStr> {
    match meta {
        Meta::NameValue(meta) => string(&meta.value),
        Meta::List(list) => {
            let inner = items(list.tokens.clone());
            inner.iter().find(|meta| meta.path().is_ident(direction)).and_then(|meta| text_for(meta, direction))
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

pub(crate) fn metas(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    lists
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .flat_map(|list| items(list.tokens.clone()))
        .collect()
}

/// Whether an attribute called `name` has one of `keys`.
pub(crate) fn says(attributes: &[Attribute], name: &str, keys: &[&str]) -> bool {
    metas(attributes, name).iter().any(|meta| keys.iter().any(|key| meta.path().is_ident(key)))
}

/// Lets schemars describe each variant alone where it would put those without a description in front of the others.
pub(crate) fn keep_order(twin: &mut DeriveInput, has_schema: bool) {
    let is_named = !says(&twin.attrs, "serde", &["tag", "untagged", "content"]);
    let Data::Enum(data) = &mut twin.data else { return };
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
            // It is a text already: what counts is that something is said of it.
            variant.attrs.push(parse_quote!(#[schemars(extend("type" = "string"))]));
        }
    }
}

/// What is malformed is left to serde and schemars, which say it better.
fn items(list: TokenStream) -> Vec<Meta> {
    let items = NestedMeta::parse_meta_list(list).unwrap_or_default().into_iter();
    items.filter_map(|item| if let NestedMeta::Meta(meta) = item { Some(meta) } else { None }).collect()
}
