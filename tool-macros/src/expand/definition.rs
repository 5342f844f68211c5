//! What the model is told, as one expression; and how the tool is treated, as another.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Lifetime, ReturnType, Type};

use super::arguments::{default_ident, with_rules};
use crate::inside::{Part, each_part};
use crate::lending::generated;
use crate::model::{Argument, Need, Shape, Tool};

/// An expression of type `ToolDefinition`.
pub(super) fn definition(tool: &Tool) -> TokenStream {
    let Tool { name, description, .. } = tool;
    let params = tool.arguments().enumerate().map(|(index, argument)| param(index, argument));
    let line = line(&tool.function.sig.ident);
    let definition = code! {{
        #[allow(unused_imports)]
        use __tool::UnreadableParam as _;
        __tool::definition(
            #name,
            #description,
            __tool::SourceLocation::new(::core::file!(), #line),
            &[#(#params),*],
        )
    }};
    match output_type(&tool.function.sig.output) {
        Some(ty) => {
            let schema = quote_spanned!(generated(ty.span())=> __tool::output_schema!(#ty));
            code!(__tool::with_output_schema(#definition, #schema))
        }
        None => definition,
    }
}

/// The line of the function; `line!()` would be that of the attribute, which may stand above a long comment.
pub(super) fn line(name: &Ident) -> TokenStream {
    if !proc_macro::is_available() {
        return code!(::core::line!());
    }
    let (name, attribute) = (name.span().unwrap(), Span::call_site().unwrap());
    // A name written by a `macro_rules!` of another file has a line of that file.
    let place = if name.file() == attribute.file() { name } else { attribute };
    Literal::usize_unsuffixed(place.line()).to_token_stream()
}

fn param(index: usize, argument: &Argument) -> TokenStream {
    let Argument { name, description, lending, need, example, .. } = argument;
    let required = matches!(need, Need::Required | Need::Nullable);
    let param = described(argument, &code!(#name, #description, #required), lending.span);
    let rules = with_rules(index, argument);
    let default = matches!(need, Need::Default(_)).then(|| default_ident(index));
    let with_default = default.map(|default| code!(.with_default(__tool::json_of!(#default()))));
    let with_example = example.as_ref().map(|example| code!(.with_example(__tool::json_of!(#example))));
    let demanded = matches!(need, Need::Nullable).then(|| code!(.demanded()));
    code!(#param #demanded #rules #with_default #with_example)
}

fn described(argument: &Argument, told: &TokenStream, span: Span) -> TokenStream {
    let owned = &argument.lending.owned;
    let ty = if argument.lending.optional { code!(::core::option::Option<#owned>) } else { owned.clone() };
    match &argument.shape {
        Shape::Own => quote_spanned!(span=> __tool::Param::<#ty>::TYPE.describe(#told)),
        Shape::Flat => quote_spanned!(span=> __tool::Param::<#ty>::TYPE.describe(#told).flattened()),
        Shape::With(function) => code!(__tool::Parameter::from_function(#told, #function)),
    }
}

/// The return type, when it can be named where the schema is made.
fn output_type(output: &ReturnType) -> Option<Type> {
    let ReturnType::Type(_, ty) = output else { return None };
    let mut ty = (**ty).clone();
    let mut is_nameable = true;
    each_part(&mut ty, &mut |part| {
        match part {
            // Outside its function, lifetimes are left to the compiler.
            Part::Lifetime(lifetime) => *lifetime = Lifetime::new("'_", lifetime.span()),
            Part::Type(Type::Never(_) | Type::TraitObject(_) | Type::ImplTrait(_)) => is_nameable = false,
            _ => {}
        }
        true
    });
    is_nameable.then_some(ty)
}

/// An expression of type `ToolMetadata`.
pub(super) fn metadata(tool: &Tool) -> TokenStream {
    let calls = &tool.metadata;
    code!(__tool::ToolMetadata::new() #(#calls)*)
}
