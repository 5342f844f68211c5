// error at 13:10
// error at 21:10
// error at 33:14

use std::sync::Mutex;

use tool_core::{tool, tool_object};

static COUNT: Mutex<u8> = Mutex::new(0);

/// Counts.
#[tool]
async fn count() -> u8 {
    let count = COUNT.lock().unwrap();
    std::future::ready(()).await;
    *count
}

/// Reads.
#[tool]
async fn length(text: String) -> usize {
    let start = text.as_ptr();
    std::future::ready(()).await;
    start as usize
}

struct Shop;

#[tool_object]
impl Shop {
    /// Counts.
    #[tool]
    async fn count(&self) -> u8 {
        let count = COUNT.lock().unwrap();
        std::future::ready(()).await;
        *count
    }
}

fn main() {}
