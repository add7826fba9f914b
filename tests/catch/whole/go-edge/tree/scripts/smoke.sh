#!/usr/bin/env bash
# Starts a stub upstream and the gateway with the dev config, and pokes both ports.
set -euo pipefail
cd "$(dirname "$0")/.."

export EDGE_ADMIN_TOKEN=smoke
FRONT=http://127.0.0.1:8080
ADMIN=http://127.0.0.1:9090
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT

bin/stubup & pids+=($!)
bin/edge -config configs/edge.dev.json >/tmp/edge-smoke.log & pids+=($!)

for _ in $(seq 50); do
	bin/edgectl ready >/dev/null 2>&1 && break
	sleep 0.1
done

fail() { echo "smoke: FAIL: $*" >&2; exit 1; }
# expect STATUS CURL-ARGS...
expect() {
	local want=$1 got; shift
	got=$(curl -s -o /dev/null -w '%{http_code}' "$@")
	[ "$got" = "$want" ] || fail "wanted $want, got $got: $*"
}

expect 200 "$FRONT/open/x"
expect 404 "$FRONT/nowhere"
expect 200 "$FRONT/tight/x"
expect 200 "$FRONT/tight/x"
expect 429 "$FRONT/tight/x"
expect 403 -X POST "$ADMIN/reload"
bin/edgectl reload >/dev/null || fail "reload"
curl -s "$ADMIN/metrics" | grep -q '^edge_rate_limited_total{route="tight"} 1$' || fail "metric"

echo "smoke: ok"
