//! The tools of the example `chat`. They are registered, so nothing lists them.

use std::time::Duration;

use tool_core::context::Progress;
use tool_core::{Format, ToolContext, ToolResult, tool};

use crate::titanic_data::{TableError, read_passengers, table_path};

#[derive(ToolResult)]
struct Traveller {
    name: String,
    class: String,
}

/// Get passengers of the Titanic.
#[tool(read_only, result_converter = Format::Csv)]
fn passengers(
    /// Class, 1 to 3
    #[tool_param(minimum = 1, maximum = 3)]
    class: u8,
    /// Number of records to return
    count: usize,
) -> Result<Vec<Traveller>, TableError> {
    let passengers = read_passengers(&table_path())?;
    let of_class = passengers.into_iter().filter(|passenger| passenger.pclass == class.to_string());
    Ok(of_class.take(count).map(|passenger| Traveller { name: passenger.name, class: passenger.pclass }).collect())
}

/// Counts to a number, one every 50 milliseconds.
#[tool(read_only)]
async fn count(to: u32, ctx: &ToolContext) -> String {
    for number in 1..=to {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let progress = Progress::new(f64::from(number)).of(f64::from(to));
        ctx.progress(&progress.with_message(format!("{number} of {to}")));
    }
    format!("counted to {to}")
}

/// Sends a mail.
#[tool(approval)]
fn send_mail(
    /// Recipient
    to: &str,
    /// Text
    text: &str,
) -> String {
    format!("sent {} characters to {to}", text.chars().count())
}
