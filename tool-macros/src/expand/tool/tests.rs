//! What is emitted, as far as tokens can tell; that it compiles is tested where `tool-core` is.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Item, parse_quote};

fn items(list: TokenStream, item: &TokenStream) -> Vec<Item> {
    syn::parse2::<syn::File>(crate::tool::generate(list, item)).unwrap().items
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

#[test]
fn a_tool_is_the_function_a_type_and_one_constant() {
    let items = items(
        quote!(description = "D"),
        &quote!(
            pub fn f(a: u8) {}
        ),
    );

    assert!(matches!(items[..], [Item::Fn(_), Item::Struct(_), Item::Const(_)]));
}

#[test]
fn the_function_only_loses_what_rustc_would_refuse() {
    let written = quote! {
        #[inline]
        pub(crate) async fn f(#[doc = " A"] #[tool_param(name = "b")] #[allow(unused)] mut a: &str) -> u8 { a.len() as u8 }
    };

    let items = items(quote!(description = "D"), &written);

    let expected: Item = parse_quote! {
        #[inline]
        pub(crate) async fn f(#[allow(unused)] mut a: &str) -> u8 { a.len() as u8 }
    };
    assert_eq!(text(&items[0]), text(&expected));
}

#[test]
fn the_companion_has_the_visibility_and_the_name_asked_for() {
    let items = items(
        quote!(description = "D", companion = Search),
        &quote!(
            pub(super) fn search() {}
        ),
    );

    let Item::Struct(companion) = &items[1] else { panic!("no struct: {}", text(&items[1])) };
    assert_eq!(text(&companion.vis), "pub (super)");
    assert_eq!(companion.ident, "Search");
}

#[test]
fn conditions_of_the_function_stand_on_every_item() {
    let written = quote! {
        #[cfg(unix)]
        #[cfg_attr(windows, cfg(test), inline)]
        fn f() {}
    };

    let items = items(quote!(description = "D"), &written);

    for item in items {
        let item = text(&item);
        assert!(item.contains("# [cfg (unix)]"), "{item}");
        assert!(item.contains("# [cfg_attr (windows , cfg (test)"), "{item}");
    }
}

#[test]
fn without_keys_no_metadata_is_set() {
    let items = items(
        quote!(description = "D"),
        &quote!(
            async fn f() {}
        ),
    );

    assert!(!text(&items[2]).contains(". with_"));
}

#[test]
fn a_function_that_is_not_async_is_known_to_be_synchronous() {
    let items = items(
        quote!(description = "D"),
        &quote!(
            fn f() {}
        ),
    );

    let constant = text(&items[2]);
    assert_eq!(constant.matches(". with_").count(), 1, "{constant}");
    assert!(constant.contains(". with_synchronous (true)"), "{constant}");
}

#[test]
fn the_other_crate_path_is_the_only_one_used() {
    let items = items(
        quote!(description = "D", crate = ::llm),
        &quote!(
            fn f(a: u8) {}
        ),
    );

    let constant = text(&items[2]);
    assert!(constant.contains("use :: llm :: __private as __tool ;"), "{constant}");
    assert!(!constant.contains("tool_core"), "{constant}");
}

#[test]
fn lent_arguments_are_owned_and_borrowed() {
    let written = quote!(
        fn f(a: &str, b: &[u8], c: &T, d: Option<&str>, e: Option<&T>, g: Option<&[u8]>, h: u8) {}
    );

    let items = items(quote!(description = "D"), &written);

    let constant = text(&items[2]);
    let call = "f (& __0 , & __1 , & __2 , __3 . as_deref () , __4 . as_ref () , __5 . as_deref () , __6)";
    assert!(constant.contains(call), "{constant}");
    assert!(constant.contains("__1 : :: core :: option :: Option < :: std :: vec :: Vec < u8 > > ,"), "{constant}");
}

#[test]
fn beside_errors_the_function_and_its_companion_stay() {
    let items = items(
        quote!(nmae = "x"),
        &quote!(
            fn f(#[tool_param(x)] a: u8) {}
        ),
    );

    assert!(matches!(items[..], [Item::Fn(_), Item::Struct(_), Item::Impl(_), Item::Macro(_), Item::Macro(_)]));
    assert_eq!(text(&items[0]), "fn f (a : u8) { }");
}

#[test]
fn beside_a_method_only_its_error_is_emitted() {
    let items = crate::tool::generate(
        quote!(description = "D"),
        &quote!(
            fn f(&self) {}
        ),
    );

    assert!(text(&items).starts_with("fn f (& self) { } :: core :: compile_error !"));
}

#[test]
fn another_item_stays_as_it_was() {
    let items = items(
        quote!(),
        &quote!(
            struct S {
                x: u8,
            }
        ),
    );

    assert!(matches!(items[..], [Item::Struct(_), Item::Macro(_)]));
}
