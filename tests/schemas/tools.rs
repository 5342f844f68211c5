//! The tools whose schemas are tested: one for each kind of parameter.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tool_core::{ToolCallback, ToolParams, ToolResult, tool};

/// A colour.
#[derive(ToolParams)]
enum Colour {
    /// Like blood
    Red,
    Green,
    #[tool_param(name = "dark blue")]
    DarkBlue,
}

#[derive(ToolParams)]
enum Size {
    Small,
    Large,
}

#[derive(ToolParams)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(dead_code, reason = "read, not used")]
enum Shape {
    /// Round
    Circle {
        #[tool_param(minimum = 0)]
        radius: f64,
    },
    Square {
        side: Metres,
        colour: Option<Colour>,
    },
}

#[derive(ToolParams)]
#[serde(untagged)]
#[allow(dead_code, reason = "read, not used")]
enum Id {
    Number(u32),
    Name { name: String },
}

#[derive(ToolParams)]
#[allow(dead_code, reason = "read, not used")]
struct Metres(#[tool_param(maximum = 100)] f64);

/// Where a row is.
#[derive(ToolParams)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "read, not used")]
struct Place {
    /// Degrees north
    #[tool_param(minimum = -90, maximum = 90)]
    latitude: f64,
    /// Degrees east
    longitude: f64,
    #[tool_param(required)]
    city_name: Option<String>,
}

#[derive(ToolParams)]
#[allow(dead_code, reason = "read, not used")]
struct Page {
    /// First row
    #[tool_param(maximum = 1000)]
    from: Option<u32>,
    /// How many rows
    #[tool_param(minimum = 1, example = 10)]
    count: Option<u8>,
}

#[derive(ToolParams)]
#[allow(dead_code, reason = "read, not used")]
struct Folder {
    name: String,
    folders: Vec<Folder>,
}

#[derive(ToolResult)]
struct Found {
    /// How many there are
    count: usize,
    names: Vec<String>,
}

/// Numbers of all kinds.
#[tool]
#[allow(clippy::many_single_char_names, reason = "numbers among many")]
fn numbers(a: i8, b: u16, c: i64, d: f64, e: Option<u64>, #[tool_param(minimum = 1, maximum = 6)] dice: u8) -> i64 {
    let _ = (b, d, e, dice);
    c.wrapping_add(i64::from(a))
}

/// Texts with limits.
#[tool]
fn texts(
    /// Two to five letters
    #[tool_param(min_length = 2, max_length = 5, pattern = "^[a-zé]+$")]
    word: &str,
    #[tool_param(max_length = 1)] mark: Option<&str>,
    plain: String,
    flag: bool,
) -> String {
    format!("{word}{mark:?}{plain}{flag}")
}

/// Lists and maps.
#[tool]
fn lists(
    #[tool_param(min_items = 1, max_items = 3)] few: Vec<u8>,
    words: &[String],
    map: BTreeMap<String, i32>,
) -> usize {
    few.len() + words.len() + map.len()
}

/// Enums of every kind.
#[tool]
fn choices(colour: Colour, size: Option<Size>, shape: Shape, id: Id) {
    let _ = (colour, size, shape, id);
}

/// Finds rows near a place.
#[tool]
fn find(place: Place, others: Vec<Place>, #[tool_param(flatten)] page: Page) -> Found {
    let _ = (place, page);
    Found { count: others.len(), names: Vec::new() }
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
#[allow(dead_code, reason = "read, not used")]
struct Style {
    bold: bool,
    font: String,
}

#[derive(ToolParams)]
#[allow(dead_code, reason = "read, not used")]
struct Margin {
    #[tool_param(default = 2, maximum = 9)]
    left: u8,
    #[tool_param(default = Size::Small)]
    right: Size,
}

/// What may be left out.
#[tool]
fn defaults(
    #[tool_param(default = 1, minimum = 1, maximum = 5)] copies: u32,
    #[tool_param(default = Size::Large, description = "Of the paper")] size: Size,
    style: Style,
    margins: Maybe<Vec<Margin>>,
    #[tool_param(default = f64::NAN)] scale: f64,
) -> u32 {
    let _ = (size, style, margins, scale);
    copies
}

type Maybe<T> = Option<T>;

/// Counts folders.
#[tool]
fn folders(root: Folder) -> usize {
    root.folders.len()
}

/// Does nothing.
#[tool]
fn nothing() {}

pub(crate) fn all() -> Vec<Arc<dyn ToolCallback>> {
    vec![
        choices::callback(),
        defaults::callback(),
        find::callback(),
        folders::callback(),
        lists::callback(),
        nothing::callback(),
        numbers::callback(),
        texts::callback(),
    ]
}
