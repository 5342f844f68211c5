//! Any serde value as text for a language model: JSON, TOON, YAML, XML, CSV.
//!
//! ```
//! use tool_formats::{Format, convert, to_string};
//!
//! #[derive(serde::Serialize)]
//! struct Passenger {
//!     name: &'static str,
//!     age: Option<f64>,
//! }
//!
//! let rows = [Passenger { name: "Ada", age: Some(36.5) }, Passenger { name: "Bob", age: None }];
//! assert_eq!(to_string(&rows, Format::Json)?, r#"[{"name":"Ada","age":36.5},{"name":"Bob","age":null}]"#);
//! # #[cfg(feature = "toon")]
//! assert_eq!(to_string(&rows, Format::Toon)?, "[2]{name,age}:\n  Ada,36.5\n  Bob,null");
//! # #[cfg(feature = "csv")]
//! assert_eq!(convert(r#"[{"a": 1}, {"b": "x y"}]"#, Format::Json, Format::Csv)?, "a,b\n1,\n,\"x y\"");
//! # Ok::<(), tool_formats::FormatError>(())
//! ```
//!
//! What the formats keep of a value:
//!
//! | format | types | `null`, `""`, `{}`, `[]` apart | structure |
//! |---|---|---|---|
//! | JSON | kept | yes | kept |
//! | TOON | kept (`1.0` becomes `1`, `-0.0` becomes `0`) | yes | kept |
//! | YAML | kept | yes | kept |
//! | XML | lost | no | kept, but an array of one is its item |
//! | CSV | lost | `null` and `""` only, by quotes | tables only, deeper values as JSON in a cell |
//!
//! [`losses`] lists what is lost of a value, [`from_str_with`] what is lost of a text; [`Fidelity`] forbids losses.
//! [`from_str`] reads all five formats into any type, and [`CheapestFormat`] chooses one for each value.
//!
//! No text ends with a newline. Arrays and objects may be nested 128 deep, `Some`s and newtypes 512; more is an error.
//! A `Serialize` that calls itself without the serializer, as a recursive untagged enum of newtypes does, cannot be
//! counted, and exhausts the stack. Errors of reading have line and column. TOON has a separate module, [`toon`], with
//! options of writing and reading and a serde [`Deserializer`](toon::Deserializer).
//!
//! [`Format`] names all formats in every build; one whose feature is off is an error that names the feature.
//!
//! | feature | default | |
//! |---|---|---|
//! | `toon` | yes | writes and reads [`Format::Toon`]; the functions of the module [`toon`] |
//! | `yaml` | yes | writes and reads [`Format::Yaml`] |
//! | `xml` | yes | writes and reads [`Format::Xml`]; `decode_as` |
//! | `csv` | yes | writes and reads [`Format::Csv`] |
//! | `tokens` | no | `TiktokenCounter`, a [`TokenCounter`] with its vocabulary compiled in |
//! | `cli` | no | the program `tool-formats`: `convert` and `compare` |
#![cfg_attr(
    not(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv")),
    allow(
        dead_code,
        unused_imports,
        rustdoc::broken_intra_doc_links,
        reason = "what is only for formats that are off"
    )
)]

mod bytes;
mod cell;
mod cheapest;
mod codec;
mod convert;
#[cfg(feature = "csv")]
mod csv;
mod decode;
mod error;
mod escape;
mod events;
mod failure;
mod fault;
mod format;
mod json;
mod keys;
mod loss;
mod map_key;
mod number;
mod options;
mod read;
mod serializer;
mod sink;
mod survey;
mod tape;
mod text;
mod tokens;
#[cfg(feature = "toon")]
pub mod toon;
#[cfg(not(feature = "toon"))]
#[path = "toon/options_only.rs"]
pub mod toon;
mod wrap;
#[cfg(feature = "xml")]
mod xml;
#[cfg(feature = "yaml")]
mod yaml;

pub use cheapest::CheapestFormat;
pub use convert::{Converted, convert, convert_with, losses, to_string, to_string_with, to_writer};
pub use decode::decode;
#[cfg(feature = "xml")]
pub use decode::decode_as;
pub use error::FormatError;
pub use format::Format;
pub use json::{JsonText, Records, to_json_within};
pub use loss::{Fidelity, Loss, LossSet};
pub use options::{
    ConvertOptions, CsvDelimiter, CsvOptions, Documents, IllegalCharacters, Nested, ReadOptions, RecordEnd,
    WriteOptions, YamlStyle,
};
pub use read::{Read, from_slice, from_str, from_str_with};
pub use text::as_text;
#[cfg(feature = "tokens")]
pub use tokens::TiktokenCounter;
pub use tokens::TokenCounter;
