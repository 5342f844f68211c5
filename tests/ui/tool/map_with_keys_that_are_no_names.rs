// error at 21:23
// error at 22:28
// error at 23:26
// error at 24:53
// error at 31:23

use std::collections::{BTreeMap, HashMap};

use tool_core::{ToolParams, tool};

#[derive(ToolParams, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    x: u8,
}

type Pair = (u8, u8);

/// Counts.
#[tool]
fn count(
    of_pairs: HashMap<(i64, i64), u8>,
    of_lists: Vec<BTreeMap<Vec<u8>, u8>>,
    of_points: &BTreeMap<Point, u8>,
    of_another_name: Option<HashMap<String, HashMap<Pair, u8>>>,
) -> usize {
    of_pairs.len() + of_lists.len() + of_points.len() + of_another_name.map_or(0, |maps| maps.len())
}

/// Lists.
#[tool]
fn list() -> BTreeMap<[u8; 2], u8> {
    BTreeMap::new()
}

fn main() {}
