#!/bin/sh
# Every --flag and every `gelatin SUBCOMMAND` in README.md and docs/*.md must exist in the binary.
set -eu
cd "$(dirname "$0")/.."
cargo build --quiet
bin=target/debug/gelatin

# Help of the whole command tree.
tree() {
    $bin "$@" --help
    for sub in $($bin "$@" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p'); do
        [ "$sub" = help ] || { echo "subcommand:$sub"; tree "$@" "$sub"; }
    done
}
help=$(tree)

bad=0
for flag in $(cat README.md docs/*.md | grep -oE -- '`[^`]*`' | grep -oE -- '--[a-z][a-z-]+' | sort -u); do
    echo "$help" | grep -qE -- "(^|[ ,])$flag([ ,=]|\$)" || { echo "no such flag: $flag"; bad=1; }
done
for sub in $(cat README.md docs/*.md | grep -oE '`gelatin [a-z-]+' | cut -d' ' -f2 | sort -u); do
    echo "$help" | grep -qx "subcommand:$sub" || { echo "no such subcommand: $sub"; bad=1; }
done
exit $bad
