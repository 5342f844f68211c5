//! What one value costs in each format.

use tool_formats::toon::{Delimiter, EncodeOptions};
use tool_formats::{
    Cheapest, ConvertOptions, Converted, Fidelity, Format, FormatError, TiktokenCounter, TokenCounter, WriteOptions,
    YamlStyle, convert_with,
};

use crate::failure::Failure;
use crate::input::Input;

/// A value in all formats.
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) rows: Vec<Row>,
}

/// A value in one format.
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) cost: Result<Cost, FormatError>,
    /// Whether `Cheapest` takes it.
    pub(crate) is_cheapest: bool,
    /// Whether `Cheapest` takes it where anything may be lost.
    pub(crate) is_cheapest_lossy: bool,
    /// Tokens of the line that tells a model how to read the format.
    pub(crate) legend_tokens: usize,
}

pub(crate) struct Cost {
    pub(crate) bytes: usize,
    pub(crate) tokens: usize,
    /// Of the tokens of JSON, rounded.
    pub(crate) percent: usize,
    pub(crate) losses: String,
}

/// One way to write a value.
struct Variant {
    label: String,
    format: Format,
    write: WriteOptions,
}

fn plain(format: Format) -> Variant {
    Variant { label: format.to_string(), format, write: WriteOptions::default() }
}

/// The formats with their default options, and with `all` what other options make of them.
fn variants(all: bool) -> Vec<Variant> {
    let mut variants: Vec<_> = Format::ALL.iter().map(|format| plain(*format)).collect();
    if all {
        for (label, delimiter) in [("toon, tab", Delimiter::Tab), ("toon, pipe", Delimiter::Pipe)] {
            let write = WriteOptions {
                toon: EncodeOptions { delimiter, ..EncodeOptions::default() },
                ..WriteOptions::default()
            };
            variants.push(Variant { label: label.to_owned(), write, ..plain(Format::Toon) });
        }
        let write = WriteOptions { yaml: YamlStyle::Compact, ..WriteOptions::default() };
        variants.push(Variant { label: "yaml, compact".to_owned(), write, ..plain(Format::Yaml) });
        variants.sort_by_key(|variant| variant.format);
    }
    variants
}

/// Writes the value in every format and counts.
///
/// # Errors
/// When the input is not in its format.
pub(crate) fn measure(input: Input, all: bool) -> Result<Measured, Failure> {
    let counter = TiktokenCounter::o200k_base();
    let malformed = |error| Failure::Malformed { name: input.name.clone(), error };
    let written = |variant: &Variant| {
        let options = ConvertOptions { write: variant.write, ..ConvertOptions::default() };
        convert_with(&input.text, input.format, variant.format, &options)
    };
    let json = written(&plain(Format::Json)).map_err(malformed)?;
    let json_tokens = counter.count(&json.text);
    let choice =
        |cheapest: Cheapest| cheapest.convert(&json.text, Format::Json).map_or(Format::Json, |text| text.format);
    let (lossless, lossy) = (choice(Cheapest::default()), choice(Cheapest::default().with_fidelity(Fidelity::Any)));
    let row = |variant: Variant| Row {
        cost: written(&variant).map(|text| Cost::of(&text, json_tokens, &counter)),
        is_cheapest: variant.format == lossless && variant.write == WriteOptions::default(),
        is_cheapest_lossy: variant.format == lossy && variant.write == WriteOptions::default(),
        legend_tokens: variant.format.legend().map_or(0, |legend| counter.count(&legend)),
        label: variant.label,
    };
    let rows = variants(all).into_iter().map(row).collect();
    Ok(Measured { name: input.name, rows })
}

impl Cost {
    fn of(converted: &Converted, json_tokens: usize, counter: &TiktokenCounter) -> Self {
        let tokens = counter.count(&converted.text);
        let percent = (tokens * 100 + json_tokens / 2).checked_div(json_tokens).unwrap_or(100);
        let losses = if converted.losses.is_empty() { String::new() } else { converted.losses.to_string() };
        Self { bytes: converted.text.len(), tokens, percent, losses }
    }
}
