//! Values whose `Serialize` breaks serde's rules, or never ends: an error or a text of the format, never a panic.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::collections::BTreeMap;
use std::fmt;

use serde::ser::{Error as _, SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use tool_formats::{Format, FormatError, to_string};

/// A value that is serialized by a function.
struct By<F>(F);

macro_rules! value {
    ($name:ident, $serializer:ident => $body:expr) => {
        struct $name;

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, $serializer: S) -> Result<S::Ok, S::Error> {
                $body
            }
        }
    };
}

#[track_caller]
fn fails_everywhere<T: Serialize>(value: &T, expected: &FormatError) {
    for format in Format::enabled() {
        assert_eq!(to_string(value, format).as_ref(), Err(expected), "{format}");
    }
}

fn says(message: &str) -> FormatError {
    FormatError::serialize(message)
}

#[test]
fn an_announced_length_of_zero_is_not_a_promise() {
    value!(Items, serializer => {
        let mut items = serializer.serialize_seq(Some(0))?;
        items.serialize_element(&1)?;
        items.serialize_element("b")?;
        items.end()
    });
    value!(Entries, serializer => {
        let mut entries = serializer.serialize_map(Some(0))?;
        entries.serialize_entry("a", &Items)?;
        entries.serialize_entry("b", &2)?;
        entries.end()
    });

    assert_eq!(to_string(&[Entries], Format::Json).unwrap(), r#"[{"a":[1,"b"],"b":2}]"#);
    for format in Format::enabled() {
        let text = to_string(&[BTreeMap::from([("a", serde_json::json!([1, "b"])), ("b", 2.into())])], format);
        assert_eq!(to_string(&[Entries], format), text, "{format}");
    }
}

#[test]
fn a_display_that_fails_is_an_error() {
    struct Mute;
    impl fmt::Display for Mute {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    value!(Text, serializer => serializer.collect_str(&Mute));

    fails_everywhere(&Text, &says("a `Display` implementation failed"));
    fails_everywhere(&BTreeMap::from([(Key(Text), 1)]), &says("a `Display` implementation failed"));
}

/// A key that has an order.
struct Key<T>(T);

impl<T> PartialEq for Key<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Key<T> {}

impl<T> PartialOrd for Key<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Key<T> {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl<T: Serialize> Serialize for Key<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

value!(Failing, _serializer => Err(S::Error::custom("no")));

#[test]
fn an_error_that_a_serialize_drops_is_not_lost() {
    value!(Half, serializer => {
        let mut items = serializer.serialize_seq(None)?;
        items.serialize_element(&7)?;
        items.serialize_element(&Failing)?;
        items.end()
    });
    value!(Items, serializer => {
        let mut items = serializer.serialize_seq(None)?;
        let _dropped = items.serialize_element(&Half);
        items.serialize_element(&1)?;
        items.end()
    });
    value!(Entries, serializer => {
        let mut entries = serializer.serialize_map(None)?;
        let _dropped = entries.serialize_entry("a", &Failing);
        entries.end()
    });
    value!(Keys, serializer => {
        let mut entries = serializer.serialize_map(None)?;
        let _dropped = entries.serialize_entry(&[1], &1);
        entries.serialize_entry("b", &1)?;
        entries.end()
    });
    value!(Fields, serializer => {
        let mut fields = serializer.serialize_struct("Fields", 1)?;
        let _dropped = fields.serialize_field("a", &Failing);
        fields.end()
    });
    let went_on = says("a `Serialize` implementation ignored an error");

    fails_everywhere(&Items, &went_on);
    fails_everywhere(&[Fields], &went_on);
    fails_everywhere(&Entries, &went_on);
    fails_everywhere(&Keys, &says("a map has a key without a value"));
}

#[test]
fn a_key_without_a_value_is_an_error() {
    value!(Last, serializer => {
        let mut entries = serializer.serialize_map(Some(1))?;
        entries.serialize_key("a")?;
        entries.end()
    });
    value!(Middle, serializer => {
        let mut entries = serializer.serialize_map(Some(2))?;
        entries.serialize_key("a")?;
        entries.serialize_entry("b", &1)?;
        entries.end()
    });

    fails_everywhere(&Last, &says("a map has a key without a value"));
    fails_everywhere(&Middle, &says("a map has a key without a value"));
}

#[test]
fn a_value_without_a_key_is_an_error() {
    value!(First, serializer => {
        let mut entries = serializer.serialize_map(None)?;
        entries.serialize_value(&1)?;
        entries.end()
    });
    value!(Second, serializer => {
        let mut entries = serializer.serialize_map(None)?;
        entries.serialize_entry("a", &1)?;
        entries.serialize_value(&2)?;
        entries.end()
    });

    fails_everywhere(&First, &says("a map has a value without a key"));
    fails_everywhere(&Second, &says("a map has a value without a key"));
}

const RAW: &str = "$serde_json::private::RawValue";

#[test]
fn raw_text_that_is_not_json_is_an_error() {
    value!(Raw, serializer => {
        let mut fields = serializer.serialize_struct(RAW, 1)?;
        fields.serialize_field(RAW, "{\"a\":")?;
        fields.end()
    });
    value!(Empty, serializer => serializer.serialize_struct(RAW, 1)?.end());
    value!(Twice, serializer => {
        let mut fields = serializer.serialize_struct(RAW, 1)?;
        fields.serialize_field(RAW, "1")?;
        fields.serialize_field(RAW, "2")?;
        fields.end()
    });

    fails_everywhere(&[Raw], &FormatError::malformed(Format::Json, 1, 6, "expected a value"));
    fails_everywhere(&[Empty], &says("JSON text has one field"));
    fails_everywhere(&[Twice], &says("JSON text has one field"));
}

/// Runs on a stack of the size that threads have by default.
fn on_a_thread(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(test).unwrap().join().unwrap();
}

#[test]
fn recursion_that_opens_no_array_or_object_ends_with_an_error() {
    value!(Options, serializer => serializer.serialize_some(&Options));
    value!(Newtypes, serializer => serializer.serialize_newtype_struct("Newtypes", &Newtypes));
    value!(Mixed, serializer => serializer.serialize_newtype_struct("Mixed", &By(|| Mixed)));
    value!(Keys, serializer => {
        let mut entries = serializer.serialize_map(None)?;
        entries.serialize_entry(&Options, &1)?;
        entries.end()
    });

    on_a_thread(|| {
        let too_deep = FormatError::too_deep(512);
        fails_everywhere(&Options, &too_deep);
        fails_everywhere(&Newtypes, &too_deep);
        fails_everywhere(&Mixed, &too_deep);
        fails_everywhere(&Keys, &too_deep);
    });
}

impl<T: Serialize, F: Fn() -> T> Serialize for By<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_some(&(self.0)())
    }
}

#[test]
fn recursion_through_variants_and_arrays_ends_with_an_error() {
    value!(Variants, serializer => serializer.serialize_newtype_variant("Variants", 0, "V", &Some(Variants)));
    value!(Arrays, serializer => {
        let mut items = serializer.serialize_seq(None)?;
        items.serialize_element(&Some(Some(Arrays)))?;
        items.end()
    });

    on_a_thread(|| {
        fails_everywhere(&Variants, &FormatError::too_deep(128));
        fails_everywhere(&Arrays, &FormatError::too_deep(128));
    });
}

/// An array around another, with four wrappers around each.
struct Wrapped(usize);

impl Serialize for Wrapped {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut items = serializer.serialize_seq(None)?;
        if self.0 > 1 {
            items.serialize_element(&Some(Some(Some(Some(Wrapped(self.0 - 1))))))?;
        }
        items.end()
    }
}

#[test]
fn four_wrappers_for_each_of_128_arrays_are_written() {
    on_a_thread(|| {
        for format in Format::enabled().filter(|format| *format != Format::Csv) {
            assert!(to_string(&Wrapped(128), format).is_ok(), "{format}");
        }
        let text = to_string(&Wrapped(128), Format::Json).unwrap();
        assert_eq!(text, "[".repeat(128) + &"]".repeat(128));
    });
}
