// error at 6:47
use tool_core::{ChatClient, ScriptedChatModel};

fn main() {
    let model = ScriptedChatModel::new();
    ChatClient::builder(model).default_format("csv").build();
}
