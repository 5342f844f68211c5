// error at 14:65
use tool_core::{ChatClient, ScriptedChatModel, tool_object};

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}
}

fn main() {
    ChatClient::new(ScriptedChatModel::new()).prompt("?").tools(Lamp);
}
