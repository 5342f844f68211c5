//! What the derive emits, as far as tokens can tell: the remote's attributes and the bounds of the impls.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, parse_quote};

use crate::derive::bounds;
use crate::derive::remote_type;
use crate::diagnostics::Diagnostics;

fn remote(input: &DeriveInput) -> String {
    let purpose = remote_type::SerdeDirection { reads: false, has_schema: true };
    remote_type::of(input, parse_quote!(__Remote), &quote!(D), purpose).to_token_stream().to_string()
}

fn bounds_of(input: &DeriveInput) -> Vec<String> {
    bounds::serialize(input).iter().map(ToString::to_string).collect()
}

fn text(tokens: &TokenStream) -> String {
    tokens.to_string()
}

#[test]
fn the_twin_has_the_same_fields_and_the_name_of_the_type() {
    let found = remote(&parse_quote! {
        /// A row.
        #[derive(Debug)]
        #[serde(rename_all = "camelCase")]
        pub struct Row { #[serde(skip)] pub a: u8, pub(crate) kids: Vec<Self> }
    });

    let expected = quote! {
        #[derive(D)]
        #[serde(crate = "__tool::serde", remote = "Row")]
        #[schemars(crate = "__tool::schemars")]
        #[serde(rename = "Row")]
        #[doc = r" A row."]
        #[serde(rename_all = "camelCase")]
        struct __Remote { #[serde(skip)] a: u8, kids: Vec<Row> }
    };
    assert_eq!(found, text(&expected));
}

#[test]
fn the_users_name_reaches_serde_and_schemars() {
    let found = remote(&parse_quote!(
        #[serde(rename(serialize = "Out"))]
        struct Row;
    ));

    assert!(found.contains(r#"# [schemars (rename = "Out")]"#), "{found}");
    assert!(!found.contains(r#"rename = "Row""#), "{found}");
}

#[test]
fn defaults_are_left_to_those_who_read() {
    let found = remote(&parse_quote! {
        #[serde(default, rename_all = "camelCase")]
        struct Row { #[serde(default = "seven", alias = "b")] a: u8, #[serde(default)] c: u8 }
    });

    assert!(!found.contains("default"), "{found}");
    assert!(found.contains(r#"# [serde (alias = "b")]"#), "{found}");
}

#[test]
fn only_type_parameters_that_are_written_are_bound() {
    let found = bounds_of(&parse_quote! {
        struct Page<'a, T, U, V, W, const N: usize> {
            items: Vec<[&'a T; N]>,
            marker: PhantomData<U>,
            #[serde(skip)] skipped: V,
            #[serde(serialize_with = "w")] custom: W,
        }
    });

    assert_eq!(found, ["T : __tool :: serde :: Serialize"]);
}

#[test]
fn a_field_that_is_an_associated_type_is_bound_itself() {
    let found = bounds_of(&parse_quote!(
        struct First<I: Iterator> {
            item: I::Item,
        }
    ));

    assert_eq!(found, ["I :: Item : __tool :: serde :: Serialize"]);
}

#[test]
fn the_users_bounds_replace_ours() {
    let container = bounds_of(&parse_quote!(
        #[serde(bound = "T: Copy, U: Clone")]
        struct A<T, U> {
            a: T,
            b: U,
        }
    ));
    let field = bounds_of(&parse_quote! {
        enum B<T, U> { X { #[serde(bound(serialize = "T: Copy"))] a: T }, #[serde(skip)] Y(U) }
    });

    assert_eq!(container, ["T : Copy", "U : Clone"]);
    assert_eq!(field, ["T : Copy"]);
}

#[test]
fn a_union_and_an_unknown_key_are_refused_together() {
    let mut errors = Diagnostics::default();

    super::read(&parse_quote!(#[tool_result(krate = ::x)] union U { a: u8 }), &mut errors);

    let expected = [
        "unions are not supported: derive `ToolResult` for a struct or an enum",
        "`#[tool_result]` has no key `krate`; known keys: `schema`, `crate`; did you mean `crate`?",
    ];
    assert_eq!(errors.sentences(), expected);
}

#[test]
fn the_other_crate_path_is_the_only_one_used() {
    let found = text(&super::generate(quote!(
        #[tool_result(crate = ::llm)]
        struct S {
            a: u8,
        }
    )));

    assert!(found.contains("use :: llm :: __private as __tool ;"), "{found}");
    assert!(!found.contains("tool_core"), "{found}");
}
