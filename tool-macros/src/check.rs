//! The rules a tool must keep, each with the sentence for the one who breaks it.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{
    Attribute, Field, FnArg, GenericParam, Pat, PatType, Receiver, ReceiverKind, ReturnType, Safety, Signature, Type,
};

use crate::attributes::{Keys, ParamKeys, Read, ToolKeys, is_on, nearest, quoted};
use crate::docs::{ArgumentDoc, Docs};
use crate::errors::Errors;
use crate::function::{Function, GIVEN_TWICE, is_tool};
use crate::runners;
use crate::types;
use crate::written::Written;

/// Only a plain function, or a method that lends its object, can be called by a model.
pub(crate) fn function(function: &Function, in_object: bool, errors: &mut Errors) {
    for attribute in function.attrs.iter().filter(|attribute| is_tool(attribute.path())) {
        errors.push(attribute, GIVEN_TWICE);
    }
    signature(&function.sig, errors);
    runners::check(&function.attrs, &function.sig, &function.body, errors);
    if !function.has_body() {
        errors.push(&function.sig.ident, "a tool needs a body: put `#[tool]` on a free function that is written out");
        return;
    }
    match function.sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) if in_object => object_receiver(receiver, errors),
        Some(FnArg::Receiver(receiver)) => errors.push(receiver, METHOD_ALONE),
        _ => {}
    }
}

const METHOD_ALONE: &str = "this is a method, and its `impl` block has to say so: put `#[tool_object]` on the block";

/// Calls of one object run side by side, and each object outlives its calls.
fn object_receiver(receiver: &Receiver, errors: &mut Errors) {
    let sentence = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => return,
        ReceiverKind::Reference(_, _, Some(_)) => {
            "the tools of one object run side by side: take `&self`, and keep what changes in a `Mutex`"
        }
        _ => "a tool is called more than once and only lends its object: take `&self`",
    };
    errors.push(receiver, sentence);
}

/// Keys that only a free function can have.
pub(crate) fn method_keys(keys: &ToolKeys, errors: &mut Errors) {
    let given = [
        keys.companion.as_ref().map(|keyed| (&keyed.key, "a method has no type beside it")),
        keys.register.as_ref().map(|keyed| (&keyed.key, "an object exists only at run time and is never registered")),
        keys.krate
            .as_ref()
            .map(|keyed| (&keyed.key, "the whole block has one place for it, `#[tool_object(crate = ..)]`")),
    ];
    for (key, reason) in given.into_iter().flatten() {
        errors.push(key, format!("{reason}: remove `{}`", key.to_token_stream()));
    }
}

