#!/bin/sh
# pgo.sh - builds what a run consists of (the command, its libraries, the group server) anew, guided by what runs of eval/speed's patterns
# do most (-fprofile-use of gcc). In a build folder of meson that is there; `meson install` and deb.sh --build take it from there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
usage() {
    cat <<EOF
usage: sh eval/pgo.sh BUILD [--help]
BUILD is a build folder of meson, made by gcc. What a run consists of is built twice there, the first time to count.
Results are the same to the byte, and come sooner. What is changed in the sources later is built without a profile until
this is run again; 'meson configure BUILD -Db_pgo=off' takes it back.
EOF
}
die() {
    echo "pgo.sh: $1" >&2
    exit 2
}
case ${1-} in
--help | -h) usage; exit 0 ;;
'' | -*) usage >&2; exit 2 ;;
esac
[ $# -eq 1 ] || die "one build folder is wanted; see --help"
[ -f "$1/build.ninja" ] || die "'$1': no build folder of meson; 'meson setup $1' makes one"
build=$(cd "$1" && pwd)
grep -q '^C compiler for the host machine: .*(gcc ' "$build/meson-logs/meson-log.txt" || die "'$1' is not built by gcc; CC=gcc CXX=g++ meson setup makes one that is"
work=$(mktemp -d)
# ended: a build that is left while it counts would be installed so by the next `meson install`.
counts=''
ended() {
    [ -z "$counts" ] || meson configure "$build" -Db_pgo=off >/dev/null 2>&1 || echo "pgo.sh: $build still counts; 'meson configure $build -Db_pgo=off' ends it" >&2
    rm -rf "$work"
}
trap ended EXIT
trap 'exit 1' HUP INT TERM

targets='ap1000-sim/command/ap1000 ap1000-sim/libap1000flows.so ap1000-sim/carriers/inprocess/library/libap1000tasks.so pvm-api/assembly/libpvm3.so.3
    groups/libgpvm3.so.3 groups/pvmgs'
# phase generate|use: builds the targets so.
phase() {
    meson configure "$build" -Db_pgo="$1" || exit 1
    # shellcheck disable=SC2086 # targets are words
    ninja -C "$build" $targets >"$work/log" || { tail -n 40 "$work/log" >&2; exit 1; }
}

find "$build" -name '*.gcda' -delete # of other sources, or other runs
counts=yes
phase generate

cc -O2 -I"$root/eval/programs" -I"$root/pvm-api/include" -I"$root/groups/include" "$root/eval/speed/pattern.c" -o "$work/pattern" \
    -L"$build/groups" -L"$build/pvm-api/assembly" -lgpvm3 -lpvm3 || die 'the program to count with could not be built'
export LD_LIBRARY_PATH="$build/pvm-api/assembly:$build/groups" AP1000_SERVERS="$build/groups" AP1000_MACHINE_PATH="$root/ap1000-sim/machines" \
    AP1000_TASK_LIBRARY="$build/ap1000-sim/carriers/inprocess/library/libap1000tasks.so" AP1000_COMMAND="$build/ap1000-sim/command/ap1000"
while IFS='|' read -r options pattern; do
    # shellcheck disable=SC2086 # words
    "$AP1000_COMMAND" run $options "$work/pattern" $pattern </dev/null >"$work/out" 2>&1 || { cat "$work/out" >&2; die "'$options $pattern' failed"; }
done <<END
--tasks inprocess|pingpong 2 0 20000
--tasks inprocess|pingpong 2 4000 5000
--tasks inprocess|alltoall 64 1000 20
--tasks inprocess --cells 256|alltoall 256 1000 1
--tasks inprocess|barrier 64 0 100
--tasks inprocess|jacobi 16 512 20
--tasks inprocess|start 64 0 0
--tasks inprocess --report=$work/report|pingpong 2 100 5000
--tasks inprocess --trace=$work/trace.json|pingpong 2 100 5000
--tasks process|pingpong 2 1000 2000
--tasks process|alltoall 16 1000 20
--tasks process|barrier 16 0 20
END
phase use
counts=''
echo "pgo.sh: built in $build"
