//! Emits code for a validated model. It decides nothing and does not fail.

/// `quote!` with our hygiene: our local names and the user's do not meet.
macro_rules! code {
    ($($tokens:tt)*) => { quote::quote_spanned!(proc_macro2::Span::mixed_site()=> $($tokens)*) };
}

pub(crate) mod hints;
pub(crate) mod arguments;
pub(crate) mod definition;
pub(crate) mod tool;
pub(crate) mod object;
pub(crate) mod fallback;
