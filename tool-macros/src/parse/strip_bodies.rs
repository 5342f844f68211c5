//! Removes the bodies of the methods of an `impl` block before it is parsed, and puts them back.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The block with empty bodies, and the bodies: they are not needed, and most of the tokens.
pub(crate) fn take(item: TokenStream) -> (TokenStream, Vec<Group>) {
    let mut bodies = Vec::new();
    let emptied = each(item, &mut |body| {
        bodies.push(body.clone());
        with_content(&body, TokenStream::new())
    });
    (emptied, bodies)
}

/// The block with its bodies in their places again.
pub(crate) fn put_back(item: TokenStream, bodies: Vec<Group>) -> TokenStream {
    let mut bodies = bodies.into_iter();
    each(item, &mut |emptied| bodies.next().unwrap_or(emptied))
}

fn each(item: TokenStream, change: &mut dyn FnMut(Group) -> Group) -> TokenStream {
    let mut tokens: Vec<_> = item.into_iter().collect();
    if let Some(TokenTree::Group(block)) = tokens.last_mut() {
        *block = with_content(block, each_of(block.stream(), None, change));
    }
    tokens.into_iter().collect()
}

fn each_of(content: TokenStream, after: Option<&TokenTree>, change: &mut dyn FnMut(Group) -> Group) -> TokenStream {
    let mut tokens = content.into_iter().peekable();
    let mut changed = TokenStream::new();
    while let Some(token) = tokens.next() {
        let next = tokens.peek().or(after);
        let token = match token {
            TokenTree::Group(group) if is_body(&group, next) => TokenTree::Group(change(group)),
            // `macro_rules!` puts its fragments into such a group, which syn removes.
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                TokenTree::Group(with_content(&group, each_of(group.stream(), next, change)))
            }
            other => other,
        };
        changed.extend([token]);
    }
    changed
}

/// A const-generic block is followed by more tokens of its item; a function body is not.
fn is_body(group: &Group, next: Option<&TokenTree>) -> bool {
    let goes_on = matches!(next, Some(TokenTree::Punct(punct)) if !matches!(punct.as_char(), '#' | ':'));
    group.delimiter() == Delimiter::Brace && !goes_on
}

/// `group` with other content, at the same location.
pub(crate) fn with_content(group: &Group, content: TokenStream) -> Group {
    let mut changed = Group::new(group.delimiter(), content);
    changed.set_span(group.span());
    changed
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group};
    use quote::quote;

    use super::{put_back, take};

    #[test]
    fn bodies_are_taken_and_all_other_braces_stay() {
        let block = quote! {
            impl S<{ 1 }> {
                const A: u8 = { 2 };
                fn f(a: [u8; { 3 }]) -> S<{ 4 }> { 5 }
                #[x] fn g() { fn h() { 6 } }
            }
        };

        let (emptied, bodies) = take(block.clone());

        let expected = quote! {
            impl S<{ 1 }> {
                const A: u8 = { 2 };
                fn f(a: [u8; { 3 }]) -> S<{ 4 }> {}
                #[x] fn g() {}
            }
        };
        assert_eq!(emptied.to_string(), expected.to_string());
        assert_eq!(put_back(emptied, bodies).to_string(), block.to_string());
    }

    #[test]
    fn bodies_find_their_places_when_syn_has_taken_invisible_groups_away() {
        let body = Group::new(Delimiter::None, quote!({ 1 }));
        let block = quote!(impl S { fn f() #body fn g() { 2 } });

        let (emptied, bodies) = take(block);
        let read: syn::ItemImpl = syn::parse2(emptied).unwrap();

        let expected = quote!(impl S { fn f() { 1 } fn g() { 2 } });
        assert_eq!(put_back(quote!(#read), bodies).to_string(), expected.to_string());
    }
}
