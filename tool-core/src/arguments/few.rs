//! An object that is right but for the values of some members, which is what most objects are that
//! are not right.

use serde_json::Value;

use super::place::Place;
use super::types::{member, required, resolve};
use super::walk::Walk;
use crate::clean::{Json, MAX_DEPTH};

impl<'s> Walk<'s> {
    /// Fits the members that are not right, where each name is that of a property and no schema says more of the object.
    ///
    /// Whether it was such an object; else nothing was done.
    pub(super) fn fit_few(&mut self, schema: &'s Value, value: &mut Json<'_>, place: &Place<'_>) -> bool {
        let Json::Object(members) = value else { return false };
        if self.has_patterns || place.depth() > MAX_DEPTH {
            return false;
        }
        let schema = resolve(self.root, schema);
        let Some(wrong) = self.plan.wrong_members(schema, members, &mut self.looks) else { return false };
        if !self.fuel.spend(1) {
            return false;
        }
        let (mut wrong, mut index) = (wrong.into_iter().peekable(), 0);
        members.retain_mut(|(name, value)| {
            let is_wrong = wrong.next_if_eq(&index).is_some();
            index += 1;
            let Some(of_member) = member(schema, name).filter(|_| is_wrong) else { return true };
            let place = Place::Name(place, name);
            let is_optional = required(schema).all(|required| required != &**name);
            if is_optional && self.is_left_out(of_member, value, &place) {
                return false;
            }
            self.fit(of_member, value, &place);
            true
        });
        true
    }
}
