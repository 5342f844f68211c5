//! What the benches share: the data, the tools that are called, the peers, the clock.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a bench whose data is wrong has nothing to measure"
)]

mod agreement;
mod contest;
mod data;
mod random;
mod report;
mod subject;
mod tools;

pub use agreement::{csv_by_peer, csv_texts_agree, toon_texts_agree, xml_by_peer, xml_texts_agree, yaml_texts_agree};
pub use contest::{Contest, Cost};
pub use data::{
    Address, Customer, Item, Order, Passenger, Section, Visit, configuration, orders, passengers, ragged, visits,
};
pub use report::{Goal, Line, print_lines};
pub use subject::{Measured, Shape, Subject};
pub use tools::{
    ADD_ARGUMENTS, BOOKING_ARGUMENTS, Booking, Found, Query, SEARCH_ARGUMENTS, add_by_hand, call_to_json, find,
    foreign_take, read_by_hand, search_by_hand, tool_set,
};
