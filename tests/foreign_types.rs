//! Types of `chrono`, `uuid` and `url` as parameters and results.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use serde_json::{Value, json};
use tool_core::context::ArgumentMode;
use tool_core::testing::TestTool;
use tool_core::{ToolParams, ToolResult, tool};
use url::Url;
use uuid::Uuid;

/// Says what it was given.
#[tool]
fn dated(
    day: NaiveDate,
    #[tool_param(default = NaiveTime::MIN)] time: NaiveTime,
    until: Option<DateTime<Utc>>,
) -> String {
    format!("{day} {time} {until:?}")
}

/// Says what it was given.
#[tool]
fn addressed(id: Uuid, home: &Url, others: Vec<Url>) -> String {
    format!("{id} {home} {}", others.len())
}

#[derive(ToolParams, ToolResult)]
#[tool_result(schema = false)]
struct Event {
    id: Uuid,
    at: NaiveDateTime,
    link: Option<Url>,
}

/// Gives back what it was given.
#[tool]
fn same_event(event: Event) -> Event {
    event
}

fn property(definition: &tool_core::ToolDefinition, name: &str) -> Value {
    definition.input_schema().pointer(&format!("/properties/{name}")).unwrap().clone()
}

#[test]
fn the_schema_has_the_format_of_each() {
    assert_eq!(property(dated::definition(), "day"), json!({ "type": "string", "format": "date" }));
    assert_eq!(property(dated::definition(), "until")["format"], "date-time");
    assert_eq!(property(addressed::definition(), "id"), json!({ "type": "string", "format": "uuid" }));
    assert_eq!(property(addressed::definition(), "home"), json!({ "type": "string", "format": "uri" }));
}

#[tokio::test(flavor = "current_thread")]
async fn dates_are_read() {
    let text = TestTool::new(dated::callback())
        .call(json!({ "day": "2024-02-29", "until": "2024-03-01T12:30:00Z" }))
        .await
        .unwrap();

    assert_eq!(text, "2024-02-29 00:00:00 Some(2024-03-01T12:30:00Z)");
}

#[tokio::test(flavor = "current_thread")]
async fn a_wrong_date_is_reported_with_its_place() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let error = TestTool::new(dated::callback())
            .with_mode(mode)
            .call(json!({ "day": "2024-02-30" }))
            .await
            .unwrap_err()
            .to_string();

        assert!(error.starts_with("tool `dated`: argument `day`"), "{error}");
        assert!(error.contains("out of range"), "{error}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_wrong_id_inside_a_type_is_reported_with_its_place() {
    let error = TestTool::new(same_event::callback())
        .call(json!({ "event": { "id": "x", "at": "2024-02-29T00:00:00", "link": null } }))
        .await
        .unwrap_err()
        .to_string();

    assert!(error.starts_with("tool `same_event`: argument `event.id`: expected a string of the format `uuid`, found the string \"x\": UUID"), "{error}");
}

#[tokio::test(flavor = "current_thread")]
async fn ids_and_addresses_are_read() {
    let text = TestTool::new(addressed::callback())
        .call(json!({ "id": "67e55044-10b1-426f-9247-bb680e5fe0c8", "home": "https://example.org", "others": [] }))
        .await
        .unwrap();

    assert_eq!(text, "67e55044-10b1-426f-9247-bb680e5fe0c8 https://example.org/ 0");
}

#[tokio::test(flavor = "current_thread")]
async fn they_are_read_and_written_inside_a_type() {
    let event =
        r#"{"id":"67e55044-10b1-426f-9247-bb680e5fe0c8","at":"2024-02-29T00:00:00","link":"https://example.org/"}"#;
    let arguments = format!(r#"{{"event":{event}}}"#);

    let text = TestTool::new(same_event::callback()).call(serde_json::from_str(&arguments).unwrap()).await.unwrap();

    assert_eq!(text, event);
}

/// Gives a date.
#[tool]
fn a_date() -> NaiveDate {
    NaiveDate::from_ymd_opt(2024, 2, 29).unwrap()
}

/// Gives an id.
#[tool]
fn an_id() -> Uuid {
    Uuid::nil()
}

/// Gives an address.
#[tool]
fn an_address() -> Result<Url, url::ParseError> {
    Url::parse("https://example.org/a b")
}

#[tokio::test(flavor = "current_thread")]
async fn each_is_sent_as_text() {
    let nothing = json!({});

    assert_eq!(TestTool::new(a_date::callback()).call(nothing.clone()).await.unwrap(), "2024-02-29");
    assert_eq!(TestTool::new(an_id::callback()).call(nothing.clone()).await.unwrap(), Uuid::nil().to_string());
    assert_eq!(TestTool::new(an_address::callback()).call(nothing).await.unwrap(), "https://example.org/a%20b");
}

/// Takes a date in many places.
#[tool]
fn places_of_dates(
    day: Option<NaiveDate>,
    days: Option<Vec<NaiveDate>>,
    by_name: Option<BTreeMap<String, Uuid>>,
) -> String {
    format!("{day:?} {days:?} {by_name:?}")
}

#[tokio::test(flavor = "current_thread")]
async fn a_value_that_a_type_refuses_is_reported_with_its_format() {
    for (arguments, expected) in [
        (
            json!({ "day": "01.12.2026" }),
            "`day`: expected a string of the format `date`, found the string \"01.12.2026\": ",
        ),
        (
            json!({ "days": ["2026-12-01", "2026-02-30"] }),
            "`days[1]`: expected a string of the format `date`, found the string \"2026-02-30\": input is out of range",
        ),
        (
            json!({ "by_name": { "a": "x" } }),
            "`by_name.a`: expected a string of the format `uuid`, found the string \"x\": UUID parsing failed",
        ),
    ] {
        for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
            let dated = TestTool::new(places_of_dates::callback()).with_mode(mode);
            let error = dated.call(arguments.clone()).await.unwrap_err().to_string();
            assert!(error.starts_with(&format!("tool `places_of_dates`: argument {expected}")), "{error}");
        }
    }
}
