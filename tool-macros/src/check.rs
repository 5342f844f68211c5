//! The rules a tool must keep, each with the sentence for the one who breaks it.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{FnArg, GenericParam, Pat, PatType, Safety, Signature};

use crate::attributes::{Read, ToolKeys, nearest, quoted};
use crate::docs::{ArgumentDoc, Docs};
use crate::errors::Errors;
use crate::function::Function;
use crate::params::Written;
use crate::types;

/// Only a plain function can be called by a model.
pub(crate) fn function(function: &Function, errors: &mut Errors) {
    for attribute in function.attrs.iter().filter(|attribute| attribute.path().is_ident("tool")) {
        errors.push(attribute, "`#[tool]` is given twice: put all keys into one");
    }
    if !function.has_body() {
        errors.push(&function.sig.ident, "a tool needs a body: put `#[tool]` on a free function that is written out");
    }
    signature(&function.sig, errors);
}

fn signature(sig: &Signature, errors: &mut Errors) {
    if let Some(token) = sig.constness {
        errors.push(token, "a tool is called at run time: remove `const`");
    }
    if let Safety::Unsafe(token) = sig.safety {
        errors
            .push(token, "a model cannot promise what an `unsafe` function asks for: write a safe function around it");
    }
    if let Some(abi) = &sig.abi {
        errors.push(abi, "a tool is called from Rust: remove `extern`, or write a plain function around it");
    }
    if let Some(variadic) = &sig.variadic {
        errors.push(variadic.dots, "a tool has a fixed list of parameters: take a `Vec<T>` instead of `...`");
    }
    if let Some(FnArg::Receiver(receiver)) = sig.inputs.first() {
        errors.push(receiver, method_sentence(sig));
    }
    if let Some(parameter) = sig.generics.params.iter().find(|parameter| is_generic(parameter)) {
        errors.push(
            parameter,
            "a generic function has no one schema: write a function with concrete types for each tool you want",
        );
    }
}

fn method_sentence(sig: &Signature) -> String {
    let name = sig.ident.unraw();
    format!(
        "a tool is a free function, and `{name}` takes `self`: make a tool of a closure that calls it, \
         with `FunctionToolCallback::builder(\"{name}\", ..)`"
    )
}

/// Lifetimes are no parameters of the schema.
fn is_generic(parameter: &GenericParam) -> bool {
    !matches!(parameter, GenericParam::Lifetime(_))
}

/// Model APIs refuse other names, some of them only when the tool is used.
pub(crate) fn tool_name(sig: &Signature, keys: &ToolKeys, errors: &mut Errors) {
    let rule = "a tool's name starts with a letter or `_` and has up to 64 letters, digits, `_` or `-`, all ASCII";
    match &keys.name {
        Some(name) if !is_tool_name(&name.value.value()) => {
            errors.push(&name.value, format!("`{}` cannot be the name of a tool: {rule}", name.value.value()));
        }
        None if !is_tool_name(&sig.ident.unraw().to_string()) => {
            let name = sig.ident.unraw();
            errors.push(
                &sig.ident,
                format!("`{name}` cannot be the name of a tool: {rule}; write `#[tool(name = \"..\")]`"),
            );
        }
        _ => {}
    }
}

fn is_tool_name(name: &str) -> bool {
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts_well && name.len() <= 64 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// No text is ever invented, and without one a model does not know when to call.
pub(crate) fn description(sig: &Signature, attribute: &Read<ToolKeys>, docs: &Docs, errors: &mut Errors) {
    if attribute.complete && attribute.keys.description.is_none() && docs.description().is_none() {
        let name = sig.ident.unraw();
        errors.push(
            &sig.ident,
            format!(
                "tool `{name}` has no description, and a model chooses tools by it: write a doc comment \
                 (its text before the first heading counts), or `#[tool(description = \"..\")]`"
            ),
        );
    }
}

/// All rules about one parameter that can be seen at the parameter.
pub(crate) fn parameter(written: &Written, errors: &mut Errors) {
    no_conditions(written.typed, errors);
    if written.is_injected() {
        context_keys(written, errors);
        types::context_value(&written.typed.ty, errors);
        return;
    }
    plain_name(written, errors);
    types::argument(&written.typed.ty, errors);
    need(written, errors);
}

fn no_conditions(typed: &PatType, errors: &mut Errors) {
    let conditional = |path: &syn::Path| path.is_ident("cfg") || path.is_ident("cfg_attr");
    for attribute in typed.attrs.iter().filter(|attribute| conditional(attribute.path())) {
        errors.push(
            attribute,
            "a parameter of a tool cannot be conditional, since the schema would not know: \
             put `#[cfg(..)]` on two functions instead",
        );
    }
}

fn plain_name(written: &Written, errors: &mut Errors) {
    let pattern = &*written.typed.pat;
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => {}
        Pat::Wild(_) if written.name().is_none() && written.attribute.complete => {
            let sentence = "the model needs a name for this argument: write one, or `#[tool_param(name = \"..\")]`";
            errors.push(pattern, sentence);
        }
        Pat::Wild(_) => {}
        _ => errors.push(pattern, "a parameter of a tool is a plain name: take it apart inside the function"),
    }
    if let Some(name) = &written.attribute.keys.name
        && name.value.value().trim().is_empty()
    {
        errors.push(&name.value, "an argument needs a name that is not empty");
    }
}

