//! `convert`: a text in another format.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tool_formats::toon::{DecodeOptions, Delimiter, EncodeOptions};
use tool_formats::{
    CheapestFormat, ConvertOptions, Converted, CsvDelimiter, CsvOptions, Documents, Fidelity, Format, FormatError,
    ReadOptions, WriteOptions, YamlStyle, convert_with,
};

use crate::failure::{Failure, Target};
use crate::input::{Input, print, say, tell};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The text; standard input when there is no file.
    file: Option<PathBuf>,
    /// Format of the text: json, toon, yaml, xml or csv; by default what the file's name says; json for standard input.
    #[arg(long)]
    from: Option<Format>,
    /// Encoding of the text, such as windows-1252; by default UTF-8, or what a byte order mark or XML itself says.
    #[arg(long, value_name = "LABEL")]
    encoding: Option<String>,
    /// Format to write: one of these, or `cheapest` for the one that costs the fewest tokens by estimate.
    #[arg(long)]
    to: Target,
    /// Spaces per level of TOON, read or written; by default 2.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=16))]
    indent: Option<u8>,
    /// The character between the cells of the TOON or CSV that is written, else of the CSV that is read; by default a
    /// comma. A semicolon is for CSV alone.
    #[arg(long, value_enum)]
    delimiter: Option<Cells>,
    /// The character between the cells of the CSV that is read, if `--delimiter` is for the text that is written.
    #[arg(long, value_enum)]
    from_delimiter: Option<Cells>,
    /// Read all documents of YAML, as a list.
    #[arg(long)]
    documents: bool,
    /// Forgive TOON lengths that are not met, repeated keys and careless indents.
    #[arg(long)]
    lenient: bool,
    /// Fail with exit code 1 where the format cannot hold the value, instead of writing JSON.
    #[arg(long)]
    strict: bool,
    /// The look of YAML; by default that of the article.
    #[arg(long, value_enum)]
    yaml_style: Option<Style>,
    /// What may be lost of the text or its value: anything, kinds but no values, or nothing; by default anything, but
    /// nothing for the choice of `--to cheapest`.
    #[arg(long, value_enum)]
    fidelity: Option<MayLose>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Cells {
    #[value(alias = ",")]
    Comma,
    #[value(alias = "\t")]
    Tab,
    #[value(alias = "|")]
    Pipe,
    #[value(alias = ";")]
    Semicolon,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Style {
    /// Every text in double quotes.
    #[default]
    Article,
    /// As few quotes as readers allow.
    Compact,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum MayLose {
    Any,
    NoValueLoss,
    Lossless,
}

impl Convert {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let input = Input::read(self.file.as_deref(), self.from, self.encoding.as_deref())?;
        self.check_flags(input.format)?;
        if self.csv_delimiter(input.format).is_none() {
            input.warn_of_delimiter("use `--delimiter`");
        }
        if input.is_large() {
            tell(&format!("converting {} MB", input.text.len() >> 20));
        }
        let converted = self.convert(&input);
        if input.is_large() {
            tell("");
        }
        let converted = converted?;
        if self.to == Target::Cheapest {
            say(&format!("cheapest is `{}`", converted.format));
        }
        self.warn_of_losses(input.format, &converted);
        print(&converted.text)
    }

    /// A flag that is for another format is an error: to ignore it would look like obeying it.
    fn check_flags(&self, from: Format) -> Result<(), Failure> {
        let (reads, writes) = (|format| from == format, |format| self.to == Target::Format(format));
        let toon = reads(Format::Toon) || writes(Format::Toon);
        let delimited = writes(Format::Toon) || writes(Format::Csv) || reads(Format::Csv);
        let flags = [
            (self.indent.is_some(), toon, "`--indent` only applies to TOON"),
            (self.delimiter.is_some(), delimited, "`--delimiter` only applies to TOON and CSV"),
            (
                self.delimiter == Some(Cells::Semicolon),
                writes(Format::Csv) || reads(Format::Csv),
                "`--delimiter semicolon` only applies to CSV",
            ),
            (self.from_delimiter.is_some(), reads(Format::Csv), "`--from-delimiter` only applies to reading CSV"),
            (self.documents, reads(Format::Yaml), "`--documents` only applies to reading YAML"),
            (self.lenient, reads(Format::Toon), "`--lenient` only applies to reading TOON"),
            (self.yaml_style.is_some(), writes(Format::Yaml), "`--yaml-style` only applies to writing YAML"),
        ];
        match flags.into_iter().find(|(is_given, has_use, _)| *is_given && !has_use) {
            Some((.., purpose)) => Err(Failure::Misfit { purpose, from, to: self.to }),
            None => Ok(()),
        }
    }

    fn convert(&self, input: &Input) -> Result<Converted, Failure> {
        let options = self.options(input.format);
        let malformed = |error| self.malformed(input, error);
        let format = match self.to {
            Target::Cheapest => return self.cheapest(input, &options),
            Target::Format(format) => format,
        };
        match convert_with(&input.text, input.format, format, &options) {
            Err(refusal) if is_refusal(&refusal) && !self.strict => {
                say(&format!("written as JSON: {refusal}"));
                let write = WriteOptions::default();
                let options = options.with_write(write);
                convert_with(&input.text, input.format, Format::Json, &options).map_err(malformed)
            }
            Err(refusal) if is_refusal(&refusal) => Err(Failure::Refused(refusal)),
            other => other.map_err(malformed),
        }
    }

    fn malformed(&self, input: &Input, error: FormatError) -> Failure {
        let name = input.name.clone();
        let read = ReadOptions::new().with_documents(Documents::All);
        let all = ConvertOptions::new().with_read(read);
        let may_be_several = input.format == Format::Yaml && !self.documents;
        if may_be_several && convert_with(&input.text, input.format, Format::Json, &all).is_ok() {
            return Failure::SeveralDocuments { name, error };
        }
        Failure::Malformed { name, error }
    }

    fn cheapest(&self, input: &Input, options: &ConvertOptions) -> Result<Converted, Failure> {
        let malformed = |error| self.malformed(input, error);
        let cheapest = match self.fidelity {
            Some(_) => CheapestFormat::default().with_fidelity(options.write.fidelity),
            None => CheapestFormat::default(),
        };
        let converted = cheapest.convert_with(&input.text, input.format, &options.read).map_err(malformed)?;
        let (format, losses) = (converted.format, converted.losses);
        // The choice loses nothing that it need not; what the text has lost on its way to a value, no choice brings back.
        if options.write.fidelity.allows(losses) {
            return Ok(converted);
        }
        let read_losses = converted.read_losses;
        let refusal = if options.write.fidelity.allows(read_losses) {
            FormatError::loss_forbidden(format, losses)
        } else {
            FormatError::read_loss_forbidden(input.format, read_losses)
        };
        if self.strict {
            return Err(Failure::Refused(refusal));
        }
        say(&format!("written anyway: {refusal}"));
        Ok(converted)
    }

    /// Reports what is lost while the text is read.
    fn warn_of_losses(&self, from: Format, converted: &Converted) {
        let is_allowed = matches!(self.fidelity, None | Some(MayLose::Any));
        if is_allowed && !converted.read_losses.is_empty() {
            say(&format!("reading `{from}` loses: {}", converted.read_losses));
        }
    }

    /// The delimiter of the CSV that is read, if the flags say it.
    fn csv_delimiter(&self, from: Format) -> Option<Cells> {
        if from != Format::Csv {
            return None;
        }
        let is_for_reading = self.to != Target::Format(Format::Csv)
            && (self.to != Target::Format(Format::Toon) || self.delimiter == Some(Cells::Semicolon));
        self.from_delimiter.or(self.delimiter.filter(|_| is_for_reading))
    }

    fn options(&self, from: Format) -> ConvertOptions {
        let delimiter = match self.delimiter {
            Some(Cells::Tab) => Delimiter::Tab,
            Some(Cells::Pipe) => Delimiter::Pipe,
            Some(Cells::Comma | Cells::Semicolon) | None => Delimiter::Comma,
        };
        let yaml = match self.yaml_style.unwrap_or_default() {
            Style::Article => YamlStyle::Article,
            Style::Compact => YamlStyle::Compact,
        };
        let fidelity = match self.fidelity {
            Some(MayLose::Any) | None => Fidelity::Any,
            Some(MayLose::NoValueLoss) => Fidelity::NoValueLoss,
            Some(MayLose::Lossless) => Fidelity::Lossless,
        };
        let csv =
            |cells: Option<Cells>| CsvOptions::new().with_delimiter(cells.map_or(CsvDelimiter::Comma, Cells::of_csv));
        let indent = self.indent.unwrap_or(2);
        let toon = DecodeOptions::new().with_indent(indent).with_strict(!self.lenient);
        let toon_out = EncodeOptions::new().with_indent(indent).with_delimiter(delimiter);
        let documents = if self.documents { Documents::All } else { Documents::One };
        let read = ReadOptions::new().with_toon(toon).with_csv(csv(self.csv_delimiter(from))).with_documents(documents);
        let write = WriteOptions::new()
            .with_fidelity(fidelity)
            .with_toon(toon_out)
            .with_yaml(yaml)
            .with_csv(csv(self.delimiter));
        ConvertOptions::new().with_read(read).with_write(write)
    }
}

impl Cells {
    fn of_csv(self) -> CsvDelimiter {
        match self {
            Self::Comma => CsvDelimiter::Comma,
            Self::Tab => CsvDelimiter::Tab,
            Self::Pipe => CsvDelimiter::Pipe,
            Self::Semicolon => CsvDelimiter::Semicolon,
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
            | FormatError::ReadLossForbidden { .. }
    )
}
