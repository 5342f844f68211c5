//! The expressions for `ToolDefinition` and `ToolMetadata`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Lifetime, ReturnType, Type};

use super::arguments::{default_ident, with_rules};
use crate::model::tool::{Argument, Requiredness, SchemaSource, Tool};
use crate::syn_ext::generated;
use crate::visit_types::{TypeNode, visit_type};

/// An expression of type `ToolDefinition`.
pub(super) fn definition(tool: &Tool) -> TokenStream {
    let Tool { name, description, .. } = tool;
    let params = tool.arguments().enumerate().map(|(index, argument)| param(index, argument));
    let line = line(&tool.function.sig.ident);
    let definition = code! {{
        #[allow(unused_imports)]
        use __tool::ParamFallback as _;
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

/// The line of the function; `line!()` would be that of the attribute, which may be above a long comment.
pub(super) fn line(name: &Ident) -> TokenStream {
    if !proc_macro::is_available() {
        return code!(::core::line!());
    }
    let (name, attribute) = (name.span().unwrap(), Span::call_site().unwrap());
    // A name from a `macro_rules!` in another file has a line of that file.
    let place = if name.file() == attribute.file() { name } else { attribute };
    Literal::usize_unsuffixed(place.line()).to_token_stream()
}

fn param(index: usize, argument: &Argument) -> TokenStream {
    let Argument { name, description, pass_by, need, example, .. } = argument;
    let required = matches!(need, Requiredness::Required | Requiredness::Nullable);
    let param = described(argument, &code!(#name, #description, #required), pass_by.span);
    let rules = with_rules(index, argument);
    let default = matches!(need, Requiredness::Default(_)).then(|| default_ident(index));
    let with_default = default.map(|default| code!(.with_default(__tool::json_of!(#default()))));
    let with_example = example.as_ref().map(|example| code!(.with_example(__tool::json_of!(#example))));
    let demanded = matches!(need, Requiredness::Nullable).then(|| code!(.demanded()));
    code!(#param #demanded #rules #with_default #with_example)
}

fn described(argument: &Argument, description: &TokenStream, span: Span) -> TokenStream {
    let owned = &argument.pass_by.owned;
    let ty = if argument.pass_by.optional { code!(::core::option::Option<#owned>) } else { owned.clone() };
    match &argument.shape {
        SchemaSource::Type => quote_spanned!(span=> __tool::Param::<#ty>::TYPE.describe(#description)),
        SchemaSource::Flat => quote_spanned!(span=> __tool::Param::<#ty>::TYPE.describe(#description).flattened()),
        SchemaSource::With(function) => code!(__tool::Parameter::from_function(#description, #function)),
    }
}

/// The return type, if it can be named where the schema is generated.
fn output_type(output: &ReturnType) -> Option<Type> {
    let ReturnType::Type(_, ty) = output else { return None };
    let mut ty = (**ty).clone();
    let mut is_nameable = true;
    visit_type(&mut ty, &mut |part| {
        match part {
            // Outside of its function, lifetimes are inferred.
            TypeNode::Lifetime(lifetime) => *lifetime = Lifetime::new("'_", lifetime.span()),
            TypeNode::Type(Type::Never(_) | Type::TraitObject(_) | Type::ImplTrait(_)) => is_nameable = false,
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
