//! From a parsed `impl` block to a validated model of its tools.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{ItemImpl, parse_quote};

use crate::diagnostics::Diagnostics;
use crate::model::tool::{Object, Role, SelfType, Tool};
use crate::parse::attr::{ObjectKeys, Read, read_list};
use crate::validate::object_methods::take_tools;

/// The model of a block; complete only when `errors` stays empty.
pub(crate) fn read(list: TokenStream, mut block: ItemImpl, errors: &mut Diagnostics) -> Object {
    let attribute: Read<ObjectKeys> = read_list(list, errors);
    let owner = SelfType { ty: (*block.self_ty).clone(), generics: block.generics.clone() };
    given_once(&mut block, errors);
    let tools = take_tools(&owner, &mut block, errors);
    names_differ(&tools, errors);

    let keys = attribute.keys;
    let parts = keys.parts.map(|parts| (parts.key, once_each(parts.value.0, errors)));
    let role = match (keys.part, parts) {
        (Some(part), Some((key, _))) => {
            errors.push(&key, "`parts` is not allowed together with `part`: list all parts on the main block");
            Role::Part(part.value)
        }
        (Some(part), None) => Role::Part(part.value),
        (None, Some((_, parts))) => Role::Main(parts),
        (None, None) => Role::Main(Vec::new()),
    };
    let has_parts = matches!(&role, Role::Main(parts) if !parts.is_empty());
    if tools.is_empty() && !has_parts && errors.count() == 0 {
        errors.push(&owner.ty, "no method of this block has `#[tool]`: put it on the methods that a model may call");
    }
    Object {
        krate: keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value),
        block: block.to_token_stream(),
        owner,
        role,
        tools,
    }
}

/// A second `#[tool_object]` would expand the block again.
fn given_once(block: &mut ItemImpl, errors: &mut Diagnostics) {
    block.attrs.retain(|attribute| {
        let is_second = attribute.path().segments.last().is_some_and(|segment| segment.ident == "tool_object");
        if is_second {
            errors.push(attribute, "duplicate `#[tool_object]`: put all keys into one attribute");
        }
        !is_second
    });
}

fn once_each(listed: Vec<Ident>, errors: &mut Diagnostics) -> Vec<Ident> {
    let mut parts = Vec::new();
    for part in listed {
        if parts.contains(&part) {
            errors.push(&part, format!("`{part}` is listed twice: remove one of the two"));
        } else {
            parts.push(part);
        }
    }
    parts
}

fn names_differ(tools: &[Tool], errors: &mut Diagnostics) {
    for (index, second) in tools.iter().enumerate() {
        // With `cfg` conditions, perhaps only one of the two exists.
        let unconditional = |tool: &Tool| tool.function.conditions().is_empty();
        let clashes = |first: &&Tool| first.name.value() == second.name.value() && unconditional(first);
        if unconditional(second) && tools.iter().take(index).any(|first| clashes(&first)) {
            let name = second.name.value();
            errors.push(&second.name, format!("two tools of this block are named `{name}`: rename one of them"));
        }
    }
}
