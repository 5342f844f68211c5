//! The [`Advisor`](crate::Advisor)s that ship with the crate.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//!
//! use tool_core::advisors::LoggingAdvisor;
//! use tool_core::{ChatClient, ChatResponse, ScriptedChatModel};
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let lines = Arc::new(Mutex::new(Vec::new()));
//! let sink = Arc::clone(&lines);
//! let client = ChatClient::builder(ScriptedChatModel::new().step(|_| ChatResponse::text("Hello!")))
//!     .default_advisor(LoggingAdvisor::new(move |line| sink.lock().unwrap().push(line.to_owned())))
//!     .build();
//!
//! client.prompt("Say hello.").call().await?;
//!
//! assert!(lines.lock().unwrap().iter().any(|line| line.contains("Hello!")));
//! # Ok::<(), tool_core::ChatError>(())
//! # }).unwrap();
//! ```

pub(crate) mod logging;
pub(crate) mod redactor;
pub(crate) mod recording;

pub use self::logging::LoggingAdvisor;
pub use self::recording::{Recording, RecordingAdvisor};
