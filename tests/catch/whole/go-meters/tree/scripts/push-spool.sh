#!/bin/sh
# Pushes finished spool files to upstream. For gateways with store.kind: spool, by cron:
#   17 * * * * standpipe GATEWAY=gw1 URL=https://... TOKEN=... push-spool.sh /var/lib/standpipe/spool
set -eu

dir=${1:?usage: push-spool.sh DIR}
: "${GATEWAY:?}" "${URL:?}" "${TOKEN:?}"
today=$(date -u +%F).jsonl

mkdir -p "$dir/sent"
for f in "$dir"/*.jsonl; do
	[ -e "$f" ] || continue
	[ "$(basename "$f")" = "$today" ] && continue
	jq -s --arg gw "$GATEWAY" '{gateway: $gw, readings: .}' "$f" |
		curl -fsS -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-binary @- "$URL"
	mv "$f" "$dir/sent/"
done
