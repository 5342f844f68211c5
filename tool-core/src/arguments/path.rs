//! The path of a value in the arguments, such as `filters[1].max`.

use crate::error::display::EscapedName;

/// A path as a linked list on the stack, formatted only when an error or a repair needs it.
#[derive(Clone, Copy)]
pub(super) enum ValuePath<'p> {
    Root,
    /// A name that the schema has.
    Name(&'p ValuePath<'p>, &'p str),
    /// A name that the model made up: of a map, or unknown.
    Key(&'p ValuePath<'p>, &'p str),
    Index(&'p ValuePath<'p>, usize),
}

impl ValuePath<'_> {
    /// The path, empty for the root.
    pub(super) fn path(&self) -> String {
        self.written(shown)
    }

    /// The path without what the model made up.
    pub(super) fn public_path(&self) -> String {
        self.written(|_| "*".to_owned())
    }

    fn written(&self, key: fn(&str) -> String) -> String {
        let (parent, name) = match self {
            Self::Root => return String::new(),
            Self::Index(parent, index) => return format!("{}[{index}]", parent.written(key)),
            Self::Name(parent, name) => (parent.written(key), shown(name)),
            Self::Key(parent, name) => (parent.written(key), key(name)),
        };
        if parent.is_empty() { name } else { parent + "." + &name }
    }

    /// The name of the argument that the place is in, empty for the root.
    pub(super) fn argument(&self) -> &str {
        match self {
            Self::Root => "",
            Self::Name(Self::Root, name) | Self::Key(Self::Root, name) => name,
            Self::Name(parent, _) | Self::Key(parent, _) | Self::Index(parent, _) => parent.argument(),
        }
    }

    /// How many steps the value is away from the root.
    pub(super) fn depth(&self) -> usize {
        match self {
            Self::Root => 0,
            Self::Name(parent, _) | Self::Key(parent, _) | Self::Index(parent, _) => parent.depth() + 1,
        }
    }
}

/// The name, cut when it is long.
pub(super) fn shown(name: &str) -> String {
    // Most names are short words, which show all that they have.
    let is_short = name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_graphic());
    if is_short { name.to_owned() } else { EscapedName(name).to_string() }
}