fn need(written: &Written, errors: &mut Errors) {
    let keys = &written.attribute.keys;
    let optional = crate::lending::option_content(&written.typed.ty).is_some();
    let name = written.name().unwrap_or_default();
    match (&keys.default, &keys.required) {
        (Some(default), _) if optional => errors.push(
            &default.key,
            format!("`{name}` has a `default` and is an `Option`: take `{name}: T`, or remove `default`"),
        ),
        (Some(_), Some(required)) if required.value => {
            errors.push(&required.key, format!("`{name}` has a `default`, so it is never required: remove `required`"));
        }
        (None, Some(required)) if !required.value && !optional => errors.push(
            &required.key,
            format!("`{name}` has no value when it is left out: take an `Option<T>`, or give a `default`"),
        ),
        _ => {}
    }
}

fn context_keys(written: &Written, errors: &mut Errors) {
    let keys = &written.attribute.keys;
    let given = [
        keys.name.as_ref().map(|keyed| &keyed.key),
        keys.description.as_ref().map(|keyed| &keyed.key),
        keys.required.as_ref().map(|keyed| &keyed.key),
        keys.default.as_ref().map(|keyed| &keyed.key),
    ];
    for key in given.into_iter().flatten() {
        let word = key.to_token_stream();
        errors.push(key, format!("this parameter comes from the `ToolContext`, not from the model: remove `{word}`"));
    }
}

/// Two arguments of one name would be one property of the schema.
pub(crate) fn names_differ(parameters: &[Written], errors: &mut Errors) {
    let arguments: Vec<_> = parameters.iter().filter(|parameter| !parameter.is_injected()).collect();
    for (index, second) in arguments.iter().enumerate() {
        let Some(name) = second.name() else { continue };
        let clashes = |first: &&&Written| {
            // Two equal names in the code are rustc's to report.
            first.name().as_ref() == Some(&name) && (first.ident != second.ident || first.ident.is_none())
        };
        if arguments.iter().take(index).any(|first| clashes(&first)) {
            errors.push(second.name_place(), format!("two arguments are named `{name}`: rename one of them"));
        }
    }
}

/// An entry nobody takes is a typo or a leftover, and its text would be lost.
pub(crate) fn argument_docs(entries: &[ArgumentDoc], parameters: &[Written], errors: &mut Errors) {
    for entry in entries {
        if !parameters.iter().any(|parameter| documents(entry, parameter)) {
            errors.push(&entry.line, stray_entry(entry, parameters));
        }
    }
    for (index, second) in entries.iter().enumerate() {
        let repeated = second.name.is_some() && entries.iter().take(index).any(|first| first.name == second.name);
        if let (true, Some(name)) = (repeated, &second.name) {
            errors.push(&second.line, format!("`# Arguments` describes `{name}` twice: remove one of the two"));
        }
    }
}

/// Whether `entry` is about `parameter`, by its name in the code or in the schema.
pub(crate) fn documents(entry: &ArgumentDoc, parameter: &Written) -> bool {
    let Some(name) = entry.name.as_deref().map(|name| name.strip_prefix("r#").unwrap_or(name)) else { return false };
    parameter.ident.as_deref() == Some(name) || parameter.name().as_deref() == Some(name)
}

fn stray_entry(entry: &ArgumentDoc, parameters: &[Written]) -> String {
    let Some(name) = &entry.name else {
        return "this entry of `# Arguments` names no parameter: write \"* `name` - text\"".to_owned();
    };
    let names: Vec<_> = parameters.iter().filter_map(Written::name).collect();
    let known = if names.is_empty() { "it takes none".to_owned() } else { format!("it takes {}", quoted(&names)) };
    let hint = nearest(name, &names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("`# Arguments` describes `{name}`, which the function does not take; {known}{hint}")
}

#[cfg(test)]
mod tests;
