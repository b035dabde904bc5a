#!/bin/sh
# sst.sh SOURCE PREFIX - builds SST/macro for run.sh, which takes it from PATH: PATH=PREFIX/bin:$PATH sh eval/run.sh --only speed. No package of
# Debian has it. SOURCE is a checkout of sstsimulator/sst-macro with its part sst-dumpi (git clone --recurse-submodules); it is changed by its
# own bootstrap.sh. PREFIX is a folder of its own: removing that takes all away again. Tried with the checkout of 1 May 2026 (15d5cd2).
set -eu
die() {
    echo "sst.sh: $1" >&2
    exit 2
}
[ $# -eq 2 ] || die 'SOURCE and PREFIX are wanted: a checkout of sst-macro, and the folder to install in'
[ -f "$1/bootstrap.sh" ] || die "'$1': no checkout of sst-macro; it has a bootstrap.sh"
[ -f "$1/sst-dumpi/configure.ac" ] || die "'$1/sst-dumpi' is empty: git -C '$1' submodule update --init fetches it"
for tool in autoconf automake libtoolize make c++ python3; do
    command -v $tool >/dev/null || die "'$tool' is missing: apt-get install autoconf automake libtool make g++ python3-dev"
done
source=$(cd "$1" && pwd)
mkdir -p "$2"
prefix=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# logged COMMAND...: says what it said if it fails.
logged() {
    "$@" >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; die "'$*' failed"; }
}
echo 'sst.sh: a quarter of an hour on two processors'
cd "$source"
logged sh bootstrap.sh
mkdir "$work/build"
cd "$work/build"
logged "$source/configure" --prefix="$prefix" CC=cc CXX=c++ CXXFLAGS=-O2
logged make -j "$(getconf _NPROCESSORS_ONLN)"
logged make install
echo "sst.sh: installed; PATH=$prefix/bin:\$PATH sh eval/run.sh --only speed"
