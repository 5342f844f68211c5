//! The client API: [`ChatClient`], its requests and responses, and [`Advisor`]s around them.
//!
//! ```
//! use tool_core::{ChatClient, ChatResponse, ScriptedChatModel};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let client = ChatClient::new(ScriptedChatModel::new().step(|_| ChatResponse::text("Hello!")));
//!
//! let response = client.prompt("Say hello.").call().await?;
//!
//! assert_eq!(response.content(), "Hello!");
//! # Ok::<(), tool_core::ChatError>(())
//! # }).unwrap();
//! ```

pub(crate) mod cancellation;
pub(crate) mod chat_event;
pub(crate) mod event_queue;
pub(crate) mod usage_counter;
pub(crate) mod round_stream;
pub(crate) mod response;
pub(crate) mod advisor;
pub(crate) mod tool_events;
pub(crate) mod open_turn;
pub(crate) mod early_calls;
pub(crate) mod clock;
pub(crate) mod driver;
pub(crate) mod turn_run;
pub(crate) mod request_run;
pub(crate) mod chat_stream;
pub(crate) mod defaults;
pub(crate) mod request;
pub(crate) mod chat_client;

pub use self::advisor::{Advisor, DynAdvisor, NextRound, NextTurn, RoundRequest, TurnRequest};
pub use self::cancellation::CancellationHandle;
pub use self::chat_client::{ChatClient, ChatClientBuilder};
pub use self::chat_event::{ChatEvent, ToolCallKey};
pub use self::chat_stream::ChatStream;
pub use self::request::{ChatClientRequest, NewTurn, ResumedTurn};
pub use self::response::ChatClientResponse;
