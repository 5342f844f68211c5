//! One tool in five formats: what the model reads, and how many tokens it costs.
//!
//! `cargo run --example titanic -- [--format json|toon|yaml|xml|csv|all] [--start ID] [--rows N] [--data FILE] [--quiet]`

mod titanic_data;
mod titanic_report;

use std::ffi::OsString;
use std::fmt;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use titanic_data::{Passenger, TableError, read_passengers, table_path};
use tool_core::client::ChatClientResponse;
use tool_core::formats::TiktokenCounter;
use tool_core::{
    ChatClient, ChatError, ChatResponse, Format, Message, Prompt, RegisteredTools, ScriptedChatModel, ToolCall,
    ToolContext, tool,
};

/// The passengers that the tool may return. The caller passes them; they are not in the schema that the model gets.
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

/// One turn, and the prompts of the model in it.
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

/// Plays the model: it calls the tool, then lists the passengers of the response.
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

/// The part of a name that is the same in every format: some escape a quote.
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
        // The reader has closed the pipe: `titanic | head`.
        Err(Failure::Write(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("titanic: {error}");
            ExitCode::from(2)
        }
    }
}

async fn try_main() -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let options = Options::parse(std::env::args_os().skip(1))?;
    if options.help {
        return Ok(writeln!(stdout, "{USAGE}")?);
    }
    let passengers = options.window(read_passengers(&options.data)?)?;
    // JSON always runs: the others are compared with it.
    let json = run(Format::Json, &passengers).await?;
    let mut runs = Vec::new();
    for format in options.formats() {
        runs.push(run(format, &passengers).await?);
    }
    Ok(titanic_report::write(&mut stdout, &passengers, &runs, &json, options.quiet)?)
}

/// The errors, one sentence each.
enum Failure {
    Usage(String),
    Table(TableError),
    Chat(ChatError),
    Write(std::io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Table(error) => error.fmt(f),
            Self::Chat(error) => error.fmt(f),
            Self::Write(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Usage(message)
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<ChatError> for Failure {
    fn from(error: ChatError) -> Self {
        Self::Chat(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Write(error)
    }
}

const USAGE: &str = "\
usage: titanic [--format json|toon|yaml|xml|csv|all] [--start ID] [--rows N] [--data FILE] [--quiet]

  --format  one format, or all of them (default)
  --start   the first passenger, by PassengerId (default 31)
  --rows    how many passengers (default 5)
  --data    another table of the same columns
  --quiet   only the figures, without the texts";

/// The options of the command line.
struct Options {
    format: Option<Format>,
    start: usize,
    rows: usize,
    data: PathBuf,
    quiet: bool,
    help: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { format: None, start: 31, rows: 5, data: table_path(), quiet: false, help: false }
    }
}

impl Options {
    fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments.map(|argument| {
            argument.into_string().map_err(|argument| format!("`{}` is not Unicode text", argument.display()))
        });
        while let Some(argument) = arguments.next().transpose()? {
            let (flag, inline) = match argument.split_once('=') {
                Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
                None => (argument, None),
            };
            let mut value = || match inline.clone() {
                Some(value) => Ok(value),
                None => arguments.next().transpose()?.ok_or_else(|| format!("`{flag}` needs a value")),
            };
            match flag.as_str() {
                "--format" => options.format = parse_format(&value()?)?,
                "--start" => options.start = parse_count(&flag, &value()?)?,
                "--rows" => options.rows = parse_count(&flag, &value()?)?,
                "--data" => options.data = value()?.into(),
                "--quiet" => options.quiet = true,
                "--help" | "-h" => options.help = true,
                _ => {
                    return Err(format!(
                        "unknown flag `{flag}`; known flags: `--format`, `--start`, `--rows`, `--data`, `--quiet`, `--help`"
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
        if all == 0 {
            return Err(format!("the table `{}` has no passengers", self.data.display()));
        }
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
    count.ok_or_else(|| format!("`{flag} {value}`: expected an integer of at least 1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tool_core::formats::TokenCounter;

    /// The turn for passengers `start` and following, from the table that comes with the examples.
    async fn turn(format: Format, start: usize, rows: usize) -> Run {
        let options = Options { start, rows, ..Options::default() };
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
        let error = |line: &str| Options::parse(line.split(' ').map(OsString::from)).err().unwrap();

        assert_eq!(
            error("--colour red"),
            "unknown flag `--colour`; known flags: `--format`, `--start`, `--rows`, `--data`, `--quiet`, `--help`"
        );
        assert_eq!(error("--rows"), "`--rows` needs a value");
        assert_eq!(error("--rows five"), "`--rows five`: expected an integer of at least 1");
        assert_eq!(error("--start 0"), "`--start 0`: expected an integer of at least 1");
    }

    #[test]
    fn a_value_may_follow_its_flag_or_an_equals_sign() {
        let rows = |line: &str| Options::parse(line.split(' ').map(OsString::from)).unwrap().rows;

        assert_eq!((rows("--rows 7"), rows("--rows=8")), (7, 8));
    }

    #[cfg(unix)]
    #[test]
    fn an_argument_that_is_no_text_is_an_error() {
        use std::os::unix::ffi::OsStringExt as _;

        let error = Options::parse([OsString::from_vec(vec![0xFF])].into_iter()).err().unwrap();

        assert_eq!(error, "`\u{FFFD}` is not Unicode text");
    }

    #[test]
    fn a_table_that_cannot_be_read_is_named_with_the_reason() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));

        for path in [folder.join("nothing.csv"), folder.to_owned()] {
            let error = read_passengers(&path).unwrap_err().to_string();

            assert!(error.starts_with(&format!("the table `{}` cannot be read: ", path.display())), "{error}");
        }
    }

    #[test]
    fn a_window_outside_the_table_is_refused() {
        let options = Options { start: 890, ..Options::default() };
        let passengers = read_passengers(&options.data).unwrap();

        let error = options.window(passengers).err().unwrap();

        assert_eq!(error, "`--start 890 --rows 5` leaves the table, which has passengers 1 to 891");
    }
}
