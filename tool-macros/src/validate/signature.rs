//! The rules for a tool's signature, name, description and parameters, with their errors.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{
    Attribute, Field, FnArg, GenericParam, Pat, PatType, Receiver, ReceiverKind, ReturnType, Safety, Signature, Type,
};

use crate::diagnostics::Diagnostics;
use crate::parse::attr::{Keys, ParamKeys, Read, ToolKeys, is_on, nearest, quoted};
use crate::parse::doc_comment::{ArgumentDoc, Docs};
use crate::parse::function::{Function, GIVEN_TWICE, is_tool};
use crate::parse::parsed_param::ParsedParam;
use crate::parse::runner_attrs;
use crate::validate::param_types;

/// Only a plain function, or a method with `&self`, can be called by a model.
pub(crate) fn function(function: &Function, in_object: bool, errors: &mut Diagnostics) {
    for attribute in function.attrs.iter().filter(|attribute| is_tool(attribute.path())) {
        errors.push(attribute, GIVEN_TWICE);
    }
    signature(&function.sig, errors);
    runner_attrs::check(&function.attrs, &function.sig, &function.body, errors);
    if !function.has_body() {
        errors.push(&function.sig.ident, "a tool needs a body: put `#[tool]` on a function with a body");
        return;
    }
    match function.sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) if in_object => object_receiver(receiver, errors),
        Some(FnArg::Receiver(receiver)) => errors.push(receiver, METHOD_ALONE),
        _ => {}
    }
}

const METHOD_ALONE: &str = "a method is a tool only in an `impl` block with `#[tool_object]`: put it on the block";

/// Calls of one object can run concurrently, and the object outlives its calls.
fn object_receiver(receiver: &Receiver, errors: &mut Diagnostics) {
    let sentence = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => return,
        ReceiverKind::Reference(_, _, Some(_)) => {
            "the tools of an object can run concurrently: take `&self`, and use interior mutability, such as a `Mutex`"
        }
        _ => "a tool is called more than once, so it cannot consume its object: take `&self`",
    };
    errors.push(receiver, sentence);
}

/// Keys that only a free function can have.
pub(crate) fn method_keys(keys: &ToolKeys, errors: &mut Diagnostics) {
    let given = [
        keys.companion.as_ref().map(|keyed| (&keyed.key, "a method has no companion type")),
        keys.register
            .as_ref()
            .map(|keyed| (&keyed.key, "a method is never registered, because its object exists only at run time")),
        keys.krate.as_ref().map(|keyed| (&keyed.key, "write it once for the block, as `#[tool_object(crate = ..)]`")),
    ];
    for (key, reason) in given.into_iter().flatten() {
        errors.push(key, format!("{reason}: remove `{}`", key.to_token_stream()));
    }
}

fn signature(sig: &Signature, errors: &mut Diagnostics) {
    if let ReturnType::Type(_, ty) = &sig.output {
        param_types::returned(ty, errors);
    }
    if let Safety::Unsafe(token) = sig.safety {
        errors
            .push(token, "a tool cannot be `unsafe`, because a model cannot guarantee its safety conditions: write a safe function that calls it");
    }
    if let Some(abi) = &sig.abi {
        errors.push(abi, "a tool cannot be `extern`: remove it, or write a function that calls this one");
    }
    if let Some(variadic) = &sig.variadic {
        errors.push(variadic.dots, "a tool cannot be variadic: take a `Vec<T>` in place of `...`");
    }
    if let Some(parameter) = sig.generics.params.iter().find(|parameter| is_generic(parameter)) {
        errors.push(
            parameter,
            "a tool cannot be generic, because its schema needs concrete types: write one function for each type",
        );
    }
}

/// Lifetimes are not part of the schema.
fn is_generic(parameter: &GenericParam) -> bool {
    !matches!(parameter, GenericParam::Lifetime(_))
}

