//! Attributes of others that run a function themselves, `#[test]` and `#[tokio::main]`: such a function is not a tool.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Signature};

use crate::errors::Errors;

/// Refuses a function that the test harness calls, and one that starts a runtime.
pub(crate) fn check(attributes: &[Attribute], sig: &Signature, body: &TokenStream, errors: &mut Errors) {
    for attribute in attributes {
        if is_test(attribute) {
            errors.push(attribute, format!("{}: {ON_A_TEST}", written(attribute)));
            return;
        }
        if is_main(attribute) {
            errors.push(attribute, format!("{}: {ON_A_MAIN}", written(attribute)));
            return;
        }
    }
    if sig.asyncness.is_none() && starts_a_runtime(body) {
        errors.push(&sig.ident, format!("`#[tokio::main]`: {ON_A_MAIN}"));
    }
}

/// Takes those that rustc refuses on a method, or on a function with arguments, once they have been reported.
pub(crate) fn remove(attributes: &mut Vec<Attribute>, in_object: bool) {
    attributes.retain(|attribute| !(is_test(attribute) || in_object && is_main(attribute)));
}

const ON_A_TEST: &str = "the test harness calls a test, and a model calls a tool: remove this attribute, and write a \
                         separate test that calls the function";
const ON_A_MAIN: &str = "this attribute starts a runtime, and a tool is called inside a running one: remove it, and keep \
                         the function `async`";

/// `#[test]`, `#[tokio::test]`, and what they become when they stand above `#[tool]`.
fn is_test(attribute: &Attribute) -> bool {
    ends_in(attribute, &["test", "bench", "rstest", "test_case"])
}

/// `#[tokio::main]` and those of other runtimes.
fn is_main(attribute: &Attribute) -> bool {
    ends_in(attribute, &["main"])
}

fn ends_in(attribute: &Attribute, names: &[&str]) -> bool {
    attribute.path().segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// As people write it: `#[tokio::test]`; the prefix that tokio itself adds is left out.
fn written(attribute: &Attribute) -> String {
    let path = attribute.path().to_token_stream().to_string().replace(' ', "");
    let path = if path.contains("core::prelude::") { "test" } else { path.as_str() };
    format!("`#[{path}]`")
}

/// Whether a body was made by a `#[tokio::main]` above: nothing else of it is left. It ends in
/// `.expect("Failed building the Runtime").block_on(..)`.
fn starts_a_runtime(body: &TokenStream) -> bool {
    let Some(TokenTree::Group(body)) = body.clone().into_iter().next() else { return false };
    let last = body.stream().into_iter().filter(is_braced).last();
    let Some(TokenTree::Group(last)) = last else { return false };
    last.stream().into_iter().any(|token| match token {
        TokenTree::Group(arguments) if arguments.delimiter() == Delimiter::Parenthesis => {
            arguments.stream().to_string() == "\"Failed building the Runtime\""
        }
        _ => false,
    })
}

fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
