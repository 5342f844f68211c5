//! `#[derive(ToolParams)]`: a type becomes readable from a model's arguments, with a schema and limits of its own.

mod expand;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Field, GenericParam, LitStr, Path, parse_quote};

use crate::attributes::{Keyed, ParamKeys, ParamsKeys, Read, is_on, read_all};
use crate::beside;
use crate::check;
use crate::errors::Errors;
use crate::lending::option_content;
use crate::names;
use crate::rules::Rules;
use crate::shadow::{self, name_self};

/// The impls for the type, or what keeps it from having them.
pub(crate) fn generate(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let params = read(&input, &mut errors);
    match errors.into_tokens() {
        None => expand::impls(&input, &params),
        Some(errors) => expand::fallback(&input, &params, &errors),
    }
}

/// What the user asked for, as plain data.
pub(crate) struct Params {
    krate: Path,
    has_schema: bool,
    /// One for each field, through all variants.
    fields: Vec<FieldPlan>,
    /// What is added to each variant, none for a struct.
    variants: Vec<Vec<Attribute>>,
}

/// What becomes of one field.
struct FieldPlan {
    /// Its type in the twin.
    ty: syn::Type,
    rules: Rules,
    default: Option<Expr>,
    example: Option<Expr>,
    need: Need,
    attributes: Vec<Attribute>,
}

/// How a field is read.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    /// As serde does.
    Plain,
    /// Through a check.
    Checked,
    /// Through a check; absent is `None`.
    Optional,
    /// An `Option` that must be given, if only as `null`.
    Nullable,
    /// Absent and `null` are the default.
    Default,
}

/// Type and attributes to model; complete only when `errors` stays empty.
pub(crate) fn read(input: &DeriveInput, errors: &mut Errors) -> Params {
    if let Data::Union(union) = &input.data {
        errors.push(
            union.union_token,
            "a union does not know what it holds: derive `ToolParams` for a struct or an enum",
        );
    }
    for lifetime in input.generics.params.iter().filter(|parameter| matches!(parameter, GenericParam::Lifetime(_))) {
        errors.push(
            lifetime,
            "a type that is read owns what it holds: write `String` for `&str` and `Vec<T>` for `&[T]`",
        );
    }
    let keys = read_all::<ParamsKeys>(&input.attrs, errors).keys;
    misplaced(&input.attrs, errors);
    beside::container(&input.attrs, "ToolParams", errors);
    names::differ(input, "deserialize", errors);
    let self_type = shadow::self_type(input);
    // The borrow is already refused once, at the lifetime.
    let borrows = input.generics.lifetimes().next().is_some();
    let fields = fields(&input.data).into_iter().map(|field| plan(field, &self_type, borrows, errors)).collect();
    Params {
        krate: keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value),
        has_schema: keys.schema.is_none_or(|schema| schema.value),
        fields,
        variants: variants(&input.data, errors),
    }
}

fn misplaced(attributes: &[Attribute], errors: &mut Errors) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("tool_param")) {
        errors.push(
            attribute.path(),
            "`#[tool_param]` goes on a field; what the type itself can say is `#[tool_params]`",
        );
    }
}

fn fields(data: &Data) -> Vec<&Field> {
    match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| variant.fields.iter()).collect(),
        Data::Union(_) => Vec::new(),
    }
}

fn variants(data: &Data, errors: &mut Errors) -> Vec<Vec<Attribute>> {
    let Data::Enum(data) = data else { return Vec::new() };
    let variant = |variant: &syn::Variant| {
        let keys = read_all::<ParamKeys>(&variant.attrs, errors).keys;
        check::variant(&keys, errors);
        beside::variant(&variant.attrs, &keys, errors);
        naming(&keys)
    };
    data.variants.iter().map(variant).collect()
}

/// Name and description, which serde and schemars know themselves.
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

fn plan(field: &Field, self_type: &syn::Type, borrows: bool, errors: &mut Errors) -> FieldPlan {
    let Read { keys, .. } = read_all::<ParamKeys>(&field.attrs, errors);
    if !borrows {
        check::field(field, &keys, errors);
    }
    beside::field(field, &keys, errors);
    let rules = Rules::read(&keys, &field.ty, errors);
    let mut attributes = naming(&keys);
    if let Some(function) = &keys.schema_with {
        // The text stands where the path stood, for errors to point there.
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

fn need(field: &Field, keys: &ParamKeys, rules: &Rules) -> Need {
    let is_option = option_content(&field.ty).is_some();
    if keys.default.is_some() {
        Need::Default
    } else if is_option && is_on(keys.required.as_ref()) {
        Need::Nullable
    } else if rules.is_empty() {
        Need::Plain
    } else if is_option && field.ident.is_some() {
        Need::Optional
    } else {
        Need::Checked
    }
}
