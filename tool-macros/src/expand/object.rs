//! The code of `#[tool_object]`: the block, and one trait impl that returns its callbacks.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;

use super::tool::body;
use super::{arguments, definition};
use crate::model::tool::{Object, Role, SelfType, Tool};
use crate::syn_ext::{generated, respan};

/// The block, and the impl of `ToolObject`, or of one part of it.
pub(crate) fn object(object: &Object) -> TokenStream {
    let Object { krate, block, .. } = object;
    let callbacks = object.tools.iter().map(|tool| callback(tool, &object.role));
    let parts = parts(object);
    let (parts, listed) = (parts.iter().map(part_callbacks), parts.iter().map(|part| lists(object, part)));
    let (implement, assertion) = (implement(object), assertion(object));
    code! {
        #block
        #[allow(deprecated, unreachable_pub, clippy::all, clippy::pedantic)]
        const _: () = {
            use #krate::__private as __tool;
            #implement {
                fn tool_callbacks(
                    self: &__tool::Arc<Self>,
                ) -> ::std::vec::Vec<__tool::Arc<dyn __tool::ToolCallback>> {
                    let mut __callbacks = ::std::vec::Vec::new();
                    #(#callbacks)*
                    #(#parts)*
                    __callbacks
                }
            }
            #(#listed)*
            #assertion
        };
    }
}

/// The code after errors: the block and an empty impl.
pub(crate) fn fallback(object: &Object) -> TokenStream {
    let Object { krate, block, .. } = object;
    let (implement, listed) = (implement(object), parts(object).iter().map(|part| lists(object, part)));
    code! {
        #block
        const _: () = {
            use #krate::__private as __tool;
            #implement {
                fn tool_callbacks(
                    self: &__tool::Arc<Self>,
                ) -> ::std::vec::Vec<__tool::Arc<dyn __tool::ToolCallback>> {
                    loop {}
                }
            }
            #(#listed)*
        };
    }
}

fn parts(object: &Object) -> &[Ident] {
    match &object.role {
        Role::Main(parts) => parts,
        Role::Part(_) => &[],
    }
}

/// `impl<..> ToolObject for Type<..> where ..`, without its body.
fn implement(object: &Object) -> TokenStream {
    let SelfType { ty, generics } = &object.owner;
    let (parameters, _, conditions) = generics.split_for_impl();
    let span = generated(syn::spanned::Spanned::span(ty));
    let name = match &object.role {
        Role::Main(_) => quote_spanned!(span=> __tool::ToolObject),
        Role::Part(part) => {
            let id = part_id(part);
            quote_spanned!(span=> __tool::HasToolObjectPart<#id>)
        }
    };
    let predicates = conditions.map(|conditions| conditions.predicates.to_token_stream());
    let comma = predicates.as_ref().filter(|predicates| !ends_with_comma(predicates)).map(|_| code!(,));
    // A type with references is an object only when they are `'static`.
    quote_spanned!(span=> impl #parameters #name for #ty where #predicates #comma Self: 'static)
}

fn ends_with_comma(tokens: &TokenStream) -> bool {
    tokens.is_empty() || tokens.to_string().trim_end().ends_with(',')
}

/// One callback, in a block with the conditions of its method.
fn callback(tool: &Tool, role: &Role) -> TokenStream {
    let (structure, rules) = (arguments::structure(tool), arguments::rules(tool));
    let (defaults, call) = (arguments::defaults(tool), call(tool));
    let (definition, metadata) = (definition::definition(tool), definition::metadata(tool));
    let (name, line) = (&tool.name, definition::line(&tool.function.sig.ident));
    let conditions = tool.function.conditions();
    let make = match role {
        Role::Main(_) => code!(object_callback),
        Role::Part(part) => {
            let id = part_id(part);
            code!(part_callback::<_, #id>)
        }
    };
    code! {
        #(#conditions)*
        {
            #structure
            #rules
            #defaults
            __callbacks.push(__tool::#make(self, (#name, #line), || #definition, #metadata, #call));
        }
    }
}

/// The closure that runs the method.
fn call(tool: &Tool) -> TokenStream {
    let sig = &tool.function.sig;
    let ident = &sig.ident;
    let receiver = sig.receiver().map(|_| code!(__object));
    let body = body(tool, &code!(Self::#ident), receiver.as_ref());
    let output = code!(::core::result::Result<__tool::ToolOutput, __tool::ToolError>);
    let future = if sig.asyncness.is_some() {
        quote_spanned!(generated(ident.span())=> __tool::ToolFuture::new(async move { #body }))
    } else {
        code!(__tool::ToolFuture::ready((move || -> #output { #body })()))
    };
    code!(move |__object, __definition, __arguments, __context| #future)
}

fn part_callbacks(part: &Ident) -> TokenStream {
    let id = part_id(part);
    let span = generated(part.span());
    quote_spanned!(span=> __callbacks.append(&mut __tool::part_callbacks::<Self, #id>(self));)
}

fn lists(object: &Object, part: &Ident) -> TokenStream {
    let SelfType { ty, generics } = &object.owner;
    let (parameters, _, conditions) = generics.split_for_impl();
    let id = part_id(part);
    code!(impl #parameters __tool::MainBlockListsPart<#id> for #ty #conditions {})
}

/// A part that the main block does not list is an error at its name.
fn assertion(object: &Object) -> Option<TokenStream> {
    let Role::Part(part) = &object.role else { return None };
    let SelfType { ty, generics } = &object.owner;
    let (parameters, _, conditions) = generics.split_for_impl();
    let id = part_id(part);
    // rustc points at the type without the trait, so it gets the location of the name.
    let place = respan(&ty.to_token_stream(), part.span());
    let listed = quote_spanned!(generated(part.span())=> __tool::part_is_listed::<#place, #id>());
    Some(code! {
        #[allow(dead_code)]
        fn __listed #parameters () #conditions {
            #listed
        }
    })
}

/// A number for the name of a part, because a trait cannot have a string parameter: FNV-1a, 64 bits.
fn part_id(part: &Ident) -> u64 {
    part.unraw()
        .to_string()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
