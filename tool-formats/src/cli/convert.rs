//! `convert`: a text in another format.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tool_formats::toon::{DecodeOptions, Delimiter, EncodeOptions};
use tool_formats::{
    ConvertOptions, Converted, Fidelity, Format, FormatError, ReadOptions, WriteOptions, YamlStyle, convert_with,
};

use crate::failure::Failure;
use crate::input::{Input, print, tell};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The text; standard input when there is no file.
    file: Option<PathBuf>,
    /// Format of the text: json, toon, yaml, xml or csv; by default what the file's name says; json for standard input.
    #[arg(long)]
    from: Option<Format>,
    /// Format to write.
    #[arg(long)]
    to: Format,
    /// Spaces a level of TOON, read or written; by default 2.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=16))]
    indent: Option<u8>,
    /// What stands between the cells of TOON; by default a comma.
    #[arg(long, value_enum)]
    delimiter: Option<Cells>,
    /// Forgive TOON lengths that are not met, repeated keys and careless indents.
    #[arg(long)]
    lenient: bool,
    /// Fail with exit code 1 where the format cannot hold the value, instead of writing JSON.
    #[arg(long)]
    strict: bool,
    /// The look of YAML; by default that of the article.
    #[arg(long, value_enum)]
    yaml_style: Option<Style>,
    /// What may be lost: anything, kinds but no values, or nothing.
    #[arg(long, value_enum, default_value_t)]
    fidelity: MayLose,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Cells {
    #[default]
    Comma,
    Tab,
    Pipe,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Style {
    /// Every text in double quotes.
    #[default]
    Article,
    /// As few quotes as readers allow.
    Compact,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum MayLose {
    #[default]
    Any,
    NoValueLoss,
    Lossless,
}

impl Convert {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let input = Input::read(self.file.as_deref(), self.from)?;
        self.check_flags(input.format)?;
        if input.is_large() {
            tell(&format!("converting {} MB", input.text.len() >> 20));
        }
        let converted = self.convert(&input);
        if input.is_large() {
            tell("");
        }
        print(&converted?.text)
    }

    /// A flag that is for another format is an error: to ignore it would look like obeying it.
    fn check_flags(&self, from: Format) -> Result<(), Failure> {
        let is = |format: Format, name: &str| format.name() == name;
        let flags = [
            (self.indent.is_some(), is(from, "toon") || is(self.to, "toon"), "`--indent` is for TOON"),
            (self.delimiter.is_some(), is(self.to, "toon"), "`--delimiter` is for writing TOON"),
            (self.lenient, is(from, "toon"), "`--lenient` is for reading TOON"),
            (self.yaml_style.is_some(), is(self.to, "yaml"), "`--yaml-style` is for writing YAML"),
        ];
        match flags.into_iter().find(|(is_given, has_use, _)| *is_given && !has_use) {
            Some((.., purpose)) => Err(Failure::Misfit { purpose, from, to: self.to }),
            None => Ok(()),
        }
    }

    fn convert(&self, input: &Input) -> Result<Converted, Failure> {
        let options = self.options();
        match convert_with(&input.text, input.format, self.to, &options) {
            Err(refusal) if is_refusal(&refusal) && !self.strict => {
                eprintln!("tool-formats: written as JSON: {refusal}");
                let write = WriteOptions::default();
                let options = ConvertOptions { write, ..options };
                let json = convert_with(&input.text, input.format, Format::Json, &options);
                json.map_err(|error| Failure::Malformed { name: input.name.clone(), error })
            }
            Err(refusal) if is_refusal(&refusal) => Err(Failure::Refused(refusal)),
            other => other.map_err(|error| Failure::Malformed { name: input.name.clone(), error }),
        }
    }

    fn options(&self) -> ConvertOptions {
        let delimiter = match self.delimiter.unwrap_or_default() {
            Cells::Comma => Delimiter::Comma,
            Cells::Tab => Delimiter::Tab,
            Cells::Pipe => Delimiter::Pipe,
        };
        let yaml = match self.yaml_style.unwrap_or_default() {
            Style::Article => YamlStyle::Article,
            Style::Compact => YamlStyle::Compact,
        };
        let fidelity = match self.fidelity {
            MayLose::Any => Fidelity::Any,
            MayLose::NoValueLoss => Fidelity::NoValueLoss,
            MayLose::Lossless => Fidelity::Lossless,
        };
        let indent = self.indent.unwrap_or(2);
        let toon = DecodeOptions { indent, strict: !self.lenient, ..DecodeOptions::default() };
        let toon_out = EncodeOptions { indent, delimiter };
        ConvertOptions {
            read: ReadOptions { toon },
            write: WriteOptions { fidelity, toon: toon_out, yaml, ..WriteOptions::default() },
        }
    }
}

/// Whether the text was read, and only the other format does not take its value.
fn is_refusal(error: &FormatError) -> bool {
    matches!(
        error,
        FormatError::NotTabular { .. }
            | FormatError::TooSparse { .. }
            | FormatError::IllegalCharacter { .. }
            | FormatError::LossForbidden { .. }
    )
}
