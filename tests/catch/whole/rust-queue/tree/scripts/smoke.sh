#!/bin/sh
# Starts a daemon on a scratch directory, runs one job through it, and looks at the status page.
set -eu

dir=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$dir"' EXIT

cat > "$dir/hopper.toml" <<TOML
data_dir = "$dir/data"
listen = "127.0.0.1:7419"
workers = 1
TOML

target/debug/hopperd --config "$dir/hopper.toml" &
pid=$!
sleep 1

target/debug/hopperctl enqueue --dir "$dir/data" -- touch "$dir/ran"

i=0
while [ ! -e "$dir/ran" ]; do
    i=$((i + 1))
    [ "$i" -lt 50 ] || { echo "job did not run" >&2; exit 1; }
    sleep 0.2
done

target/debug/hopperctl status --addr 127.0.0.1:7419
echo ok
