//! The table of the goals and the measured ratios.

use crate::contest::Cost;

/// A goal that is a ratio of two times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the labels say it")]
pub enum Goal {
    SmallCall,
    RowsCall,
    ManagedCall,
    NestedRead,
    StrictRead,
    ForeignRead,
    FlattenedRead,
    RepairedRead,
    LargeRead,
    ToonFromTyped,
    ToonFromTable,
    ToonFromNested,
    ToonFromJson,
    TypedFromToon,
    ValueFromToon,
    YamlFromTyped,
    XmlFromTyped,
    CsvFromTyped,
}

impl Goal {
    fn label(self) -> &'static str {
        match self {
            Self::SmallCall => "look-up, call, convert: `add`",
            Self::RowsCall => "look-up, call, convert: 100 rows",
            Self::ManagedCall => "the same through `ToolCallingManager`",
            Self::NestedRead => "nested arguments",
            Self::StrictRead => "arguments in strict mode",
            Self::ForeignRead => "strict, schema by hand",
            Self::FlattenedRead => "flattened arguments",
            Self::RepairedRead => "repaired arguments",
            Self::LargeRead => "one argument through `ToolCallingManager`",
            Self::ToonFromTyped => "typed → TOON",
            Self::ToonFromTable | Self::ToonFromNested => "`Value` → TOON",
            Self::ToonFromJson => "JSON text → TOON",
            Self::TypedFromToon => "TOON → typed",
            Self::ValueFromToon => "TOON → `Value`",
            Self::YamlFromTyped => "typed → YAML",
            Self::XmlFromTyped => "typed → XML",
            Self::CsvFromTyped => "typed → CSV",
        }
    }

    /// The goal, if there is one.
    fn limit(self) -> Option<f64> {
        match self {
            Self::SmallCall => Some(1.6),
            Self::RowsCall | Self::ToonFromTyped | Self::ToonFromTable | Self::ToonFromJson | Self::TypedFromToon => {
                Some(1.0)
            }
            Self::NestedRead => Some(1.1),
            Self::StrictRead | Self::ForeignRead | Self::FlattenedRead | Self::RepairedRead => Some(4.0),
            Self::LargeRead => Some(1.3),
            Self::ToonFromNested => Some(1.4),
            Self::ValueFromToon => Some(1.2),
            Self::YamlFromTyped | Self::XmlFromTyped | Self::CsvFromTyped => Some(2.0),
            Self::ManagedCall => None,
        }
    }
}

/// Two runs of one machine differ by so much, so a ratio above the limit by less is within it.
const NOISE: f64 = 0.03;

/// Ours against another.
#[derive(Debug)]
pub struct Line {
    /// The goal.
    pub goal: Goal,
    /// The data.
    pub data: &'static str,
    /// The cost of ours.
    pub ours: Cost,
    /// What the other cost.
    pub other: Cost,
}

impl Line {
    fn ratio(&self) -> f64 {
        self.ours.nanos / self.other.nanos
    }

    fn verdict(&self) -> &'static str {
        match self.goal.limit() {
            None => "",
            Some(limit) if self.ratio() <= limit => "met",
            Some(limit) if self.ratio() <= limit + NOISE => "met within noise",
            Some(_) => "**missed**",
        }
    }
}

/// Prints the lines in the order of the goals.
#[allow(clippy::print_stdout, reason = "the report is the output")]
pub fn print_lines(mut lines: Vec<Line>) {
    lines.sort_by_key(|line| line.goal);
    println!("| what | data | against | theirs, µs | ours, µs | ratio | at most | |");
    println!("|---|---|---|---:|---:|---:|---:|---|");
    for line in &lines {
        let limit = line.goal.limit().map_or_else(|| "–".to_owned(), |limit| format!("{limit:.1}"));
        println!(
            "| {} | {} | {} | {:.2} | {:.2} | {:.2} | {limit} | {} |",
            line.goal.label(),
            line.data,
            line.other.name,
            line.other.nanos / 1000.0,
            line.ours.nanos / 1000.0,
            line.ratio(),
            line.verdict(),
        );
    }
}
