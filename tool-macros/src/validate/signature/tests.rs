//! Each rule with its sentence, on functions as a user would write them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diagnostics::Diagnostics;
use crate::model::tool::{Param, Requiredness, Tool};
use crate::parse::function::Function;

const NAME_RULE: &str =
    "a tool's name starts with a letter or `_` and has up to 64 letters, digits, `_` or `-`, all ASCII";
const OWNED: &str = "a parameter type cannot contain references: write `String` for `&str` and `Vec<T>` for `&[T]`";
const LENT_CONTEXT: &str = "the context is passed by reference: write `&ToolContext`";
const LENT: &str = "`&mut` parameters are not supported: write `&`, or take the value";

fn read(list: TokenStream, item: &TokenStream) -> (Tool, Vec<String>) {
    let mut errors = Diagnostics::default();
    let tool = crate::validate::tool::read(list, Function::read(item).unwrap(), &mut errors);
    (tool, errors.sentences())
}

/// The sentences for a function that has a description.
fn sentences(item: &TokenStream) -> Vec<String> {
    read(quote!(description = "D"), item).1
}

fn not_a_function(item: &TokenStream) -> String {
    Function::read(item).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn more_arguments_than_can_be_told_apart_are_refused() {
    let arguments = (0..65).map(|index| quote::format_ident!("a{index}"));

    let sentences = sentences(&quote!(fn f(#(#arguments: u8),*) {}));

    assert_eq!(sentences, ["a tool takes at most 64 arguments: move some of them into a struct"]);
}

#[test]
fn the_context_is_not_one_of_64_arguments() {
    let arguments = (0..64).map(|index| quote::format_ident!("a{index}"));

    let sentences = sentences(&quote!(fn f(context: &ToolContext, #(#arguments: u8),*) {}));

    assert_eq!(sentences, [""; 0]);
}

#[test]
fn other_items_are_called_by_their_name() {
    assert_eq!(
        not_a_function(&quote!(
            struct S;
        )),
        "`#[tool]` goes on a free function, but this is a struct"
    );
    assert_eq!(not_a_function(&quote!(impl S {})), "`#[tool]` goes on a free function, but this is an impl block");
    assert_eq!(
        not_a_function(&quote!(
            enum E {}
        )),
        "`#[tool]` goes on a free function, but this is an enum"
    );
}

#[test]
fn qualifiers_are_refused_one_by_one() {
    let found = sentences(&quote!(
        const unsafe extern "C" fn f(x: u8, ...) {}
    ));

    let expected = [
        "a tool cannot be `unsafe`, because a model cannot guarantee its safety conditions: write a safe function that calls it",
        "a tool cannot be `extern`: remove it, or write a function that calls this one",
        "a tool cannot be variadic: take a `Vec<T>` in place of `...`",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_method_is_sent_to_its_block() {
    let expected = "a method is a tool only in an `impl` block with `#[tool_object]`: put it on the block";

    assert_eq!(
        sentences(&quote!(
            fn look(&self, x: u8) {}
        )),
        [expected]
    );
    assert_eq!(
        sentences(&quote!(
            fn look(mut self) {}
        )),
        [expected]
    );
    assert_eq!(
        sentences(&quote!(
            fn look(self: Box<Self>) {}
        )),
        [expected]
    );
}

#[test]
fn a_generic_function_is_refused_once() {
    let expected =
        "a tool cannot be generic, because its schema needs concrete types: write one function for each type";

    assert_eq!(
        sentences(&quote!(
            fn f<'a, T: Clone, const N: usize>(x: &'a str) {}
        )),
        [expected]
    );
}

#[test]
fn lifetimes_are_no_generics() {
    assert_eq!(
        sentences(&quote!(
            fn f<'a>(x: &'a str) -> &'a str {
                x
            }
        )),
        [""; 0]
    );
}

#[test]
fn a_function_without_body_is_refused() {
    let expected = "a tool needs a body: put `#[tool]` on a function with a body";

    assert_eq!(
        sentences(&quote!(
            fn f();
        )),
        [expected]
    );
}

#[test]
fn a_second_attribute_is_refused() {
    assert_eq!(
        sentences(&quote!(
            #[tool]
            fn f() {}
        )),
        ["duplicate `#[tool]`: put all keys into one attribute"]
    );
}

#[test]
fn names_are_checked_where_they_are_given() {
    let given = read(
        quote!(name = "get weather", description = "D"),
        &quote!(
            fn f() {}
        ),
    )
    .1;
    let own = sentences(&quote!(
        fn größe() {}
    ));
    let long = "x".repeat(65);
    let too_long = read(
        quote!(name = #long, description = "D"),
        &quote!(
            fn f() {}
        ),
    )
    .1;

    assert_eq!(given, [format!("`get weather` cannot be the name of a tool: {NAME_RULE}")]);
    assert_eq!(own, [format!("`größe` cannot be the name of a tool: {NAME_RULE}; write `#[tool(name = \"..\")]`")]);
    assert_eq!(too_long, [format!("`{long}` cannot be the name of a tool: {NAME_RULE}")]);
}

#[test]
fn names_may_have_64_characters_and_dashes() {
    let name = format!("_{}", "-".repeat(63));

    assert_eq!(
        read(
            quote!(name = #name, description = "D"),
            &quote!(
                fn f() {}
            )
        )
        .1,
        [""; 0]
    );
}

#[test]
fn a_raw_name_loses_its_prefix() {
    assert_eq!(
        read(
            quote!(description = "D"),
            &quote!(
                fn r#type() {}
            )
        )
        .0
        .name
        .value(),
        "type"
    );
}

#[test]
fn a_tool_without_description_is_refused() {
    let expected = "tool `f` needs a description, by which a model chooses tools: write a doc comment \
                    (its text before the first heading counts), or `#[tool(description = \"..\")]`";

    assert_eq!(
        read(
            quote!(),
            &quote!(
                fn f() {}
            )
        )
        .1,
        [expected]
    );
}

#[test]
fn a_misspelt_description_is_not_reported_as_missing_too() {
    assert_eq!(
        read(
            quote!(desc = "x"),
            &quote!(
                fn f() {}
            )
        )
        .1
        .len(),
        1
    );
}

#[test]
fn patterns_are_refused_and_a_nameless_argument_asks_for_its_name() {
    let found = sentences(&quote!(
        fn f((a, b): (u8, u8), _: u8, #[tool_param(name = "n")] _: u8, mut m: u8, _u: u8) {}
    ));

    let expected = [
        "patterns are not supported here: destructure in the body",
        "this argument needs a name: write one, or `#[tool_param(name = \"..\")]`",
    ];
    assert_eq!(found, expected);
}

#[test]
fn an_empty_argument_name_is_refused() {
    let found = sentences(&quote!(
        fn f(#[tool_param(name = " ")] a: u8) {}
    ));

    assert_eq!(found, ["an argument needs a non-empty name"]);
}

#[test]
fn two_arguments_of_one_name_are_refused_at_the_second() {
    let found = sentences(&quote!(
        fn f(#[tool_param(name = "b")] a: u8, b: u8) {}
    ));

    assert_eq!(found, ["two arguments are named `b`: rename one of them"]);
}

#[test]
fn conditional_parameters_are_refused() {
    let expected = "a parameter of a tool cannot be conditional, because its schema is not: \
                    put `#[cfg(..)]` on two functions instead";

    assert_eq!(
        sentences(&quote!(
            fn f(#[cfg(unix)] a: u8, #[cfg_attr(unix, allow(unused))] b: u8) {}
        )),
        [expected; 2]
    );
}

#[test]
fn keys_that_contradict_the_type_are_refused() {
    let found = sentences(&quote! {
        fn f(
            #[tool_param(required = false)] a: u8,
            #[tool_param(default = 1)] b: Option<u8>,
            #[tool_param(default = 1, required)] c: u8,
        ) {}
    });

    let expected = [
        "`a` has `required = false`, but no value for a call without it: use an `Option<T>`, or add a `default`",
        "`b` has a `default` and is an `Option`: write `b: T`, or remove `default`",
        "`c` has a `default`, so it cannot be required: remove `required`",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_an_absent_argument_means_follows_from_type_and_keys() {
    let item = quote! {
        fn f(
            #[tool_param(required)] a: u8,
            b: std::option::Option<u8>,
            #[tool_param(required)] c: Option<u8>,
            #[tool_param(default = 1, required = false)] d: u8,
            #[tool_param(required = false)] e: Option<u8>,
        ) {}
    };

    let (tool, sentences) = read(quote!(description = "D"), &item);

    let needs: Vec<_> = tool.arguments().map(|argument| &argument.need).collect();
    assert_eq!(sentences, [""; 0]);
    assert!(matches!(
        needs[..],
        [
            Requiredness::Required,
            Requiredness::Optional,
            Requiredness::Nullable,
            Requiredness::Default(_),
            Requiredness::Optional
        ]
    ));
}

#[test]
fn types_that_cannot_be_read_are_refused() {
    let found = sentences(&quote! {
        fn f(a: impl Into<u8>, b: Vec<&str>, c: Cow<'_, str>, d: &dyn Fn(), e: Option<Vec<impl Clone>>, g: Cow<'static, str>) {}
    });

    let expected = [
        "a tool's parameter needs a concrete type, not `impl Trait`",
        OWNED,
        OWNED,
        "a trait object cannot be deserialized: use a concrete type",
        "a tool's parameter needs a concrete type, not `impl Trait`",
    ];
    assert_eq!(found, expected);
}

#[test]
fn types_that_cannot_be_lent_are_refused() {
    let found = sentences(&quote!(
        fn f(a: &mut u8, b: &'static str) {}
    ));

    assert_eq!(found, [LENT, "a parameter cannot have the lifetime `'static`: remove it, or take an owned value"]);
}

#[test]
fn the_context_is_found_in_any_place_and_by_any_path() {
    let item = quote!(
        fn f(a: u8, _: &ToolContext, #[tool_param(context)] t: &Tenant, c: &'a tool_core::ToolContext) {}
    );

    let (tool, sentences) = read(quote!(description = "D"), &item);

    assert_eq!(sentences, [""; 0]);
    assert!(matches!(tool.params[..], [Param::Argument(_), Param::Context, Param::ContextValue(_), Param::Context]));
}

#[test]
fn a_context_of_another_form_is_refused() {
    let found = sentences(&quote!(
        fn f(a: ToolContext, b: Option<&ToolContext>, c: &mut ToolContext) {}
    ));

    assert_eq!(found, [LENT_CONTEXT, LENT_CONTEXT, LENT]);
}

#[test]
fn context_values_are_lent_sized_and_owned() {
    let found = sentences(&quote! {
        fn f(#[tool_param(context)] a: Tenant, #[tool_param(context)] b: &str, #[tool_param(context)] c: &Row<'_>) {}
    });

    let expected = [
        "a context value must be a reference: write `&Tenant`",
        "context values are found by type, which must be sized: wrap it in a named type",
        "a context value cannot contain references: use a type that owns its data",
    ];
    assert_eq!(found, expected);
}

#[test]
fn keys_for_the_schema_are_refused_on_what_is_not_in_it() {
    let found = sentences(&quote! {
        fn f(#[tool_param(name = "x", description = "y")] a: &ToolContext, #[tool_param(context, default = 1)] b: &T) {}
    });

    let remove = |key| format!("this parameter comes from the `ToolContext`, not from the model: remove `{key}`");
    assert_eq!(found, [remove("name"), remove("description"), remove("default")]);
}

#[test]
fn entries_for_unknown_arguments_are_refused() {
    let found = sentences(&quote! {
        /// # Arguments
        /// * `cuont` - typo
        /// * the count
        /// * `count` - one
        /// * `count` - two
        fn f(count: u8, ctx: &ToolContext) {}
    });

    let expected = [
        "`# Arguments` describes `cuont`, which is not a parameter of the function; it takes `count`, `ctx`; \
         did you mean `count`?",
        "this entry of `# Arguments` has no parameter name: write \"* `name` - text\"",
        "`# Arguments` describes `count` twice: remove one of the two",
    ];
    assert_eq!(found, expected);
}

#[test]
fn entries_may_use_the_name_of_the_code_or_of_the_schema() {
    let (tool, sentences) = read(
        quote!(),
        &quote! {
            /// D.
            /// # Arguments
            /// * `a` - by code
            /// * `bee` - by schema
            /// * `r#type` - raw
            /// * `ctx` - not sent to the model
            fn f(#[tool_param(name = "ay")] a: u8, #[tool_param(name = "bee")] b: u8, r#type: u8, ctx: &ToolContext) {}
        },
    );

    let described: Vec<_> =
        tool.arguments().map(|argument| (argument.name.as_str(), argument.description.to_string())).collect();
    assert_eq!(sentences, [""; 0]);
    let expected = [("ay", "\"by code\""), ("bee", "\"by schema\""), ("type", "\"raw\"")];
    assert_eq!(described, expected.map(|(name, text)| (name, text.to_owned())));
}

#[test]
fn an_attribute_beats_a_comment_and_a_comment_beats_the_list() {
    let (tool, _) = read(
        quote!(),
        &quote! {
            /// D.
            /// # Arguments
            /// * `a` - list
            /// * `b` - list
            fn f(#[tool_param(description = "attribute")] #[doc = " comment"] a: u8, #[doc = " comment"] b: u8, c: u8) {}
        },
    );

    let described: Vec<_> = tool.arguments().map(|argument| argument.description.to_string()).collect();
    assert_eq!(described, ["\"attribute\"", "\"comment\"", "\"\""]);
}

#[test]
fn mistakes_of_every_kind_come_out_together() {
    let item = quote! {
        unsafe fn f<T>((a, b): (T, u8), #[tool_param(nmae = "x")] c: &mut u8) {}
    };

    assert_eq!(read(quote!(nmae = "x"), &item).1.len(), 6);
}
