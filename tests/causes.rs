//! Why a tool failed: the model reads a sentence, hooks and callers find the error as the type it is.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::unnecessary_wraps, clippy::unused_self, reason = "the shapes of tools are what is tested")]

use std::error::Error;
use std::fmt;
use std::io;
use std::num::ParseIntError;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use tool_core::error::ToolErrorKind;
use tool_core::execution::{OnError, ToolCallingManager};
use tool_core::{
    ChatClient, FunctionToolCallback, ScriptedChatModel, ToolCall, ToolCallHook, ToolCallback, ToolContext, ToolError,
    ToolSet, tool, tool_object,
};

/// An error with a cause, as `thiserror` would make it.
#[derive(Debug)]
struct BadDate(ParseIntError);

impl fmt::Display for BadDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the date cannot be read")
    }
}

impl Error for BadDate {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

fn bad_date() -> BadDate {
    BadDate("x".parse::<u8>().unwrap_err())
}

/// What `anyhow::Error` is to Rust: no error itself, with one inside, whose alternate text is the whole chain.
#[derive(Debug)]
struct Holder(Box<dyn Error + Send + Sync>);

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.source().filter(|_| f.alternate()) {
            Some(source) => write!(f, "{}: {source}", self.0),
            None => self.0.fmt(f),
        }
    }
}

