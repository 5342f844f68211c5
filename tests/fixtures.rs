//! Separate crates, built and run as users do, for facts that only a real build shows.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

/// Programs that start at the same time would overwrite each other's lock file.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Builds and runs a program of `fixtures/`, and returns its output.
fn run(fixture: &str, options: &[&str]) -> String {
    cargo(fixture, "run", options)
}

fn cargo(fixture: &str, command: &str, options: &[&str]) -> String {
    let output = output(fixture, command, options);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{fixture} failed:\n{errors}");
    assert!(errors.is_empty(), "{fixture} has warnings:\n{errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn output(fixture: &str, command: &str, options: &[&str]) -> Output {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tests.join("fixtures").join(fixture);
    let _running = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    // The same versions as in the workspace, so that no other version is downloaded.
    std::fs::copy(tests.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    Command::new(env!("CARGO"))
        .args([command, "--quiet"])
        .args(options)
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", tests.join("../target/fixtures"))
        .env_remove("RUSTFLAGS")
        // What a linker may drop, it drops here.
        .env("CARGO_PROFILE_RELEASE_LTO", "true")
        .output()
        .unwrap()
}

#[test]
fn tool_core_is_the_only_dependency_a_program_needs() {
    assert_eq!(run("plain", &[]), "done\n[2]{name,age}:\n  Ada,36.5\n  Bob,null\n42\n");
}

#[test]
fn the_dependency_may_have_another_name() {
    assert_eq!(
        run("renamed", &[]),
        concat!(
            r#"find_city {"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}"#,
            "\n",
            r#"find_city_later {"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}"#,
            "\n"
        )
    );
}

#[test]
fn tools_of_a_library_that_is_named_are_registered() {
    assert_eq!(run("library_user", &["--bin", "names_it"]), "Ok(RegisteredTools { names: None, tags: None })\n");
    assert_eq!(
        run("library_user", &["--bin", "names_it", "--release"]),
        "Ok(RegisteredTools { names: None, tags: None })\n"
    );
}

#[test]
fn expect_reports_the_tools_of_a_library_that_is_not_named() {
    let report = "Err(\"not registered: `from_library`; registered tools: none (a tool in another crate needs `use \
                  that_crate as _;`)\")\n";

    assert_eq!(run("library_user", &["--bin", "does_not_name_it"]), report);
    assert_eq!(run("library_user", &["--bin", "does_not_name_it", "--release"]), report);
}

#[test]
fn the_edition_does_not_matter() {
    assert_eq!(run("edition_2024", &[]), run("plain", &[]));
}

#[test]
fn no_name_of_the_prelude_is_needed() {
    assert_eq!(run("no_prelude", &[]), "search true\non\noff\n");
}

#[test]
fn names_of_the_standard_library_can_be_shadowed() {
    let printed = run("shadowed", &[]);

    let words = r#"{"type":"object","properties":{"words":{"type":"array","items":{"type":"string"}}}"#;
    assert!(printed.lines().nth(1).is_some_and(|line| line.starts_with(words)), "{printed}");
}

#[test]
fn rustdoc_has_no_warnings_for_generated_items() {
    assert_eq!(cargo("strict_lints", "doc", &["--no-deps"]), "");
}

#[test]
fn lints_have_no_warnings_for_generated_code() {
    assert_eq!(run("strict_lints", &[]), "empty\nsearch\nthere\nthere_too\nlevel\n");
    assert_eq!(cargo("strict_lints", "clippy", &["--", "--deny", "warnings"]), "");
}

/// The tests of the workspace have all features on.
#[test]
fn a_type_whose_feature_is_off_is_one_error_that_names_the_feature() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/features_off/src/main.rs");
    let source = std::fs::read_to_string(source).unwrap();
    let marked: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("// error at ")).collect();

    let output = output("features_off", "check", &[]);

    assert!(!output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    let reported: Vec<String> = errors.split("error[").skip(1).map(place_and_feature).collect();
    assert_eq!(reported, marked, "{errors}");
}

/// `LINE:COLUMN: feature` of an error of rustc's.
fn place_and_feature(error: &str) -> String {
    let part = |before: &str, after: &str| {
        error.split_once(before).and_then(|(_, rest)| rest.split_once(after)).map_or("nothing", |(part, _)| part)
    };
    let feature = part("need", " of tool-core").split('`').nth(1).unwrap_or("no feature");
    format!("{}: {feature}", part("--> src/main.rs:", "\n").trim())
}

#[test]
fn a_users_program_reads_arguments_and_formats_as_the_workspace_does() {
    for options in [&[][..], &["--features", "json"], &["--features", "arbitrary_precision"]] {
        assert!(cargo("user_program", "test", options).contains("test result: ok"), "{options:?}");
    }
}

#[test]
fn the_program_that_is_tested_has_the_dependencies_of_the_readme() {
    let read = |path: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let (readme, manifest) = (read("../README.md"), read("fixtures/user_program/Cargo.toml"));
    let tokio = readme.lines().find(|line| line.starts_with("tokio = ")).unwrap();

    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let named: Vec<&str> =
        dependencies.lines().filter(|line| line.contains('=') && !line.contains("optional")).collect();
    assert_eq!(named, [r#"tool-core = { path = "../../../tool-core" }"#, tokio]);
}

/// In the workspace, features are unified; a user's program has fewer.
#[test]
fn the_features_of_a_users_program_are_those_that_its_manifest_lists() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/user_program/Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    let listed: Vec<&str> = manifest.lines().filter_map(|line| line.strip_prefix("#   ")).collect();

    let tree =
        cargo("user_program", "tree", &["-e", "features", "--prefix", "none", "--target", "x86_64-unknown-linux-gnu"]);
    assert_eq!(features(&tree), listed, "the manifest's comment should list:\n#   {}", features(&tree).join("\n#   "));
}

/// `crate: feature feature` of each crate in the output of `cargo tree -e features`, without versions, which change.
fn features(tree: &str) -> Vec<String> {
    let mut crates = std::collections::BTreeMap::<&str, std::collections::BTreeSet<&str>>::new();
    for line in tree.lines() {
        let name = line.split(' ').next().unwrap();
        let features = crates.entry(name).or_default();
        features.extend(line.split_once("feature \"").and_then(|(_, rest)| rest.split('"').next()));
    }
    crates.remove("user_program");
    let line = |(name, features): (&str, std::collections::BTreeSet<&str>)| {
        let features: Vec<&str> = features.into_iter().collect();
        format!("{name}: {}", features.join(" ")).trim_end_matches([':', ' ']).to_owned()
    };
    crates.into_iter().map(line).collect()
}
