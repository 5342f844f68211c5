#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tool_fuzz::readers(bytes));
