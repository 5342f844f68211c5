#!/usr/bin/env bash
# Builds the same program with each framework and prints what it takes, as markdown: crates, CPU time, size, schemas.
#
# The program has tools of four parameters and calls one of them by name. It is built with 1 tool and with 101.
set -euo pipefail
benches=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TERM_COLOR=never CARGO_TARGET_DIR
# Errors, from within what is captured.
exec 3>&2

# `by-hand` is what the others are compared with: serde, schemars, inventory, tokio.
FRAMEWORKS=(by-hand tool-core-toon tool-core llm-tool tools-rs rig-core rmcp)

# A crate `$work/$1-$2` of framework $1 with $2 tools, from the template `builds/$1.rs`.
generate() {
    local framework=$1 count=$2 dir=$work/$1-$2
    local template=$benches/builds/${framework%-toon}.rs
    mkdir -p "$dir/src"
    {
        # Names of their own: by path alone, cargo takes one for the other in a shared target directory.
        printf '[package]\nname = "hello-%s"\nversion = "0.1.0"\nedition = "2024"\n[workspace]\n' "$count"
        printf '[profile.release]\nstrip = true\n[dependencies]\n'
        sed "s|WORKSPACE|$benches/..|" "$benches/builds/$framework.toml"
    } >"$dir/Cargo.toml"
    # What stands between the lines `// tool` and `// end` is repeated; EACH(..) is a list of its content, once per tool.
    awk -v count="$count" '
        /^\/\/ tool$/ { inside = 1; body = ""; next }
        /^\/\/ end$/ { inside = 0; for (i = 0; i < count; i++) { text = body; gsub(/NUMBER/, i, text); printf "%s", text } next }
        inside { body = body $0 "\n"; next }
        /EACH\(.*\)/ {
            match($0, /EACH\(.*\)/)
            item = substr($0, RSTART + 5, RLENGTH - 6); list = ""
            for (i = 0; i < count; i++) { text = item; gsub(/NUMBER/, i, text); list = list text }
            print substr($0, 1, RSTART - 1) list substr($0, RSTART + RLENGTH); next
        }
        { print }' "$template" >"$dir/src/main.rs"
}

# The same crate without the attribute, and so without tools.
strip_attribute() {
    cp -r "$work/$1" "$work/$1-plain"
    sed -i '/^#\[tool\]$/d; /^    \/\/\/ /d; 1i #![allow(dead_code, unused_imports)]' "$work/$1-plain/src/main.rs"
}

# CPU seconds, of user and system, that a command takes with all its children.
cpu_seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>"$work/log" || { cat "$work/log" >&3 && return 1; }; } 2>&1 | tail -1 | awk '{ printf "%.1f", $1 + $2 }'
}

build() { (cd "$work/$1" && cargo build --quiet "${@:2}"); }

# All crates but the program itself.
crates() { (cd "$work/$1" && cargo tree --prefix none --edges normal,build | sed 's/ (\*)$//' | sort -u | tail -n +2 | wc -l); }

# The CPU time of a build after one tool's body has changed; twice, the lesser.
incremental() {
    local first second
    touch_body "$1" && first=$(cpu_seconds build "$1")
    touch_body "$1" && second=$(cpu_seconds build "$1")
    printf '%s\n%s\n' "$first" "$second" | sort -g | head -1
}

touch_body() { sed -i 's|^\( *\)total(\(.*\)) + 0$|\1total(\2) + 0 + 0|;t;s|^\( *\)total(\(.*\)) + 0 + 0$|\1total(\2) + 0|' "$work/$1/src/main.rs"; }

size() { stat -c %s "$CARGO_TARGET_DIR/release/hello-$1"; }

# The least of 30 runs: microseconds for all schema texts at first, again, and their bytes.
schemas() {
    for _ in {1..30}; do "$CARGO_TARGET_DIR/release/hello-101" tool_0; done | awk '
        NR == 1 || $1 < first { first = $1 }
        NR == 1 || $2 < again { again = $2 }
        { bytes = $3; answer = $4 }
        END { if (answer != 11) exit 1; printf "%.0f | %.1f | %d", first, again, bytes }'
}

measure() {
    local framework=$1 count cold again plain=– small large times
    for count in 1 101; do generate "$framework" "$count"; done
    CARGO_TARGET_DIR=$work/target-$framework
    (cd "$work/$framework-1" && cargo generate-lockfile --quiet && sed 's/"hello-1"/"hello-101"/' Cargo.lock >"../$framework-101/Cargo.lock")
    (cd "$work/$framework-1" && cargo fetch --quiet)
    # As from a registry, whose crates are never built incrementally; ours are taken by path.
    cold=$(CARGO_INCREMENTAL=0 cpu_seconds build "$framework-1")
    cpu_seconds build "$framework-101" >/dev/null
    again=$(incremental "$framework-101")
    if [[ $framework == tool-core* ]]; then
        strip_attribute "$framework-101"
        sed -i 's/"hello-101"/"hello-plain"/' "$work/$framework-101-plain/Cargo.toml" "$work/$framework-101-plain/Cargo.lock"
        build "$framework-101-plain"
        plain=$(incremental "$framework-101-plain")
    fi
    build "$framework-1" --release && small=$(size 1)
    build "$framework-101" --release && large=$(size 101)
    times=$(schemas)
    echo "| $framework | $(crates "$framework-1") | $cold | $again | $plain | $((small / 1000)) | $(((large - small) / 100)) | $times |"
    rm -rf "$CARGO_TARGET_DIR"
}

# What is promised of these figures, and what they are.
promises() {
    printf '\n| promised | at most | measured | |\n|---|---:|---:|---|\n'
    awk -F ' *[|] *' '
        function line(what, limit, value, form) {
            if (value) printf "| %s | %s | " form " | %s |\n", what, limit, value, value <= limit ? "met" : "**missed**"
        }
        { crates[$2] = $3; cold[$2] = $4; bytes[$2] = $8 }
        END {
            if (!cold["by-hand"]) exit
            line("JSON and TOON only: crates", 37, crates["tool-core-toon"], "%d")
            line("JSON and TOON only: cold build, times `by-hand`", 1.9, cold["tool-core-toon"] / cold["by-hand"], "%.2f")
            line("default features: crates", 62, crates["tool-core"], "%d")
            line("default features: cold build, times `by-hand`", 2.7, cold["tool-core"] / cold["by-hand"], "%.2f")
            line("bytes a tool", 10000, bytes["tool-core-toon"], "%d")
        }' "$1"
}

echo "| with | crates | cold build, CPU s | after a change, CPU s | the same without the attribute | size, KB | bytes a tool | schemas of 101 tools, µs | again, µs | bytes |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
for framework in "${@:-${FRAMEWORKS[@]}}"; do measure "$framework"; done | tee "$work/rows"
promises "$work/rows"
