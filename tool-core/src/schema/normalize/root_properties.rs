//! Builds the root schema of a function from its parameters.

use serde_json::{Map, Value, json};

use super::keywords::set_keyword;
use super::neutral_form::may_be_object;

/// The arguments of a tool, and what is wrong with them.
#[derive(Default)]
pub(super) struct Properties {
    map: Map<String, Value>,
    required: Vec<Value>,
    /// What flattened enums say about the same object.
    sides: Vec<Value>,
    /// The parameter that takes the argument of this name.
    takers: Map<String, Value>,
    flattened: usize,
    /// The flattened parameter with a map for all arguments that are left, and what the map holds.
    rest: Option<(&'static str, Value)>,
    clash: Option<String>,
}

impl Properties {
    /// Adds the one argument of `parameter`.
    pub(super) fn add(&mut self, parameter: &'static str, property: Value, is_required: bool) {
        self.take(parameter, vec![parameter.to_owned()]);
        self.map.insert(parameter.to_owned(), property);
        if is_required {
            self.required.push(parameter.into());
        }
    }

    /// Adds the fields of `parameter`, whose type `schema` describes.
    pub(super) fn flatten(&mut self, parameter: &'static str, mut schema: Map<String, Value>) {
        self.flattened += 1;
        if !may_be_object(&schema) {
            let fault =
                format!("`{parameter}` is flattened, but its type is not a struct, a map or an enum with fields");
            self.clash.get_or_insert(fault);
        }
        let mut names = Vec::new();
        // A value of any type is a map as well.
        let rest =
            if schema.is_empty() { Some(Value::Bool(true)) } else { schema.shift_remove("additionalProperties") };
        for keyword in ["oneOf", "anyOf"] {
            if let Some(mut alternatives) = schema.shift_remove(keyword) {
                let objects = alternatives.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut);
                for object in objects {
                    // What one side does not know, another does.
                    object.shift_remove("additionalProperties");
                    let properties = object.get("properties").and_then(Value::as_object);
                    names.extend(properties.into_iter().flat_map(Map::keys).cloned());
                }
                self.sides.push(json!({ keyword: alternatives }));
            }
        }
        if let Some(Value::Object(properties)) = schema.shift_remove("properties") {
            names.extend(properties.keys().cloned());
            self.map.extend(properties);
        }
        if let Some(Value::Array(required)) = schema.shift_remove("required") {
            self.required.extend(required);
        }
        self.take(parameter, names);
        if let Some(rest) = rest.filter(|rest| rest != &Value::Bool(false)) {
            self.rest = Some((parameter, rest));
        }
    }

    /// Notes who takes these arguments; no two may take one.
    fn take(&mut self, parameter: &'static str, names: Vec<String>) {
        for name in &names {
            if let Some(other) = self.takers.get(name).and_then(Value::as_str) {
                let clash =
                    format!("two parameters take the argument `{name}`: `{other}` and `{parameter}`; rename one");
                self.clash.get_or_insert(clash);
            }
        }
        self.takers.extend(names.into_iter().map(|name| (name, parameter.into())));
    }

    /// What makes it impossible to tell which parameter an argument is for.
    pub(super) fn clash(&self) -> Option<String> {
        let of_rest = || {
            let (parameter, _) = self.rest.as_ref().filter(|_| self.flattened > 1)?;
            Some(format!("`{parameter}` takes all remaining arguments, so no other parameter can be flattened"))
        };
        self.clash.clone().or_else(of_rest)
    }

    pub(super) fn into_root(self) -> Value {
        let mut root = json!({ "type": "object", "properties": self.map });
        if !self.required.is_empty() {
            set_keyword(&mut root, "required", self.required.into());
        }
        match self.rest {
            Some((_, rest)) => set_keyword(&mut root, "additionalProperties", rest),
            None if self.sides.is_empty() => set_keyword(&mut root, "additionalProperties", false.into()),
            None => {}
        }
        if !self.sides.is_empty() {
            set_keyword(&mut root, "allOf", self.sides.into());
        }
        root
    }
}
