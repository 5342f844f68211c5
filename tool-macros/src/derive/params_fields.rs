//! What `#[derive(ToolParams)]` knows about a type and its fields once their attributes are validated.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Field, GenericParam, LitStr, Path, parse_quote};

use crate::derive::conflicting_attrs;
use crate::derive::remote_type;
use crate::derive::rename_rules;
use crate::diagnostics::Diagnostics;
use crate::model::constraints::Rules;
use crate::parse::attr::{Keyed, ParamKeys, ParamsKeys, Read, is_on, read_all};
use crate::parse::replace_self::name_self;
use crate::syn_ext::option_content;
use crate::validate::signature;

/// The validated attributes of a type.
pub(crate) struct Params {
    pub(super) krate: Path,
    pub(super) has_schema: bool,
    /// One for each field of all variants.
    pub(super) fields: Vec<FieldPlan>,
    /// Attributes to add to each variant; empty for a struct.
    pub(super) variants: Vec<Vec<Attribute>>,
}

/// The validated attributes of one field.
pub(super) struct FieldPlan {
    /// Its type in the remote type.
    pub(super) ty: syn::Type,
    pub(super) rules: Rules,
    pub(super) default: Option<Expr>,
    pub(super) example: Option<Expr>,
    pub(super) need: FieldMode,
    pub(super) attributes: Vec<Attribute>,
}

/// How a field is deserialized.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum FieldMode {
    /// By serde alone.
    Plain,
    /// With a check.
    Checked,
    /// With a check; absent is `None`.
    Optional,
    /// An `Option` that is required, but may be `null`.
    Nullable,
    /// Absent and `null` are the default.
    Default,
}

/// The validated attributes of `input`; complete only when `errors` stays empty.
pub(crate) fn read(input: &DeriveInput, errors: &mut Diagnostics) -> Params {
    if let Data::Union(union) = &input.data {
        errors.push(union.union_token, "unions are not supported: derive `ToolParams` for a struct or an enum");
    }
    for lifetime in input.generics.params.iter().filter(|parameter| matches!(parameter, GenericParam::Lifetime(_))) {
        errors.push(
            lifetime,
            "a type that is deserialized cannot contain references: write `String` for `&str` and `Vec<T>` for `&[T]`",
        );
    }
    let keys = read_all::<ParamsKeys>(&input.attrs, errors).keys;
    misplaced(&input.attrs, errors);
    conflicting_attrs::container(&input.attrs, "ToolParams", errors);
    rename_rules::differ(input, "deserialize", errors);
    let self_type = remote_type::self_type(input);
    // References were refused at the lifetime.
    let borrows = input.generics.lifetimes().next().is_some();
    let fields = fields(&input.data).into_iter().map(|field| plan(field, &self_type, borrows, errors)).collect();
    Params {
        krate: keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value),
        has_schema: keys.schema.is_none_or(|schema| schema.value),
        fields,
        variants: variants(&input.data, errors),
    }
}

fn misplaced(attributes: &[Attribute], errors: &mut Diagnostics) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("tool_param")) {
        errors
            .push(attribute.path(), "`#[tool_param]` goes on a field; the attribute for the type is `#[tool_params]`");
    }
}

fn fields(data: &Data) -> Vec<&Field> {
    match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| variant.fields.iter()).collect(),
        Data::Union(_) => Vec::new(),
    }
}

fn variants(data: &Data, errors: &mut Diagnostics) -> Vec<Vec<Attribute>> {
    let Data::Enum(data) = data else { return Vec::new() };
    let variant = |variant: &syn::Variant| {
        let keys = read_all::<ParamKeys>(&variant.attrs, errors).keys;
        signature::variant(&keys, errors);
        conflicting_attrs::variant(&variant.attrs, &keys, errors);
        naming(&keys)
    };
    data.variants.iter().map(variant).collect()
}

/// Name and description, as attributes of serde and schemars.
fn naming(keys: &ParamKeys) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    if let Some(name) = &keys.name {
        let name = &name.value;
        attributes.push(parse_quote!(#[serde(rename = #name)]));
    }
    if let Some(description) = &keys.description {
        let description = &description.value.0;
        attributes.push(parse_quote!(#[schemars(description = #description)]));
    }
    attributes
}

fn plan(field: &Field, self_type: &syn::Type, borrows: bool, errors: &mut Diagnostics) -> FieldPlan {
    let Read { keys, .. } = read_all::<ParamKeys>(&field.attrs, errors);
    if !borrows {
        signature::field(field, &keys, errors);
    }
    conflicting_attrs::field(field, &keys, errors);
    let rules = Rules::read(&keys, &field.ty, errors);
    let mut attributes = naming(&keys);
    if let Some(function) = &keys.schema_with {
        // The string gets the span of the path, so that errors point there.
        let function = &function.value;
        let function = LitStr::new(&function.to_token_stream().to_string(), function.span());
        attributes.push(parse_quote!(#[schemars(schema_with = #function)]));
    }
    if is_on(keys.flatten.as_ref()) {
        attributes.push(parse_quote!(#[serde(flatten)]));
    }
    let mut ty = field.ty.clone();
    name_self(self_type, &mut ty);
    let need = need(field, &keys, &rules);
    FieldPlan {
        ty,
        rules,
        default: Keyed::value(keys.default.as_ref()),
        example: Keyed::value(keys.example.as_ref()),
        need,
        attributes,
    }
}

fn need(field: &Field, keys: &ParamKeys, rules: &Rules) -> FieldMode {
    let is_option = option_content(&field.ty).is_some();
    if keys.default.is_some() {
        FieldMode::Default
    } else if is_option && is_on(keys.required.as_ref()) {
        FieldMode::Nullable
    } else if rules.is_empty() {
        FieldMode::Plain
    } else if is_option && field.ident.is_some() {
        FieldMode::Optional
    } else {
        FieldMode::Checked
    }
}
