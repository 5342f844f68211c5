//! One tool, five formats: what a model reads, and what it costs.
//!
//! `cargo run --example titanic -- [--format json|toon|yaml|xml|csv|all] [--start ID] [--rows N] [--data FILE] [--quiet]`

mod titanic_data;
mod titanic_report;

use std::path::PathBuf;
use std::process::ExitCode;

use titanic_data::{Passenger, read_passengers, table_path};
use tool_core::formats::TiktokenCounter;
use tool_core::{
    ChatClient, ChatClientResponse, ChatError, ChatResponse, Format, Message, Prompt, RegisteredTools,
    ScriptedChatModel, ToolCall, ToolContext, tool,
};

/// The passengers that the tool may show: the caller hands them over, the model never sees them in the schema.
struct Window(Vec<Passenger>);

/// Get titanic passengers.
#[tool]
fn titanic_passengers(
    /// Number of records to return
    count: usize,
    #[tool_param(context)] window: &Window,
) -> Vec<Passenger> {
    window.0.iter().take(count).cloned().collect()
}

/// One turn, and what the model was sent in it.
struct Run {
    format: Format,
    prompts: Vec<Prompt>,
    answer: ChatClientResponse,
}

impl Run {
    /// The tool response of the second prompt, as the model read it.
    fn response(&self) -> &str {
        self.prompts.last().map_or("", tool_response)
    }
}

/// Asks for the passengers with every tool result in `format`.
async fn run(format: Format, passengers: &[Passenger]) -> Result<Run, ChatError> {
    let model = scripted_model(passengers);
    let answer = ChatClient::new(model.clone())
        .prompt(format!("Please show me {} Titanic passengers?", passengers.len()))
        .tools(RegisteredTools::all().with_format(format))
        .tool_context(ToolContext::new().with(Window(passengers.to_vec())))
        .call()
        .await?;
    Ok(Run { format, prompts: model.prompts(), answer })
}

/// Plays the model: it calls the tool, then names the passengers it finds in the response.
fn scripted_model(passengers: &[Passenger]) -> ScriptedChatModel {
    let arguments = format!(r#"{{"count":{}}}"#, passengers.len());
    let names: Vec<String> = passengers.iter().map(|passenger| passenger.name.clone()).collect();
    ScriptedChatModel::new()
        .with_token_counter(TiktokenCounter::o200k_base())
        .step(move |_| ChatResponse::tool_calls([ToolCall::new("call_1", "titanic_passengers", arguments.as_str())]))
        .step(move |prompt| {
            let response = tool_response(prompt);
            let sent: Vec<&str> =
                names.iter().filter(|name| response.contains(findable(name))).map(String::as_str).collect();
            ChatResponse::text(format!("Here are {} passengers: {}.", sent.len(), sent.join("; ")))
        })
}

/// The part of a name that looks the same in every format: a quote is escaped in some.
fn findable(name: &str) -> &str {
    name.split('"').next().unwrap_or_default().trim_end()
}

fn tool_response(prompt: &Prompt) -> &str {
    let responses = prompt.messages.last().map(Message::tool_responses).unwrap_or_default();
    responses.first().map_or("", |response| &response.text)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match try_main().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("titanic: {error}");
            ExitCode::from(2)
        }
    }
}

async fn try_main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse(std::env::args().skip(1))?;
    let passengers = options.window(read_passengers(&options.data)?)?;
    // JSON is always run: the others are compared with it.
    let json = run(Format::Json, &passengers).await?;
    let mut runs = Vec::new();
    for format in options.formats() {
        runs.push(run(format, &passengers).await?);
    }
    titanic_report::print(&passengers, &runs, &json, options.quiet);
    Ok(())
}

/// What the command line asks for.
struct Options {
    format: Option<Format>,
    start: usize,
    rows: usize,
    data: PathBuf,
    quiet: bool,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { format: None, start: 31, rows: 5, data: table_path(), quiet: false };
        while let Some(flag) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("`{flag}` needs a value"));
            match flag.as_str() {
                "--format" => options.format = parse_format(&value()?)?,
                "--start" => options.start = parse_count(&flag, &value()?)?,
                "--rows" => options.rows = parse_count(&flag, &value()?)?,
                "--data" => options.data = value()?.into(),
                "--quiet" => options.quiet = true,
                _ => {
                    return Err(format!(
                        "there is no flag `{flag}`; flags: `--format`, `--start`, `--rows`, `--data`, `--quiet`"
                    ));
                }
            }
        }
        Ok(options)
    }

    fn formats(&self) -> Vec<Format> {
        self.format.map_or_else(|| Format::ALL.to_vec(), |format| vec![format])
    }

    /// The passengers from `--start` on, `--rows` of them.
    fn window(&self, passengers: Vec<Passenger>) -> Result<Vec<Passenger>, String> {
        let (all, start) = (passengers.len(), self.start);
        if start > all || self.rows > all + 1 - start {
            return Err(format!(
                "`--start {start} --rows {}` leaves the table, which has passengers 1 to {all}",
                self.rows
            ));
        }
        Ok(passengers.into_iter().skip(start - 1).take(self.rows).collect())
    }
}