/// Model APIs refuse other names, some only when the tool is used.
pub(crate) fn tool_name(sig: &Signature, keys: &ToolKeys, errors: &mut Diagnostics) {
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

/// Names that would clash with names in generated code.
pub(crate) fn companion(sig: &Signature, keys: &ToolKeys, errors: &mut Diagnostics) {
    let companion = keys.companion.as_ref().map(|companion| &companion.value);
    for name in [Some(&sig.ident), companion].into_iter().flatten().filter(|name| is_generated(&name.to_string())) {
        errors.push(name, "this name is reserved by generated code: choose another");
    }
}

fn is_generated(name: &str) -> bool {
    ["__tool", "__run", "__Run", "__call", "__Arguments"].contains(&name)
        || name.starts_with("__default_")
        || name.starts_with("__RULES_")
}

/// A description is required and never invented: without one, a model does not know when to call the tool.
pub(crate) fn description(sig: &Signature, attribute: &Read<ToolKeys>, docs: &Docs, errors: &mut Diagnostics) {
    if attribute.complete && attribute.keys.description.is_none() && docs.description().is_none() {
        let name = sig.ident.unraw();
        errors.push(
            &sig.ident,
            format!(
                "tool `{name}` needs a description, by which a model chooses tools: write a doc comment \
                 (its text before the first heading counts), or `#[tool(description = \"..\")]`"
            ),
        );
    }
}

/// The rules about one parameter.
pub(crate) fn parameter(written: &ParsedParam, errors: &mut Diagnostics) {
    no_conditions(written.typed, errors);
    if written.is_injected() {
        context_keys(written, errors);
        param_types::context_value(&written.typed.ty, errors);
        return;
    }
    plain_name(written, errors);
    param_types::argument(&written.typed.ty, errors);
    need(&written.name().unwrap_or_default(), &written.typed.ty, &written.attribute.keys, errors);
    flat(&written.typed.ty, &written.attribute.keys, errors);
    flat_docs(written, errors);
}

/// The rules about one field of a `#[derive(ToolParams)]` type.
pub(crate) fn field(field: &Field, keys: &ParamKeys, errors: &mut Diagnostics) {
    param_types::field(&field.ty, errors);
    if let Some(context) = &keys.context {
        errors.push(
            &context.key,
            "a field cannot come from the context: take the context value as a parameter of the function",
        );
    }
    let Some(name) = &field.ident else { return nameless(keys, errors) };
    need(&name.unraw().to_string(), &field.ty, keys, errors);
    flat(&field.ty, keys, errors);
    name_is_not_empty(keys, errors);
}

/// A field without a name is required, and identified by its index.
fn nameless(keys: &ParamKeys, errors: &mut Diagnostics) {
    let named_only = ["name", "required", "default", "flatten"];
    for key in keys.given().into_iter().filter(|key| named_only.iter().any(|name| key.is_ident(name))) {
        let word = key.to_token_stream();
        errors.push(key, format!("`{word}` is only for named fields: remove it, or name the field"));
    }
}

/// A variant is chosen by its name; all other keys are about fields.
pub(crate) fn variant(keys: &ParamKeys, errors: &mut Diagnostics) {
    let known = ["name", "description"];
    for key in keys.given().into_iter().filter(|key| !known.iter().any(|name| key.is_ident(name))) {
        let word = key.to_token_stream();
        errors
            .push(key, format!("a variant takes only `name` and `description`: remove `{word}`, or put it on a field"));
    }
    name_is_not_empty(keys, errors);
}

/// A flattened parameter is not an argument itself: its keys belong to the fields of its type.
fn flat(ty: &Type, keys: &ParamKeys, errors: &mut Diagnostics) {
    let Some(flatten) = keys.flatten.as_ref().filter(|_| is_on(keys.flatten.as_ref())) else { return };
    for key in keys.given().into_iter().filter(|key| !key.is_ident("flatten")) {
        let word = key.to_token_stream();
        errors.push(
            key,
            format!("a flattened parameter is not an argument itself: remove `{word}`, or put it on a field"),
        );
    }
    if crate::syn_ext::option_content(ty).is_some() {
        errors.push(&flatten.key, "a flattened parameter cannot be an `Option`: make the fields of its type optional");
    }
}

fn is_flat(parameter: &ParsedParam) -> bool {
    is_on(parameter.attribute.keys.flatten.as_ref())
}

const FLAT_ENTRY: &str =
    "a flattened parameter is not an argument itself: remove this entry, or write it on the fields of its type";

/// A comment on a flattened parameter would be lost.
fn flat_docs(written: &ParsedParam, errors: &mut Diagnostics) {
    if let Some(comment) = comment(written).filter(|_| is_flat(written)) {
        errors.push(
            comment,
            "a flattened parameter is not an argument itself: remove this comment, or write it on the fields of its type",
        );
    }
}

fn comment<'a>(written: &ParsedParam<'a>) -> Option<&'a Attribute> {
    written.typed.attrs.iter().find(|attribute| attribute.path().is_ident("doc"))
}

fn no_conditions(typed: &PatType, errors: &mut Diagnostics) {
    let conditional = |path: &syn::Path| path.is_ident("cfg") || path.is_ident("cfg_attr");
    for attribute in typed.attrs.iter().filter(|attribute| conditional(attribute.path())) {
        errors.push(
            attribute,
            "a parameter of a tool cannot be conditional, because its schema is not: \
             put `#[cfg(..)]` on two functions instead",
        );
    }
}

