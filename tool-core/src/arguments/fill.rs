//! Stage 5 of the road: the arguments of a `#[tool]` function, read one by one into the places that generated code keeps.
//!
//! serde's derive would do the same, in a copy for each tool: here names, repetitions and what is missing are seen to
//! once for all tools, and a type is read by one function in however many tools it occurs.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::ToolParam;

/// The places for the arguments of one call.
pub trait Places: Sized {
    /// The arguments by number: their names, and whether one has to be given.
    const NAMES: &'static [(&'static str, bool)];
    /// Whether the fields of a parameter are arguments of their own.
    const IS_FLAT: bool = false;

    /// Places with nothing in them.
    fn empty() -> Self;

    /// Reads the value of argument `index`.
    ///
    /// # Errors
    /// What the value's type says.
    fn read<'de, A: MapAccess<'de>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error>;

    /// Reads the parameters whose fields are among `rest`, the arguments that are none of [`Self::NAMES`].
    ///
    /// # Errors
    /// What their types say.
    fn read_flat(&mut self, _rest: &Map<String, Value>) -> Result<(), serde_json::Error> {
        Ok(())
    }
}

/// Reads one required argument.
///
/// # Errors
/// What the value's type says.
pub fn read_required<'de, T: ToolParam, A: MapAccess<'de>>(place: &mut Option<T>, map: &mut A) -> Result<(), A::Error> {
    *place = Some(map.next_value()?);
    Ok(())
}

/// Reads one optional argument; `null` counts as absent.
///
/// # Errors
/// What the value's type says.
pub fn read_optional<'de, T: ToolParam, A: MapAccess<'de>>(place: &mut Option<T>, map: &mut A) -> Result<(), A::Error> {
    *place = map.next_value()?;
    Ok(())
}

/// Reads an argument whose schema is the user's, so that its type needs none.
///
/// # Errors
/// What the value's type says.
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
pub fn read_optional_described<'de, T: DeserializeOwned, A: MapAccess<'de>>(
    place: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    *place = map.next_value()?;
    Ok(())
}

/// Places that have been filled.
pub(crate) struct Filled<P>(pub(crate) P);

impl<'de, P: Places> Deserialize<'de> for Filled<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Filling(PhantomData))
    }
}

struct Filling<P>(PhantomData<P>);

impl<'de, P: Places> Visitor<'de> for Filling<P> {
    type Value = Filled<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Filled<P>, A::Error> {
        let (mut places, mut given, mut rest) = (P::empty(), Given::default(), Map::new());
        while let Some(name) = map.next_key_seed(NameOf { names: P::NAMES, next: given.next })? {
            match name {
                Name::Known(index) if given.add(index) => places.read(index, &mut map)?,
                Name::Known(_) => return Err(A::Error::custom("an argument is given twice")),
                Name::Other(name) if P::IS_FLAT => drop(rest.insert(name, map.next_value()?)),
                Name::Other(_) => return Err(A::Error::custom("an argument is unknown")),
            }
        }
        if let Some(name) = given.missing(P::NAMES) {
            return Err(A::Error::missing_field(name));
        }
        places.read_flat(&rest).map_err(A::Error::custom)?;
        Ok(Filled(places))
    }
}

/// Which arguments have been given: one bit for each, of which `#[tool]` allows no more.
#[derive(Default)]
struct Given {
    bits: u128,
    /// Models keep the order of the schema, so the next name is looked for here first.
    next: usize,
}

impl Given {
    /// False when the argument has been given already.
    fn add(&mut self, index: usize) -> bool {
        let bit = 1 << index;
        let is_new = self.bits & bit == 0;
        self.bits |= bit;
        self.next = index + 1;
        is_new
    }

    fn missing(&self, names: &[(&'static str, bool)]) -> Option<&'static str> {
        let is_missing = |(index, (_, required)): &(usize, &(&str, bool))| *required && self.bits & (1 << index) == 0;
        names.iter().enumerate().find(is_missing).map(|(_, (name, _))| *name)
    }
}

/// The number of an argument, or a name that none has.
enum Name {
    Known(usize),
    Other(String),
}

struct NameOf {
    names: &'static [(&'static str, bool)],
    next: usize,
}

impl<'de> DeserializeSeed<'de> for NameOf {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NameOf {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an argument")
    }

    fn visit_str<E>(self, given: &str) -> Result<Name, E> {
        let is_next = self.names.get(self.next).is_some_and(|(name, _)| *name == given);
        let index = if is_next { Some(self.next) } else { self.names.iter().position(|(name, _)| *name == given) };
        Ok(index.map_or_else(|| Name::Other(given.to_owned()), Name::Known))
    }
}
