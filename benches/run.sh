#!/usr/bin/env bash
# Measures what the workspace costs and writes the tables into README.md: `benches/run.sh [PART..]`, all parts by default.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never

PARTS=(goals growth memory peers calls rounds streaming builds)

ratios() { cargo bench --quiet -p tool-benches --bench ratios "${@:2}" -- "$1"; }

goals() { ratios goals; }
growth() { ratios growth; }
memory() { ratios memory; }
peers() { ratios peers --features toon-format; }
calls() { cargo run --quiet --release --manifest-path benches/peers/Cargo.toml; }
rounds() { cargo bench --quiet -p tool-benches --bench rounds; }
streaming() { ratios streaming; }
builds() { benches/builds.sh; }

# The machine by its kind, not by its name.
machine() {
    local model
    model=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -1)
    echo "$(nproc) × ${model:-$(uname -m)}, load $(cut -d' ' -f1 /proc/loadavg), $(rustc --version | cut -d' ' -f1,2)"
}

# Replaces what stands between the markers of a part.
write() {
    local part=$1 table=$2
    {
        sed "/^<!-- $part -->$/q" benches/README.md
        echo "\`benches/run.sh $part\`, $(date -u +%F), $(machine):"
        echo
        cat "$table"
        sed -n "/^<!-- \/$part -->$/,\$p" benches/README.md
    } >"$table.page"
    cp "$table.page" benches/README.md
}

measure() {
    local part=$1 start=$SECONDS table
    # A part that fails writes nothing.
    table=$(mktemp)
    "$part" >"$table"
    write "$part" "$table"
    rm "$table" "$table.page"
    echo "$part: $((SECONDS - start)) s"
}

for part in "${@:-${PARTS[@]}}"; do
    [[ " ${PARTS[*]} " == *" $part "* ]] || { echo "run.sh: no part \`$part\`; parts: ${PARTS[*]}" >&2 && exit 2; }
    measure "$part"
done