fn plain_name(written: &ParsedParam, errors: &mut Diagnostics) {
    let pattern = &*written.typed.pat;
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => {}
        Pat::Wild(_) if written.name().is_none() && written.attribute.complete => {
            let sentence = "this argument needs a name: write one, or `#[tool_param(name = \"..\")]`";
            errors.push(pattern, sentence);
        }
        Pat::Wild(_) => {}
        _ => errors.push(pattern, "patterns are not supported here: destructure in the body"),
    }
    name_is_not_empty(&written.attribute.keys, errors);
}

fn name_is_not_empty(keys: &ParamKeys, errors: &mut Diagnostics) {
    if let Some(name) = keys.name.as_ref().filter(|name| name.value.value().trim().is_empty()) {
        errors.push(&name.value, "an argument needs a non-empty name");
    }
}

fn need(name: &str, ty: &Type, keys: &ParamKeys, errors: &mut Diagnostics) {
    let optional = crate::syn_ext::option_content(ty).is_some();
    match (&keys.default, &keys.required) {
        (Some(default), _) if optional => errors.push(
            &default.key,
            format!("`{name}` has a `default` and is an `Option`: write `{name}: T`, or remove `default`"),
        ),
        (Some(_), Some(required)) if required.value => {
            errors.push(&required.key, format!("`{name}` has a `default`, so it cannot be required: remove `required`"));
        }
        (None, Some(required)) if !required.value && !optional => errors.push(
            &required.key,
            format!("`{name}` has `required = false`, but no value for a call without it: use an `Option<T>`, or add a `default`"),
        ),
        _ => {}
    }
}

const FROM_CONTEXT: &str = "this parameter comes from the `ToolContext`, not from the model";

/// Descriptions for the model would be lost. `# Arguments` is also for people, so an entry there is allowed.
fn context_keys(written: &ParsedParam, errors: &mut Diagnostics) {
    let keys = &written.attribute.keys;
    for key in keys.given().into_iter().filter(|key| !key.is_ident("context")) {
        let word = key.to_token_stream();
        errors.push(key, format!("{FROM_CONTEXT}: remove `{word}`"));
    }
    if let Some(comment) = comment(written) {
        errors.push(comment, format!("{FROM_CONTEXT}: remove this comment"));
    }
}

/// The reader has one bit for each argument in a `u64`.
pub(crate) fn count(sig: &Signature, arguments: usize, errors: &mut Diagnostics) {
    if arguments > 64 {
        errors.push(&sig.ident, "a tool takes at most 64 arguments: move some of them into a struct");
    }
}

/// Two arguments with one name would be one property of the schema.
pub(crate) fn names_differ(parameters: &[ParsedParam], errors: &mut Diagnostics) {
    let arguments: Vec<_> =
        parameters.iter().filter(|parameter| !parameter.is_injected() && !is_flat(parameter)).collect();
    for (index, second) in arguments.iter().enumerate() {
        let Some(name) = second.name() else { continue };
        let clashes = |first: &&&ParsedParam| {
            // rustc reports two equal names in the code.
            first.name().as_ref() == Some(&name) && (first.ident != second.ident || first.ident.is_none())
        };
        if arguments.iter().take(index).any(|first| clashes(&first)) {
            errors.push(second.name_place(), format!("two arguments are named `{name}`: rename one of them"));
        }
    }
}

/// An entry without a parameter is a typo or outdated, and its text would be lost.
pub(crate) fn argument_docs(entries: &[ArgumentDoc], parameters: &[ParsedParam], errors: &mut Diagnostics) {
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
pub(crate) fn documents(entry: &ArgumentDoc, parameter: &ParsedParam) -> bool {
    let Some(name) = entry.name.as_deref().map(|name| name.strip_prefix("r#").unwrap_or(name)) else { return false };
    parameter.ident.as_deref() == Some(name) || parameter.name().as_deref() == Some(name)
}

fn stray_entry(entry: &ArgumentDoc, parameters: &[ParsedParam]) -> String {
    let Some(name) = &entry.name else {
        return "this entry of `# Arguments` has no parameter name: write \"* `name` - text\"".to_owned();
    };
    let names: Vec<_> = parameters.iter().filter_map(ParsedParam::name).collect();
    let known = if names.is_empty() { "it takes none".to_owned() } else { format!("it takes {}", quoted(&names)) };
    let hint = nearest(name, &names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("`# Arguments` describes `{name}`, which is not a parameter of the function; {known}{hint}")
}

#[cfg(test)]
mod tests;
