//! `Messages`: a conversation whose messages are shared, not copied.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chat::message::Message;

/// The messages of a conversation, in their order.
///
/// Cloning copies no message: the list is shared until one of the clones changes, and then only the pointers are copied, 8 bytes
/// for each message. A message that is part of several lists exists once.
///
/// ```
/// use tool_core::Message;
/// use tool_core::chat::Messages;
///
/// let mut messages = Messages::from([Message::user("Hello")]);
/// let before = messages.clone();
/// messages.push(Message::assistant("Hello! How can I help?"));
///
/// assert_eq!(messages[1].text(), "Hello! How can I help?");
/// assert_eq!((before.len(), messages.len()), (1, 2));
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Messages(Arc<Vec<Arc<Message>>>);

impl Messages {
    /// A conversation without messages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of messages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no message.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The messages, in their order.
    #[must_use]
    pub fn iter(&self) -> MessageIter<'_> {
        MessageIter(self.0.iter())
    }

    /// The message at `index`, from 0 on.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Message> {
        self.0.get(index).map(|message| &**message)
    }

    /// The message at `index`, to change it. A message that is shared with another list is copied first.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut Message> {
        self.list().get_mut(index).map(Arc::make_mut)
    }

    /// The first message.
    #[must_use]
    pub fn first(&self) -> Option<&Message> {
        self.get(0)
    }

    /// The last message.
    #[must_use]
    pub fn last(&self) -> Option<&Message> {
        self.0.last().map(|message| &**message)
    }

    /// Adds a message at the end.
    pub fn push(&mut self, message: impl Into<Arc<Message>>) {
        self.list_with_room().push(message.into());
    }

    /// Inserts a message before the one at `index`; at the end when there is none.
    pub fn insert(&mut self, index: usize, message: impl Into<Arc<Message>>) {
        let index = index.min(self.len());
        self.list_with_room().insert(index, message.into());
    }

    /// Removes the message at `index`, and returns it if there is one.
    pub fn remove(&mut self, index: usize) -> Option<Arc<Message>> {
        (index < self.len()).then(|| self.list().remove(index))
    }

    /// Keeps the messages for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Message) -> bool) {
        if !self.iter().all(&mut keep) {
            self.list().retain(|message| keep(message));
        }
    }

    /// Keeps the first `len` messages.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.list().truncate(len);
        }
    }

    /// Removes the messages from `index` on, and returns them.
    #[must_use]
    pub fn split_off(&mut self, index: usize) -> Self {
        let index = index.min(self.len());
        Self(Arc::new(self.list().split_off(index)))
    }

    /// Whether both are the same list, so that nothing has to be compared.
    pub(crate) fn is_same_list(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The list, to add messages. A list that is shared is copied with room for some more, so that it is not copied twice.
    fn list_with_room(&mut self) -> &mut Vec<Arc<Message>> {
        if Arc::get_mut(&mut self.0).is_none() {
            let mut copy = Vec::with_capacity(self.len() + 4);
            copy.extend(self.0.iter().cloned());
            self.0 = Arc::new(copy);
        }
        self.list()
    }

    fn list(&mut self) -> &mut Vec<Arc<Message>> {
        Arc::make_mut(&mut self.0)
    }

    /// Removes this system text. An advisor may have put another message before it, or removed it.
    pub(crate) fn hide_system(&mut self, hidden: Option<&str>) {
        let is_hidden =
            |message: &Message| matches!(message, Message::System(system) if Some(&*system.text()) == hidden);
        if let Some(place) = self.iter().position(is_hidden) {
            self.remove(place);
        }
    }
}

/// Iterates over the messages of a conversation.
#[derive(Debug, Clone)]
pub struct MessageIter<'m>(std::slice::Iter<'m, Arc<Message>>);

impl<'m> Iterator for MessageIter<'m> {
    type Item = &'m Message;

