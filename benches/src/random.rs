//! Random numbers that are the same in every run.

/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", `SplitMix64`.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.next() % u64::from(end)).unwrap_or_default()
    }

    /// An amount with two decimals, below `end`.
    pub(crate) fn amount(&mut self, end: u32) -> f64 {
        f64::from(self.below(end * 100)) / 100.0
    }

    /// A measured value with all the digits a double has.
    pub(crate) fn fraction(&mut self) -> f64 {
        f64::from(self.below(u32::MAX)) / f64::from(u32::MAX)
    }

    pub(crate) fn chance(&mut self, per_cent: u32) -> bool {
        self.below(100) < per_cent
    }

    pub(crate) fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let count = u32::try_from(words.len()).unwrap_or(u32::MAX);
        words.get(self.below(count) as usize).copied().unwrap_or_default()
    }
}
