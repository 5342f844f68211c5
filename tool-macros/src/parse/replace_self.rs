//! Replaces `Self` by the type that it names.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, Path, PathArguments, ReturnType, Signature, Token, Type, TypePath, parse_quote};

use crate::syn_ext::{respan, ungroup};
use crate::visit_types::{TypeNode, visit_type};

/// Replaces `Self` by `ty` in the types of a signature, except in the receiver.
pub(crate) fn replace_self(ty: &Type, sig: &mut Signature) {
    for input in &mut sig.inputs {
        if let FnArg::Typed(typed) = input {
            name_self(ty, &mut typed.ty);
        }
    }
    if let ReturnType::Type(_, output) = &mut sig.output {
        name_self(ty, output);
    }
}

/// Replaces `Self` by `name` anywhere inside of a type.
pub(crate) fn name_self(name: &Type, ty: &mut Type) {
    visit_type(ty, &mut |part| !names_self(name, part));
}

/// Replaces a node that is `Self` or a path such as `Self::N`, and returns whether it did.
pub(crate) fn names_self(name: &Type, part: TypeNode<'_>) -> bool {
    match part {
        TypeNode::Type(ty) => {
            let is_self = matches!(&*ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self"));
            if is_self {
                // Errors about it point at `Self`, not at the name of the type.
                let named = respan(&name.to_token_stream(), ty.span());
                *ty = parse_quote!(#named);
            }
            is_self
        }
        TypeNode::Path(path) => {
            if path.leading_colon.is_none() && path.segments.first().is_some_and(|first| first.ident == "Self") {
                start_with(name, path);
            }
            false
        }
        TypeNode::Lifetime(_) => false,
    }
}

/// Replaces `Self::N` by `Name::<T>::N`.
fn start_with(name: &Type, path: &mut Path) {
    let Type::Path(TypePath { qself: None, path: owner, .. }) = ungroup(name) else { return };
    let mut whole = owner.clone();
    for segment in &mut whole.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token = Some(Token![::](segment.ident.span()));
        }
    }
    whole.segments.extend(path.segments.iter().skip(1).cloned());
    *path = whole;
}
