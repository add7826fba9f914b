#!/usr/bin/env bash
# Packs a built binary as it is released:  ci/release/package.sh BINARY VERSION TARGET FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
binary=$1
name=council-review-$2-$3
folder=$4

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name" "$folder"
cp "$binary" "$work/$name/council-review"
chmod 755 "$work/$name/council-review"
cp "$root"/{README.md,CHANGELOG.md,LICENSE-MIT,LICENSE-APACHE} "$work/$name/"
tar -czf "$folder/$name.tar.gz" -C "$work" "$name"
