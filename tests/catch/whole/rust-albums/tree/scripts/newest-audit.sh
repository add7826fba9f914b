#!/bin/sh
# Lists the photos that a sync has overwritten, newest first, so that somebody can look at them.
# A stopgap until sync can tell an edit from a conflict.
#
#   scripts/newest-audit.sh /var/lib/gelatin
set -eu
state_dir=${1:?usage: newest-audit.sh STATE_DIR}
journal=$state_dir/journal.jsonl
[ -f "$journal" ] || { echo "no journal in $state_dir" >&2; exit 1; }
{ grep '"kind":"overwrote"' "$journal" || true; } |
    sed -e 's/.*"ts":\([0-9]*\).*"disk":"\([^"]*\)","path":"\(.*\)"}/\1 \2 \3/' |
    sort -rn
