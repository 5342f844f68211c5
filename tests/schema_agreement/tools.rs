//! Two tools for each type, a function and a closure. Each returns what it read.

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU64};
use std::ops::Range;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tool_core::callback::ToolObject;
use tool_core::{FunctionToolCallback, ToolCallback, tool, tool_object};

use crate::types::{
    Alarm, AnyRest, Bounds, Closed, Defaults, Degrees, Event, Flat, FlatNames, FlatNumber, FlatTag, Folder, Held, Id,
    Loose, Nothing, Number, Page, Person, Point, Rest, Shape, Step, Tag, Term, Unit, Wide, Wrapped,
};

/// What the closures take.
#[derive(Deserialize, Serialize, JsonSchema)]
struct One<T> {
    value: T,
}

fn json_text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(&One { value }).unwrap()
}

type ByName<T> = BTreeMap<String, T>;
type Maybe<T> = Option<T>;

/// The name of two tools, what schemars says of their numbers, and both.
pub(crate) type Pair = (&'static str, Value, [Arc<dyn ToolCallback>; 2]);

/// Lists the arguments as one object.
macro_rules! object_text {
    ($($name:ident),*) => {{
        let mut members = Map::new();
        $(
            match serde_json::to_value(&$name).unwrap() {
                Value::Object(fields) if stringify!($name) == "flattened" => members.extend(fields),
                value => _ = members.insert(stringify!($name).to_owned(), value),
            }
        )*
        Value::Object(members).to_string()
    }};
}

/// Takes the fields of a struct.
#[tool(register = false)]
fn flat_struct(table: String, #[tool_param(flatten)] flattened: Point) -> String {
    object_text!(table, flattened)
}

/// Takes the fields of a variant, by its tag.
#[tool(register = false)]
fn flat_variant(table: Option<u8>, #[tool_param(flatten)] flattened: Shape) -> String {
    object_text!(table, flattened)
}

/// Takes a variant, by its name.
#[tool(register = false)]
fn flat_name(label: String, #[tool_param(flatten)] flattened: Step) -> String {
    object_text!(label, flattened)
}

/// Takes all other names.
#[tool(register = false)]
fn flat_map(id: u8, #[tool_param(flatten)] flattened: ByName<i32>) -> String {
    object_text!(id, flattened)
}

/// Keeps limits.
#[tool(register = false)]
fn limits(
    #[tool_param(minimum = -1, maximum = 6)] level: i32,
    #[tool_param(minimum = 0.5, maximum = 2.5)] ratio: Option<f64>,
    #[tool_param(min_length = 2, max_length = 4, pattern = "^[a-zé]+$")] code: Option<String>,
    #[tool_param(min_items = 1, max_items = 3)] list: Option<Vec<i8>>,
    #[tool_param(default = 2, maximum = 9)] copies: u8,
    #[tool_param(maximum = 100)] huge: Option<u64>,
) -> String {
    object_text!(level, ratio, code, list, copies, huge)
}

struct Scale;

#[tool_object]
impl Scale {
    /// Takes the fields of a point.
    #[tool]
    #[allow(clippy::unused_self, reason = "a method is what is tested")]
    fn place(&self, x: f32, y: Option<i16>) -> String {
        object_text!(x, y)
    }
}

/// The closure that takes these arguments.
fn closure<T: Serialize + DeserializeOwned + JsonSchema + Send + 'static>(name: &'static str) -> Arc<dyn ToolCallback> {
    let closure = |arguments: T| serde_json::to_string(&arguments).unwrap();
    Arc::new(FunctionToolCallback::builder(name, closure).description("Takes arguments.").build().unwrap())
}

/// Tools of more than one argument, and what schemars says of their numbers.
pub(crate) fn of_many() -> Vec<Pair> {
    let method = ToolObject::tool_callbacks(&Arc::new(Scale)).remove(0);
    vec![
        ("flat_struct", formats::<Flat>(), [flat_struct::callback(), closure::<Flat>("flat_struct")]),
        ("flat_variant", formats::<FlatTag>(), [flat_variant::callback(), closure::<FlatTag>("flat_variant")]),
        ("flat_name", formats::<FlatNames>(), [flat_name::callback(), closure::<FlatNames>("flat_name")]),
        ("flat_map", formats::<Rest>(), [flat_map::callback(), closure::<Rest>("flat_map")]),
        ("limits", formats::<Bounds>(), [limits::callback(), closure::<Bounds>("limits")]),
        ("place", formats::<Point>(), [method, closure::<Point>("place")]),
    ]
}

