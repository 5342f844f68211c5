//! The order of modules: a folder uses only folders above it, a file only files that its module file lists before it.
//!
//! The check reads every `crate::`, `self::` and `super::` path outside of comments, strings and tests, also inside of macro
//! calls. Paths with `$crate` are not checked: they are resolved in the crate that calls the macro.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

#[path = "module_order/paths.rs"]
mod paths;
#[path = "module_order/tree.rs"]
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use tree::Tree;

/// The most lines of a file, without its tests.
const MOST_LINES: usize = 350;

fn source(package: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src")
}

#[test]
fn every_module_uses_only_modules_that_are_listed_before_it() {
    for package in ["tool-core", "tool-macros"] {
        let tree = Tree::read(&source(package));

        let offences = tree.offences();

        assert!(tree.files() > 30, "{package}: only {} files are read", tree.files());
        assert!(tree.paths() > 100, "{package}: only {} paths are read", tree.paths());
        assert!(offences.is_empty(), "{package}:\n{}", offences.join("\n"));
    }
}

#[test]
fn no_file_is_too_long() {
    for package in ["tool-core", "tool-macros"] {
        let long: Vec<_> = Tree::read(&source(package))
            .lengths()
            .into_iter()
            .filter(|(_, lines)| *lines > MOST_LINES)
            .map(|(file, lines)| format!("{file}: {lines} lines without tests"))
            .collect();

        assert!(long.is_empty(), "{package}:\n{}", long.join("\n"));
    }
}

#[test]
fn the_root_of_tool_core_has_at_most_30_names_besides_modules() {
    let names = tree::root_names(&source("tool-core").join("lib.rs"));

    assert!(names.contains(&"ChatClient".to_owned()), "{names:?}");
    assert!(names.len() <= 30, "{} names: {names:?}", names.len());
}

/// A tree with one offence of each kind, and many paths that are allowed.
const WRONG: [(&str, &str); 8] = [
    ("lib.rs", "mod low;\nmod high;\nmod after;\n"),
    ("low/mod.rs", "pub(crate) mod first;\npub(crate) mod second;\n\npub use self::second::Second;\n"),
    (
        "low/first.rs",
        "// crate::high::Top\nuse crate::high::top::Top;\nuse super::second::{Second, other};\n\n\
         #[cfg(test)]\nmod tests {\n    use crate::after::Last;\n}\n",
    ),
    ("low/second.rs", "use super::first::One;\nuse std::fmt;\n"),
    ("high/mod.rs", "pub(crate) mod top;\n\nfn says() -> &'static str {\n    \"crate::after::Last\"\n}\n"),
    (
        "high/top.rs",
        "use crate::low::{first::One, Second};\n\nfn f() {\n    println!(\"{}\", crate::after::name());\n}\n",
    ),
    ("high/top/tests.rs", "use crate::after::Last;\n"),
    ("after.rs", "use crate::high::top::Top;\nuse crate::low;\n"),
];

#[test]
fn a_wrong_tree_is_reported_path_by_path() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong_tree");
    for (file, text) in WRONG {
        let file = root.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    assert_eq!(
        Tree::read(&root).offences(),
        [
            "low/first.rs:2: `crate::high::top::Top` uses `high/top.rs`, which is listed after it",
            "low/first.rs:3: `super::second::Second` uses `low/second.rs`, which is listed after it",
            "low/first.rs:3: `super::second::other` uses `low/second.rs`, which is listed after it",
            "high/top.rs:4: `crate::after::name` uses `after.rs`, which is listed after it",
        ]
    );
}
