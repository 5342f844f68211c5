use std::time::Instant;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, NumberOrString};
use rmcp::service::{RequestContext, serve_directly};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

fn total(a: i64, b: &str, c: bool, d: Option<f64>) -> i64 {
    a + b.len() as i64 + i64::from(c) + d.unwrap_or_default() as i64
}

#[derive(Clone)]
struct Server {
    tool_router: ToolRouter<Self>,
}

// tool
#[derive(Deserialize, JsonSchema)]
struct ArgumentsNUMBER {
    /// A number
    a: i64,
    /// A text
    b: String,
    /// A switch
    c: bool,
    /// A factor
    d: Option<f64>,
}

fn add_NUMBER(a: i64, b: String, c: bool, d: Option<f64>) -> i64 {
    total(a, &b, c, d) + NUMBER
}

// end
#[tool_router]
impl Server {
// tool
    /// Adds up what it is given, number NUMBER.
    #[tool]
    fn tool_NUMBER(&self, Parameters(it): Parameters<ArgumentsNUMBER>) -> String {
        add_NUMBER(it.a, it.b, it.c, it.d).to_string()
    }

// end
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {}

fn schemas() -> (f64, usize) {
    let start = Instant::now();
    let tools = Server::tool_router().list_all();
    let bytes = tools.iter().map(|tool| serde_json::to_string(&tool.input_schema).unwrap().len()).sum();
    (start.elapsed().as_secs_f64() * 1e6, bytes)
}

async fn call(name: String) -> String {
    let server = Server { tool_router: Server::tool_router() };
    let (transport, _other_end) = tokio::io::duplex(4096);
    let running = serve_directly(server.clone(), transport, None);
    let arguments = serde_json::from_str(r#"{"a":7,"b":"abc","c":true}"#).unwrap();
    let request = CallToolRequestParams::new(name).with_arguments(arguments);
    let context = RequestContext::new(NumberOrString::Number(1), running.peer().clone());
    let context = ToolCallContext::new(&server, request, context);
    let response = server.tool_router.call(context).await.unwrap();
    let CallToolResponse::Complete(result) = response else { panic!() };
    result.content[0].as_text().unwrap().text.clone()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let ((first, _), (again, bytes)) = (schemas(), schemas());
    let name = std::env::args().nth(1).unwrap();
    let answer = call(name).await;
    println!("{first} {again} {bytes} {answer}");
}
