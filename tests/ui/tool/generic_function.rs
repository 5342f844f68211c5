// error at 7:6

use tool_core::tool;

/// Does it.
#[tool]
fn f<T: Default>() -> T {
    T::default()
}

fn main() {
    f::<u8>();
}
