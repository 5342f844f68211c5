//! Handles names that the schema does not list: renames, removes or refuses them.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::known_names::{KnownNames, holds_name, style};
use super::messages::nearest;
use super::path::ValuePath;
use super::report::UNKNOWN_KEPT;
use super::schema_walker::{ANYTHING, SchemaWalker, UnlistedNames};
use crate::arguments::argument_repair::ArgumentRepairKind;
use crate::schema::compiled::json_types::{alternatives, properties, resolve, tag_of};
use crate::schema::raw_json::{Members, RawJson};

impl<'s> SchemaWalker<'s> {
    /// Gives members their names in the schema, where these differ in case and word marks only.
    pub(super) fn name_members(&mut self, schema: &'s Value, value: &mut RawJson<'_>, place: &ValuePath<'_>) {
        let RawJson::Object(members) = value else { return };
        let own = properties(resolve(self.root, schema));
        let is_own = |name: &str| own.is_some_and(|own| own.contains_key(name));
        if !self.is_lenient() || members.iter().all(|(name, _)| is_own(name)) {
            return;
        }
        let known = KnownNames::of_all(self.root, schema);
        if !known.excludes_others(self.is_closed()) || members.iter().all(|(name, _)| known.has(name)) {
            return;
        }
        let by_style = known.by_style();
        let mut renamed = HashSet::new();
        for (index, (name, _)) in members.iter_mut().enumerate().filter(|(_, (name, _))| !known.has(name)) {
            if let Some(own) = by_style.get(&style(name)).copied().flatten() {
                *name = own.to_owned().into();
                renamed.insert(index);
            }
        }
        if !renamed.is_empty() {
            self.each_name_once(members, &renamed, place);
        }
    }

    /// Two values for one argument have no one meaning, unless they are the same.
    fn each_name_once(&mut self, members: &mut Members<'_>, renamed: &HashSet<usize>, place: &ValuePath<'_>) {
        let mut first: HashMap<&str, usize> = HashMap::new();
        let mut repeated: HashSet<usize> = HashSet::new();
        for (index, (name, value)) in members.iter().enumerate() {
            let place = ValuePath::Name(place, name);
            let Some(other) = first.get(&**name).and_then(|other| members.get(*other)) else {
                first.insert(name, index);
                continue;
            };
            repeated.insert(index);
            if other.1.same(value) {
                self.repaired(ArgumentRepairKind::RepeatedName, &place);
            } else {
                self.errors.is_final = true;
                self.errors.wrong(&place, || "it is given twice with different values".to_owned());
            }
        }
        let twice: HashSet<&str> = repeated.iter().filter_map(|index| Some(&*members.get(*index)?.0)).collect();
        for (index, (name, _)) in members.iter().enumerate() {
            if renamed.contains(&index) && !twice.contains(&**name) {
                self.repaired(ArgumentRepairKind::NameStyle, &ValuePath::Name(place, name));
            }
        }
        let mut index = 0;
        members.retain(|_| {
            index += 1;
            !repeated.contains(&(index - 1))
        });
    }

    /// Looks at the names that no schema lists, when all schemas of the object have been seen.
    pub(super) fn judge_names(&mut self, schema: &'s Value, members: &mut Members<'_>, place: &ValuePath<'_>) {
        let known = std::mem::take(&mut self.known);
        if members.iter().any(|(name, _)| !known.has(name)) {
            if known.excludes_others(self.is_closed()) && self.unlisted == UnlistedNames::Kept {
                // The type knows them, or the arguments are read once more.
            } else if known.excludes_others(self.is_closed()) {
                self.unlisted(schema, &known, members, place);
            } else if !known.others_are_fitted {
                let others = members.iter_mut().filter(|(name, _)| !known.has(name));
                others.for_each(|(name, value)| self.fit(&ANYTHING, value, &ValuePath::Key(place, name)));
            }
        }
        self.known = known;
    }

    fn unlisted(
        &mut self,
        schema: &'s Value,
        known: &KnownNames<'s>,
        members: &mut Members<'_>,
        place: &ValuePath<'_>,
    ) {
        // What was meant by a name of a branch that was not chosen would be lost, unless a tag says what is meant.
        let has_tag = has_tag(self.root, schema);
        let of_all_branches = KnownNames::of_all(self.root, schema);
        let free = known.free(members);
        let free_styles: HashSet<String> = free.iter().map(|name| style(name)).collect();
        let all_styles: HashMap<String, &str> =
            known.names().iter().map(|name| (style(name), *name)).filter(|(style, _)| !style.is_empty()).collect();
        let is_root = matches!(place, ValuePath::Root);
        let others = members.iter().map(|(name, _)| &**name).filter(|name| is_root && !known.has(name));
        let inside =
            others.take(UNKNOWN_KEPT).filter_map(|name| Some((name.to_owned(), inside(self.root, members, name)?)));
        let inside: HashMap<String, String> = inside.collect();
        let mut count = 0;
        members.retain(|(name, value)| {
            if known.has(name) {
                return true;
            }
            count += 1;
            if count > UNKNOWN_KEPT {
                self.errors.is_final = true;
                return true;
            }
            let near = nearest(name, free.iter().copied()).or_else(|| all_styles.get(&style(name)).copied());
            let near = near.or_else(|| inside.get(&**name).map(String::as_str));
            let looked_at = Cell::new(0);
            let is_meant = |name: &str| {
                looked_at.set(looked_at.get() + 1);
                let is_near = || looked_at.get() <= UNKNOWN_KEPT && nearest(name, free.iter().copied()).is_some();
                free_styles.contains(&style(name)) || is_near()
            };
            let is_of_other_branch = !has_tag && of_all_branches.has(name);
            let is_refused =
                near.is_some() || known.lacks_required || is_of_other_branch || holds_name(value, is_meant);
            self.errors.unknown(place, name, known.names(), near, is_refused);
            if self.is_lenient() {
                self.errors.is_final |= is_refused;
                self.repaired(ArgumentRepairKind::UnknownName, &ValuePath::Key(place, name));
            }
            !self.is_lenient()
        });
    }
}

/// Whether the object is a choice that a tag decides.
fn has_tag(root: &Value, schema: &Value) -> bool {
    let branches = alternatives(resolve(root, schema)).unwrap_or_default();
    let branches: Vec<&Value> = branches.iter().map(|branch| resolve(root, branch)).collect();
    tag_of(&branches).is_some()
}

/// The path of the name in the only argument that has such a name and was given without it, such as `order.article`: models leave
/// out the object around the fields.
fn inside(root: &Value, members: &Members<'_>, name: &str) -> Option<String> {
    let lacks_name = |own: &str| match members.iter().find(|(given, _)| given == own) {
        None | Some((_, RawJson::Null)) => true,
        Some((_, RawJson::Object(members))) => members.iter().all(|(given, _)| given != name),
        Some(_) => false,
    };
    let has_name = |schema: &Value| KnownNames::of_all(root, schema).has(name);
    let mut owners = properties(root)?.iter().filter(|(own, schema)| lacks_name(own) && has_name(schema));
    let (owner, _) = owners.next()?;
    owners.next().is_none().then(|| format!("{owner}.{name}"))
}
