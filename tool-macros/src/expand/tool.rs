//! The code of `#[tool]`, which calls `tool_core::__private`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::ReturnType;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use crate::expand::{arguments, definition, hints};
use crate::model::tool::Tool;
use crate::syn_ext::generated;

/// The function, its companion type, and one constant with everything else.
pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool { krate, .. } = tool;
    let (function, struct_item) = (tool.function.cleaned(), companion(tool));
    let (arguments, defaults, rules) = (arguments::structure(tool), arguments::defaults(tool), arguments::rules(tool));
    let (impl_item, call, registration) = (companion_impl(tool), call(tool), registration(tool));
    let conditions = tool.function.conditions();
    code! {
        #function
        #struct_item
        #(#conditions)*
        #[allow(deprecated, unreachable_pub, clippy::all, clippy::pedantic)]
        const _: () = {
            use #krate::__private as __tool;
            #arguments
            #defaults
            #rules
            #impl_item
            #call
            #registration
        };
    }
}

/// The type with the tool's name in the type namespace.
pub(crate) fn companion(tool: &Tool) -> TokenStream {
    let Tool { companion, function, name, .. } = tool;
    let (vis, conditions) = (&function.vis, function.conditions());
    let doc = format!(" The tool `{}`, made from the function `{}`.", name.value(), function.sig.ident.unraw());
    code! {
        #(#conditions)*
        #[doc = #doc]
        // A private tool may be used only through the registry.
        #[allow(dead_code, unreachable_pub, non_camel_case_types)]
        #[allow(missing_debug_implementations, missing_copy_implementations)]
        #vis struct #companion {}
    }
}

fn companion_impl(tool: &Tool) -> TokenStream {
    let Tool { companion, function, .. } = tool;
    let vis = &function.vis;
    let (definition, metadata) = (definition::definition(tool), definition::metadata(tool));
    let definition_doc = format!(" The definition of the tool `{}`.", tool.name.value());
    let callback_doc = format!(" The tool `{}` as a callback.", tool.name.value());
    code! {
        impl #companion {
            #[doc = #definition_doc]
            #vis fn definition() -> &'static __tool::ToolDefinition {
                static __DEFINITION: __tool::LazyLock<__tool::ToolDefinition> = __tool::LazyLock::new(|| #definition);
                &__DEFINITION
            }

            #[doc = #callback_doc]
            #vis fn callback() -> __tool::Arc<dyn __tool::ToolCallback> {
                static __CALLBACK: __tool::LazyLock<__tool::Arc<dyn __tool::ToolCallback>> =
                    __tool::LazyLock::new(|| __tool::callback(#companion::definition(), #metadata, __call));
                ::core::clone::Clone::clone(&*__CALLBACK)
            }
        }
    }
}

/// Deserializes the arguments, finds the context values, calls the function.
fn call(tool: &Tool) -> TokenStream {
    let companion = &tool.companion;
    let asyncness = tool.function.sig.asyncness;
    let ident = &tool.function.sig.ident;
    let body = body(tool, &ident.to_token_stream(), None);
    let name = generated(ident.span());
    let run = code! {
        (
            __arguments: &::core::primitive::str,
            __context: &__tool::ToolContext,
        ) -> ::core::result::Result<__tool::ToolOutput, __tool::ToolError> {
            let __definition = #companion::definition();
            #body
        }
    };
    let (run, future) = if asyncness.is_some() {
        // rustc names a future that is not `Send` after its function.
        let mut run_name = ident.clone();
        run_name.set_span(name);
        (
            code! { struct __Run; impl __Run { async fn #run_name #run } },
            quote_spanned!(name=> __tool::ToolFuture::new(__Run::#run_name(__arguments, __context))),
        )
    } else {
        (code!(fn __run #run), code!(__tool::ToolFuture::ready(__run(__arguments, __context))))
    };
    code! {
        #run

        fn __call<'a>(__arguments: &'a ::core::primitive::str, __context: &'a __tool::ToolContext) -> __tool::ToolFuture<'a> {
            #future
        }
    }
}

/// The code that uses `__definition`, `__arguments` and `__context`; `callee` is the user's function.
pub(super) fn body(tool: &Tool, callee: &TokenStream, receiver: Option<&TokenStream>) -> TokenStream {
    let (ty, variables, checks) = (arguments::ty(tool), arguments::variables(tool), arguments::checks(tool));
    let output = output(tool, callee, receiver);
    code! {
        let __params: #ty = __tool::read_arguments(__definition, __arguments, __context)?;
        #variables
        #checks
        __tool::arguments_are_read(__context)?;
        #output
    }
}

/// `__tool::output!` selects the conversion by the type of the result, so its errors point at the return type.
fn output(tool: &Tool, callee: &TokenStream, receiver: Option<&TokenStream>) -> TokenStream {
    let sig = &tool.function.sig;
    let span = match &sig.output {
        ReturnType::Default => sig.ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    let values = receiver.cloned().into_iter().chain(arguments::values(tool));
    let wait = sig.asyncness.map(|_| code!(.await));
    let returned = match &sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(ty),
    };
    let keys: TokenStream = returned.iter().flat_map(|ty| hints::keys(ty, "ResultKey")).collect();
    let any = match returned.and_then(|ty| hints::of_result(ty)) {
        None => code!(__tool::OutputFallback),
        Some(hint) => code!(__tool::hints::#hint::OutputFallback),
    };
    quote_spanned!(generated(span)=> #keys __tool::output!(__definition, #callee(#(#values),*) #wait, #any))
}

fn registration(tool: &Tool) -> Option<TokenStream> {
    let companion = &tool.companion;
    tool.register.then(|| {
        code! {
            __tool::inventory::submit! {
                __tool::ToolRegistration::new(#companion::callback)
            }
        }
    })
}

#[cfg(test)]
mod tests;
