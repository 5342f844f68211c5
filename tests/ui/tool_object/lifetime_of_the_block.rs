// error at 13:12
// error at 13:33
// error at 13:53

use tool_core::{ToolContext, tool_object};

struct Lamp<'a>(&'a str);

#[tool_object]
impl<'a> Lamp<'a> {
    /// Switches it on.
    #[tool]
    fn on(&'a self, by: Option<&'a str>, _context: &'a ToolContext) {
        let _ = (self.0, by);
    }
}

fn main() {
    Lamp("a").on(None, &ToolContext::new());
}