fn signature(sig: &Signature, errors: &mut Errors) {
    if let ReturnType::Type(_, ty) = &sig.output {
        types::returned(ty, errors);
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
    if let Some(parameter) = sig.generics.params.iter().find(|parameter| is_generic(parameter)) {
        errors.push(
            parameter,
            "a generic function has no one schema: write a function with concrete types for each tool you want",
        );
    }
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

/// Function and type would hide what generated code calls, or be hidden by it.
pub(crate) fn companion(sig: &Signature, keys: &ToolKeys, errors: &mut Errors) {
    let companion = keys.companion.as_ref().map(|companion| &companion.value);
    for name in [Some(&sig.ident), companion].into_iter().flatten().filter(|name| is_generated(&name.to_string())) {
        errors.push(name, "generated code has this name for something else: choose another");
    }
}

fn is_generated(name: &str) -> bool {
    ["__tool", "__run", "__Run", "__call", "__Arguments"].contains(&name)
        || name.starts_with("__default_")
        || name.starts_with("__RULES_")
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
    need(&written.name().unwrap_or_default(), &written.typed.ty, &written.attribute.keys, errors);
    flat(&written.typed.ty, &written.attribute.keys, errors);
    flat_docs(written, errors);
}

/// All rules about one field of a `#[derive(ToolParams)]` type.
pub(crate) fn field(field: &Field, keys: &ParamKeys, errors: &mut Errors) {
    types::field(&field.ty, errors);
    if let Some(context) = &keys.context {
        errors.push(&context.key, "the context is for functions, not for what they read: take it as a parameter there");
    }
    let Some(name) = &field.ident else { return nameless(keys, errors) };
    need(&name.unraw().to_string(), &field.ty, keys, errors);
    flat(&field.ty, keys, errors);
    name_is_not_empty(keys, errors);
}

/// A field without a name is always there, and is called by its place.
fn nameless(keys: &ParamKeys, errors: &mut Errors) {
    let named_only = ["name", "required", "default", "flatten"];
    for key in keys.given().into_iter().filter(|key| named_only.iter().any(|name| key.is_ident(name))) {
        let word = key.to_token_stream();
        errors.push(key, format!("`{word}` is for fields with a name: remove it, or name the field"));
    }
}

/// A variant is chosen by its name; all else is about its fields.
pub(crate) fn variant(keys: &ParamKeys, errors: &mut Errors) {
    let known = ["name", "description"];
    for key in keys.given().into_iter().filter(|key| !known.iter().any(|name| key.is_ident(name))) {
        let word = key.to_token_stream();
        errors.push(key, format!("a variant has `name` and `description`: remove `{word}`, or say it on a field"));
    }
    name_is_not_empty(keys, errors);
}

/// A flattened parameter is no argument itself: what is said about it belongs to the fields of its type.
fn flat(ty: &Type, keys: &ParamKeys, errors: &mut Errors) {
    let Some(flatten) = keys.flatten.as_ref().filter(|_| is_on(keys.flatten.as_ref())) else { return };
    for key in keys.given().into_iter().filter(|key| !key.is_ident("flatten")) {
        let word = key.to_token_stream();
        errors.push(key, format!("a flattened parameter is no argument itself: remove `{word}`, or say it on a field"));
    }
    if crate::lending::option_content(ty).is_some() {
        errors
            .push(&flatten.key, "a flattened parameter is always there: make the fields of its type optional instead");
    }
}

fn is_flat(parameter: &Written) -> bool {
    is_on(parameter.attribute.keys.flatten.as_ref())
}

const FLAT_ENTRY: &str =
    "a flattened parameter is no argument itself: remove this entry, or write it on the fields of its type";

/// A comment on it would be told to nobody.
fn flat_docs(written: &Written, errors: &mut Errors) {
    if let Some(comment) = comment(written).filter(|_| is_flat(written)) {
        errors.push(
            comment,
            "a flattened parameter is no argument itself: remove this comment, or write it on the fields of its type",
        );
    }
}

fn comment<'a>(written: &Written<'a>) -> Option<&'a Attribute> {
    written.typed.attrs.iter().find(|attribute| attribute.path().is_ident("doc"))
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
    name_is_not_empty(&written.attribute.keys, errors);
}

fn name_is_not_empty(keys: &ParamKeys, errors: &mut Errors) {
    if let Some(name) = keys.name.as_ref().filter(|name| name.value.value().trim().is_empty()) {
        errors.push(&name.value, "an argument needs a name that is not empty");
    }
}

fn need(name: &str, ty: &Type, keys: &ParamKeys, errors: &mut Errors) {
    let optional = crate::lending::option_content(ty).is_some();
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

const FROM_CONTEXT: &str = "this parameter comes from the `ToolContext`, not from the model";

/// What is written for the model about it would be told to nobody; `# Arguments` is also for people, who may read of it.
fn context_keys(written: &Written, errors: &mut Errors) {
    let keys = &written.attribute.keys;
    for key in keys.given().into_iter().filter(|key| !key.is_ident("context")) {
        let word = key.to_token_stream();
        errors.push(key, format!("{FROM_CONTEXT}: remove `{word}`"));
    }
    if let Some(comment) = comment(written) {
        errors.push(comment, format!("{FROM_CONTEXT}: remove this comment"));
    }
}

/// More could not be told apart by the reader, nor by a model.
pub(crate) fn count(sig: &Signature, arguments: usize, errors: &mut Errors) {
    if arguments > 64 {
        errors.push(&sig.ident, "a tool takes at most 64 arguments: put some of them into a type of their own");
    }
}

/// Two arguments of one name would be one property of the schema.
pub(crate) fn names_differ(parameters: &[Written], errors: &mut Errors) {
    let arguments: Vec<_> =
        parameters.iter().filter(|parameter| !parameter.is_injected() && !is_flat(parameter)).collect();
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
        } else if parameters.iter().any(|parameter| is_flat(parameter) && documents(entry, parameter)) {
            errors.push(&entry.line, FLAT_ENTRY);
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
