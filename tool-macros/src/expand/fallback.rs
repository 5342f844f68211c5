//! The code that is emitted with errors, so that rustc reports nothing else.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::tool::companion;
use crate::model::tool::Tool;
use crate::syn_ext::generated;

/// The function and an empty companion: code that uses them still compiles.
pub(crate) fn tool(tool: &Tool, errors: &TokenStream) -> TokenStream {
    let function = tool.function.cleaned();
    if !tool.function.is_free() {
        return quote! { #function #errors };
    }
    let (struct_item, stub) = (companion(tool), stub(tool));
    quote! { #function #struct_item #stub #errors }
}

fn stub(tool: &Tool) -> TokenStream {
    let Tool { companion, krate, .. } = tool;
    let (vis, conditions) = (&tool.function.vis, tool.function.conditions());
    quote_spanned! {generated(tool.function.sig.ident.span())=>
        #(#conditions)*
        #[allow(dead_code, missing_docs, unreachable_pub)]
        impl #companion {
            #vis fn definition() -> &'static #krate::__private::ToolDefinition {
                loop {}
            }
            #vis fn callback() -> #krate::__private::Arc<dyn #krate::__private::ToolCallback> {
                loop {}
            }
        }
    }
}
