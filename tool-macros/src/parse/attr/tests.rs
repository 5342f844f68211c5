//! What the grammar accepts, and the sentence for each thing it does not.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{ParamKeys, Read, ToolKeys, read_all, read_list};
use crate::diagnostics::Diagnostics;

const TOOL_KEYS: &str = "known keys: `name`, `description`, `result_converter`, `return_direct`, `timeout`, `blocking`, \
                         `read_only`, `destructive`, `idempotent`, `open_world`, `approval`, `serial`, `cache`, \
                         `max_calls`, `title`, `tags`, `enabled_if`, `register`, `companion`, `crate`";

fn read(list: TokenStream) -> (Read<ToolKeys>, Vec<String>) {
    let mut errors = Diagnostics::default();
    let read = read_list(list, &mut errors);
    (read, errors.sentences())
}

fn sentences(list: TokenStream) -> Vec<String> {
    let (read, sentences) = read(list);
    assert_eq!(read.complete, sentences.is_empty());
    sentences
}

#[test]
fn every_key_is_read() {
    let (read, sentences) = read(quote! {
        name = "weather",
        description = concat!("a", "b"),
        result_converter = Format::Toon,
        return_direct,
        companion = Weather,
        crate = ::llm,
    });

    let keys = read.keys;
    assert_eq!(sentences, Vec::<String>::new());
    assert!(read.complete);
    assert_eq!(keys.name.unwrap().value.value(), "weather");
    assert_eq!(keys.description.unwrap().value.0.to_token_stream().to_string(), r#"concat ! ("a" , "b")"#);
    assert_eq!(keys.result_converter.unwrap().value.to_token_stream().to_string(), "Format :: Toon");
    assert!(keys.return_direct.unwrap().value);
    assert_eq!(keys.companion.unwrap().value.to_string(), "Weather");
    assert_eq!(keys.krate.unwrap().value.to_token_stream().to_string(), ":: llm");
}

#[test]
fn lists_times_and_numbers_are_read() {
    let (read, sentences) = read(quote!(tags("a", "b"), timeout = "1500ms", max_calls = 3, title = "T"));

    assert_eq!(sentences, Vec::<String>::new());
    assert_eq!(read.keys.tags.unwrap().value.0.len(), 2);
    assert_eq!(read.keys.timeout.unwrap().value.0, std::time::Duration::from_millis(1500));
    assert_eq!(read.keys.max_calls.unwrap().value, 3);
}

#[test]
fn values_of_the_wrong_kind_are_told_the_right_one() {
    let found = sentences(quote!(tags = "a", timeout = "5 s", max_calls = "3", serial = 1));

    let expected = [
        "`tags` takes non-empty string literals, separated by commas: `tags(\"maps\", \"read\")`",
        "`timeout` takes a whole number above 0 with `ms`, `s`, `m` or `h`: `timeout = \"5s\"`",
        "`max_calls` takes a whole number from 0 without a suffix: `max_calls = 3`",
        "`serial` takes `true` or `false`: `serial = true`, or `serial` alone",
    ];
    assert_eq!(found, expected);
}

#[test]
fn only_a_number_that_would_do_is_too_large() {
    let sentence = |list| sentences(list).join("");
    let kind = "`max_calls` takes a whole number from 0 without a suffix: `max_calls = 3`";

    assert_eq!(sentence(quote!(max_calls = 4294967296)), "this value is too large for `max_calls`");
    assert_eq!(sentence(quote!(timeout = "9999999999999999999h")), "this value is too large for `timeout`");
    assert_eq!(sentence(quote!(max_calls = -1)), kind);
    assert_eq!(sentence(quote!(max_calls = 3u32)), kind);
    assert!(sentence(quote!(timeout = "0h")).contains("above 0"));
}

#[test]
fn a_flag_may_be_switched_off() {
    let (read, _) = read(quote!(return_direct = false));

    assert!(!read.keys.return_direct.unwrap().value);
}

#[test]
fn unknown_keys_are_told_the_known_ones_and_the_nearest() {
    let found = sentences(quote!(desc = "x", zzz = 1, a::b));

    let expected = [
        format!("`#[tool]` has no key `desc`; {TOOL_KEYS}; did you mean `description`?"),
        format!("`#[tool]` has no key `zzz`; {TOOL_KEYS}"),
        format!("`#[tool]` has no key `a::b`; {TOOL_KEYS}"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_repeated_key_is_refused_and_the_first_value_stays() {
    let (read, sentences) = read(quote!(name = "a", name = "b"));

    assert_eq!(sentences, ["duplicate key `name`: remove one of the two"]);
    assert_eq!(read.keys.name.unwrap().value.value(), "a");
}

#[test]
fn each_value_of_the_wrong_kind_says_what_to_write() {
    let found = sentences(quote! {
        name = 5, description = "", result_converter, return_direct = "yes", companion = a::b, crate = "x"
    });

    let expected = [
        "`name` takes a string literal: `name = \"..\"`",
        "`description` takes a non-empty string: `description = \"..\"`, or a constant `&'static str`",
        "`result_converter` takes an expression: `result_converter = ..`",
        "`return_direct` takes `true` or `false`: `return_direct = true`, or `return_direct` alone",
        "`companion` takes an identifier: `companion = MyName`",
        "`crate` takes a path without quotes: `crate = ::my_crate`",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_list_where_a_value_belongs_is_refused() {
    assert_eq!(sentences(quote!(name("x"))), ["`name` takes a string literal: `name = \"..\"`"]);
}

#[test]
fn a_value_that_is_no_expression_is_refused() {
    assert_eq!(sentences(quote!(name = fn x)), ["the value of `name` is not a Rust expression"]);
}

#[test]
fn a_bare_literal_is_refused() {
    let expected = format!("`#[tool]` takes `key = value` pairs, not a bare \"weather\"; {TOOL_KEYS}");

    assert_eq!(sentences(quote!("weather")), [expected]);
}

#[test]
fn a_missing_comma_is_refused() {
    let expected = "`#[tool]` takes `key = value` pairs, separated by commas: expected `,`";

    assert_eq!(sentences(quote!(name = "x" return_direct)), [expected]);
}

#[test]
fn several_attributes_on_one_parameter_count_as_one() {
    let attributes: [syn::Attribute; 3] = [
        syn::parse_quote!(#[tool_param(name = "a")]),
        syn::parse_quote!(#[tool_param]),
        syn::parse_quote!(#[tool_param(name = "b", required)]),
    ];
    let mut errors = Diagnostics::default();

    let read: Read<ParamKeys> = read_all(&attributes, &mut errors);

    assert_eq!(errors.sentences(), ["duplicate key `name`: remove one of the two"]);
    assert!(read.keys.required.unwrap().value);
}

#[test]
fn an_attribute_with_a_value_is_refused() {
    let mut errors = Diagnostics::default();

    let _: Read<ParamKeys> = read_all(&[syn::parse_quote!(#[tool_param = "a"])], &mut errors);

    assert_eq!(errors.sentences(), ["`#[tool_param]` takes a list of keys: `#[tool_param(..)]`"]);
}
