//! Sixteen bytes, compared all at once where the processor can.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use memchr::arch::aarch64::neon::memchr as lanes;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use memchr::arch::x86_64::sse2::memchr as lanes;

/// How many bytes a block has.
pub(super) const LEN: usize = 16;

/// Where the first of the `wanted` bytes is.
///
/// By what `memchr` is made of: of a block it takes a few instructions in line, where `memchr` itself would be two calls.
#[inline]
pub(super) fn find<const N: usize>(block: &[u8; LEN], wanted: [u8; N]) -> Option<usize> {
    #[cfg(any(
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "x86_64", target_feature = "sse2")
    ))]
    match *wanted.as_slice() {
        [one] => return lanes::One::new(one)?.find(block),
        [one, two, three] => return lanes::Three::new(one, two, three)?.find(block),
        _ => {}
    }
    block.iter().position(|byte| wanted.contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_wanted_bytes_is_found_wherever_it_is() {
        for at in 0..LEN {
            let mut block = [b'x'; LEN];
            block[at] = b'c';
            block[LEN - 1] = b'c';

            assert_eq!(find(&block, *b"c"), Some(at));
            assert_eq!(find(&block, *b"abc"), Some(at));
            assert_eq!(find(&block, *b"abcd"), Some(at));
            assert_eq!(find(&block, *b"a"), None);
        }
    }
}
