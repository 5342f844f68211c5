//! What client and model exchange: [`Prompt`], [`Message`], [`ChatModel`], [`ChatResponse`], [`ChatError`].
//!
//! ```
//! use tool_core::chat::{ChatOptions, Usage};
//! use tool_core::{ChatResponse, Message, Prompt};
//!
//! let prompt = Prompt::new([Message::system("Answer in one word."), Message::user("What is 1 + 2?")])
//!     .with_options(ChatOptions::new().with_max_tokens(50));
//! let response = ChatResponse::text("3").with_usage(Usage::new(12, 1));
//!
//! assert_eq!(prompt.messages.len(), 2);
//! assert_eq!(response.usage.total_tokens(), 13);
//! ```

pub(crate) mod usage;
pub(crate) mod tool_call;
pub(crate) mod assistant_message;
pub(crate) mod message;
pub(crate) mod messages;
pub(crate) mod chat_options;
pub(crate) mod validate_messages;
pub(crate) mod chat_error;
pub(crate) mod prompt;
pub(crate) mod chat_response;
pub(crate) mod model_event;
pub(crate) mod object_scanner;
pub(crate) mod response_assembler;
pub(crate) mod model_event_sink;
pub(crate) mod chat_model;

pub use self::assistant_message::{AssistantMessage, AssistantPart, ReasoningPart, TextPart};
pub use self::chat_error::{ChatError, ChatErrorKind};
pub use self::chat_model::{ChatModel, DynChatModel};
pub use self::chat_options::{ChatOptions, ReasoningEffort, ResponseFormat, ToolChoice};
pub use self::chat_response::{ChatResponse, FinishReason, RateLimit, RateLimits};
pub use self::message::{Message, SystemMessage, ToolResponseMessage, UserMessage};
pub use self::messages::{MessageIter, Messages};
pub use self::model_event::{ModelEvent, PartDelta};
pub use self::model_event_sink::ModelEventSink;
pub use self::prompt::Prompt;
pub use self::response_assembler::ResponseAssembler;
pub use self::tool_call::{ProviderFields, ToolCall, ToolResponse};
pub use self::usage::Usage;
