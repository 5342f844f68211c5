//! Reading XML onto a tape: what we would write alike is read as what it looks like.

use std::borrow::Cow;

use super::children::{Content, Group, Groups, Place};
use super::document::Document;
use super::losses;
use crate::cell::{Cell, Kind};
use crate::fault::{Result, read_text};
use crate::tape::{Slot, Tape, TapeBuilder};
use crate::{Format, FormatError};

/// Reads a document onto a tape.
pub(crate) fn to_tape(text: &str, with_losses: bool) -> Result<Tape<'_>, FormatError> {
    read_text(text, Format::Xml, |text| record(text, with_losses))
}

fn record(text: &str, with_losses: bool) -> Result<Tape<'_>> {
    let document = Document::of(text)?;
    let mut builder = TapeBuilder::default();
    if with_losses {
        losses::of(&document).iter().for_each(|loss| builder.note(loss));
    }
    Place { document: &document, at: 0 }.record(&mut builder)?;
    Ok(builder.finish())
}

impl<'de> Place<'_, 'de> {
    /// Puts the element's value on a tape.
    fn record(self, builder: &mut TapeBuilder<'de>) -> Result {
        self.record_value(builder).map_err(|fault| fault.or_at(self.offset()))
    }

    fn record_value(self, builder: &mut TapeBuilder<'de>) -> Result {
        if let Some(rows) = self.rows() {
            return self.record_array(&rows, builder);
        }
        match self.content() {
            Content::Nothing | Content::Text(_) if self.is_root() => record_object(None, builder),
            Content::Nothing => {
                builder.push(Slot::Null);
                Ok(())
            }
            Content::Text(text) => self.cell(text).record(builder),
            Content::Children(groups) => record_object(Some(groups), builder),
        }
    }

    fn record_array(self, places: &[usize], builder: &mut TapeBuilder<'de>) -> Result {
        let open = builder.open()?;
        for at in places {
            Place { at: *at, ..self }.record(builder)?;
        }
        builder.close_array(open, places.len());
        Ok(())
    }
}

fn record_object<'de>(groups: Option<Groups<'_, 'de>>, builder: &mut TapeBuilder<'de>) -> Result {
    let (open, len) = (builder.open()?, groups.as_ref().map(Groups::len).unwrap_or_default());
    for (key, group) in groups.into_iter().flatten() {
        match key {
            Cow::Borrowed(key) => builder.push(Slot::Text(key)),
            Cow::Owned(key) => builder.push_copied_text(&key),
        }
        group.record(builder)?;
    }
    builder.close_object(open, len);
    Ok(())
}

impl<'de> Group<'_, 'de> {
    fn record(self, builder: &mut TapeBuilder<'de>) -> Result {
        match self {
            Self::Text { text, offset } => Cell { text, kind: Kind::Scalar, offset }.record(builder),
            Self::Elements { document, places } => match *places {
                [at] => Place { document, at }.record(builder),
                _ => Place { document, at: 0 }.record_array(&places, builder),
            },
        }
    }
}
