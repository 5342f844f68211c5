// error at 7:18

use tool_core::ToolParams;

#[derive(ToolParams)]
enum Shape {
    #[tool_param(minimum = 1)]
    Circle(f64),
}

fn main() {
    let Shape::Circle(_) = Shape::Circle(1.0);
}
