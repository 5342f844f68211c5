//! The keys for `ToolMetadata`: their rules, and the method calls that set them.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Signature;

use crate::diagnostics::Diagnostics;
use crate::model::tool::Param;
use crate::parse::attr::{Keyed, ToolKeys, is_on};

/// Refuses keys that contradict each other or the function.
pub(crate) fn check(sig: &Signature, keys: &ToolKeys, errors: &mut Diagnostics) {
    let name = &sig.ident;
    if let Some(blocking) = keys.blocking.as_ref().filter(|_| is_on(keys.blocking.as_ref()) && sig.asyncness.is_some())
    {
        errors.push(
            &blocking.key,
            format!("`{name}` is async, so it cannot be `blocking`: remove `blocking`, or `async`"),
        );
    }
    if let Some(timeout) = &keys.timeout
        && sig.asyncness.is_none()
        && !is_on(keys.blocking.as_ref())
    {
        errors.push(
            &timeout.key,
            format!(
                "`{name}` is not async, so a time-out cannot cancel it: add `blocking`, which answers at the deadline while the thread continues, or write an `async fn`"
            ),
        );
    }
    if let Some(destructive) = &keys.destructive
        && is_on(keys.read_only.as_ref())
        && destructive.value
    {
        errors.push(&destructive.key, "a tool cannot be both `read_only` and `destructive`: remove one of the two");
    }
    if let Some(max_calls) = keys.max_calls.as_ref().filter(|max_calls| max_calls.value == 0) {
        errors.push(&max_calls.key, "`max_calls` must be at least 1");
    }
}

/// The method calls on a `ToolMetadata`, in the order of the keys.
pub(crate) fn calls(sig: &Signature, keys: &ToolKeys, params: &[Param]) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    // Known only here; a request checks whether its tools need a timer before it asks the model.
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
