//! From parsed parameters to validated ones.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, PatType, Signature, Type};

use crate::diagnostics::Diagnostics;
use crate::model::constraints::Rules;
use crate::model::pass_by::PassBy;
use crate::model::tool::{Argument, Param, Requiredness, SchemaSource};
use crate::parse::attr::{Keyed, ParamKeys, is_on};
use crate::parse::doc_comment::Docs;
use crate::parse::parsed_param::ParsedParam;
use crate::syn_ext;
use crate::syn_ext::option_content;
use crate::validate::signature;

/// Parses and validates the parameters of a function.
pub(crate) fn read(sig: &Signature, docs: &Docs, errors: &mut Diagnostics) -> Vec<Param> {
    let written: Vec<_> = sig.inputs.iter().filter_map(typed).map(|typed| ParsedParam::read(typed, errors)).collect();
    for parameter in &written {
        signature::parameter(parameter, errors);
    }
    signature::count(sig, written.iter().filter(|parameter| !parameter.is_injected()).count(), errors);
    signature::names_differ(&written, errors);
    signature::argument_docs(&docs.arguments, &written, errors);
    written.iter().map(|parameter| resolve(parameter, docs, errors)).collect()
}

fn typed(input: &FnArg) -> Option<&PatType> {
    match input {
        FnArg::Typed(typed) => Some(typed),
        // Refused by `signature`.
        FnArg::Receiver(_) => None,
    }
}

fn resolve(written: &ParsedParam, docs: &Docs, errors: &mut Diagnostics) -> Param {
    if written.is_tool_context() {
        return Param::Context;
    }
    match syn_ext::reference(&written.typed.ty) {
        Some(reference) if written.is_injected() => Param::ContextValue(reference.elem.clone()),
        _ => Param::Argument(Box::new(argument(written, docs, errors))),
    }
}

fn argument(written: &ParsedParam, docs: &Docs, errors: &mut Diagnostics) -> Argument {
    let ty = (*written.typed.ty).clone();
    let keys = &written.attribute.keys;
    Argument {
        name: written.name().unwrap_or_default(),
        description: description(written, docs),
        pass_by: PassBy::of(&ty),
        need: need(written, &ty),
        shape: shape(keys),
        rules: Rules::read(keys, &ty, errors),
        example: Keyed::value(keys.example.as_ref()),
        ty,
    }
}

fn shape(keys: &ParamKeys) -> SchemaSource {
    match &keys.schema_with {
        Some(function) => SchemaSource::With(function.value.clone()),
        None if is_on(keys.flatten.as_ref()) => SchemaSource::Flat,
        None => SchemaSource::Type,
    }
}

/// The attribute, else the doc comment on the parameter, else its entry in the `# Arguments` list.
fn description(written: &ParsedParam, docs: &Docs) -> TokenStream {
    if let Some(description) = &written.attribute.keys.description {
        return description.value.0.to_token_stream();
    }
    if let Some(description) = Docs::read(&written.typed.attrs).description() {
        return description;
    }
    let entry = docs.arguments.iter().find(|entry| signature::documents(entry, written));
    let text = entry.map(|entry| entry.text.as_str()).unwrap_or_default();
    quote!(#text)
}

fn need(written: &ParsedParam, ty: &Type) -> Requiredness {
    let keys = &written.attribute.keys;
    if let Some(default) = &keys.default {
        return Requiredness::Default(default.value.clone());
    }
    match option_content(ty) {
        Some(_) if is_on(keys.required.as_ref()) => Requiredness::Nullable,
        Some(_) => Requiredness::Optional,
        None => Requiredness::Required,
    }
}