    fn next(&mut self) -> Option<&'m Message> {
        self.0.next().map(|message| &**message)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for MessageIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|message| &**message)
    }
}

impl ExactSizeIterator for MessageIter<'_> {}

impl<'m> IntoIterator for &'m Messages {
    type Item = &'m Message;
    type IntoIter = MessageIter<'m>;

    fn into_iter(self) -> MessageIter<'m> {
        self.iter()
    }
}

/// The messages as they are shared; [`Arc::unwrap_or_clone`] makes a [`Message`] of each.
impl IntoIterator for Messages {
    type Item = Arc<Message>;
    type IntoIter = std::vec::IntoIter<Arc<Message>>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::unwrap_or_clone(self.0).into_iter()
    }
}

impl<M: Into<Arc<Message>>> FromIterator<M> for Messages {
    fn from_iter<I: IntoIterator<Item = M>>(messages: I) -> Self {
        Self(Arc::new(messages.into_iter().map(Into::into).collect()))
    }
}

impl<M: Into<Arc<Message>>> Extend<M> for Messages {
    fn extend<I: IntoIterator<Item = M>>(&mut self, messages: I) {
        self.list().extend(messages.into_iter().map(Into::into));
    }
}

impl From<Vec<Message>> for Messages {
    fn from(messages: Vec<Message>) -> Self {
        messages.into_iter().collect()
    }
}

impl<const N: usize> From<[Message; N]> for Messages {
    fn from(messages: [Message; N]) -> Self {
        messages.into_iter().collect()
    }
}

/// The message at this index, from 0 on.
///
/// # Panics
/// When there is none; [`Messages::get`] does not panic.
impl Index<usize> for Messages {
    type Output = Message;

    #[allow(clippy::indexing_slicing, reason = "documented, as for a slice")]
    fn index(&self, index: usize) -> &Message {
        &self.0[index]
    }
}

impl<const N: usize> PartialEq<[Message; N]> for Messages {
    fn eq(&self, other: &[Message; N]) -> bool {
        self.iter().eq(other)
    }
}

impl<const N: usize> PartialEq<[Message; N]> for &Messages {
    fn eq(&self, other: &[Message; N]) -> bool {
        **self == *other
    }
}

impl PartialEq<[Message]> for Messages {
    fn eq(&self, other: &[Message]) -> bool {
        self.iter().eq(other)
    }
}

impl PartialEq<Vec<Message>> for Messages {
    fn eq(&self, other: &Vec<Message>) -> bool {
        self.iter().eq(other)
    }
}

impl Serialize for Messages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Message>::deserialize(deserializer).map(Self::from)
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Messages;
    use crate::chat::message::Message;

    #[test]
    fn a_change_of_a_clone_leaves_the_other_as_it_was_and_copies_no_message() {
        let first = Messages::from([Message::user("a"), Message::user("b")]);
        let mut second = first.clone();

        second.insert(0, Message::system("s"));
        second.insert(99, Message::user("c"));
        second.remove(99);

        assert_eq!(first.len(), 2);
        assert_eq!(second, [Message::system("s"), Message::user("a"), Message::user("b"), Message::user("c")]);
        assert!(Arc::ptr_eq(&first.0[1], &second.0[2]));
    }

    #[test]
    fn a_message_of_a_clone_is_copied_before_it_changes() {
        let first = Messages::from([Message::user("a")]);
        let mut second = first.clone();

        *second.get_mut(0).unwrap() = Message::user("b");

        assert_eq!((first[0].text(), second[0].text()), ("a".into(), "b".into()));
    }

    #[test]
    fn to_retain_all_or_to_truncate_nothing_keeps_the_list_shared() {
        let first = Messages::from([Message::user("a")]);
        let mut second = first.clone();

        second.retain(|_| true);
        second.truncate(1);

        assert!(first.is_same_list(&second));
        second.retain(|_| false);
        assert!(second.is_empty() && first.len() == 1);
    }
}
