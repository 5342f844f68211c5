//! The table of formats: what the rest of the crate knows of each.

use super::Format;

/// What is known of one format.
pub(crate) struct Info {
    /// In lower case, as in configuration files; also the name of the crate feature.
    pub(crate) name: &'static str,
    /// As in a sentence.
    pub(crate) title: &'static str,
    /// Of files, the usual one first.
    pub(crate) extensions: &'static [&'static str],
    pub(crate) media_type: &'static str,
    /// Whether the feature is on.
    pub(crate) is_enabled: bool,
    /// How a model reads it; `None` for JSON, which every model knows.
    pub(crate) hint: Option<&'static str>,
    pub(crate) model: Model,
    /// Whether a zero keeps its sign.
    pub(crate) has_negative_zero: bool,
    pub(crate) candidacy: Candidacy,
}

/// What the texts of a format can represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Model {
    /// All values of JSON, with their types.
    Json,
    /// Elements with text in them.
    Elements,
    /// Rows of cells with text in them.
    Table,
}

/// Where the cheapest format is estimated, not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Candidacy {
    Always,
    /// Where anything may be lost.
    IfLossy,
    /// It hardly ever has fewer tokens than JSON.
    Never,
}

/// Source: RFC 8259.
static JSON: Info = Info {
    name: "json",
    title: "JSON",
    extensions: &["json"],
    media_type: "application/json",
    is_enabled: true,
    hint: None,
    model: Model::Json,
    has_negative_zero: true,
    candidacy: Candidacy::Always,
};

/// Source: TOON specification 4.4, section 18.2 for the media type.
static TOON: Info = Info {
    name: "toon",
    title: "TOON",
    extensions: &["toon"],
    media_type: "text/toon",
    is_enabled: cfg!(feature = "toon"),
    hint: Some(
        "TOON (`rows[2]{a,b}:` heads 2 lines, each with the values of `a` and `b`; \
         deeper lines belong to the key above)",
    ),
    model: Model::Json,
    has_negative_zero: false,
    candidacy: Candidacy::Always,
};

/// Source: RFC 9512.
static YAML: Info = Info {
    name: "yaml",
    title: "YAML",
    extensions: &["yaml", "yml"],
    media_type: "application/yaml",
    is_enabled: cfg!(feature = "yaml"),
    hint: Some("YAML"),
    model: Model::Json,
    has_negative_zero: true,
    candidacy: Candidacy::Never,
};

/// Source: RFC 7303.
static XML: Info = Info {
    name: "xml",
    title: "XML",
    extensions: &["xml"],
    media_type: "application/xml",
    is_enabled: cfg!(feature = "xml"),
    hint: Some("XML (an element for each key, repeated for each item of a list)"),
    model: Model::Elements,
    has_negative_zero: true,
    candidacy: Candidacy::Never,
};

/// Source: RFC 4180.
static CSV: Info = Info {
    name: "csv",
    title: "CSV",
    extensions: &["csv"],
    media_type: "text/csv",
    is_enabled: cfg!(feature = "csv"),
    hint: Some("CSV (the first line names the columns)"),
    model: Model::Table,
    has_negative_zero: true,
    candidacy: Candidacy::IfLossy,
};

impl Format {
    pub(crate) const fn info(self) -> &'static Info {
        match self {
            Self::Json => &JSON,
            Self::Toon => &TOON,
            Self::Yaml => &YAML,
            Self::Xml => &XML,
            Self::Csv => &CSV,
        }
    }
}
