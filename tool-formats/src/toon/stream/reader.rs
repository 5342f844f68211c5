//! Reads an object of scalars and of such objects back from the text.

use super::written::{key_of, lines, raw_key, read_back, record_row};
use crate::tape::{Key, Number, Recorder, Scalar, View};
use crate::toon::encode::Encoder;
use crate::toon::encode::table::Plan;

/// A place in the text, after the key of a field or at the end of a line.
pub(super) struct Reader<'e> {
    pub(super) encoder: &'e Encoder,
    pub(super) at: usize,
}

impl<'e> Reader<'e> {
    /// Records an object, from its first key on.
    pub(super) fn object(&mut self, depth: usize, recorder: &mut Recorder) -> Option<()> {
        recorder.begin_object();
        loop {
            let key = key_of(self.rest());
            recorder.key(Key::Text(&raw_key(key)));
            self.at += key.len();
            self.value(depth, recorder)?;
            if self.margin() != self.encoder.glue(depth) {
                break;
            }
            self.at += self.margin();
        }
        recorder.end();
        Some(())
    }

    /// Records the value of a field.
    fn value(&mut self, depth: usize, recorder: &mut Recorder) -> Option<()> {
        let line = self.rest().split('\n').next().unwrap_or_default();
        if let Some(cell) = line.strip_prefix(": ") {
            recorder.scalar(Scalar::Number(Number::Verbatim(cell)));
            self.at += line.len();
            return Some(());
        }
        if line.starts_with('[') {
            return self.table(depth, recorder);
        }
        self.at += line.len() + self.encoder.glue(depth + 1);
        self.object(depth + 1, recorder)
    }

    /// Records the object that a keyed table represents.
    fn table(&mut self, depth: usize, recorder: &mut Recorder) -> Option<()> {
        let encoder = self.encoder;
        let start = self.at;
        self.skip_line();
        let body = self.at;
        while self.margin() == encoder.glue(depth + 1) {
            self.at += self.margin();
            self.skip_line();
        }
        let text = encoder.out.get(start..self.at)?.replace(encoder.margin(depth), "\n");
        let tape = read_back(&text, encoder.indent)?;
        let View::Object(mut entries) = tape.root().view() else { return None };
        let View::Object(columns) = entries.next()?.1.view() else { return None };
        let plan = Plan::of(&columns)?;
        let mut order = encoder.orders.as_ref()?.by_row(start);
        recorder.begin_object();
        for (row, line) in lines(encoder.out.get(body..self.at)?, encoder.glue(depth + 1)).enumerate() {
            let key = key_of(line);
            recorder.key(Key::Text(&raw_key(key)));
            let cells = line.get(key.len() + ": ".len()..)?;
            record_row(&plan, cells, order(row), encoder.delimiter, recorder);
        }
        recorder.end();
        Some(())
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    fn rest(&self) -> &'e str {
        self.encoder.out.get(self.at..).unwrap_or_default()
    }

    /// Bytes that the next line begins with, its line feed included; 0 at the end of the text.
    fn margin(&self) -> usize {
        let rest = self.rest().as_bytes();
        rest.iter().take_while(|byte| matches!(byte, b'\n' | b' ')).count()
    }
}
