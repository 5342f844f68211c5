// error at 7:21

use tool_core::tool;

/// Sums up.
#[tool]
fn sum(numbers: Vec<_>) {
    let _: Vec<u8> = numbers;
}

fn main() {
    sum(vec![1]);
}
