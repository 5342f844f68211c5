//! Choices from a seed, so that a failing case can be made again.

/// A xorshift generator.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// Any seed, 0 as well.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d | 1);
        for _ in 0..4 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `count`, which is not 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % count
    }

    /// True once in `of` times.
    pub(crate) fn once_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub(crate) fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    pub(crate) fn maybe_one_of<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        if all.is_empty() { None } else { Some(self.one_of(all)) }
    }

    pub(crate) fn u64(&mut self) -> u64 {
        self.next()
    }

    pub(crate) fn u128(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

const TEXTS: [&str; 28] = [
    "",
    "Bern",
    "two words",
    "é",
    "日本",
    "😀 smile",
    "it's",
    "say \"hi\"",
    "back\\slash",
    "a\nb",
    "tab\there",
    "null",
    "true",
    "{\"a\":1}",
    "[1,2]",
    "“quoted”",
    "«x»",
    "a:b,c}",
    "*.tmp",
    "</think>",
    "```",
    "\u{7f}",
    "None",
    "x=1;y=2",
    "C:\\new\\table",
    " padded ",
    "-",
    "\u{2028}",
];

impl Random {
    /// A text that is not a number.
    pub(crate) fn text(&mut self) -> String {
        if self.once_in(3) {
            let letters: Vec<char> = "abcdefghijklmnopqrstuvwxyzäößñ _-/.".chars().collect();
            return (0..=self.below(12)).map(|_| *self.one_of(&letters)).collect::<String>() + "q";
        }
        (*self.one_of(&TEXTS)).to_owned()
    }

    /// A short name.
    pub(crate) fn name(&mut self) -> String {
        let letters: Vec<char> = "abcdefghijklmnop".chars().collect();
        (0..3 + self.below(4)).map(|_| *self.one_of(&letters)).collect()
    }

    /// The literal of a double that is not whole.
    pub(crate) fn double(&mut self) -> String {
        loop {
            let number = match self.below(3) {
                0 => f64::from_bits(self.next()),
                1 => f64::from(u32::try_from(self.below(1_000_000)).unwrap()) / 1000.0,
                _ => -f64::from(u32::try_from(self.below(100_000_000)).unwrap()) / 7.0,
            };
            if number.is_finite() && number.fract() != 0.0 && number.abs() > 1e-30 {
                return format!("{number:?}");
            }
        }
    }
}
