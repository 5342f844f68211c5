//! Alterations of the object's text: quotes, commas, blanks, backslashes, surrounding text, truncation.

use crate::alter_values::Alteration;
use crate::case::{Case, Edit, Effect, Wanted};
use crate::random::Random;
use crate::tree::{Form, Kind, Node};

pub(crate) const TEXTS: &[Alteration] = &[
    ("blanks and escapes of JSON", |_, edit| {
        style(edit, |style| (style.blanks, style.escapes, style.numbers) = (true, true, true))
    }),
    ("names in another order", |_, edit| style(edit, |style| style.shuffled = true)),
    ("single quotes", |_, edit| style(edit, |style| style.single_quotes = true)),
    ("typographic quotes", |_, edit| style(edit, |style| style.typographic_quotes = true)),
    ("unquoted names", |_, edit| style(edit, |style| style.unquoted_names = true)),
    ("trailing commas", |_, edit| style(edit, |style| style.trailing_commas = true)),
    ("Python literals", |_, edit| style(edit, |style| style.python = true)),
    ("raw controls", |_, edit| style(edit, |style| style.raw_controls = true)),
    ("odd blanks", |_, edit| style(edit, |style| style.odd_blanks = true)),
    ("right escapes", right_escapes),
    ("wrong escapes", wrong_escapes),
    ("right and wrong escapes", mixed_escapes),
    ("escapes of no consequence", other_escapes),
    ("a broken token", broken_token),
    ("a code fence", |random, edit| {
        let all = ["```json\n{}\n```", "```\n{}\n```", "```{}```", "```json\n{}"];
        around(edit, &["code fence"], random.one_of(&all))
    }),
    ("prose", |random, edit| {
        let all = ["Here you are: {}", "{} Done.", "<tool_call>{}</tool_call>", "Call: {}.\n"];
        around(edit, &["prose"], random.one_of(&all))
    }),
    ("a thought", |random, edit| {
        let all = ["<think>Is it {\"a\":1}?</think>{}", "<Thinking>x</Thinking> {}", "{}<reasoning>ok"];
        around(edit, &["thinking tag"], random.one_of(&all))
    }),
    ("a thought without its beginning", |_, edit| around(edit, &["prose", "thinking tag"], &"maybe so</think>\n{}")),
    ("the same object twice", |_, edit| around_with(edit, "repeated object", |text| format!("{text}\n{text}"))),
    ("the object in a string", |_, edit| {
        around_with(edit, "string to object", |text| serde_json::to_string(text).unwrap())
    }),
    ("two objects", |_, edit| refused_around(edit, |text| format!("{text} {{\"zz\":[1]}}"))),
    ("text that goes on", |random, edit| {
        let more = *random.one_of(&[",\"b\":1}", ", and so on", ": 1", "\"x\"", ",{}"]);
        refused_around(edit, move |text| format!("{text}{more}"))
    }),
    ("the object in a list", |_, edit| refused_around(edit, |text| format!("[{text}]"))),
    ("a bracket too many", |random, edit| {
        let (open, close) = *random.one_of(&[("{", "}"), ("[", ""), ("{\"a\":", "")]);
        refused_around(edit, move |text| format!("{open}{text}{close}"))
    }),
];

impl Edit {
    /// Whether the text of the object will be JSON.
    pub(crate) fn style_is_json(&self) -> bool {
        let style = self.style;
        let careless = [
            style.single_quotes,
            style.typographic_quotes,
            style.unquoted_names,
            style.trailing_commas,
            style.python,
            style.raw_controls,
            style.odd_blanks,
        ];
        !careless.contains(&true)
    }
}

#[allow(clippy::unnecessary_wraps, reason = "it is an alteration's outcome")]
fn style(edit: &mut Edit, set: fn(&mut crate::write::Style)) -> Option<()> {
    set(&mut edit.style);
    // Without a Rust type an integer keeps the digits that were written, and an object the order of its names.
    edit.style.numbers &= edit.tool != "by_hand";
    edit.style.shuffled &= edit.tool != "by_hand";
    Some(())
}

