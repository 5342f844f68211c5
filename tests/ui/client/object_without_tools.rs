// error at 11:65
// error at 12:28

use std::sync::Arc;

use tool_core::{ChatClient, ScriptedChatModel, ToolSet};

struct Lamp;

fn main() {
    ChatClient::new(ScriptedChatModel::new()).prompt("?").tools(Arc::new(Lamp));
    let _ = ToolSet::build(&Arc::new(Lamp));
}
