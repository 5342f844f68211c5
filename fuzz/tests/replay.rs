//! The corpus, replayed without a fuzzer.

use std::path::Path;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut replayed = 0;
    for entry in std::fs::read_dir(folder).expect("a corpus") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a seed");
        run(&bytes);
        // Cut and bent in the simplest ways, since nothing else mutates here.
        for at in 0..bytes.len() {
            run(&bytes[..at]);
            let mut bent = bytes.clone();
            bent[at] = bent[at].wrapping_add(1);
            run(&bent);
        }
        replayed += 1;
    }
    assert!(replayed >= 10, "only {replayed} seeds");
}

#[test]
fn no_seed_of_toon_breaks_the_reader() {
    replay("toon", tool_fuzz::toon);
}

#[test]
fn no_seed_of_json_breaks_the_writers() {
    replay("json", tool_fuzz::json);
}

#[test]
fn no_seed_of_yaml_xml_or_csv_breaks_its_reader() {
    replay("readers", tool_fuzz::readers);
}

#[test]
fn no_seed_of_arguments_is_left_without_an_answer() {
    replay("arguments", tool_fuzz::arguments);
}
