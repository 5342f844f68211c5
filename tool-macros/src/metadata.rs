//! The keys about how a tool is treated: their rules, and the calls that say them to `ToolMetadata`.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Signature;

use crate::attributes::{Keyed, ToolKeys, is_on};
use crate::errors::Errors;
use crate::model::Param;

/// Keys that contradict each other, or the function.
pub(crate) fn check(sig: &Signature, keys: &ToolKeys, errors: &mut Errors) {
    let name = &sig.ident;
    if let Some(blocking) = keys.blocking.as_ref().filter(|_| is_on(keys.blocking.as_ref()) && sig.asyncness.is_some())
    {
        errors.push(
            &blocking.key,
            format!("`{name}` is async and has to wait without blocking: remove `blocking`, or `async`"),
        );
    }
    if let Some(timeout) = &keys.timeout
        && sig.asyncness.is_none()
        && !is_on(keys.blocking.as_ref())
    {
        errors.push(
            &timeout.key,
            format!(
                "`{name}` is not async and cannot be interrupted: add `blocking`, which answers at the deadline and lets \
                 the thread run on, or write an `async fn`"
            ),
        );
    }
    if let Some(destructive) = &keys.destructive
        && is_on(keys.read_only.as_ref())
        && destructive.value
    {
        errors.push(&destructive.key, "a tool that is `read_only` destroys nothing: remove one of the two");
    }
    if let Some(max_calls) = keys.max_calls.as_ref().filter(|max_calls| max_calls.value == 0) {
        errors.push(&max_calls.key, "a tool that may be called 0 times is no tool: give at least 1");
    }
}

/// The calls to make on a `ToolMetadata`, in the order of the keys.
pub(crate) fn calls(sig: &Signature, keys: &ToolKeys, params: &[Param]) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    // Known here alone: a request asks whether its tools need a timer before it asks the model.
    calls.extend(sig.asyncness.is_none().then(|| quote!(.with_synchronous(true))));
    calls.extend(keys.result_converter.as_ref().map(|converter| {
        let converter = &converter.value;
        quote!(.with_result_converter(#converter))
    }));
    calls.extend(switches(keys).into_iter().filter_map(|(name, switch)| {
        let value = Keyed::value(switch)?;
        let method = format_ident!("with_{name}");
        Some(quote!(.#method(#value)))
    }));
    calls.extend(keys.timeout.as_ref().map(|timeout| {
        let milliseconds = u64::try_from(timeout.value.0.as_millis()).unwrap_or(u64::MAX);
        quote!(.with_timeout(__tool::Duration::from_millis(#milliseconds)))
    }));
    calls.extend(keys.max_calls.as_ref().map(|max_calls| {
        let max_calls = Literal::u32_unsuffixed(max_calls.value);
        quote!(.with_max_calls(#max_calls))
    }));
    calls.extend(keys.title.as_ref().map(|title| {
        let title = &title.value.0;
        quote!(.with_title(#title))
    }));
    calls.extend(keys.tags.as_ref().map(|tags| {
        let tags = &tags.value.0;
        quote!(.with_tags([#(#tags),*]))
    }));
    calls.extend(keys.enabled_if.as_ref().map(|condition| {
        let condition = &condition.value;
        quote!(.with_enabled_if(#condition))
    }));
    calls.extend(params.iter().filter_map(|param| match param {
        Param::ContextValue(ty) => Some(quote!(.with_context_value::<#ty>())),
        Param::Argument(_) | Param::Context => None,
    }));
    calls
}

fn switches(keys: &ToolKeys) -> [(&'static str, Option<&Keyed<bool>>); 9] {
    [
        ("return_direct", keys.return_direct.as_ref()),
        ("blocking", keys.blocking.as_ref()),
        ("read_only", keys.read_only.as_ref()),
        ("destructive", keys.destructive.as_ref()),
        ("idempotent", keys.idempotent.as_ref()),
        ("open_world", keys.open_world.as_ref()),
        ("approval", keys.approval.as_ref()),
        ("serial", keys.serial.as_ref()),
        ("cache", keys.cache.as_ref()),
    ]
}
