#!/usr/bin/env bash
# Does a change touch a plan?  ci/changed.sh BASE
# Ends with 1 where it surely does not, so that a job can stop at once; else with 0. In doubt it does:
# an unknown base, or folders of the repository's own, are for `council-review check` to look at.
set -euo pipefail

base=$(git rev-parse --verify --quiet --end-of-options "$1^{commit}") || exit 0
base=$(git merge-base "$base" HEAD) || exit 0

# With a layout of its own, a plan can lie anywhere.
for side in "$base" HEAD; do
  if git show "$side:council.yaml" 2>/dev/null | grep -v '^ *#' | grep -q layout; then
    exit 0
  fi
done

plans=(council.yaml documents docs/rfcs docs/work rfcs tickets evidence)
if git diff --quiet --no-ext-diff --no-textconv "$base" HEAD -- "${plans[@]}"; then
  exit 1
fi
