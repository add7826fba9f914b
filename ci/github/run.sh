#!/usr/bin/env bash
# The whole job of the action. It reads BASE and RELEASES, and from the runner RUNNER_TEMP and
# GITHUB_STEP_SUMMARY.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if ! "$here/../changed.sh" "$BASE"; then
  echo "council-review: no plan changed since $BASE: nothing to check" | tee -a "$GITHUB_STEP_SUMMARY"
  exit 0
fi
"$here/../install.sh" "$RUNNER_TEMP/council-review" "$RELEASES"
tool=$RUNNER_TEMP/council-review/council-review
code=0
"$tool" check --base="$BASE" --format github || code=$?
# Four blanks before each line make it code that no line of it can end.
{ "$tool" check --base="$BASE" || true; } | sed 's/^/    /' >>"$GITHUB_STEP_SUMMARY"
exit "$code"
