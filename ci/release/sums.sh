#!/usr/bin/env bash
# Writes SHA256SUMS over the files of a release:  ci/release/sums.sh FOLDER
set -euo pipefail
cd "$1"
rm -f SHA256SUMS
sums=$(sha256sum -- *)
printf '%s\n' "$sums" >SHA256SUMS
