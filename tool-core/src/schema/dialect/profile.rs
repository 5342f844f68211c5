//! The profile of each dialect: which keywords it accepts.

use super::schema_dialect::SchemaDialect;

/// The formats of Anthropic's strict tools; `uri` is last.
const ANTHROPIC_FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri"];

/// The formats of `OpenAI`'s strict schemas, which refuse `uri`.
const OPENAI_FORMATS: &[&str] = match ANTHROPIC_FORMATS.split_last() {
    Some((_uri, others)) => others,
    None => &[],
};

/// What one dialect takes.
#[allow(clippy::struct_excessive_bools, reason = "a table with a column for each question")]
pub(super) struct Profile {
    /// `$ref` and `$defs`; without them a recursive type is an error.
    pub(super) references: bool,
    /// Whether a `$ref` may have a description beside it.
    pub(super) described_references: bool,
    pub(super) one_of: bool,
    pub(super) all_of: bool,
    pub(super) constants: bool,
    pub(super) tuples: bool,
    /// Objects whose names are free.
    pub(super) maps: bool,
    /// Values of any type.
    pub(super) any_value: bool,
    pub(super) null: Null,
    pub(super) objects: Objects,
    pub(super) enums_of_strings_only: bool,
    /// Whether each value has one type, and only words of the list are known.
    pub(super) one_type: bool,
    /// Whether several types are alternatives.
    pub(super) splits_types: bool,
    pub(super) upper_case_types: bool,
    /// Whether the root may be described from several sides.
    pub(super) sides_at_root: bool,
    pub(super) formats: Formats,
    /// Limits and defaults that may stay; the others go into the description.
    pub(super) limits: &'static [&'static str],
}

/// How a value that may be `null` is described.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Null {
    /// `type: [T, "null"]`.
    InType,
    /// `nullable: true` beside the type.
    Flag,
    /// Not for optional properties, which are left out instead; else as one of the alternatives.
    Alternative,
}

/// What objects say besides their properties.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Objects {
    /// What they say in the neutral schema.
    AsTheyAre,
    /// `additionalProperties: false` on each.
    Closed,
    /// The same, and all properties are required: optional ones may be `null`.
    ClosedAndComplete,
    /// Nothing: the keyword is not known.
    Silent,
}

/// Which formats may stay.
#[derive(Clone, Copy)]
pub(super) enum Formats {
    All,
    Only(&'static [&'static str]),
}

const ALL_LIMITS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "default",
    "examples",
];

impl Profile {
    pub(super) fn of(dialect: SchemaDialect) -> Self {
        match dialect {
            SchemaDialect::Plain => Self::plain(),
            SchemaDialect::OpenAiStrict => Self::openai_strict(),
            SchemaDialect::Anthropic => Self { sides_at_root: false, ..Self::everything() },
            SchemaDialect::AnthropicStrict => Self::anthropic_strict(),
            SchemaDialect::Gemini => Self::gemini(),
            SchemaDialect::Mcp => Self::everything(),
        }
    }

    fn everything() -> Self {
        Self {
            references: true,
            described_references: true,
            one_of: true,
            all_of: true,
            constants: true,
            tuples: true,
            maps: true,
            any_value: true,
            null: Null::InType,
            objects: Objects::AsTheyAre,
            enums_of_strings_only: false,
            one_type: false,
            splits_types: false,
            upper_case_types: false,
            sides_at_root: true,
            formats: Formats::All,
            limits: ALL_LIMITS,
        }
    }

    /// One type for each value, and no tuples.
    fn one_type() -> Self {
        Self { one_of: false, tuples: false, one_type: true, sides_at_root: false, ..Self::everything() }
    }

    /// The same with a type for every value, and without maps.
    fn typed() -> Self {
        Self { maps: false, any_value: false, ..Self::one_type() }
    }

    fn plain() -> Self {
        Self {
            references: false,
            all_of: false,
            constants: false,
            null: Null::Alternative,
            splits_types: true,
            limits: &["minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "default"],
            ..Self::one_type()
        }
    }

    fn openai_strict() -> Self {
        Self {
            described_references: false,
            all_of: false,
            objects: Objects::ClosedAndComplete,
            formats: Formats::Only(OPENAI_FORMATS),
            limits: &[
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
                "pattern",
                "minItems",
                "maxItems",
            ],
            ..Self::typed()
        }
    }

    fn anthropic_strict() -> Self {
        Self {
            references: false,
            objects: Objects::Closed,
            formats: Formats::Only(ANTHROPIC_FORMATS),
            limits: &["default"],
            ..Self::typed()
        }
    }

    fn gemini() -> Self {
        Self {
            references: false,
            all_of: false,
            constants: false,
            splits_types: true,
            null: Null::Flag,
            objects: Objects::Silent,
            enums_of_strings_only: true,
            upper_case_types: true,
            formats: Formats::Only(&["date-time"]),
            limits: &["minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems"],
            ..Self::typed()
        }
    }

    /// Whether the dialect has the word.
    pub(super) fn knows(&self, word: &str) -> bool {
        match word {
            "type" | "description" | "enum" | "properties" | "required" | "items" | "anyOf" => true,
            "const" => self.constants,
            "prefixItems" => self.tuples,
            "oneOf" => self.one_of,
            "allOf" => self.all_of,
            "$ref" | "$defs" => self.references,
            "additionalProperties" => self.objects != Objects::Silent,
            "nullable" => self.null == Null::Flag,
            limit => self.limits.contains(&limit),
        }
    }

    pub(super) fn keeps_format(&self, format: &str) -> bool {
        match self.formats {
            Formats::All => true,
            Formats::Only(formats) => formats.contains(&format),
        }
    }
}

/// What narrows the values of a type, or says something about them: it may move into the description.
pub(super) fn is_limit(keyword: &str) -> bool {
    ALL_LIMITS.contains(&keyword)
}
