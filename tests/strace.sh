#!/bin/sh
# Runs every command over the hostile repositories of tests/it/hostile/repos under strace, and proves
# from the kernel's side: no program is executed, nothing is opened for writing, made, renamed or
# taken away but below evidence/ and the cache (and below .git with --commit), nobody is connected.
#
#   tests/strace.sh [BINARY]                   default: target/debug/council-review
#   COUNCIL_TEST_SCALE=long tests/strace.sh    twelve commands over each repository in place of four
#
# Ends with 0 when all is well, 1 when something was done that should not be, 77 when it cannot
# look: without strace (Debian: apt-get install strace), or where a process may not be traced.
set -eu
cd "$(dirname "$0")/.."
binary=$(realpath "${1:-target/debug/council-review}")
command -v strace >/dev/null || { echo "skipped: there is no strace: apt-get install strace"; exit 77; }
strace -o /dev/null true 2>/dev/null || { echo "skipped: no process may be traced here"; exit 77; }
[ -x "$binary" ] || { echo "there is no $binary: run cargo build"; exit 1; }
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
HOSTILE_REPOS=$root cargo test --quiet --test it hostile::repos::nothing_is >"$root.log" 2>&1 ||
    { cat "$root.log"; exit 1; }
rm -f "$root.log"

calls=execve,execveat,open,openat,openat2,creat,truncate,rename,renameat,renameat2,unlink,unlinkat
calls=$calls,rmdir,mkdir,mkdirat,mknod,mknodat,symlink,symlinkat,link,linkat,chmod,fchmodat,chown
calls=$calls,fchownat,connect,sendto,bind,fork,vfork

# What a trace holds of each kind: programs after the first, changes outside, connections.
judge() { # TRACE SCENE COMMIT
    awk -v scene="$2" -v commit="$3" '
        function meant(path) {
            if (path == "/dev/null" || path == "/dev/tty") return 1
            if (index(path, "./") == 1) path = substr(path, 3)
            if (path !~ /^\//) path = scene "/repo/" path
            if (index(path, scene "/repo/evidence") == 1) return 1
            if (index(path, scene "/cache") == 1) return 1
            if (commit && (index(path, scene "/repo/.git/") == 1 || index(path, scene "/outside/git/") == 1)) return 1
            return 0
        }
        { line = $0; sub(/^[0-9]+ +/, "", line); call = line; sub(/\(.*/, "", call) }
        call ~ /^execve/ { if (++started > 1) { programs++; print "  program: " line > "/dev/stderr" } next }
        call ~ /^v?fork$/ { programs++; print "  process: " line > "/dev/stderr"; next }
        call ~ /^(connect|sendto|bind)$/ { sockets++; print "  socket: " line > "/dev/stderr"; next }
        call ~ /^open/ && line !~ /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/ { next }
        call ~ /^(open|creat|truncate|rename|unlink|rmdir|mk|symlink|link|ch|fch)/ {
            rest = line; bad = 0; seen = 0
            while (match(rest, /"([^"\\]|\\.)*"/)) {
                path = substr(rest, RSTART + 1, RLENGTH - 2); rest = substr(rest, RSTART + RLENGTH)
                seen++
                if (!meant(path)) bad = 1
            }
            if (bad) { outside++; print "  outside: " line > "/dev/stderr" } else if (seen) within++
        }
        END { printf "%d %d %d %d\n", programs, outside, sockets, within }' "$1"
}

commands_of_a_look='gates --all
check --changed --base main
--changed --base main -q
RFC-0001 -q --commit'
[ "${COUNCIL_TEST_SCALE:-short}" = short ] || commands_of_a_look="$commands_of_a_look
gates --all --rev HEAD
gates --changed --base main
check --all
plan RFC-0001
doctor
RFC-0001 -q
show RFC-0001
summary"

printf '%-54s %8s %8s %8s %8s %8s\n' repository commands programs outside connects within
all=0 faults=0 looked=0
for scene in "$root"/*/; do
    scene=${scene%/}
    at=$scene/repo
    [ -d "$at/nested" ] && at=$at/nested
    commands=0 programs=0 outside=0 sockets=0 within=0
    while read -r line; do
        commit=0
        case $line in *--commit*) commit=1 ;; esac
        # The words of a line are its arguments.
        # shellcheck disable=SC2086
        (cd "$at" && HOME=$scene/home XDG_CACHE_HOME=$scene/cache SOURCE_DATE_EPOCH=1769421600 \
            timeout 120 strace -f -qq -s 4096 -e "trace=$calls" -e signal=none -o "$root/trace" \
            "$binary" $line >/dev/null 2>&1) || true
        [ -s "$root/trace" ] || { echo "no trace of $line in $scene"; exit 1; }
        # shellcheck disable=SC2046
        set -- $(judge "$root/trace" "$scene" "$commit")
        commands=$((commands + 1)) programs=$((programs + $1)) outside=$((outside + $2))
        sockets=$((sockets + $3)) within=$((within + $4))
    done <<END
$commands_of_a_look
END
    printf '%-54s %8d %8d %8d %8d %8d\n' "$(basename "$scene")" \
        "$commands" "$programs" "$outside" "$sockets" "$within"
    all=$((all + commands)) faults=$((faults + programs + outside + sockets)) looked=$((looked + within))
done
echo "$all runs: $faults programs, changes outside and connections; $looked changes within"
[ "$looked" -gt 0 ] || { echo "nothing was written at all: the trace is not read"; exit 1; }
[ "$faults" -eq 0 ]
