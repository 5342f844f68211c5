//! Doc comments as rustc hands them to a macro, and what is left of them for a model.

use syn::{ItemFn, parse_quote};

use super::Docs;

fn docs(function: &ItemFn) -> Docs {
    Docs::read(&function.attrs)
}

fn description(function: &ItemFn) -> String {
    docs(function).description().map(|text| text.to_string()).unwrap_or_default()
}

fn entries(function: &ItemFn) -> Vec<(Option<String>, String)> {
    docs(function).arguments.into_iter().map(|entry| (entry.name, entry.text)).collect()
}

fn named(name: &str, text: &str) -> (Option<String>, String) {
    (Some(name.to_owned()), text.to_owned())
}

#[test]
fn lines_of_a_paragraph_are_joined_and_paragraphs_kept() {
    let function = parse_quote! {
        /// Gets the weather
        /// of one city.
        ///
        /// Only today.
        fn f() {}
    };

    assert_eq!(description(&function), r#""Gets the weather of one city.\n\nOnly today.""#);
}

#[test]
fn list_items_and_table_rows_keep_their_lines() {
    let function = parse_quote! {
        /// Modes:
        /// - fast, which
        ///   is rough
        /// 2. slow
        /// | a | b |
        fn f() {}
    };

    assert_eq!(description(&function), r#""Modes:\n- fast, which is rough\n2. slow\n| a | b |""#);
}

#[test]
fn sections_under_other_headings_are_left_out() {
    let function = parse_quote! {
        /// Divides.
        ///
        /// # Diagnostics
        /// When the divisor is zero.
        /// ## Detail
        /// Always.
        fn f() {}
    };

    assert_eq!(description(&function), r#""Divides.""#);
}

#[test]
fn code_fences_are_left_out_with_the_headings_inside_them() {
    let function = parse_quote! {
        /// Before.
        /// ```
        /// # let hidden = 1;
        /// ```
        /// After.
        /// ~~~text
        /// ```
        /// ~~~
        fn f() {}
    };

    assert_eq!(description(&function), r#""Before.\n\nAfter.""#);
}

#[test]
fn a_number_sign_without_a_blank_is_no_heading() {
    let function = parse_quote! {
        /// Finds issue
        /// #12 by number.
        fn f() {}
    };

    assert_eq!(description(&function), r#""Finds issue #12 by number.""#);
}

#[test]
fn block_comments_lose_their_column_of_stars() {
    let function = parse_quote! {
        /**
         * Gets it.
         *
         * # Arguments
         * * `a` - first
         */
        fn f() {}
    };

    assert_eq!(description(&function), r#""Gets it.""#);
    assert_eq!(entries(&function), [named("a", "first")]);
}

#[test]
fn hidden_and_alias_say_nothing() {
    let function = parse_quote! {
        #[doc(hidden)]
        #[doc(alias = "x")]
        fn f() {}
    };

    assert!(docs(&function).description().is_none());
}

#[test]
fn a_comment_of_sections_only_is_no_description() {
    let function = parse_quote! {
        /// # Examples
        /// Some.
        fn f() {}
    };

    assert!(docs(&function).description().is_none());
}

#[test]
fn included_files_are_joined_to_the_text_around_them() {
    let function: ItemFn = parse_quote! {
        /// Before.
        #[doc = include_str!("x.md")]
        /// After.
        fn f() {}
    };

    let expected = quote::quote!(::core::concat!("Before.", "\n\n", include_str!("x.md"), "\n\n", "After."));
    assert_eq!(description(&function), expected.to_string());
}

#[test]
fn argument_entries_are_read_in_every_usual_form() {
    let function = parse_quote! {
        /// Text.
        ///
        /// # Arguments
        /// * `city` - the city
        /// - days: how many
        /// + `unit`: the unit
        /// - mode – with a long dash
        /// * `r#type` - raw
        fn f() {}
    };

    let expected = [
        named("city", "the city"),
        named("days", "how many"),
        named("unit", "the unit"),
        named("mode", "with a long dash"),
        named("r#type", "raw"),
    ];
    assert_eq!(entries(&function), expected);
}

#[test]
fn an_entry_goes_on_over_lines_and_indented_bullets() {
    let function = parse_quote! {
        /// # Arguments
        /// * `city` - the city,
        ///   in English
        ///   - no country
        ///
        ///   and no zip
        ///
        /// Not part of it.
        /// * `days` - how many
        fn f() {}
    };

    let expected = [named("city", "the city, in English - no country and no zip"), named("days", "how many")];
    assert_eq!(entries(&function), expected);
}

#[test]
fn an_entry_without_a_name_is_kept_for_the_check() {
    let function = parse_quote! {
        /// # Arguments
        /// * the city
        fn f() {}
    };

    assert_eq!(entries(&function), [(None, String::new())]);
}

#[test]
fn an_entry_remembers_its_line() {
    let function = parse_quote! {
        /// # Arguments
        /// * `city` - the city
        fn f() {}
    };

    let line = docs(&function).arguments[0].line.value();

    assert_eq!(line, " * `city` - the city");
}

#[test]
fn a_line_that_begins_with_code_in_backticks_opens_no_fence() {
    let function = parse_quote! {
        /// ```count``` is the number of rows.
        /// It is never 0.
        fn f() {}
    };

    assert_eq!(description(&function), r#""```count``` is the number of rows. It is never 0.""#);
}

#[test]
fn a_fence_ends_at_as_many_marks_and_nothing_else() {
    let function = parse_quote! {
        /// Counts.
        /// ````
        /// ```
        /// inner
        /// ````
        /// Between.
        /// ```
        /// ```rust
        /// ```
        /// After.
        fn f() {}
    };

    assert_eq!(description(&function), r#""Counts.\n\nBetween.\n\nAfter.""#);
}

#[test]
fn indented_code_is_left_out_with_what_looks_like_a_heading() {
    let function = parse_quote! {
        /// Counts.
        ///
        ///     # Arguments
        ///     count(1);
        ///
        /// After.
        fn f() {}
    };

    assert_eq!(description(&function), r#""Counts.\n\nAfter.""#);
}

#[test]
fn what_is_indented_in_a_paragraph_or_a_list_is_no_code() {
    let function = parse_quote! {
        /// Counts
        ///     all rows:
        /// - one
        ///
        ///     and more of it
        fn f() {}
    };

    assert_eq!(description(&function), r#""Counts all rows:\n- one\n\nand more of it""#);
}

#[test]
fn an_underlined_line_is_a_heading() {
    let function = parse_quote! {
        /// Counts.
        ///
        /// Arguments
        /// =========
        /// * `count` - how many
        ///
        /// Diagnostics
        /// ---
        /// None.
        fn f() {}
    };

    assert_eq!(description(&function), r#""Counts.""#);
    assert_eq!(entries(&function), [named("count", "how many")]);
}

#[test]
fn the_heading_of_arguments_is_known_in_any_case_and_its_list_by_numbers() {
    let function = parse_quote! {
        /// # arguments:
        /// 1. `a` - first
        /// 2) b: second
        fn f() {}
    };

    assert_eq!(entries(&function), [named("a", "first"), named("b", "second")]);
}

#[test]
fn a_table_of_arguments_is_one_entry_without_a_name() {
    let function = parse_quote! {
        /// # Arguments
        /// | name | text |
        /// |------|------|
        /// | a | first |
        fn f() {}
    };

    let names: Vec<_> = docs(&function).arguments.into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, [None]);
}

#[test]
fn a_number_sign_indented_in_a_paragraph_is_no_heading() {
    let function = parse_quote! {
        /// Counts
        ///     # of all rows.
        /// Never 0.
        fn f() {}
    };

    assert_eq!(description(&function), r#""Counts # of all rows. Never 0.""#);
}
