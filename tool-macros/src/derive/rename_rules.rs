//! The serialized names of fields and variants, which must be unique.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Fields};

use crate::diagnostics::Diagnostics;
use crate::parse::serde_attrs::{metas, says, text_for};

/// `deserialize` or `serialize`.
type Side = &'static str;

/// Refuses the second of two fields with one name, and of two variants when the type is deserialized.
pub(crate) fn differ(input: &DeriveInput, side: Side, errors: &mut Diagnostics) {
    match &input.data {
        Data::Struct(data) => fields(&data.fields, side, rule(&input.attrs, "rename_all", side).as_deref(), errors),
        Data::Enum(data) => {
            let all = rule(&input.attrs, "rename_all", side);
            let all_fields = rule(&input.attrs, "rename_all_fields", side);
            let untagged = |attributes: &[Attribute]| says(attributes, "serde", &["untagged"]);
            let chosen = data.variants.iter().filter(|variant| {
                side == "deserialize"
                    && !untagged(&input.attrs)
                    && !untagged(&variant.attrs)
                    && !is_skipped(&variant.attrs, side)
            });
            let named =
                chosen.map(|it| Named::of(&it.attrs, &it.ident, side, |name| variant_case(all.as_deref(), name)));
            unique(&named.collect::<Vec<_>>(), "variants", errors);
            for variant in &data.variants {
                let own = rule(&variant.attrs, "rename_all", side).or_else(|| all_fields.clone());
                fields(&variant.fields, side, own.as_deref(), errors);
            }
        }
        Data::Union(_) => {}
    }
}

/// The names of an enum's variants, if one has an alias: each variant's name, then its aliases.
pub(crate) fn variants_with_aliases(input: &DeriveInput) -> Option<Vec<Vec<String>>> {
    let Data::Enum(data) = &input.data else { return None };
    let side = "deserialize";
    let all = rule(&input.attrs, "rename_all", side);
    let names = |variant: &syn::Variant| {
        let own = Named::of(&variant.attrs, &variant.ident, side, |name| variant_case(all.as_deref(), name)).name;
        let aliases = metas(&variant.attrs, "serde").into_iter().filter(|meta| meta.path().is_ident("alias"));
        let aliases = aliases.filter_map(|meta| text_for(&meta, side)).map(|alias| alias.value());
        std::iter::once(own).chain(aliases).collect::<Vec<_>>()
    };
    let names: Vec<_> = data.variants.iter().filter(|variant| !is_skipped(&variant.attrs, side)).map(names).collect();
    names.iter().any(|names| names.len() > 1).then_some(names)
}

fn fields(fields: &Fields, side: Side, rule: Option<&str>, errors: &mut Diagnostics) {
    let own = fields.iter().filter(|field| !is_skipped(&field.attrs, side) && !is_flat(&field.attrs));
    let named = own.filter_map(|field| {
        let ident = field.ident.as_ref()?;
        Some(Named::of(&field.attrs, ident, side, |name| field_case(rule, name)))
    });
    unique(&named.collect::<Vec<_>>(), "fields", errors);
}

struct Named {
    ident: Ident,
    name: String,
    /// Where the name is written.
    place: TokenStream,
}

impl Named {
    fn of(attributes: &[Attribute], ident: &Ident, side: Side, case: impl Fn(String) -> String) -> Self {
        let ours = metas(attributes, "tool_param").into_iter().find(|meta| meta.path().is_ident("name"));
        let theirs = || metas(attributes, "serde").into_iter().find(|meta| meta.path().is_ident("rename"));
        let literal = ours.or_else(theirs).and_then(|meta| text_for(&meta, side));
        let ident = ident.clone();
        match literal {
            Some(literal) => Self { ident, name: literal.value(), place: literal.to_token_stream() },
            None => Self { name: case(ident.unraw().to_string()), place: ident.to_token_stream(), ident },
        }
    }
}

fn unique(all: &[Named], kind: &str, errors: &mut Diagnostics) {
    for (index, second) in all.iter().enumerate() {
        // rustc reports two equal names in the code.
        let clashes = |first: &Named| first.name == second.name && first.ident != second.ident;
        if all.iter().take(index).any(clashes) {
            let name = &second.name;
            errors.push(&second.place, format!("two {kind} are named `{name}`: rename one of them"));
        }
    }
}

/// Skipped always or conditionally: two such fields can share a name.
fn is_skipped(attributes: &[Attribute], side: Side) -> bool {
    match side {
        "deserialize" => says(attributes, "serde", &["skip", "skip_deserializing"]),
        _ => says(attributes, "serde", &["skip", "skip_serializing", "skip_serializing_if"]),
    }
}

fn is_flat(attributes: &[Attribute]) -> bool {
    ["serde", "tool_param"].iter().any(|name| says(attributes, name, &["flatten"]))
}

fn rule(attributes: &[Attribute], key: &str, side: Side) -> Option<String> {
    let meta = metas(attributes, "serde").into_iter().find(|meta| meta.path().is_ident(key))?;
    text_for(&meta, side).map(|text| text.value())
}

/// Source: `serde_derive` 1, `internals/case.rs`.
fn field_case(rule: Option<&str>, name: String) -> String {
    match rule {
        Some("UPPERCASE" | "SCREAMING_SNAKE_CASE") => name.to_ascii_uppercase(),
        Some("PascalCase") => pascal(&name),
        Some("camelCase") => lower_first(&pascal(&name)),
        Some("kebab-case") => name.replace('_', "-"),
        Some("SCREAMING-KEBAB-CASE") => name.to_ascii_uppercase().replace('_', "-"),
        _ => name,
    }
}

fn variant_case(rule: Option<&str>, name: String) -> String {
    match rule {
        Some("lowercase") => name.to_ascii_lowercase(),
        Some("UPPERCASE") => name.to_ascii_uppercase(),
        Some("camelCase") => lower_first(&name),
        Some("snake_case") => snake(&name),
        Some("SCREAMING_SNAKE_CASE") => snake(&name).to_ascii_uppercase(),
        Some("kebab-case") => snake(&name).replace('_', "-"),
        Some("SCREAMING-KEBAB-CASE") => snake(&name).to_ascii_uppercase().replace('_', "-"),
        _ => name,
    }
}

fn pascal(name: &str) -> String {
    name.split('_').map(|word| with_first(word, char::to_ascii_uppercase)).collect()
}

fn lower_first(name: &str) -> String {
    with_first(name, char::to_ascii_lowercase)
}

fn with_first(word: &str, change: fn(&char) -> char) -> String {
    let mut letters = word.chars();
    letters.next().iter().map(change).chain(letters).collect()
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{field_case, variant_case};

    #[test]
    fn names_follow_the_rules_of_serde() {
        let rules = [
            "UPPERCASE",
            "PascalCase",
            "camelCase",
            "snake_case",
            "SCREAMING_SNAKE_CASE",
            "kebab-case",
            "SCREAMING-KEBAB-CASE",
        ];

        let fields = rules.map(|rule| field_case(Some(rule), "full_name".to_owned()));
        let variants = rules.map(|rule| variant_case(Some(rule), "FullName".to_owned()));

        assert_eq!(fields, ["FULL_NAME", "FullName", "fullName", "full_name", "FULL_NAME", "full-name", "FULL-NAME"]);
        assert_eq!(variants, ["FULLNAME", "FullName", "fullName", "full_name", "FULL_NAME", "full-name", "FULL-NAME"]);
    }
}
