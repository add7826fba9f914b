#!/usr/bin/env bash
# Puts council-review into a folder:  ci/install.sh FOLDER RELEASES
# RELEASES is the address below which each release has its files, as in
# https://github.com/OWNER/council-review/releases/download.
# It takes the released binary of which ci/digests.txt has the digest. Where there is none for this
# machine, or it cannot be had, it builds the commit that this script belongs to. A file with another
# digest ends it: nothing is run, and nothing is built in its place.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
releases=$2

case "$(uname -s)-$(uname -m)" in
Linux-x86_64) target=x86_64-unknown-linux-musl ;;
Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
Darwin-x86_64) target=x86_64-apple-darwin ;;
Darwin-arm64) target=aarch64-apple-darwin ;;
*) target=none ;;
esac

build() {
  echo "council-review: $1; building it instead, which takes some minutes" >&2
  # Cargo puts programs into bin/ below a root.
  cargo install --locked --quiet --path "$here/.." --root "$folder"
  mv "$folder/bin/council-review" "$folder/council-review"
}

digest_of() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  else
    shasum -a 256 "$1"
  fi | cut -d ' ' -f 1
}

mkdir -p "$folder"
line=$(grep -E "^[0-9a-f]{64}  council-review-[0-9][0-9A-Za-z.-]*-$target\.tar\.gz$" "$here/digests.txt" | head -n 1) || true
if [ -z "$line" ]; then
  build "no digest of a binary for this machine is known"
  exit 0
fi
digest=${line%% *}
file=${line##* }
version=${file#council-review-}
version=${version%"-$target.tar.gz"}

archive=$folder/$file
if ! curl --fail --silent --show-error --location --retry 3 --proto '=https,file' \
  --output "$archive" "$releases/v$version/$file"; then
  build "$releases/v$version/$file cannot be had"
  exit 0
fi
if [ "$(digest_of "$archive")" != "$digest" ]; then
  rm -f "$archive"
  echo "council-review: $file is not the file that was released: its digest is another" >&2
  exit 1
fi
tar -xzf "$archive" -C "$folder" --strip-components 1 "council-review-$version-$target/council-review"
rm -f "$archive"