fn parse_format(value: &str) -> Result<Option<Format>, String> {
    if value.eq_ignore_ascii_case("all") {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|error| format!("`--format {value}`: {error}, or `all`"))
}

fn parse_count(flag: &str, value: &str) -> Result<usize, String> {
    let count = value.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| format!("`{flag} {value}`: expected a whole number from 1 on"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tool_core::formats::TokenCounter;

    /// The turn for passengers `start` and following, from the table that comes with the examples.
    async fn turn(format: Format, start: usize, rows: usize) -> Run {
        let options = Options { format: None, start, rows, data: table_path(), quiet: true };
        let passengers = options.window(read_passengers(&options.data).unwrap()).unwrap();
        run(format, &passengers).await.unwrap()
    }

    #[tokio::test(flavor = "current_thread")]
    async fn the_model_reads_passengers_31_to_35_as_in_the_article() {
        for (format, file, tokens) in [
            (Format::Csv, include_str!("data/passengers_31_to_35.csv"), 202),
            (Format::Toon, include_str!("data/passengers_31_to_35.toon"), 218),
            (Format::Json, include_str!("data/passengers_31_to_35.json"), 357),
            (Format::Yaml, include_str!("data/passengers_31_to_35.yaml"), 458),
            (Format::Xml, include_str!("data/passengers_31_to_35.xml"), 515),
        ] {
            let run = turn(format, 31, 5).await;

            assert_eq!(run.response(), file, "{format}");
            assert_eq!(TiktokenCounter::o200k_base().count(run.response()), tokens, "{format}");
        }
    }

    #[tokio::test(flavor = "current_thread")]
    async fn the_articles_files_are_the_same_as_ours() {
        let article = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/article");
        if !article.exists() {
            println!("skipped: the article's texts are not beside the checkout");
            return;
        }
        for format in Format::ALL {
            let text = std::fs::read_to_string(article.join(format!("rows.{format}"))).unwrap();

            assert_eq!(turn(*format, 31, 5).await.response(), text, "{format}");
        }
    }

    #[tokio::test(flavor = "current_thread")]
    async fn another_window_is_read_as_toon() {
        let run = turn(Format::Toon, 60, 3).await;

        assert_eq!(
            run.response(),
            r#"[3]{PassengerId,Survived,Pclass,Name,Sex,Age,SibSp,Parch,Ticket,Fare,Cabin,Embarked}:
  "60","0","3","Goodwin, Master. William Frederick",male,11,"5","2",CA 2144,46.9,null,S
  "61","0","3","Sirayanian, Mr. Orsen",male,22,"0","0","2669",7.2292,null,C
  "62","1","1","Icard, Miss. Amelie",female,38,"0","0","113572",80,B28,null"#
        );
    }

    #[tokio::test(flavor = "current_thread")]
    async fn the_answer_names_each_passenger_the_model_was_sent() {
        for format in Format::ALL {
            let run = turn(*format, 60, 3).await;

            assert_eq!(
                run.answer.content(),
                "Here are 3 passengers: Goodwin, Master. William Frederick; Sirayanian, Mr. Orsen; Icard, Miss. Amelie.",
                "{format}"
            );
        }
    }

    #[tokio::test(flavor = "current_thread")]
    async fn the_answer_names_a_passenger_whose_name_holds_quotes() {
        for format in Format::ALL {
            let run = turn(*format, 23, 1).await;

            assert_eq!(run.answer.content(), r#"Here are 1 passengers: McGowan, Miss. Anna "Annie"."#, "{format}");
        }
    }

    #[test]
    fn a_wrong_flag_is_named_with_the_right_ones() {
        let error = |line: &str| Options::parse(line.split(' ').map(str::to_owned)).err().unwrap();

        assert_eq!(
            error("--colour red"),
            "there is no flag `--colour`; flags: `--format`, `--start`, `--rows`, `--data`, `--quiet`"
        );
        assert_eq!(error("--rows"), "`--rows` needs a value");
        assert_eq!(error("--rows five"), "`--rows five`: expected a whole number from 1 on");
        assert_eq!(error("--start 0"), "`--start 0`: expected a whole number from 1 on");
    }

    #[test]
    fn a_window_outside_the_table_is_refused() {
        let options = Options { format: None, start: 890, rows: 5, data: table_path(), quiet: true };
        let passengers = read_passengers(&options.data).unwrap();

        let error = options.window(passengers).err().unwrap();

        assert_eq!(error, "`--start 890 --rows 5` leaves the table, which has passengers 1 to 891");
    }
}
