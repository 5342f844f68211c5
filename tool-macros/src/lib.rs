//! The doors: each macro of `tool-core` enters here and goes through the named stages of its module.

mod answers;
mod asked;
mod attributes;
mod beside;
mod bodies;
mod bounds;
mod check;
mod docs;
mod errors;
mod expand;
mod fallback;
mod function;
mod hints;
mod impls;
mod inside;
mod lending;
mod listed;
mod metadata;
mod methods;
mod model;
mod names;
mod object;
mod params;
mod rules;
mod runners;
mod shadow;
mod tool;
mod tool_params;
mod tool_result;
mod types;
mod values;
mod written;

use proc_macro::TokenStream;

/// Makes a tool of a function; documented where `tool-core` re-exports it.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::generate(attribute.into(), &item.into()).into()
}

/// Makes tools of the methods of an object; documented where `tool-core` re-exports it.
#[proc_macro_attribute]
pub fn tool_object(attribute: TokenStream, item: TokenStream) -> TokenStream {
    object::generate(attribute.into(), &item.into()).into()
}

/// Makes a type readable as a parameter of a tool; documented where `tool-core` re-exports it.
#[proc_macro_derive(ToolParams, attributes(serde, schemars, tool_param, tool_params))]
pub fn tool_params(item: TokenStream) -> TokenStream {
    tool_params::generate(item.into()).into()
}

/// Makes a type writable as the result of a tool; documented where `tool-core` re-exports it.
#[proc_macro_derive(ToolResult, attributes(serde, schemars, tool_result))]
pub fn tool_result(item: TokenStream) -> TokenStream {
    tool_result::generate(item.into()).into()
}

/// Makes a provider of a list of tools; `tools!` of `tool-core` calls it.
#[proc_macro]
pub fn tools(list: TokenStream) -> TokenStream {
    listed::generate(list.into()).into()
}