impl AsRef<dyn Error + Send + Sync> for Holder {
    fn as_ref(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

type Outcome<T> = Result<T, BadDate>;

/// Fails with an error type that it declares.
#[tool(register = false)]
fn typed() -> Outcome<u8> {
    Err(bad_date())
}

/// The same later.
#[tool(register = false)]
async fn typed_later() -> Outcome<u8> {
    tokio::task::yield_now().await;
    Err(bad_date())
}

/// Fails with any error.
#[tool(register = false)]
fn boxed() -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(bad_date().into())
}

/// Fails as with `anyhow`.
#[tool(register = false)]
fn held() -> Result<(), Holder> {
    Err(Holder(bad_date().into()))
}

/// Fails in the file system.
#[tool(register = false)]
fn io_failed() -> io::Result<String> {
    Err(io::Error::new(io::ErrorKind::NotFound, "no such file"))
}

/// Fails with an error that is shared.
#[tool(register = false)]
fn shared() -> Result<(), Arc<BadDate>> {
    Err(Arc::new(bad_date()))
}

/// Fails with a text.
#[tool(register = false)]
fn text() -> Result<(), String> {
    Err("no luck".to_owned())
}

/// An error of one thread.
#[derive(Debug)]
struct Local(Rc<str>);

impl fmt::Display for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Local {}

/// Fails with an error that stays on its thread.
#[tool(register = false)]
fn local() -> Result<(), Local> {
    Err(Local("here".into()))
}

/// Fails with an error that is none, and no text.
#[tool(register = false)]
fn not_sendable() -> Result<(), Box<dyn Error>> {
    Err(bad_date().into())
}

/// Fails in our words.
#[tool(register = false)]
fn ours() -> Result<(), ToolError> {
    Err(ToolError::retry("use a full name").with_source(bad_date()))
}

struct Calendar;

#[tool_object]
impl Calendar {
    /// Fails in a method.
    #[tool]
    fn method(&self) -> Outcome<u8> {
        Err(bad_date())
    }
}

/// What the operator can see of the last failure.
#[derive(Default)]
struct Seen(Mutex<Option<Failure>>);

/// The sentence, whether the cause is a `BadDate`, and the texts of the causes.
type Failure = (String, bool, Vec<String>);

impl ToolCallHook for Seen {
    fn failed(&self, _call: &ToolCall, error: &ToolError, _context: &ToolContext) {
        let cause = error.source();
        let chain = std::iter::successors(cause, |&cause| cause.source()).map(ToString::to_string).collect();
        let is_bad_date = cause.is_some_and(|cause| cause.is::<BadDate>() || cause.is::<Arc<BadDate>>());
        *self.0.lock().unwrap() = Some((error.to_string(), is_bad_date, chain));
    }
}

/// What a hook sees when the tool is called.
async fn failure_of(tool: Arc<dyn ToolCallback>) -> Failure {
    let seen = Arc::new(Seen::default());
    let calls = [ToolCall::new("1", tool.definition().name(), "{}")];
    let manager = ToolCallingManager::new().with_hook(Arc::clone(&seen));
    let result = manager.execute(&calls, &ToolSet::build(&tool).unwrap(), &ToolContext::new()).await;
    let failure = seen.0.lock().unwrap().take().unwrap();
    assert_eq!(result.responses()[0].text, failure.0);
    failure
}

fn chain<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

const DIGIT: &str = "invalid digit found in string";

#[tokio::test]
async fn an_error_that_a_function_returns_is_the_source_with_its_type() {
    let method = tool_core::callback::ToolObject::tool_callbacks(&Arc::new(Calendar)).remove(0);
    let tools =
        [typed::callback(), typed_later::callback(), boxed::callback(), held::callback(), shared::callback(), method];
    for tool in tools {
        let name = tool.definition().name().to_owned();
        let whole = if name == "held" { format!(": {DIGIT}") } else { String::new() };

        let (sentence, is_bad_date, causes) = failure_of(tool).await;

        assert_eq!(sentence, format!("tool `{name}` failed: the date cannot be read{whole}"));
        assert!(is_bad_date, "{name}");
        assert_eq!(causes, chain(["the date cannot be read", DIGIT]), "{name}");
    }
}

#[tokio::test]
async fn a_value_that_is_not_an_error_or_not_send_is_only_a_message() {
    for (tool, sentence) in [
        (text::callback(), "no luck"),
        (local::callback(), "here"),
        (not_sendable::callback(), "the date cannot be read"),
    ] {
        let name = tool.definition().name().to_owned();
        assert_eq!(failure_of(tool).await, (format!("tool `{name}` failed: {sentence}"), false, vec![]));
    }
}

#[tokio::test]
async fn a_tool_error_is_kept_with_its_source() {
    let (sentence, is_bad_date, causes) = failure_of(ours::callback()).await;

    assert_eq!(sentence, "tool `ours`: try again: use a full name");
    assert!(is_bad_date);
    assert_eq!(causes.len(), 2);
}

#[tokio::test]
async fn an_error_of_the_file_system_is_the_source() {
    assert_eq!(
        failure_of(io_failed::callback()).await,
        ("tool `io_failed` failed: no such file".to_owned(), false, chain(["no such file"]))
    );
}

#[tokio::test]
async fn an_error_that_a_closure_returns_is_the_source_when_it_is_known_or_given() {
    let io = FunctionToolCallback::builder("t", || io::Result::<()>::Err(io::Error::other("broken")))
        .description("Does it.")
        .build()
        .unwrap();
    let json = || serde_json::from_str::<u8>("x");
    let json = FunctionToolCallback::builder("t", json).description("Does it.").build().unwrap();
    let boxed = || Err::<(), Box<dyn Error + Send + Sync>>(bad_date().into());
    let boxed = FunctionToolCallback::builder("t", boxed).description("Does it.").build().unwrap();
    let given = || Err::<u8, ToolError>(ToolError::from_error(bad_date()));
    let given = FunctionToolCallback::builder("t", given).description("Does it.").build().unwrap();

    assert_eq!(failure_of(Arc::new(io)).await.2, chain(["broken"]));
    assert_eq!(failure_of(Arc::new(json)).await.2, chain(["expected value at line 1 column 1"]));
    for tool in [boxed, given] {
        let sentence = "tool `t` failed: the date cannot be read".to_owned();
        assert_eq!(failure_of(Arc::new(tool)).await, (sentence, true, chain(["the date cannot be read", DIGIT])));
    }
}

#[tokio::test]
async fn an_error_that_ends_the_turn_keeps_its_source_for_the_caller() {
    let model = ScriptedChatModel::new().calls("typed", serde_json::json!({}));
    let manager = ToolCallingManager::new().with_error_policy(ToolErrorKind::Execution, OnError::EndTurn);
    let client = ChatClient::builder(model).tool_calling_manager(manager).default_tools(typed::callback()).build();

    let error = client.prompt("?").call().await.unwrap_err();

    assert!(error.source().unwrap().is::<BadDate>());
}

#[test]
fn neither_a_source_nor_the_message_of_a_panic_is_in_debug() {
    let error = ToolError::from_error(io::Error::other("SECRET"));

    let shown = format!("{error:?}");
    assert!(!shown.contains("SECRET"), "{shown}");
}
