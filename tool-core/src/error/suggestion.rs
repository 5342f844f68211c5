//! Finds the known names that are similar to an unknown one.

/// More would be a list to choose from, and not a hint.
const OFFERED: usize = 3;

/// Comparing costs the product of both lengths.
const LONGEST: usize = 100;

/// A made-up name of many parts has no more parts than this that matter.
const PARTS: usize = 8;

/// Below this, two names have little in common.
const ALIKE: f64 = 0.8;

/// The names that `given` most likely stands for, the nearest first; at most three, and none when none is like it.
///
/// Names are compared without case and word marks, whole and in their parts: models write `functions.read_file`,
/// `Read-File` or `mcp__disk__read_file()` for `read_file`.
pub(crate) fn nearest<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let given = Parts::of(given);
    let mut alike: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (given.likeness(&Parts::of(name)), name))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .collect();
    alike.sort_by(|(a, a_name), (b, b_name)| b.total_cmp(a).then(a_name.cmp(b_name)));
    alike.dedup_by(|(_, a), (_, b)| a == b);
    // What differs only by its marks is meant, and nothing else is.
    let is_sure = |likeness: f64| likeness >= SURE;
    let sure = alike.iter().take_while(|(likeness, _)| is_sure(*likeness)).count();
    let offered = if sure == 0 { OFFERED } else { sure.min(OFFERED) };
    alike.into_iter().take(offered).map(|(_, name)| name).collect()
}

/// The same letters and digits, at least in one part.
const SURE: f64 = 0.97;

/// A name without case and word marks, and its parts.
struct Parts {
    whole: String,
    parts: Vec<String>,
}

impl Parts {
    fn of(name: &str) -> Self {
        // Called with brackets, `read_file(..)` is named by what stands before them.
        let name = name.trim().split_once('(').map_or(name, |(before, _)| before);
        let is_mark = |c: char| !(c.is_alphanumeric() || c == '_' || c == '-');
        let parts = name.split(is_mark).flat_map(|part| part.split("__")).map(plain).filter(|part| part.len() > 1);
        Self { whole: plain(name), parts: parts.take(PARTS).collect() }
    }

    fn likeness(&self, known: &Self) -> f64 {
        if self.whole.is_empty() || known.whole.is_empty() {
            return 0.0;
        }
        if self.whole == known.whole {
            return 1.0;
        }
        if self.parts.contains(&known.whole) {
            return 0.99;
        }
        if known.parts.last().is_some_and(|last| *last == self.whole || self.parts.last() == Some(last)) {
            return 0.98;
        }
        let last = self.parts.last().map_or(self.whole.as_str(), String::as_str);
        // Beside a part of the same letters, even the best other likeness is a guess.
        likeness(&self.whole, &known.whole).max(likeness(last, &known.whole)).min(0.96)
    }
}

fn likeness(a: &str, b: &str) -> f64 {
    if a.len() > LONGEST || b.len() > LONGEST {
        return 0.0;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    // `weather` for `get_weather`: a verb is what models leave out or add.
    let contained = if short.len() >= 4 && long.contains(short) { 0.85 } else { 0.0 };
    strsim::jaro_winkler(a, b).max(contained)
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).take(LONGEST + 1).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const TOOLS: [&str; 5] = ["get_weather", "mcp__disk__list_files", "read_file", "terminal", "write_file"];

    #[test]
    fn a_name_in_another_case_with_other_marks_or_in_a_wrapper_is_found() {
        let written = [
            "functions.terminal",
            "Terminal",
            "TERMINAL",
            " terminal ",
            "`terminal`",
            "\"terminal\"",
            "terminal()",
            "terminal(command='ls')",
            "default_api:terminal",
            "functions.terminal:0",
            "tools/terminal",
            "api::terminal",
            "mcp__shell__terminal",
            "terminal<|channel|>commentary",
        ];

        for given in written {
            assert_eq!(nearest(given, TOOLS), ["terminal"], "{given}");
        }
        for given in ["read-file", "readFile", "ReadFile", "read_file()", "mcp__disk__read_file", "fs.read-file"] {
            assert_eq!(nearest(given, TOOLS), ["read_file"], "{given}");
        }
    }

    #[test]
    fn a_wrapper_that_the_tool_has_and_the_model_leaves_out_is_found() {
        assert_eq!(nearest("list_files", TOOLS), ["mcp__disk__list_files"]);
        assert_eq!(nearest("mcp__other__list_files", TOOLS), ["mcp__disk__list_files"]);
    }

    #[test]
    fn several_names_that_are_alike_come_nearest_first_and_at_most_three() {
        assert_eq!(nearest("read_fil", TOOLS), ["read_file"]);
        assert_eq!(nearest("abcd", ["abcdx", "abcdxy", "abcdxyz", "abcde12345", "b"]), ["abcdx", "abcdxy", "abcdxyz"]);
        assert_eq!(nearest("weather", TOOLS), ["get_weather"]);
    }

    #[test]
    fn a_name_like_no_other_has_no_nearest() {
        for given in ["", "  ", "()", "....", "zzz", "substract", &"x".repeat(1_000_000), &"a.".repeat(100_000)] {
            assert_eq!(nearest(given, ["add", "divide", ""]), [""; 0], "{}", given.len());
        }
    }
}
