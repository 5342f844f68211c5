//! Reads the arguments of a `#[tool]` function into the slots of generated code.
//!
//! serde's derive would do the same, in a copy for each tool: here names, repetitions and what is missing are seen to
//! once for all tools, and a type is read by one function in however many tools it occurs.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::checked_deserializer::{Members, Watch};
use super::flatten::RemainingArguments;
use super::tool_param::{ArgumentName, ToolParam};

/// The slots for the arguments of one call.
pub trait ArgumentSlots: Sized {
    /// The arguments by number.
    const NAMES: &'static [ArgumentName];
    /// One bit for each argument that has to be given.
    const REQUIRED: u64 = required(Self::NAMES);
    /// Whether the fields of a parameter are arguments of their own.
    const IS_FLAT: bool = false;

    /// Empty slots.
    fn empty() -> Self;

    /// The number of the argument with this name.
    fn index(name: &str) -> Option<usize>;

    /// Reads the value of argument `index`.
    ///
    /// # Errors
    /// What the value's type says.
    fn read<'de, A: MapAccess<'de>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error>;

    /// Reads the parameters whose fields are among `rest`, the arguments that are none of [`Self::NAMES`].
    ///
    /// # Errors
    /// What their types say.
    fn read_flat(&mut self, _rest: &RemainingArguments<'_>) -> Result<(), serde_json::Error> {
        Ok(())
    }
}

/// Reads one required argument.
///
/// # Errors
/// What the value's type says.
#[inline]
pub fn read_required<'de, T: ToolParam, A: MapAccess<'de>>(place: &mut Option<T>, map: &mut A) -> Result<(), A::Error> {
    *place = Some(map.next_value()?);
    Ok(())
}

/// Reads one optional argument; `null` counts as absent.
///
/// # Errors
/// What the value's type says.
#[inline]
pub fn read_optional<'de, T: ToolParam, A: MapAccess<'de>>(place: &mut Option<T>, map: &mut A) -> Result<(), A::Error> {
    *place = map.next_value()?;
    Ok(())
}

/// Reads an argument whose schema is the user's, so that its type needs none.
///
/// # Errors
/// What the value's type says.
#[inline]
pub fn read_described<'de, T: DeserializeOwned, A: MapAccess<'de>>(
    place: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    *place = Some(map.next_value()?);
    Ok(())
}

/// The same when it may be left out.
///
/// # Errors
/// What the value's type says.
#[inline]
pub fn read_optional_described<'de, T: DeserializeOwned, A: MapAccess<'de>>(
    place: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    *place = map.next_value()?;
    Ok(())
}

/// Reads a JSON object into its slots.
pub(super) fn fill<P: ArgumentSlots>(slots: &mut P, json: &str, watch: &Watch<'_>) -> Result<(), serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(json);
    reader.deserialize_map(SlotVisitor { slots, watch })?;
    reader.end()
}

struct SlotVisitor<'p, 'w, P> {
    slots: &'p mut P,
    watch: &'w Watch<'w>,
}

impl<'de, P: ArgumentSlots> Visitor<'de> for SlotVisitor<'_, '_, P> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let (slots, mut given) = (self.slots, 0_u64);
        let mut map = Members::of_fields(map, self.watch);
        let mut rest = P::IS_FLAT.then(|| RemainingArguments::new(self.watch));
        let skips = self.watch.allows_unknown;
        while let Some(index) = map.next_key_seed(SlotName::<P> { rest: rest.as_mut(), skips, slots: PhantomData })? {
            let Some(index) = index else {
                match &mut rest {
                    Some(rest) => rest.add(map.next_raw()?).map_err(A::Error::custom)?,
                    None => _ = map.next_value::<IgnoredAny>()?,
                }
                continue;
            };
            if given & (1 << index) != 0 {
                return Err(A::Error::custom("an argument is given twice"));
            }
            given |= 1 << index;
            slots.read(index, &mut map)?;
        }
        if P::REQUIRED & !given != 0 {
            return Err(A::Error::custom("an argument is missing"));
        }
        if let Some(rest) = rest {
            slots.read_flat(&rest).map_err(A::Error::custom)?;
            rest.check().map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// One bit for each argument that has to be given.
const fn required(names: &[ArgumentName]) -> u64 {
    let (mut names, mut bit, mut bits) = (names, 1, 0);
    while let [(_, required), others @ ..] = names {
        if *required {
            bits |= bit;
        }
        (names, bit) = (others, bit << 1);
    }
    bits
}

/// Finds the number of an argument by its name; none has a name that belongs to the rest.
struct SlotName<'r, 'a, P> {
    rest: Option<&'r mut RemainingArguments<'a>>,
    /// Whether other names are passed over.
    skips: bool,
    slots: PhantomData<P>,
}

impl<'de: 'a, 'a, P: ArgumentSlots> DeserializeSeed<'de> for SlotName<'_, 'a, P> {
    type Value = Option<usize>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<usize>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de: 'a, 'a, P: ArgumentSlots> Visitor<'de> for SlotName<'_, 'a, P> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an argument")
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(mut self, name: &'de str) -> Result<Option<usize>, E> {
        if let Some(rest) = &mut self.rest
            && P::index(name).is_none()
        {
            rest.begin(Cow::Borrowed(name));
            return Ok(None);
        }
        self.visit_str(name)
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Option<usize>, E> {
        match (P::index(name), self.rest) {
            (Some(index), _) => Ok(Some(index)),
            (None, Some(rest)) => {
                rest.begin(Cow::Owned(name.to_owned()));
                Ok(None)
            }
            (None, None) if self.skips => Ok(None),
            (None, None) => Err(E::custom("an argument is unknown")),
        }
    }
}
