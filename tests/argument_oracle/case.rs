//! One case: the intended arguments, a text for them or for an alteration, and the expected result.

use crate::random::Random;
use crate::tree::{Form, Member, Node, Path, Spot};
use crate::write::{Style, write};

/// What is promised for one mode.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Wanted {
    /// The tool runs with what was meant; these repairs are reported, and no others. An empty place is any place; what
    /// has the place `?` need not be reported.
    Read(Vec<(String, &'static str)>),
    /// The tool does not run; the answer says all of this.
    Refused(Vec<String>),
    /// One of both.
    ReadOrRefused,
    /// Only what holds for every text.
    Anything,
}

/// A case to judge.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) tool: String,
    /// The names of what was altered.
    pub(crate) altered: Vec<&'static str>,
    pub(crate) base: Node,
    pub(crate) text: String,
    /// Whether the text is that of the object alone.
    pub(crate) is_alone: bool,
    pub(crate) strict: Wanted,
    pub(crate) lenient: Wanted,
}

/// What one alteration does to the outcome in one mode.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    /// A repair at this place, anywhere if it is empty; it need not be reported if the place is `?`.
    Repaired(String, &'static str),
    /// The text is refused, before its values are looked at.
    NotJson(Vec<String>),
    /// The schema refuses it, and the answer says this.
    Refused(Vec<String>),
    /// Only the type refuses it, which reports one fault.
    TypeRefused(Vec<String>),
    /// What else is wrong need not be said.
    Unclear,
    /// It may be refused.
    MayBeRefused,
    /// It is not said how.
    Open,
}

/// A way to write the text of the object into another text.
pub(crate) type Around = Box<dyn Fn(&str) -> String>;

/// Arguments that are being altered.
pub(crate) struct Edit {
    pub(crate) tool: String,
    /// What is meant.
    pub(crate) base: Node,
    /// What is written: the same values at the same paths, others after them.
    pub(crate) written: Node,
    pub(crate) style: Style,
    pub(crate) around: Vec<Around>,
    pub(crate) strict: Vec<Effect>,
    pub(crate) lenient: Vec<Effect>,
    /// Whether places and sentences are about another text.
    pub(crate) is_vague: bool,
    /// Whether the object is in a string: repairs of the text have no place in it.
    pub(crate) is_in_string: bool,
    used: Vec<Path>,
    /// Objects whose names were altered.
    renamed: Vec<Path>,
}

impl Edit {
    pub(crate) fn new(tool: &str, base: Node) -> Self {
        Self {
            tool: tool.to_owned(),
            written: base.clone(),
            base,
            style: Style::default(),
            around: Vec::new(),
            strict: Vec::new(),
            lenient: Vec::new(),
            is_vague: false,
            is_in_string: false,
            used: Vec::new(),
            renamed: Vec::new(),
        }
    }

    /// A value that no other alteration has touched, and for which the test holds; the root is none.
    pub(crate) fn pick(&mut self, random: &mut Random, test: impl Fn(&Node) -> bool) -> Option<Spot> {
        let is_free = |spot: &Spot| {
            !spot.path.is_empty()
                && !self.used.iter().any(|used| spot.path.starts_with(used) || used.starts_with(&spot.path))
                && !self.renamed.iter().any(|renamed| renamed.starts_with(&spot.path))
        };
        let spots: Vec<Spot> = self.spots(is_free, test);
        let spot = random.maybe_one_of(&spots)?.clone();
        self.used.push(spot.path.clone());
        Some(spot)
    }

    /// An object, which may be the root, whose names no other alteration has touched.
    pub(crate) fn pick_object(&mut self, random: &mut Random, test: impl Fn(&Node) -> bool) -> Option<Spot> {
        let is_free = |spot: &Spot| {
            !self.used.iter().any(|used| spot.path.starts_with(used)) && !self.renamed.contains(&spot.path)
        };
        let spots = self.spots(is_free, |node| matches!(node.form, Form::Object(_)) && test(node));
        let spot = random.maybe_one_of(&spots)?.clone();
        self.renamed.push(spot.path.clone());
        Some(spot)
    }

    /// A member of such an object.
    pub(crate) fn pick_member(&mut self, random: &mut Random, test: impl Fn(&Node) -> bool) -> Option<(Spot, usize)> {
        let spot = self.pick_object(random, |node| test(node) && !node.members().is_empty())?;
        let index = random.below(self.base.at(&spot.path).members().len());
        let path: Path = spot.path.iter().copied().chain([index]).collect();
        if self.used.contains(&path) {
            return None;
        }
        Some((spot, index))
    }

    /// A copy of a member of such an object that no other alteration has touched, or will.
    pub(crate) fn copy_of_member(
        &mut self,
        random: &mut Random,
        test: impl Fn(&Node) -> bool,
    ) -> Option<(Spot, Member)> {
        let (spot, index) = self.pick_member(random, test)?;
        let member = self.base.at(&spot.path).members()[index].clone();
        if self.written.at(&spot.path).members()[index] != member {
            return None;
        }
        self.used.push(spot.path.iter().copied().chain([index]).collect());
        Some((spot, member))
    }

    fn spots(&self, is_free: impl Fn(&Spot) -> bool, test: impl Fn(&Node) -> bool) -> Vec<Spot> {
        let spots = self.base.spots().into_iter().filter(is_free);
        spots
            .filter(|spot| self.written.at(&spot.path).form != Form::Absent && test(self.written.at(&spot.path)))
            .collect()
    }

