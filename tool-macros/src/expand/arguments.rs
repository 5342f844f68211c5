//! The hidden struct into which the arguments are deserialized, and how its fields are passed to the function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::{GenericParam, LifetimeParam, TypeParam};

use crate::expand::hints;
use crate::model::pass_by::Borrowing;
use crate::model::tool::{Argument, Param, Requiredness, SchemaSource, SelfType, Tool};
use crate::syn_ext::respan;

/// The struct for the arguments, and how they are deserialized: first by name, then flattened ones.
pub(super) fn structure(tool: &Tool) -> TokenStream {
    let fields = tool.arguments().enumerate().map(|(index, argument)| (field_ident(index), argument));
    let (flat, plain): (Vec<_>, Vec<_>) =
        fields.partition(|(_, argument)| matches!(argument.shape, SchemaSource::Flat));
    let (declared, idents) = (plain.iter().chain(&flat).map(declaration), plain.iter().chain(&flat).map(|(i, _)| i));
    let numbers = plain.iter().enumerate().map(|(index, (_, argument))| {
        let name = &argument.name;
        code!(#name => ::core::option::Option::Some(#index))
    });
    let names = plain.iter().map(|(_, argument)| name(argument));
    let arms = plain.iter().enumerate().map(|(index, field)| arm(index, field));
    let flattened = (!flat.is_empty()).then(|| read_flat(&flat));
    let (generics, marker) = tool.owner.as_ref().map(generic_parts).unwrap_or_default();
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let no_marker = marker.as_ref().map(|_| code!(__marker: ::core::marker::PhantomData,));
    code! {
        struct __Arguments #parameters #conditions {
            #(#declared,)*
            #marker
        }

        impl #parameters __tool::ArgumentSlots for __Arguments #arguments #conditions {
            const NAMES: &'static [__tool::ArgumentName] = &[#(#names),*];

            fn empty() -> Self {
                Self { #(#idents: ::core::option::Option::None,)* #no_marker }
            }

            fn index(__name: &::core::primitive::str) -> ::core::option::Option<::core::primitive::usize> {
                match __name {
                    #(#numbers,)*
                    _ => ::core::option::Option::None,
                }
            }

            fn read<'de, __A: __tool::MapAccess<'de>>(
                &mut self,
                __index: ::core::primitive::usize,
                __map: &mut __A,
            ) -> ::core::result::Result<(), __A::Error> {
                match __index {
                    #(#arms,)*
                    _ => ::core::result::Result::Ok(()),
                }
            }

            #flattened
        }
    }
}

