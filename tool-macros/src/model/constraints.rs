//! Constraints of a parameter, such as `minimum`: one `Rules` value, and the checks of the call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, LitStr, Path, Type};

use crate::diagnostics::Diagnostics;
use crate::parse::attr::{Keyed, ParamKeys};
use crate::parse::attr_value::{Number, Value};
use crate::syn_ext::{generated, option_content, reference, respan, ungroup};

/// The constraints of one parameter; most have none.
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

/// The kind of a constraint, which is also the trait of types that can have it.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    Text,
    List,
}

impl Rules {
    /// Reads the constraints, and refuses those that no value satisfies.
    pub(crate) fn read(keys: &ParamKeys, ty: &Type, errors: &mut Diagnostics) -> Self {
        ordered(keys.minimum.as_ref(), keys.maximum.as_ref(), Number::is_above, errors);
        ordered(keys.min_length.as_ref(), keys.max_length.as_ref(), |least, most| least > most, errors);
        ordered(keys.min_items.as_ref(), keys.max_items.as_ref(), |least, most| least > most, errors);
        inside(keys, ty, errors);
        values_keep(keys, errors);

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

    /// One check per kind of constraint, each a `Result<(), String>`; for other types, the error is at the key.
    pub(crate) fn checks(&self, value: &TokenStream, rules: &Ident) -> Vec<TokenStream> {
        let kinds = [(Kind::Number, "check_number"), (Kind::Text, "check_text"), (Kind::List, "check_list")];
        let check = |(kind, function): (Kind, &str)| {
            let span = self.limits.iter().find(|limit| limit.kind == kind)?.span;
            let function = format_ident!("{function}");
            // rustc points at the argument whose type is wrong, so it gets the location of the key.
            let value = respan(value, span);
            Some(quote!(__tool::#function(#value, &#rules)))
        };
        kinds.into_iter().filter_map(check).collect()
    }
}

fn span_of(key: &Path) -> Span {
    key.segments.first().map_or_else(Span::call_site, |segment| segment.ident.span())
}

fn ordered<T>(
    least: Option<&Keyed<T>>,
    most: Option<&Keyed<T>>,
    is_above: fn(&T, &T) -> bool,
    errors: &mut Diagnostics,
) {
    let (Some(least), Some(most)) = (least, most) else { return };
    if is_above(&least.value, &most.value) {
        let (low, high) = (least.key.to_token_stream(), most.key.to_token_stream());
        errors.push(&most.key, format!("`{low}` is greater than `{high}`; swap them"));
    }
}

/// Refuses limits outside of the range of an integer type.
fn inside(keys: &ParamKeys, ty: &Type, errors: &mut Diagnostics) {
    let Some((name, least, most)) = integer(ty) else { return };
    for limit in [&keys.minimum, &keys.maximum].into_iter().flatten() {
        let is_outside = Number::Integer(least).is_above(&limit.value) || limit.value.is_above(&Number::Integer(most));
        if is_outside {
            errors.push(&limit.key, format!("`{name}` has values from {least} to {most}: write a limit in this range"));
        }
    }
}

/// The name, minimum and maximum of an integer type.
fn integer(ty: &Type) -> Option<(&'static str, i128, i128)> {
    const INTEGERS: [(&str, i128, i128); 8] = [
        ("u8", 0, u8::MAX as i128),
        ("u16", 0, u16::MAX as i128),
        ("u32", 0, u32::MAX as i128),
        ("u64", 0, u64::MAX as i128),
        ("i8", i8::MIN as i128, i8::MAX as i128),
        ("i16", i16::MIN as i128, i16::MAX as i128),
        ("i32", i32::MIN as i128, i32::MAX as i128),
        ("i64", i64::MIN as i128, i64::MAX as i128),
    ];
    let inner = option_content(ty).unwrap_or(ty);
    let Type::Path(path) = ungroup(reference(inner).map_or(inner, |reference| &reference.elem)) else { return None };
    INTEGERS.into_iter().find(|(name, ..)| path.path.is_ident(name))
}

/// Refuses a default or example that violates a constraint: a model that repeats it would get an error.
fn values_keep(keys: &ParamKeys, errors: &mut Diagnostics) {
    for value in [&keys.default, &keys.example].into_iter().flatten() {
        for limit in broken(keys, &value.value).into_iter().flatten() {
            let (word, limit) = (value.key.to_token_stream(), limit.to_token_stream());
            errors.push(&value.value, format!("`{word}` breaks `{limit}`: change one of the two"));
        }
    }
}

/// The constraints that a literal violates; other expressions are not evaluated.
fn broken<'k>(keys: &'k ParamKeys, value: &Expr) -> [Option<&'k Path>; 4] {
    let number = Number::from_expr(value);
    let length = LitStr::from_expr(value).and_then(|text| u32::try_from(text.value().chars().count()).ok());
    [
        key_if(keys.minimum.as_ref(), |limit| number.as_ref().is_some_and(|number| limit.is_above(number))),
        key_if(keys.maximum.as_ref(), |limit| number.as_ref().is_some_and(|number| number.is_above(limit))),
        key_if(keys.min_length.as_ref(), |limit| length.is_some_and(|length| length < *limit)),
        key_if(keys.max_length.as_ref(), |limit| length.is_some_and(|length| length > *limit)),
    ]
}

fn key_if<T>(keyed: Option<&Keyed<T>>, is_broken: impl Fn(&T) -> bool) -> Option<&Path> {
    keyed.filter(|keyed| is_broken(&keyed.value)).map(|keyed| &keyed.key)
}
