//! What a parameter may be beyond its type: the keys for it become one `Rules` value and the checks it asks for.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{LitStr, Path};

use crate::attributes::{Keyed, ParamKeys};
use crate::errors::Errors;
use crate::lending::{generated, respan};
use crate::values::Number;

/// The limits of one parameter, none in most cases.
#[derive(Default)]
pub(crate) struct Rules {
    limits: Vec<Limit>,
}

struct Limit {
    method: &'static str,
    value: TokenStream,
    kind: Kind,
    span: Span,
}

/// What a limit is about, which is also the trait that a type with such a limit has.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    Text,
    List,
}

impl Rules {
    /// Reads the limits, and refuses those that nothing can keep.
    pub(crate) fn read(keys: &ParamKeys, errors: &mut Errors) -> Self {
        ordered(keys.minimum.as_ref(), keys.maximum.as_ref(), Number::as_f64, errors);
        ordered(keys.min_length.as_ref(), keys.max_length.as_ref(), |length| f64::from(*length), errors);
        ordered(keys.min_items.as_ref(), keys.max_items.as_ref(), |items| f64::from(*items), errors);

        let mut rules = Self::default();
        rules.number("minimum", keys.minimum.as_ref());
        rules.number("maximum", keys.maximum.as_ref());
        rules.count("min_length", keys.min_length.as_ref(), Kind::Text);
        rules.count("max_length", keys.max_length.as_ref(), Kind::Text);
        rules.pattern(keys.pattern.as_ref());
        rules.count("min_items", keys.min_items.as_ref(), Kind::List);
        rules.count("max_items", keys.max_items.as_ref(), Kind::List);
        rules
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.limits.is_empty()
    }

    fn number(&mut self, method: &'static str, keyed: Option<&Keyed<Number>>) {
        let Some(Keyed { key, value }) = keyed else { return };
        let value = match value {
            Number::Integer(number) => quote!(__tool::Bound::Integer(#number)),
            Number::Float(number) => quote!(__tool::Bound::Float(#number)),
        };
        self.push(method, value, Kind::Number, key);
    }

    fn count(&mut self, method: &'static str, keyed: Option<&Keyed<u32>>, kind: Kind) {
        let Some(Keyed { key, value }) = keyed else { return };
        self.push(method, quote!(#value), kind, key);
    }

    fn pattern(&mut self, keyed: Option<&Keyed<LitStr>>) {
        let Some(Keyed { key, value }) = keyed else { return };
        let span = generated(span_of(key));
        let pattern = quote_spanned!(span=> __tool::pattern!(#value));
        let value = quote!({
            static __PATTERN: __tool::Pattern = #pattern;
            &__PATTERN
        });
        self.push("pattern", value, Kind::Text, key);
    }

    fn push(&mut self, method: &'static str, value: TokenStream, kind: Kind, key: &Path) {
        self.limits.push(Limit { method, value, kind, span: generated(span_of(key)) });
    }

    /// An expression of type `Rules`, constant.
    pub(crate) fn value(&self) -> TokenStream {
        let limits = self.limits.iter().map(|limit| {
            let (method, value) = (format_ident!("{}", limit.method), &limit.value);
            quote!(.#method(#value))
        });
        quote!(__tool::Rules::new() #(#limits)*)
    }

    /// One check per kind of limit, each a `Result<(), String>`; a type that has no such limit is refused at the key.
    pub(crate) fn checks(&self, value: &TokenStream, rules: &Ident) -> Vec<TokenStream> {
        let kinds = [(Kind::Number, "check_number"), (Kind::Text, "check_text"), (Kind::List, "check_list")];
        let check = |(kind, function): (Kind, &str)| {
            let span = self.limits.iter().find(|limit| limit.kind == kind)?.span;
            let function = format_ident!("{function}");
            // rustc points at the argument whose type is wrong, so that is where the key's place goes.
            let value = respan(value, span);
            Some(quote!(__tool::#function(#value, &#rules)))
        };
        kinds.into_iter().filter_map(check).collect()
    }
}

fn span_of(key: &Path) -> Span {
    key.segments.first().map_or_else(Span::call_site, |segment| segment.ident.span())
}

fn ordered<T>(least: Option<&Keyed<T>>, most: Option<&Keyed<T>>, number: fn(&T) -> f64, errors: &mut Errors) {
    let (Some(least), Some(most)) = (least, most) else { return };
    if number(&least.value) > number(&most.value) {
        let (low, high) = (least.key.to_token_stream(), most.key.to_token_stream());
        errors.push(&most.key, format!("nothing is at once above `{low}` and below `{high}`: exchange the two"));
    }
}
