//! From the parameters of the function to the parameters of the model.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, PatType, Signature, Type};

use crate::attributes::{Keyed, ParamKeys, is_on};
use crate::check;
use crate::docs::Docs;
use crate::errors::Errors;
use crate::lending::{self, Lending, option_content};
use crate::model::{Argument, Need, Param, Shape};
use crate::rules::Rules;
use crate::written::Written;

/// Reads and checks the parameters of a function.
pub(crate) fn read(sig: &Signature, docs: &Docs, errors: &mut Errors) -> Vec<Param> {
    let written: Vec<_> = sig.inputs.iter().filter_map(typed).map(|typed| Written::read(typed, errors)).collect();
    for parameter in &written {
        check::parameter(parameter, errors);
    }
    check::count(sig, written.iter().filter(|parameter| !parameter.is_injected()).count(), errors);
    check::names_differ(&written, errors);
    check::argument_docs(&docs.arguments, &written, errors);
    written.iter().map(|parameter| resolve(parameter, docs, errors)).collect()
}

fn typed(input: &FnArg) -> Option<&PatType> {
    match input {
        FnArg::Typed(typed) => Some(typed),
        // Refused with the signature.
        FnArg::Receiver(_) => None,
    }
}

fn resolve(written: &Written, docs: &Docs, errors: &mut Errors) -> Param {
    if written.is_tool_context() {
        return Param::Context;
    }
    match lending::reference(&written.typed.ty) {
        Some(reference) if written.is_injected() => Param::ContextValue(reference.elem.clone()),
        _ => Param::Argument(Box::new(argument(written, docs, errors))),
    }
}

fn argument(written: &Written, docs: &Docs, errors: &mut Errors) -> Argument {
    let ty = (*written.typed.ty).clone();
    let keys = &written.attribute.keys;
    Argument {
        name: written.name().unwrap_or_default(),
        description: description(written, docs),
        lending: Lending::of(&ty),
        need: need(written, &ty),
        shape: shape(keys),
        rules: Rules::read(keys, &ty, errors),
        example: Keyed::value(keys.example.as_ref()),
        ty,
    }
}

fn shape(keys: &ParamKeys) -> Shape {
    match &keys.schema_with {
        Some(function) => Shape::With(function.value.clone()),
        None if is_on(keys.flatten.as_ref()) => Shape::Flat,
        None => Shape::Own,
    }
}

/// The attribute, else the doc comment on the parameter, else its entry in the `# Arguments` list.
fn description(written: &Written, docs: &Docs) -> TokenStream {
    if let Some(description) = &written.attribute.keys.description {
        return description.value.0.to_token_stream();
    }
    if let Some(description) = Docs::read(&written.typed.attrs).description() {
        return description;
    }
    let entry = docs.arguments.iter().find(|entry| check::documents(entry, written));
    let text = entry.map(|entry| entry.text.as_str()).unwrap_or_default();
    quote!(#text)
}

fn need(written: &Written, ty: &Type) -> Need {
    let keys = &written.attribute.keys;
    if let Some(default) = &keys.default {
        return Need::Default(default.value.clone());
    }
    match option_content(ty) {
        Some(_) if is_on(keys.required.as_ref()) => Need::Nullable,
        Some(_) => Need::Optional,
        None => Need::Required,
    }
}
