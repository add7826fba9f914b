#!/bin/sh
# Feeds recorded telegrams to anything that reads from tcp://127.0.0.1:PORT, again and
# again, with a pause between them. Needs nc.
#   scripts/replay.sh testdata/telegrams.txt 7000 &
#   bin/standpiped -config my.yaml        # radio.source: tcp://127.0.0.1:7000
set -eu

file=${1:?usage: replay.sh FILE [PORT] [SECONDS]}
port=${2:-7000}
pause=${3:-1}

while :; do
	while read -r line; do
		echo "$line"
		sleep "$pause"
	done <"$file"
done | nc -l -k 127.0.0.1 "$port"
