//! What client and model exchange: [`Prompt`], [`Message`], [`ChatModel`], [`ChatResponse`], [`ChatError`].
//!
//! ```
//! use tool_core::chat::{ChatOptions, Usage};
//! use tool_core::{ChatResponse, Message, Prompt};
//!
//! let prompt = Prompt {
//!     options: ChatOptions { max_tokens: Some(50), ..ChatOptions::default() },
//!     ..Prompt::new([Message::system("Answer in one word."), Message::user("What is 1 + 2?")])
//! };
//! let response = ChatResponse { usage: Usage::new(12, 1), ..ChatResponse::text("3") };
//!
//! assert_eq!(prompt.messages.len(), 2);
//! assert_eq!(response.usage.total_tokens(), 13);
//! ```

pub(crate) mod usage;
pub(crate) mod message;
pub(crate) mod chat_options;
pub(crate) mod validate_messages;
pub(crate) mod chat_error;
pub(crate) mod chat_model;

pub use self::chat_error::{ChatError, ChatErrorKind};
pub use self::chat_model::{ChatModel, ChatResponse, FinishReason, Prompt};
pub use self::chat_options::{ChatOptions, ToolChoice};
pub use self::message::{AssistantMessage, Message, ProviderFields, ToolCall, ToolResponse};
pub use self::usage::Usage;