fn formats<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

macro_rules! tools_of {
    ($($name:ident: $of:ty),* $(,)?) => {
        $(
            /// Takes one value.
            #[tool(register = false)]
            fn $name(value: $of) -> String {
                json_text(&value)
            }
        )*

        /// The function and the closure of each type, and what schemars says of its numbers.
        pub(crate) fn all() -> Vec<Pair> {
            vec![$({
                let closure = |arguments: One<$of>| json_text(&arguments.value);
                let closure = FunctionToolCallback::builder(stringify!($name), closure).description("Takes one value.");
                (stringify!($name), formats::<One<$of>>(), [$name::callback(), Arc::new(closure.build().unwrap()) as Arc<dyn ToolCallback>])
            }),*]
        }
    };
}

tools_of! {
    tiny: i8, byte: u8, word: u16, middle: i32, double_word: u32, large: i64, quad: u64, size: usize,
    huge: u128, huge_signed: i128, single: f32, double: f64, flag: bool, letter: char, text: String,
    not_zero_byte: NonZeroU8, not_zero: NonZeroI32, not_zero_large: NonZeroI64, not_zero_quad: NonZeroU64,
    maybe: Option<u8>, maybe_text: Option<String>, maybe_maybe: Maybe<Option<i16>>, maybe_list: Option<Vec<bool>>,
    bytes: Vec<u8>, singles: Vec<f32>, maybes: Vec<Option<i16>>, lists: Vec<Vec<i64>>, huge_list: Vec<u128>,
    set: BTreeSet<i64>, small_set: BTreeSet<u8>, texts: BTreeSet<String>, units: BTreeSet<Unit>,
    pairs: BTreeSet<(i8, bool)>, sets: Vec<BTreeSet<i8>>, huge_set: BTreeSet<i128>, set_of_sets: BTreeSet<BTreeSet<u8>>,
    unit: Unit, number: Number, numbers: Vec<Number>, id: Id, ids: Vec<Id>, loose: Loose,
    shape: Shape, shapes: Option<Vec<Shape>>, wide: Wide, event: Event, events: ByName<Event>, alarm: Alarm,
    maybe_alarm: Option<Alarm>, term: Term, folder: Folder, point: Point, closed: Closed, closed_list: Vec<Closed>,
    default_values: Option<Defaults>, flat: Flat, flat_tag: FlatTag, flat_number: FlatNumber, flat_names: FlatNames, held: Held, rest: Rest, any_rest: AnyRest, page: Page,
    person: Person, people: Vec<Person>, tag: Tag, bounds: Bounds, degrees: Degrees, degrees_list: Vec<Degrees>,
    nothing: Nothing, wrapped: Wrapped, no_value: (), pair: (u8, String), triple: (f32, Option<bool>, Unit),
    corners: [i16; 3], nested_pair: Vec<(i64, (u8, f64))>,
    by_name: ByName<i64>, by_flag: BTreeMap<bool, String>, by_number: BTreeMap<i64, u8>, by_byte: BTreeMap<u8, f32>,
    by_letter: BTreeMap<char, u16>, by_unit: BTreeMap<Unit, f64>, maps: ByName<BTreeMap<u16, Vec<Unit>>>,
    by_huge: BTreeMap<u128, bool>, huge_by_name: ByName<i128>,
    any: Value, any_list: Vec<Value>, any_map: Map<String, Value>, maybe_any: Option<Value>,
    date: chrono::NaiveDate, moment: chrono::DateTime<chrono::Utc>, one_uuid: uuid::Uuid, one_url: url::Url,
    span: std::time::Duration, range: Range<u8>, result: Result<u8, String>, address: std::net::Ipv4Addr,
    boxed: Box<[u8]>, number_map: BTreeMap<String, Number>,
}
