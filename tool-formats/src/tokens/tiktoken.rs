//! Counts tokens with a vocabulary that is compiled in.

use std::fmt;

use super::TokenCounter;

/// Counts with one of OpenAI's vocabularies, which are compiled in: nothing is loaded over the network.
#[derive(Clone, Copy)]
pub struct TiktokenCounter {
    name: &'static str,
    vocabulary: &'static tiktoken_rs::CoreBPE,
}

impl TiktokenCounter {
    /// The vocabulary of GPT-4o and later models.
    ///
    /// The first call in a process unpacks it (tens of milliseconds); all counters share it.
    #[must_use]
    pub fn o200k_base() -> Self {
        Self { name: "o200k_base", vocabulary: tiktoken_rs::o200k_base_singleton() }
    }
}

impl TokenCounter for TiktokenCounter {
    fn name(&self) -> &str {
        self.name
    }

    /// Marks like `<|endoftext|>` count as the plain text they are in a tool's response.
    fn count(&self, text: &str) -> usize {
        self.vocabulary.count_ordinary(text)
    }
}

impl fmt::Debug for TiktokenCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TiktokenCounter").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_counted_with_the_vocabulary_of_gpt_4o() {
        let counter = TiktokenCounter::o200k_base();

        assert_eq!(counter.name(), "o200k_base");
        assert_eq!(counter.count(""), 0);
        assert_eq!(counter.count("hello world"), 2);
    }

    #[test]
    fn special_marks_are_plain_text() {
        assert!(TiktokenCounter::o200k_base().count("<|endoftext|>") > 1);
    }

    #[test]
    fn printing_a_counter_does_not_print_its_vocabulary() {
        assert_eq!(format!("{:?}", TiktokenCounter::o200k_base()), "TiktokenCounter { name: \"o200k_base\", .. }");
    }
}