fn declaration((ident, argument): &(Ident, &Argument)) -> TokenStream {
    let owned = &argument.pass_by.owned;
    code!(#ident: ::core::option::Option<#owned>)
}

/// The name of an argument, and whether it is required.
fn name(argument: &Argument) -> TokenStream {
    let (name, required) = (&argument.name, matches!(argument.need, Requiredness::Required | Requiredness::Nullable));
    code!((#name, #required))
}

fn arm(index: usize, (ident, argument): &(Ident, &Argument)) -> TokenStream {
    let span = argument.pass_by.span;
    let function = match (&argument.shape, &argument.need) {
        (SchemaSource::With(_), Requiredness::Required) => code!(__tool::read_described),
        (SchemaSource::With(_), _) => code!(__tool::read_optional_described),
        (_, Requiredness::Required) => code!(__tool::read_required),
        (_, _) => code!(__tool::read_optional),
    };
    let place = place(ident, span);
    let keys = hints::keys(&argument.ty, "ParamKey");
    let Some(hint) = hints::of(&argument.ty).filter(|_| matches!(argument.shape, SchemaSource::Type)) else {
        return code!(#index => { #(#keys)* #function(#place, __map) });
    };
    let owned = &argument.pass_by.owned;
    let method = if matches!(argument.need, Requiredness::Required) { code!(required) } else { code!(optional) };
    let check = quote_spanned!(span=> __tool::hints::#hint::is_described_param::<#owned>(););
    code!(#index => {
        #[allow(unused_imports)]
        use __tool::UnreadableArgument as _;
        #check
        #(#keys)*
        __tool::ArgumentSlot(#place).#method(__map)
    })
}

/// rustc points at this location when a type cannot be deserialized.
fn place(ident: &Ident, span: Span) -> TokenStream {
    respan(&code!(&mut self.#ident), span)
}

fn read_flat(flat: &[(Ident, &Argument)]) -> TokenStream {
    let reads = flat.iter().map(|(ident, argument)| {
        let place = place(ident, argument.pass_by.span);
        code!(__tool::read_flattened(#place, __rest)?;)
    });
    code! {
        const IS_FLAT: ::core::primitive::bool = true;

        fn read_flat(
            &mut self,
            __rest: &__tool::RemainingArguments<'_>,
        ) -> ::core::result::Result<(), __tool::JsonError> {
            #(#reads)*
            ::core::result::Result::Ok(())
        }
    }
}

/// The generic parameters of the block, all used by a marker field.
fn generic_parts(owner: &SelfType) -> (syn::Generics, Option<TokenStream>) {
    if owner.generics.params.is_empty() {
        return (syn::Generics::default(), None);
    }
    // Not the type of the block, which may elide lifetimes.
    let uses = owner.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(TypeParam { ident, .. }) => Some(code!(::core::marker::PhantomData<#ident>)),
        GenericParam::Lifetime(LifetimeParam { lifetime, .. }) => Some(code!(&#lifetime ())),
        GenericParam::Const(_) => None,
    });
    (owner.generics.clone(), Some(code!(__marker: ::core::marker::PhantomData<fn() -> (#(#uses,)*)>,)))
}

/// The struct as a type.
pub(super) fn ty(tool: &Tool) -> TokenStream {
    let generics = tool.owner.as_ref().map(|owner| owner.generics.clone()).unwrap_or_default();
    let (_, parameters, _) = generics.split_for_impl();
    code!(__Arguments #parameters)
}

/// Each argument as a variable.
pub(super) fn variables(tool: &Tool) -> TokenStream {
    let variable = |(index, argument): (usize, &Argument)| {
        let (ident, name) = (field_ident(index), &argument.name);
        if matches!(argument.need, Requiredness::Required) {
            code!(let #ident = __tool::given(__definition, #name, __params.#ident)?;)
        } else {
            code!(let #ident = __params.#ident;)
        }
    };
    tool.arguments().enumerate().map(variable).collect()
}

pub(super) fn field_ident(index: usize) -> Ident {
    format_ident!("__{index}", span = Span::mixed_site())
}

pub(super) fn default_ident(index: usize) -> Ident {
    format_ident!("__default_{index}", span = Span::mixed_site())
}

fn rules_ident(index: usize) -> Ident {
    format_ident!("__RULES_{index}", span = Span::mixed_site())
}

/// One function for each default, so that schema and call share it and an error in it is reported once. In a method it is a
/// closure, which can use `Self`.
pub(super) fn defaults(tool: &Tool) -> TokenStream {
    let in_object = tool.owner.is_some();
    tool.arguments().enumerate().filter_map(|(index, argument)| default(index, argument, in_object)).collect()
}

fn default(index: usize, argument: &Argument, in_object: bool) -> Option<TokenStream> {
    let Requiredness::Default(expression) = &argument.need else { return None };
    let (ident, ty) = (default_ident(index), default_type(argument));
    Some(if in_object {
        code! {
            let #ident = || -> #ty { #expression };
        }
    } else {
        code! {
            fn #ident() -> #ty {
                #expression
            }
        }
    })
}

/// The type of the parameter; references outlive the call, because the caller owns the value.
fn default_type(argument: &Argument) -> TokenStream {
    match crate::syn_ext::reference(&argument.ty) {
        Some(reference) => {
            let elem = &reference.elem;
            code!(&'static #elem)
        }
        None => argument.ty.to_token_stream(),
    }
}

/// The constraints of the arguments, for the schema and the call.
pub(super) fn rules(tool: &Tool) -> TokenStream {
    let with_rules = tool.arguments().enumerate().filter(|(_, argument)| !argument.rules.is_empty());
    let statics = with_rules.map(|(index, argument)| {
        let (ident, value) = (rules_ident(index), argument.rules.value());
        code! {
            static #ident: __tool::Rules = #value;
        }
    });
    statics.collect()
}

/// Adds the constraints to the schema.
pub(super) fn with_rules(index: usize, argument: &Argument) -> Option<TokenStream> {
    let ident = rules_ident(index);
    (!argument.rules.is_empty()).then(|| code!(.with_rules(&#ident)))
}

/// Checks the constraints of the arguments.
pub(super) fn checks(tool: &Tool) -> TokenStream {
    let checks = tool.arguments().enumerate().flat_map(|(index, argument)| {
        let (field, name) = (field_ident(index), &argument.name);
        let checks = argument.rules.checks(&code!(&#field), &rules_ident(index));
        checks
            .into_iter()
            .map(move |check| code!(__tool::argument_fits(__definition, (__arguments, __context), #name, #check)?;))
    });
    checks.collect()
}

/// The arguments of the call, in the order of the signature.
pub(super) fn values(tool: &Tool) -> Vec<TokenStream> {
    let mut fields = 0..;
    let value = |param: &Param| match param {
        Param::Context => code!(__context),
        Param::ContextValue(ty) => code!(__tool::from_context::<#ty>(__definition, __context)?),
        Param::Argument(argument) => value(fields.next().unwrap_or_default(), argument),
    };
    tool.params.iter().map(value).collect()
}

fn value(index: usize, argument: &Argument) -> TokenStream {
    let place = field_ident(index).into_token_stream();
    match (&argument.need, argument.pass_by.borrow) {
        (Requiredness::Required, Borrowing::Never) => place,
        (Requiredness::Required, _) => argument.pass_by.expression(&place, false),
        (Requiredness::Optional | Requiredness::Nullable, _) => argument.pass_by.expression(&place, true),
        (Requiredness::Default(_), _) => {
            let (maybe, default) = (argument.pass_by.expression(&place, true), default_ident(index));
            code! {
                match #maybe {
                    ::core::option::Option::Some(__value) => __value,
                    ::core::option::Option::None => #default(),
                }
            }
        }
    }
}
