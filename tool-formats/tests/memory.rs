//! How much memory a conversion takes, counted by the allocator. One test: other threads would be counted too.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(unsafe_code, reason = "an allocator can only be counted by an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use tool_formats::{Format, convert};

mod promises;
use promises::promised;

/// The system's allocator, which notes how many bytes are in use and the most that ever were.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grown(bytes: usize) {
    let used = USED.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(used, Ordering::Relaxed);
}

// SAFETY: each call goes to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller keeps the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the rules of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grown(size.saturating_sub(layout.size()));
        USED.fetch_sub(layout.size().saturating_sub(size), Ordering::Relaxed);
        // SAFETY: the caller keeps the rules of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Flat rows of 120 bytes as JSON.
fn rows(bytes: usize) -> String {
    let mut json = String::from("[");
    for id in 0..bytes / 120 {
        write!(
            json,
            r#"{{"id":{},"time":"2026-11-{:02}T12:00:00Z","page":"/shop/{:06}","city":"New York","price":{}.25,"returning":true}},"#,
            7_000_000 + id,
            1 + id % 30,
            id,
            100 + id % 400
        )
        .unwrap();
    }
    json.pop();
    json + "]"
}

/// The most bytes in use during a conversion, beyond those before.
fn beyond(text: &str, from: Format, to: Format) -> usize {
    let before = USED.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    convert(text, from, to).unwrap();
    PEAK.load(Ordering::Relaxed) - before
}

#[test]
fn a_conversion_allocates_at_most_so_many_times_the_bytes_of_json() {
    promised(
        "Beyond the text that is read, a conversion of flat rows allocates at most 7 times the bytes of their JSON, for the \
         value and the result; 12 times if it reads XML.",
    );
    // Lists double when they are full, so the worst size is just past a doubling.
    for kilobytes in [125, 150, 175, 212, 250] {
        let json = rows(kilobytes * 1000);
        for from in [Format::Json, Format::Toon, Format::Yaml, Format::Xml, Format::Csv] {
            let text = convert(&json, Format::Json, from).unwrap();
            let times = if from == Format::Xml { 12 } else { 7 };
            for to in [Format::Json, Format::Toon, Format::Yaml, Format::Xml, Format::Csv] {
                let found = beyond(&text, from, to);

                assert!(found > json.len(), "{from} to {to}: {found} bytes are not all that was used");
                assert!(found <= json.len() * times, "{from} to {to}: {found} for {} bytes", json.len());
            }
        }
    }
}
