#!/usr/bin/env bash
# Unpacks the archive in a folder, and reviews the example with what is in it:  ci/release/smoke.sh FOLDER
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$1"/council-review-*.tar.gz -C "$work" --strip-components 1
mkdir "$work/example"
cd "$work/example"
git init --quiet
"$work/council-review" --version
"$work/council-review" init --example
code=0
"$work/council-review" RFC-0001 || code=$?
# The example has one planted defect.
if [ "$code" -ne 1 ]; then
  echo "the example was not rejected: exit code $code" >&2
  exit 1
fi
