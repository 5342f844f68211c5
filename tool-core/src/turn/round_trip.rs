//! Checks that all fields of a stored turn were read: no missing field becomes a default, no unknown field is dropped.

use serde_json::{Map, Number, Value};

use super::unique_keys::Place;

/// The first place where `stored` differs from `written`, which is the stored form of the turn that was read.
pub(super) fn difference(stored: &Value, written: &Value, place: &Place<'_>) -> Option<String> {
    match (stored, written) {
        (Value::Object(stored), Value::Object(written)) => of_members(stored, written, place),
        (Value::Array(stored), Value::Array(written)) if stored.len() == written.len() => {
            let mut items = stored.iter().zip(written).enumerate();
            items.find_map(|(index, (stored, written))| difference(stored, written, &Place::Index(place, index)))
        }
        (Value::Number(stored), Value::Number(written)) if is_same(stored, written) => None,
        (stored, written) if stored == written => None,
        _ => Some(format!("`{place}` does not have the form of a stored turn")),
    }
}

fn of_members(stored: &Map<String, Value>, written: &Map<String, Value>, place: &Place<'_>) -> Option<String> {
    if let Some(missing) = written.keys().find(|name| !stored.contains_key(*name)) {
        return Some(format!("missing field `{}`", Place::Name(place, missing)));
    }
    stored.iter().find_map(|(name, stored)| {
        let place = Place::Name(place, name);
        match written.get(name) {
            Some(written) => difference(stored, written, &place),
            None => Some(format!("unknown field `{place}`")),
        }
    })
}

/// A store may write `1.0` as `1`.
#[allow(clippy::cast_possible_truncation, reason = "both are compared as what was stored")]
fn is_same(stored: &Number, written: &Number) -> bool {
    let has_point = stored.is_f64() || written.is_f64();
    stored == written || has_point && stored.as_f64().map(|it| it as f32) == written.as_f64().map(|it| it as f32)
}
