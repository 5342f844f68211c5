//! The procedural macros of `tool-core`.
//!
//! An attribute macro parses its item (`parse`), validates it into a model (`model`, `validate`) and emits code for it
//! (`expand`). The two derives stand in `derive`. A module uses only modules that are listed before it.

mod diagnostics;
mod syn_ext;
mod visit_types;
mod parse;
mod model;
mod validate;
mod expand;
mod derive;
mod tool;
mod tool_object;
mod tools_list;

use proc_macro::TokenStream;

/// Makes a tool of a function; documented where `tool-core` re-exports it.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::generate(attribute.into(), &item.into()).into()
}

/// Makes tools of the methods of an object; documented where `tool-core` re-exports it.
#[proc_macro_attribute]
pub fn tool_object(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool_object::generate(attribute.into(), &item.into()).into()
}

/// Makes a type readable as a parameter of a tool; documented where `tool-core` re-exports it.
#[proc_macro_derive(ToolParams, attributes(serde, schemars, tool_param, tool_params))]
pub fn tool_params(item: TokenStream) -> TokenStream {
    derive::tool_params::generate(item.into()).into()
}

/// Makes a type writable as the result of a tool; documented where `tool-core` re-exports it.
#[proc_macro_derive(ToolResult, attributes(serde, schemars, tool_result))]
pub fn tool_result(item: TokenStream) -> TokenStream {
    derive::tool_result::generate(item.into()).into()
}

/// Makes a provider of a list of tools; `tools!` of `tool-core` calls it.
#[proc_macro]
pub fn tools(list: TokenStream) -> TokenStream {
    tools_list::generate(list.into()).into()
}
