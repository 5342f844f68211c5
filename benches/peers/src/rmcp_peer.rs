//! `rmcp`: a call of its server's router, without the transport.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, NumberOrString};
use rmcp::service::{RequestContext, RoleServer, RunningService, serve_directly};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone)]
struct Server {
    tool_router: ToolRouter<Self>,
}

#[derive(Deserialize, JsonSchema)]
struct AddArguments {
    a: i64,
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
struct SearchArguments {
    text: String,
    limit: u32,
    offset: u32,
    minimum: f64,
    maximum: f64,
    exact: bool,
    language: String,
    tags: Vec<String>,
    region: Option<String>,
    sort: String,
    descending: bool,
    seed: u64,
}

#[tool_router]
impl Server {
    #[tool(description = "Adds two numbers.")]
    fn add(&self, Parameters(AddArguments { a, b }): Parameters<AddArguments>) -> String {
        (a + b).to_string()
    }

    #[tool(description = "Searches the shop.")]
    fn search(&self, Parameters(it): Parameters<SearchArguments>) -> String {
        let rows = crate::rows(
            it.text,
            it.limit,
            it.offset,
            it.minimum,
            it.maximum,
            it.exact,
            it.language,
            it.tags,
            it.region,
            it.sort,
            it.descending,
            it.seed,
        );
        serde_json::to_string(&rows).expect("it can be written")
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {}

pub(crate) struct Peer {
    server: Server,
    running: RunningService<RoleServer, Server>,
    _other_end: tokio::io::DuplexStream,
}

impl Peer {
    pub(crate) fn new() -> Self {
        let server = Server { tool_router: Server::tool_router() };
        let (transport, other_end) = tokio::io::duplex(4096);
        let running = serve_directly(server.clone(), transport, None);
        Self { server, running, _other_end: other_end }
    }

    pub(crate) async fn call(&self, name: &'static str, arguments: &str) -> String {
        let arguments = serde_json::from_str(arguments).expect("it is JSON");
        let request = CallToolRequestParams::new(name).with_arguments(arguments);
        let context = RequestContext::new(NumberOrString::Number(1), self.running.peer().clone());
        let context = ToolCallContext::new(&self.server, request, context);
        let response = self.server.tool_router.call(context).await.expect("the arguments are right");
        let CallToolResponse::Complete(result) = response else { return String::new() };
        result.content.first().and_then(|content| content.as_text()).map(|text| text.text.clone()).unwrap_or_default()
    }
}
