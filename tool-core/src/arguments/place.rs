//! Stage 5 of the road: where in the arguments a value stands, written as `filters[1].max`.

/// A step on the way to a value; the way is a list on the stack, written out only when it is told.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    Root,
    Name(&'p Place<'p>, &'p str),
    Index(&'p Place<'p>, usize),
}

/// A name can be as long as the model likes.
const NAME_SHOWN: usize = 64;

impl Place<'_> {
    /// The path, empty for the root.
    pub(super) fn path(&self) -> String {
        match self {
            Self::Root => String::new(),
            Self::Name(parent, name) => {
                let parent = parent.path();
                let dot = if parent.is_empty() { "" } else { "." };
                parent + dot + &shown(name)
            }
            Self::Index(parent, index) => format!("{}[{index}]", parent.path()),
        }
    }

    /// How many steps the value is away from the root.
    pub(super) fn depth(&self) -> usize {
        match self {
            Self::Root => 0,
            Self::Name(parent, _) | Self::Index(parent, _) => parent.depth() + 1,
        }
    }
}

/// The name, cut when it is long.
pub(super) fn shown(name: &str) -> String {
    match name.char_indices().nth(NAME_SHOWN) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name.to_owned(),
    }
}
