//! What a tool can use and the model does not see: [`ToolContext`].
//!
//! It holds the caller's values, one of each type, and tells a running call that it is cancelled.
//!
//! ```
//! use tool_core::{ToolContext, tools, tool};
//!
//! struct Tenant(&'static str);
//!
//! /// Names the tenant.
//! #[tool]
//! fn tenant(#[tool_param(context)] tenant: &Tenant) -> String {
//!     tenant.0.to_owned()
//! }
//!
//! let context = ToolContext::new().with(Tenant("acme"));
//!
//! assert_eq!(context.get::<Tenant>().map(|tenant| tenant.0), Some("acme"));
//! # let _ = tools![tenant];
//! ```

pub(crate) mod argument_mode;
pub(crate) mod progress;
pub(crate) mod cancellation;
pub(crate) mod argument_check;
pub(crate) mod call_state;
pub(crate) mod tool_context;

pub use self::argument_mode::ArgumentMode;
pub use self::progress::Progress;
pub use self::tool_context::ToolContext;
