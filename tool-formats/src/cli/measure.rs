//! What one value costs in each format.

use tool_formats::toon::{Delimiter, EncodeOptions};
use tool_formats::{
    CheapestFormat, ConvertOptions, Converted, Fidelity, Format, LossSet, TiktokenCounter, TokenCounter, WriteOptions,
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
    pub(crate) cost: Result<Cost, String>,
    /// Whether `CheapestFormat` takes it.
    pub(crate) is_cheapest: bool,
    /// Whether `CheapestFormat` takes it where anything may be lost.
    pub(crate) is_cheapest_lossy: bool,
    /// Tokens of the line that tells a model how to read the format.
    pub(crate) hint_tokens: usize,
}

#[derive(Default)]
pub(crate) struct Cost {
    pub(crate) bytes: usize,
    pub(crate) tokens: usize,
    /// Of the tokens of JSON, rounded.
    pub(crate) percent: usize,
    pub(crate) losses: LossSet,
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
            let write = WriteOptions::new().with_toon(EncodeOptions::new().with_delimiter(delimiter));
            variants.push(Variant { label: label.to_owned(), write, ..plain(Format::Toon) });
        }
        let write = WriteOptions::new().with_yaml(YamlStyle::Compact);
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
        let options = ConvertOptions::new().with_write(variant.write);
        convert_with(&input.text, input.format, variant.format, &options)
    };
    let json = written(&plain(Format::Json)).map_err(malformed)?;
    let json_tokens = counter.count(&json.text);
    let choice =
        |cheapest: CheapestFormat| cheapest.convert(&json.text, Format::Json).map_or(Format::Json, |text| text.format);
    let (lossless, lossy) =
        (choice(CheapestFormat::default()), choice(CheapestFormat::default().with_fidelity(Fidelity::Any)));
    let row = |variant: Variant| Row {
        cost: written(&variant).map(|text| Cost::of(&text, json_tokens, &counter)).map_err(|error| error.to_string()),
        is_cheapest: variant.format == lossless && variant.write == WriteOptions::default(),
        is_cheapest_lossy: variant.format == lossy && variant.write == WriteOptions::default(),
        hint_tokens: variant.format.format_hint().map_or(0, |hint| counter.count(&hint)),
        label: variant.label,
    };
    let rows = variants(all).into_iter().map(row).collect();
    Ok(Measured { name: input.name, rows })
}

fn percent(tokens: usize, of: usize) -> usize {
    (tokens * 100 + of / 2).checked_div(of).unwrap_or(100)
}

/// All values together: what each format costs for all of them, where it can hold all of them.
pub(crate) fn total(all: &[Measured]) -> Measured {
    let labels = all.first().map(|first| first.rows.iter().map(|row| &row.label)).into_iter().flatten();
    let mut rows: Vec<Row> = labels.map(|label| total_row(label, all)).collect();
    let json_tokens = rows.first().and_then(|row| row.cost.as_ref().ok()).map_or(0, |cost| cost.tokens);
    for cost in rows.iter_mut().filter_map(|row| row.cost.as_mut().ok()) {
        cost.percent = percent(cost.tokens, json_tokens);
    }
    let fewest = |may_lose: bool| {
        let costs = rows.iter().filter_map(|row| row.cost.as_ref().ok().map(|cost| (cost, &row.label)));
        let allowed = costs.filter(|(cost, _)| may_lose || cost.losses.is_empty());
        allowed.min_by_key(|(cost, _)| cost.tokens).map(|(_, label)| label.clone())
    };
    let (lossless, lossy) = (fewest(false), fewest(true));
    for row in &mut rows {
        row.is_cheapest = lossless.as_ref() == Some(&row.label);
        row.is_cheapest_lossy = lossy.as_ref() == Some(&row.label);
    }
    Measured { name: format!("total of {} files", all.len()), rows }
}

fn total_row(label: &str, all: &[Measured]) -> Row {
    let rows: Vec<&Row> =
        all.iter().filter_map(|measured| measured.rows.iter().find(|row| row.label == label)).collect();
    let refused = rows.iter().filter(|row| row.cost.is_err()).count();
    let cost = match refused {
        0 => Ok(rows.iter().filter_map(|row| row.cost.as_ref().ok()).fold(Cost::default(), Cost::plus)),
        _ => Err(format!("cannot represent {refused} of {} values", rows.len())),
    };
    let hint_tokens = rows.first().map_or(0, |row| row.hint_tokens);
    Row { label: label.to_owned(), cost, is_cheapest: false, is_cheapest_lossy: false, hint_tokens }
}

impl Cost {
    fn plus(self, other: &Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            tokens: self.tokens + other.tokens,
            percent: 0,
            losses: self.losses.union(other.losses),
        }
    }

    fn of(converted: &Converted, json_tokens: usize, counter: &TiktokenCounter) -> Self {
        let tokens = counter.count(&converted.text);
        let percent = percent(tokens, json_tokens);
        Self { bytes: converted.text.len(), tokens, percent, losses: converted.losses }
    }
}
