//! Parameters whose fields are arguments of their own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tool_core::{ArgumentMode, TestTool, ToolParams, tool};

/// A type that checks itself what the schema does not say.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u32")]
struct Even(u32);

impl TryFrom<u32> for Even {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        if number.is_multiple_of(2) { Ok(Self(number)) } else { Err(format!("{number} is odd")) }
    }
}

#[derive(Debug, ToolParams)]
#[serde(deny_unknown_fields)]
struct Page {
    #[tool_param(default = 0)]
    from: u32,
    step: Option<Even>,
}

#[derive(Debug, ToolParams)]
enum Order {
    By { column: String },
    Random(u32),
}

/// Counts rows.
#[tool]
fn count(table: &str, #[tool_param(flatten)] page: &Page) -> String {
    format!("{table} {page:?}")
}

/// Lists rows.
#[tool]
fn rows(table: &str, #[tool_param(flatten)] page: Page, #[tool_param(flatten)] order: Order) -> String {
    let order = match order {
        Order::By { column } => column,
        Order::Random(seed) => format!("seed {seed}"),
    };
    format!("{table} from {} by {:?}, {order}", page.from, page.step.map(|step| step.0))
}

fn tool(mode: ArgumentMode) -> TestTool {
    TestTool::new(rows::callback()).with_mode(mode)
}

#[tokio::test(flavor = "current_thread")]
async fn each_type_takes_the_fields_that_it_knows() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let arguments = json!({ "Random": 7, "table": "t", "step": 2, "from": 1 });

        assert_eq!(tool(mode).call(arguments).await.unwrap(), "t from 1 by Some(2), seed 7");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn what_a_type_refuses_is_named() {
    let arguments = json!({ "table": "t", "step": 3, "By": { "column": "c" } });

    let error = tool(ArgumentMode::Lenient).call(arguments).await.unwrap_err().to_string();

    assert_eq!(error, "tool `rows`: argument `step`: 3 is odd");
}

#[tokio::test(flavor = "current_thread")]
async fn an_unknown_name_beside_them_is_refused_in_strict_mode() {
    let tool = TestTool::new(count::callback()).with_mode(ArgumentMode::Strict);

    let error = tool.call(json!({ "table": "t", "stepp": 3 })).await.unwrap_err().to_string();

    assert_eq!(
        error,
        "tool `count`: unknown argument `stepp` (did you mean `step`?); known arguments: `table`, `from`, `step`"
    );
}
