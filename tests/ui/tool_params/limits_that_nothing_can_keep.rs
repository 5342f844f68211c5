// error at 14:46
// error at 16:28
// error at 18:28
// error at 20:28
// error at 22:18
// error at 24:28
// error at 26:54
// error at 28:44

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(minimum = 9007199254740993, maximum = 9007199254740992)]
    exchanged: u64,
    #[tool_param(maximum = 340282366920938463463374607431768211455)]
    large: u128,
    #[tool_param(maximum = 1e400)]
    larger: f64,
    #[tool_param(minimum = i8::MIN)]
    constant: i8,
    #[tool_param(minimum = 300)]
    outside: Option<u8>,
    #[tool_param(default = 99, maximum = 50)]
    default: u8,
    #[tool_param(minimum = 1, maximum = 5, example = 9)]
    example: u8,
    #[tool_param(min_length = 3, example = "ab")]
    text: String,
}

fn main() {}
