//! One question to a model and all that follows until it is answered: [`Turn`], a state machine without I/O.
//!
//! A turn can be stored as JSON while it waits for approval, and resumed in another process.
//!
//! ```
//! use tool_core::turn::{ToolCallLimits, Turn};
//! use tool_core::{Message, Prompt};
//!
//! let turn = Turn::new(Prompt::new(vec![Message::user("Hello")]), ToolCallLimits::default());
//! let stored = serde_json::to_string(&turn)?;
//!
//! let read: Turn = serde_json::from_str(&stored)?;
//! assert_eq!(read.prompt().messages.len(), 1);
//! # Ok::<(), serde_json::Error>(())
//! ```

pub(crate) mod limits;
pub(crate) mod limit_tracker;
pub(crate) mod approval;
pub(crate) mod truncated_calls;
pub(crate) mod pending_calls;
pub(crate) mod turn_end;
pub(crate) mod state_machine;
pub(crate) mod elapsed;
pub(crate) mod cancel;
pub(crate) mod snapshot;
pub(crate) mod consistency;
pub(crate) mod unique_keys;
pub(crate) mod round_trip;
pub(crate) mod turn_serde;

pub use self::approval::ToolCallDecision;
pub use self::limits::{OnLimit, ToolCallLimits};
pub use self::state_machine::{Turn, TurnStep};
pub use self::turn_end::TurnEnd;
