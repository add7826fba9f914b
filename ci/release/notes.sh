#!/usr/bin/env bash
# Prints what CHANGELOG.md says of a version:  ci/release/notes.sh TAG
# Ends with 1 where the tag is not the version of Cargo.toml, or the version has no date yet.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml" | head -n 1)
if [ "$1" != "v$version" ]; then
  echo "the tag is $1, and Cargo.toml says $version: tag v$version, or change the version" >&2
  exit 1
fi
if ! grep -Eq "^## ${version//./\\.}, [0-9]{4}-[0-9]{2}-[0-9]{2}$" "$root/CHANGELOG.md"; then
  echo "CHANGELOG.md has no \"## $version, YYYY-MM-DD\": write the day of the release there" >&2
  exit 1
fi
awk -v head="## $version, " 'index($0, "## ") == 1 { on = index($0, head) == 1; next } on' "$root/CHANGELOG.md"
