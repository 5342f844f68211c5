//! Tokens: a checked model becomes code that calls `tool_core::__private`; nothing is decided here, and nothing fails.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{LitStr, ReturnType};

use crate::lending::{Borrow, generated};
use crate::model::{Argument, Need, Param, Tool};

/// `quote!` with our hygiene: local names of ours and the user's do not meet.
macro_rules! code {
    ($($tokens:tt)*) => { quote_spanned!(Span::mixed_site()=> $($tokens)*) };
}

/// The function, its companion type, and one constant that holds all the rest.
pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool { krate, .. } = tool;
    let (function, struct_item) = (tool.function.cleaned(), companion(tool));
    let (arguments, defaults) = (arguments(tool), defaults(tool));
    let (impl_item, call, registration) = (companion_impl(tool), call(tool), registration(tool));
    let conditions = tool.function.conditions();
    code! {
        #function
        #struct_item
        #(#conditions)*
        #[allow(deprecated, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            use #krate::__private as __tool;
            #arguments
            #defaults
            #impl_item
            #call
            #registration
        };
    }
}

/// The type that carries the tool's name in the type namespace.
pub(crate) fn companion(tool: &Tool) -> TokenStream {
    let Tool { companion, function, name, .. } = tool;
    let (vis, conditions) = (&function.vis, function.conditions());
    let doc = format!(" The tool `{}`, made from the function `{}`.", name.value(), function.sig.ident.unraw());
    code! {
        #(#conditions)*
        #[doc = #doc]
        // A private tool may be found through the registry only.
        #[allow(dead_code, unreachable_pub, non_camel_case_types)]
        #[allow(missing_debug_implementations, missing_copy_implementations)]
        #vis struct #companion {}
    }
}

/// The struct that serde reads the arguments into; its field types carry the user's spans.
fn arguments(tool: &Tool) -> TokenStream {
    let fields = tool.arguments().enumerate().map(|(index, argument)| field(index, argument));
    code! {
        #[derive(__tool::serde::Deserialize)]
        #[serde(crate = "__tool::serde", deny_unknown_fields)]
        struct __Arguments {
            #(#fields)*
        }
    }
}