    /// Whether anything else than the style of the text was altered.
    pub(crate) fn is_altered(&self) -> bool {
        !self.strict.is_empty() || !self.lenient.is_empty() || self.base != self.written
    }

    /// Whether the value at the path is inside a type of which there are several.
    pub(crate) fn is_in_choice(&self, path: &[usize]) -> bool {
        (0..=path.len()).any(|length| self.base.at(&path[..length]).is_untagged)
    }

    /// Writes another value at the path.
    pub(crate) fn set(&mut self, spot: &Spot, form: Form) {
        self.written.at_mut(&spot.path).form = form;
    }

    /// Means another value at the path, and writes it.
    pub(crate) fn mean(&mut self, spot: &Spot, form: Form) {
        self.base.at_mut(&spot.path).form = form.clone();
        self.set(spot, form);
    }

    /// Lenient mode repairs it, strict mode refuses it at its place.
    pub(crate) fn repaired(&mut self, spot: &Spot, kind: &'static str) {
        self.lenient.push(Effect::Repaired(spot.public.clone(), kind));
        let says = self.says(spot, &[]);
        self.strict.push(Effect::Refused(says));
    }

    /// Both modes refuse it at its place.
    pub(crate) fn refused(&mut self, spot: &Spot, also: &[&str]) {
        let says = self.says(spot, also);
        self.both(&Effect::Refused(says));
        // Beside a wrong tag, nothing is known of the other fields.
        if matches!(spot.place.rsplit('.').next(), Some("kind" | "type")) {
            self.both(&Effect::Unclear);
        }
    }

    /// What the answer says of the place; a choice of types may be refused as a whole.
    pub(crate) fn says(&self, spot: &Spot, also: &[&str]) -> Vec<String> {
        if self.is_in_choice(&spot.path) {
            return Vec::new();
        }
        let also = also.iter().map(|word| (*word).to_owned());
        std::iter::once(format!("`{}`", spot.place)).chain(also).collect()
    }

    pub(crate) fn both(&mut self, effect: &Effect) {
        self.strict.push(effect.clone());
        self.lenient.push(effect.clone());
    }

    /// Lenient mode repairs the text, strict mode refuses it.
    pub(crate) fn text_repaired(&mut self, kind: &'static str) {
        self.lenient.push(Effect::Repaired(String::new(), kind));
        self.strict.push(Effect::NotJson(Vec::new()));
    }

    pub(crate) fn into_case(mut self, altered: Vec<&'static str>, random: &mut Random) -> Case {
        let (mut text, kinds) = write(&self.written, self.style, random);
        for kind in kinds {
            self.text_repaired(kind);
        }
        for around in &self.around {
            text = around(&text);
        }
        let strict = wanted(&self.strict, self.is_vague);
        if self.is_in_string {
            self.lenient.iter_mut().for_each(|effect| {
                if let Effect::Repaired(place, kind) = effect
                    && place.is_empty()
                    && !matches!(*kind, "wrapper" | "string to object" | "repeated item")
                {
                    "?".clone_into(place);
                }
            });
        }
        let lenient = wanted(&self.lenient, self.is_vague);
        Case { tool: self.tool, altered, base: self.base, text, is_alone: self.around.is_empty(), strict, lenient }
    }
}

/// What all effects together come to.
fn wanted(effects: &[Effect], is_vague: bool) -> Wanted {
    let not_json: Vec<_> = effects.iter().filter_map(|effect| says(effect, 0)).collect();
    let refused: Vec<_> = effects.iter().filter_map(|effect| says(effect, 1)).collect();
    let by_type: Vec<_> = effects.iter().filter_map(|effect| says(effect, 2)).collect();
    let is_open = effects.contains(&Effect::Open);
    let is_vague = is_vague || effects.contains(&Effect::Unclear);
    // Of texts that are not JSON, and by types, one fault is reported.
    let says = match (&not_json[..], &refused[..], &by_type[..]) {
        ([says], ..) | ([], [], [says]) => says.clone(),
        ([_, ..], ..) | ([], [], [_, ..]) => Vec::new(),
        ([], [_, ..], _) => refused.concat(),
        ([], [], []) => return read(effects, is_vague),
    };
    if is_open && not_json.is_empty() {
        return Wanted::Anything;
    }
    Wanted::Refused(if is_vague { Vec::new() } else { says })
}

fn says(effect: &Effect, which: usize) -> Option<Vec<String>> {
    match (effect, which) {
        (Effect::NotJson(says), 0) | (Effect::Refused(says), 1) | (Effect::TypeRefused(says), 2) => Some(says.clone()),
        _ => None,
    }
}

fn read(effects: &[Effect], is_vague: bool) -> Wanted {
    if effects.contains(&Effect::Open) {
        return Wanted::Anything;
    }
    if effects.contains(&Effect::MayBeRefused) {
        return Wanted::ReadOrRefused;
    }
    let repaired = effects.iter().filter_map(|effect| match effect {
        Effect::Repaired(place, kind) => {
            Some((if is_vague && place != "?" { String::new() } else { place.clone() }, *kind))
        }
        _ => None,
    });
    Wanted::Read(repaired.collect())
}
