//! The values that are written and read: one real table, and three kinds of data made from a seed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::random::Random;

/// A row of the Titanic table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct Passenger {
    pub passenger_id: u32,
    pub survived: u8,
    pub pclass: u8,
    pub name: String,
    pub sex: String,
    pub age: Option<f64>,
    pub sib_sp: u8,
    pub parch: u8,
    pub ticket: String,
    pub fare: f64,
    pub cabin: Option<String>,
    pub embarked: Option<String>,
}

/// The 891 passengers of the examples' table.
#[must_use]
pub fn passengers() -> Vec<Passenger> {
    let table = include_str!("../../examples/data/titanic.csv");
    csv::Reader::from_reader(table.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("the table is well-formed")
}

/// A flat record, as a log or a query gives them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Visit {
    pub id: u64,
    pub time: String,
    pub page: String,
    pub city: String,
    pub status: u16,
    pub millis: u32,
    pub score: f64,
    pub price: f64,
    pub returning: bool,
    pub referrer: Option<String>,
}

const CITIES: [&str; 8] = ["Bern", "São Paulo", "Köln", "New York", "Oslo", "東京", "Cairo", "Aix-en-Provence"];
const WORDS: [&str; 10] = ["red", "blue", "large", "small", "cotton", "oak", "steel", "round", "no. 7", "50% off"];

/// So many flat records.
#[must_use]
pub fn visits(count: u32) -> Vec<Visit> {
    let mut random = Random::new(1);
    (0..count).map(|index| visit(&mut random, index)).collect()
}

fn visit(random: &mut Random, index: u32) -> Visit {
    Visit {
        id: 7_000_000_000 + u64::from(index),
        time: format!("2026-11-{:02}T{:02}:{:02}:00Z", 1 + random.below(30), random.below(24), random.below(60)),
        page: format!("/shop/{}/{}", random.pick(&WORDS), random.below(5000)),
        city: random.pick(&CITIES).to_owned(),
        status: if random.chance(90) { 200 } else { 404 },
        millis: random.below(3000),
        score: random.fraction(),
        price: random.amount(500),
        returning: random.chance(40),
        referrer: random.chance(50).then(|| format!("https://example.com/{}", random.below(900))),
    }
}

/// An order with a customer and items: a table in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Order {
    pub id: u32,
    pub customer: Customer,
    pub items: Vec<Item>,
    pub tags: Vec<String>,
    pub paid: bool,
    pub total: f64,
}

/// Who ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Customer {
    pub name: String,
    pub email: Option<String>,
    pub address: Address,
}

/// Where the order goes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Address {
    pub street: String,
    pub city: String,
    pub postcode: String,
}

/// What was ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Item {
    pub sku: String,
    pub title: String,
    pub quantity: u32,
    pub price: f64,
}

/// So many nested orders.
#[must_use]
pub fn orders(count: u32) -> Vec<Order> {
    let mut random = Random::new(2);
    (0..count).map(|index| order(&mut random, index)).collect()
}

fn order(random: &mut Random, index: u32) -> Order {
    let customer = Customer {
        name: format!("Customer {}", random.below(800)),
        email: random.chance(70).then(|| format!("c{}@example.com", random.below(800))),
        address: Address {
            street: format!("{} {} Street", 1 + random.below(200), random.pick(&WORDS)),
            city: random.pick(&CITIES).to_owned(),
            postcode: format!("{:05}", random.below(100_000)),
        },
    };
    let items: Vec<Item> = (0..=random.below(4)).map(|_| item(random)).collect();
    let tags = (0..random.below(4)).map(|_| random.pick(&WORDS).to_owned()).collect();
    let total = items.iter().map(|item| item.price * f64::from(item.quantity)).sum();
    Order { id: 100_000 + index, customer, items, tags, paid: random.chance(80), total }
}

fn item(random: &mut Random) -> Item {
    Item {
        sku: format!("SKU-{}", random.below(10_000)),
        title: format!("{}, {}", random.pick(&WORDS), random.pick(&WORDS)),
        quantity: 1 + random.below(9),
        price: random.amount(200),
    }
}

/// A part of a configuration, with parts below it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Section {
    pub title: String,
    pub enabled: bool,
    pub limit: Option<u32>,
    pub ratio: f64,
    pub hosts: Vec<String>,
    pub parts: BTreeMap<String, Section>,
}

/// One configuration, eleven sections deep: 2,047 sections in all.
#[must_use]
pub fn configuration() -> Section {
    section(&mut Random::new(3), 10)
}

fn section(random: &mut Random, depth_below: u32) -> Section {
    let names: &[&str] = if depth_below == 0 { &[] } else { &["primary", "fallback"] };
    Section {
        title: format!("{} {}", random.pick(&WORDS), random.below(100)),
        enabled: random.chance(60),
        limit: random.chance(50).then(|| random.below(10_000)),
        ratio: random.amount(1),
        hosts: (0..=random.below(3)).map(|_| format!("10.0.{}.{}", random.below(256), random.below(256))).collect(),
        parts: names.iter().map(|name| ((*name).to_owned(), section(random, depth_below - 1))).collect(),
    }
}

/// Some `rows` objects at the deepest of `depth` levels, where each level looks like a table until its end: all that
/// stands on one level has one shape, but for the last.
#[must_use]
pub fn ragged(rows: usize, depth: u32) -> Value {
    let mut random = Random::new(4);
    // A list of objects of objects, all of one width.
    let width = (1..rows).find(|width| width.pow(depth) >= rows).unwrap_or(rows);
    let mut list: Vec<Value> =
        (0..rows.div_ceil(width.pow(depth - 1))).map(|_| ragged_object(&mut random, depth - 1, width)).collect();
    spoil_last(&mut list);
    Value::Array(list)
}

fn ragged_object(random: &mut Random, depth_below: u32, width: usize) -> Value {
    if depth_below == 0 {
        return json!({"id": random.below(1000), "city": random.pick(&CITIES), "price": random.amount(500)});
    }
    let mut entries: Vec<Value> = (0..width).map(|_| ragged_object(random, depth_below - 1, width)).collect();
    spoil_last(&mut entries);
    entries.into_iter().enumerate().map(|(index, entry)| (format!("k{index}"), entry)).collect::<Map<_, _>>().into()
}

/// Adds a key to the last of them, behind all that is the same.
fn spoil_last(level: &mut [Value]) {
    if let Some(Value::Object(last)) = level.last_mut() {
        last.insert("more".to_owned(), json!({"id": 0}));
    }
}