fn field(index: usize, argument: &Argument) -> TokenStream {
    let (ident, ty, name) = (field_ident(index), field_type(argument), &argument.name);
    // serde gives the code it makes from these paths the span of their text.
    let path = |path| LitStr::new(path, argument.lending.span);
    let (required, optional) = (path("__tool::read_required"), path("__tool::read_optional"));
    match argument.need {
        Need::Required => code! { #[serde(rename = #name, deserialize_with = #required)] #ident: #ty, },
        Need::Nullable => code! { #[serde(rename = #name, deserialize_with = #optional)] #ident: #ty, },
        Need::Optional | Need::Default(_) => {
            code! { #[serde(rename = #name, default, deserialize_with = #optional)] #ident: #ty, }
        }
    }
}

fn field_ident(index: usize) -> Ident {
    format_ident!("__{index}", span = Span::mixed_site())
}

fn default_ident(index: usize) -> Ident {
    format_ident!("__default_{index}", span = Span::mixed_site())
}

fn field_type(argument: &Argument) -> TokenStream {
    let owned = &argument.lending.owned;
    match argument.need {
        Need::Required => owned.clone(),
        Need::Optional | Need::Nullable | Need::Default(_) => code!(::core::option::Option<#owned>),
    }
}

/// One function for each default, so that schema and call share it and a mistake in it is reported once.
fn defaults(tool: &Tool) -> TokenStream {
    tool.arguments().enumerate().filter_map(|(index, argument)| default(index, argument)).collect()
}

fn default(index: usize, argument: &Argument) -> Option<TokenStream> {
    let Need::Default(expression) = &argument.need else { return None };
    let (ident, ty) = (default_ident(index), default_type(argument));
    Some(code! {
        fn #ident() -> #ty {
            #expression
        }
    })
}

/// The parameter's own type; what is lent outlives the call because nobody else could own it.
fn default_type(argument: &Argument) -> TokenStream {
    match crate::lending::reference(&argument.ty) {
        Some(reference) => {
            let elem = &reference.elem;
            code!(&'static #elem)
        }
        None => argument.ty.to_token_stream(),
    }
}

fn companion_impl(tool: &Tool) -> TokenStream {
    let Tool { companion, function, .. } = tool;
    let vis = &function.vis;
    let (definition, metadata) = (definition(tool), metadata(tool));
    let definition_doc = format!(" What a model is told about the tool `{}`.", tool.name.value());
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

fn definition(tool: &Tool) -> TokenStream {
    let Tool { name, description, .. } = tool;
    let params = tool.arguments().enumerate().map(|(index, argument)| param(index, argument));
    let line = line(&tool.function.sig.ident);
    code! {{
        #[allow(unused_imports)]
        use __tool::UnreadableParam as _;
        __tool::definition(
            #name,
            #description,
            __tool::SourceLocation::new(::core::file!(), #line),
            &[#(#params),*],
        )
    }}
}

/// The line of the function; `line!()` would be that of the attribute, which may stand above a long comment.
fn line(name: &Ident) -> TokenStream {
    if !proc_macro::is_available() {
        return code!(::core::line!());
    }
    let (name, attribute) = (name.span().unwrap(), Span::call_site().unwrap());
    // A name written by a `macro_rules!` of another file has a line of that file.
    let place = if name.file() == attribute.file() { name } else { attribute };
    Literal::usize_unsuffixed(place.line()).to_token_stream()
}

fn param(index: usize, argument: &Argument) -> TokenStream {
    let Argument { name, description, lending, need, .. } = argument;
    let owned = &lending.owned;
    let ty = if lending.optional { code!(::core::option::Option<#owned>) } else { owned.clone() };
    let required = matches!(need, Need::Required | Need::Nullable);
    let param = quote_spanned!(lending.span=> __tool::Param::<#ty>::TYPE.describe);
    let default = matches!(need, Need::Default(_)).then(|| default_ident(index));
    let with_default = default.map(|default| code!(.with_default(|| __tool::default_value!(#default()))));
    code!(#param(#name, #description, #required) #with_default)
}

fn metadata(tool: &Tool) -> TokenStream {
    let return_direct = tool.return_direct.map(|flag| code!(.with_return_direct(#flag)));
    let result_converter = tool.result_converter.as_ref().map(|converter| code!(.with_result_converter(#converter)));
    code!(__tool::ToolMetadata::new() #return_direct #result_converter)
}

/// Text in, output out: reads the arguments, finds the context values, calls the function.
fn call(tool: &Tool) -> TokenStream {
    let companion = &tool.companion;
    let asyncness = tool.function.sig.asyncness;
    let output = output(tool);
    let name = generated(tool.function.sig.ident.span());
    let run = quote_spanned!(name=> __run(__arguments, __context));
    // A future that is not `Send` is refused here, so under the name of the function.
    let future = if asyncness.is_some() {
        quote_spanned!(name=> ::std::boxed::Box::pin(#run))
    } else {
        code!(__tool::ready(#run))
    };
    code! {
        #asyncness fn __run(
            __arguments: &str,
            __context: &__tool::ToolContext,
        ) -> ::core::result::Result<__tool::ToolOutput, __tool::ToolError> {
            let __params: __Arguments = __tool::read_arguments(#companion::definition(), __arguments, __context)?;
            #output
        }

        fn __call<'a>(__arguments: &'a str, __context: &'a __tool::ToolContext) -> __tool::ToolFuture<'a> {
            #future
        }
    }
}

/// `__tool::output!` finds out by type what came back, so what it refuses is shown at the return type.
fn output(tool: &Tool) -> TokenStream {
    let sig = &tool.function.sig;
    let (companion, ident) = (&tool.companion, &sig.ident);
    let span = match &sig.output {
        ReturnType::Default => ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    let values = values(tool);
    let wait = sig.asyncness.map(|_| code!(.await));
    quote_spanned!(generated(span)=> __tool::output!(#companion::definition(), #ident(#(#values),*) #wait))
}

fn values(tool: &Tool) -> Vec<TokenStream> {
    let companion = &tool.companion;
    let mut fields = 0..;
    let value = |param: &Param| match param {
        Param::Context => code!(__context),
        Param::ContextValue(ty) => code!(__tool::from_context::<#ty>(#companion::definition(), __context)?),
        Param::Argument(argument) => argument_value(fields.next().unwrap_or_default(), argument),
    };
    tool.params.iter().map(value).collect()
}

fn argument_value(index: usize, argument: &Argument) -> TokenStream {
    let field = field_ident(index);
    let place = code!(__params.#field);
    match (&argument.need, argument.lending.borrow) {
        (Need::Required, Borrow::Never) => place,
        (Need::Required, _) => argument.lending.lend(&place, false),
        (Need::Optional | Need::Nullable, _) => argument.lending.lend(&place, true),
        (Need::Default(_), _) => {
            let (maybe, default) = (argument.lending.lend(&place, true), default_ident(index));
            code! {
                match #maybe {
                    ::core::option::Option::Some(__value) => __value,
                    ::core::option::Option::None => #default(),
                }
            }
        }
    }
}

fn registration(tool: &Tool) -> TokenStream {
    let companion = &tool.companion;
    code! {
        __tool::inventory::submit! {
            __tool::ToolRegistration::new(#companion::callback)
        }
    }
}

#[cfg(test)]
mod tests;
