//! Visits the types, paths and lifetimes inside of a type or declaration.

use syn::visit_mut::{self, VisitMut};
use syn::{BoundLifetimes, DeriveInput, Lifetime, Path, Type};

pub(crate) enum TypeNode<'p> {
    Type(&'p mut Type),
    Path(&'p mut Path),
    Lifetime(&'p mut Lifetime),
}

/// Visits a type and everything inside of it, outermost first; `look` returns whether to visit the inside of a node.
///
/// There is one visitor, because each adds code for all of syn's tree.
pub(crate) fn visit_type(ty: &mut Type, look: &mut dyn FnMut(TypeNode<'_>) -> bool) {
    Walk(look).visit_type_mut(ty);
}

/// Visits everything inside of a declaration.
pub(crate) fn visit_input(input: &mut DeriveInput, look: &mut dyn FnMut(TypeNode<'_>) -> bool) {
    Walk(look).visit_derive_input_mut(input);
}

struct Walk<'l>(&'l mut dyn FnMut(TypeNode<'_>) -> bool);

impl VisitMut for Walk<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if (self.0)(TypeNode::Type(ty)) {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if (self.0)(TypeNode::Path(path)) {
            visit_mut::visit_path_mut(self, path);
        }
    }

    /// A lifetime of `for<'a>` is not a borrow from outside.
    fn visit_bound_lifetimes_mut(&mut self, _bound: &mut BoundLifetimes) {}

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        (self.0)(TypeNode::Lifetime(lifetime));
    }
}
