//! The methods of an object as callbacks, as called by `#[tool_object]`.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::{ToolCallback, ToolFuture, ToolIdentity, ToolObject, check_by_call};
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::schema::definition::ToolDefinition;

/// A method and the object it is called on.
struct ObjectToolCallback<T, F> {
    object: Arc<T>,
    definition: ToolDefinition,
    metadata: ToolMetadata,
    call: F,
}

impl<T, F> ToolCallback for ObjectToolCallback<T, F>
where
    T: Send + Sync + 'static,
    F: for<'a> Fn(&'a T, &'a ToolDefinition, &'a str, &'a ToolContext) -> ToolFuture<'a> + Send + Sync + 'static,
{
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.metadata
    }

    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a> {
        (self.call)(&self.object, &self.definition, arguments, context)
    }

    fn check_arguments(&self, arguments: &str, context: &ToolContext) -> Result<Option<String>, ToolError> {
        check_by_call(self, arguments, context)
    }

    fn identity(&self) -> Option<ToolIdentity> {
        // The cache holds one definition per method, and the method this object.
        Some(ToolIdentity::new(self.definition.address(), Arc::as_ptr(&self.object).cast::<()>().addr()))
    }
}

/// The callback of one method. `place`, the tool's name and line, tells the methods of one type apart.
pub fn object_callback<T: ToolObject>(
    object: &Arc<T>,
    place: (&'static str, u32),
    definition: impl FnOnce() -> ToolDefinition,
    metadata: ToolMetadata,
    call: impl for<'a> Fn(&'a T, &'a ToolDefinition, &'a str, &'a ToolContext) -> ToolFuture<'a> + Send + Sync + 'static,
) -> Arc<dyn ToolCallback> {
    let (definition, metadata) = cached(TypeId::of::<T>(), place, || (definition(), metadata));
    Arc::new(ObjectToolCallback { object: Arc::clone(object), definition, metadata, call })
}

/// The same for a method of a further block, whose main block may be missing.
pub fn part_callback<T: HasToolObjectPart<ID>, const ID: u64>(
    object: &Arc<T>,
    place: (&'static str, u32),
    definition: impl FnOnce() -> ToolDefinition,
    metadata: ToolMetadata,
    call: impl for<'a> Fn(&'a T, &'a ToolDefinition, &'a str, &'a ToolContext) -> ToolFuture<'a> + Send + Sync + 'static,
) -> Arc<dyn ToolCallback> {
    let (definition, metadata) = cached(TypeId::of::<T>(), place, || (definition(), metadata));
    Arc::new(ObjectToolCallback { object: Arc::clone(object), definition, metadata, call })
}

type Cache = Mutex<HashMap<(TypeId, (&'static str, u32)), Described>>;

/// What is said of a method: its metadata too, since a converter is known by its place.
type Described = (ToolDefinition, ToolMetadata);

/// A generic block has one definition per type it is used with, which no `static` of generated code can hold; and an
/// object is asked for its tools by every request.
fn cached(object: TypeId, place: (&'static str, u32), describe: impl FnOnce() -> Described) -> Described {
    static CACHE: LazyLock<Cache> = LazyLock::new(Cache::default);
    let key = (object, place);
    if let Some(described) = CACHE.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return described.clone();
    }
    // Made without the lock: a user's default or schema function may ask for tools itself.
    let described = describe();
    CACHE.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(described).clone()
}

/// The tools of a further block, `#[tool_object(part = ..)]`; `ID` stands for its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no part of this name",
    label = "no block has this name",
    note = "write `#[tool_object(part = ..)]` with this name on a further `impl` block, or remove the name here"
)]
pub trait HasToolObjectPart<const ID: u64>: Send + Sync + Sized + 'static {
    /// One callback per tool method of the block.
    fn tool_callbacks(self: &Arc<Self>) -> Vec<Arc<dyn ToolCallback>>;
}

/// What the main block says of each part it lists.
#[diagnostic::on_unimplemented(
    message = "the main `#[tool_object]` block of `{Self}` does not list this part",
    label = "its tools would be lost",
    note = "write this name into `#[tool_object(parts(..))]` on the main `impl` block"
)]
pub trait MainBlockListsPart<const ID: u64> {}

/// The tools of a part that the main block lists.
#[must_use]
pub fn part_callbacks<T: HasToolObjectPart<ID>, const ID: u64>(object: &Arc<T>) -> Vec<Arc<dyn ToolCallback>> {
    T::tool_callbacks(object)
}

/// Compiles when the part is listed.
pub fn part_is_listed<T: MainBlockListsPart<ID>, const ID: u64>() {}