fn around(edit: &mut Edit, kinds: &[&'static str], template: &&'static str) -> Option<()> {
    let (before, after) = template.split_once("{}").filter(|_| edit.around.is_empty())?;
    for kind in kinds {
        edit.text_repaired(kind);
    }
    edit.around.push(Box::new(move |text| format!("{before}{text}{after}")));
    Some(())
}

fn around_with(edit: &mut Edit, kind: &'static str, write: fn(&str) -> String) -> Option<()> {
    if !edit.around.is_empty() {
        return None;
    }
    edit.text_repaired(kind);
    edit.around.push(Box::new(write));
    edit.is_vague = true;
    edit.is_in_string = kind == "string to object";
    Some(())
}

fn refused_around(edit: &mut Edit, write: impl Fn(&str) -> String + 'static) -> Option<()> {
    if !edit.around.is_empty() {
        return None;
    }
    edit.around.push(Box::new(write));
    edit.is_vague = true;
    edit.both(&Effect::NotJson(Vec::new()));
    Some(())
}

/// Whether any text is allowed here.
fn is_free_text(node: &Node) -> bool {
    matches!(node.kind, Kind::Text { most: usize::MAX, .. }) && matches!(node.form, Form::Text(_))
}

/// Strings of JSON, as they are written and as they are meant.
type Written = (&'static str, &'static str);

fn right_escapes(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let all: [Written; 6] = [
        (r"C:\new\table", "C:\new\table"),
        (r"\b\f\n\r\t", "\u{8}\u{c}\n\r\t"),
        (r#"say \"hi\"\n"#, "say \"hi\"\n"),
        (r"a\\d\n", "a\\d\n"),
        (r"\u0041\/\n", "A/\n"),
        (r"\ud83d\ude00\t", "😀\t"),
    ];
    let (written, meant) = *random.one_of(&all);
    let spot = edit.pick(random, is_free_text)?;
    edit.mean(&spot, Form::Text(meant.to_owned()));
    edit.set(&spot, Form::Raw(format!("\"{written}\"")));
    Some(())
}

fn wrong_escapes(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let all: [Written; 8] = [
        (r"\d+\s", r"\d+\s"),
        (r"\로", r"\로"),
        (r"C:\Users\Bob", r"C:\Users\Bob"),
        (r"\u12", r"\u12"),
        (r"\uzzzz and \\", r"\uzzzz and \"),
        (r#"\w \"q\""#, r#"\w "q""#),
        (r"\1\2", r"\1\2"),
        (r"\p{L}\/\u0041", r"\p{L}/A"),
    ];
    let (written, meant) = *random.one_of(&all);
    let spot = edit.pick(random, is_free_text)?;
    edit.mean(&spot, Form::Text(meant.to_owned()));
    edit.set(&spot, Form::Raw(format!("\"{written}\"")));
    edit.text_repaired("wrong escape");
    Some(())
}

fn mixed_escapes(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let all = [
        r"\frac{a}{b} + \sum \theta",
        r"C:\users\bob",
        r"C:\dir\temp\new",
        r"\n\d",
        r"\x\t",
        r"\u12 \r",
        r"\alpha \\ \beta",
    ];
    let written = *random.one_of(&all);
    let spot = edit.pick(random, is_free_text)?;
    edit.set(&spot, Form::Raw(format!("\"{written}\"")));
    edit.strict.push(Effect::NotJson(Vec::new()));
    edit.lenient.push(Effect::NotJson(vec!["write a backslash in a text as `\\\\`".to_owned()]));
    Some(())
}

fn other_escapes(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let all: [Written; 6] = [
        (r"it\'s\n", "it's\n"),
        (r"a\-b\t", "a\\-b\t"),
        ("a\\\nb\\n", "a\nb\n"),
        (r"\ud800\n", "\u{fffd}\n"),
        (r"\udc00 \d", "\u{fffd} \\d"),
        (r"it\'s \d", r"it's \d"),
    ];
    let (written, meant) = *random.one_of(&all);
    let spot = edit.pick(random, is_free_text)?;
    edit.mean(&spot, Form::Text(meant.to_owned()));
    edit.set(&spot, Form::Raw(format!("\"{written}\"")));
    edit.text_repaired("wrong escape");
    Some(())
}

fn broken_token(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| node.kind != Kind::Any)?;
    let json = edit.written.at(&spot.path).json();
    let text = match random.below(9) {
        0 => format!(",{json}"),
        1 => format!("{json} {json}"),
        2 => format!("/* c */{json}"),
        3 => format!("{json} // c\n"),
        4 => "hello".to_owned(),
        5 => "undefined".to_owned(),
        6 => format!("{json}:1"),
        7 => format!("{json};"),
        _ => format!("({json})"),
    };
    edit.set(&spot, Form::Raw(text));
    edit.both(&Effect::NotJson(Vec::new()));
    Some(())
}

/// The text cut before its byte `end`: never less than all of it is read.
pub(crate) fn cut(case: &Case, end: usize) -> Option<Case> {
    let text = case.text.get(..end).filter(|text| !text.trim().is_empty())?;
    let (strict, lenient) = if case.is_alone && case.text.starts_with('{') {
        // What is not JSON may be refused before its end.
        let says = if let Wanted::Read(_) = case.lenient { vec!["cut off".to_owned()] } else { Vec::new() };
        (Wanted::Refused(Vec::new()), Wanted::Refused(says))
    } else {
        (Wanted::ReadOrRefused, Wanted::ReadOrRefused)
    };
    Some(Case { text: text.to_owned(), strict, lenient, ..case.clone() })
}

/// The text with some characters gone, doubled, replaced or moved.
pub(crate) fn mutated(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        if characters.is_empty() {
            break;
        }
        let at = random.below(characters.len());
        match random.below(6) {
            0 => _ = characters.remove(at),
            1 => characters.insert(at, characters[at]),
            2 => characters.truncate(at),
            3 => {
                let others: Vec<char> = "\"'{}[]:,\\09-.eEtnu \n“”`<\u{202e}\u{0}\u{feff}é".chars().collect();
                characters[at] = *random.one_of(&others);
            }
            4 => {
                let other = random.below(characters.len());
                characters.swap(at, other);
            }
            _ => {
                let end = (at + 1 + random.below(8)).min(characters.len());
                let part: Vec<char> = characters[at..end].to_vec();
                let to = random.below(characters.len());
                characters.splice(to..to, part);
            }
        }
    }
    characters.into_iter().collect()
}
