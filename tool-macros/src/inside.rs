//! What stands inside a type or its declaration: types, paths, lifetimes.

use syn::visit_mut::{self, VisitMut};
use syn::{BoundLifetimes, DeriveInput, Lifetime, Path, Type};

pub(crate) enum Part<'p> {
    Type(&'p mut Type),
    Path(&'p mut Path),
    Lifetime(&'p mut Lifetime),
}

/// Shows a type and all inside it, outermost first, and goes into a part if `look` says so.
///
/// One visitor serves all who look: each further one would be as much code again as all of syn's tree.
pub(crate) fn each_part(ty: &mut Type, look: &mut dyn FnMut(Part<'_>) -> bool) {
    Walk(look).visit_type_mut(ty);
}

/// The same for all that a declaration says.
pub(crate) fn each_part_of(input: &mut DeriveInput, look: &mut dyn FnMut(Part<'_>) -> bool) {
    Walk(look).visit_derive_input_mut(input);
}

struct Walk<'l>(&'l mut dyn FnMut(Part<'_>) -> bool);

impl VisitMut for Walk<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if (self.0)(Part::Type(ty)) {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if (self.0)(Part::Path(path)) {
            visit_mut::visit_path_mut(self, path);
        }
    }

    /// What `for<'a>` makes is no borrow from outside.
    fn visit_bound_lifetimes_mut(&mut self, _bound: &mut BoundLifetimes) {}

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        (self.0)(Part::Lifetime(lifetime));
    }
}
