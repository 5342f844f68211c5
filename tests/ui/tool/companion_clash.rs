// error at 12:5

// The type beside the function shares its name with the module: `companion = SearchTool` gives it another.

mod search {
    /// Searches.
    #[tool_core::tool]
    pub fn search(query: &str) -> usize {
        query.len()
    }
}
use search::search;

fn main() {
    search("a");
}
