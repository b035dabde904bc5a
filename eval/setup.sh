# setup.sh - what run.sh and test.sh share: packages, build, environment, progress. Sourced, never run; it measures
# and tests nothing. The sourcing script has set `root` (the checkout) and `out` (where everything made goes).

case $0 in
*setup.sh)
    echo 'eval/setup.sh: this file is read by the others and does nothing by itself. `sh eval/run.sh` installs what is missing, builds and' >&2
    echo 'measures; `sh eval/test.sh` tests; `sh eval/deb.sh` makes Debian packages; `sh eval/dependencies.sh` only installs what is missing.' >&2
    exit 2 ;;
esac
export LC_ALL=C.UTF-8
me="eval/$(basename "$0")"

clear_line() { if [ -t 1 ]; then printf '\r\033[K'; fi; }
say() { clear_line; printf '%s\n' "$*"; }
die() { clear_line >&2; printf '%s: %s\n' "$me" "$1" >&2; exit "${2:-1}"; }

# The flags that pkg-config gives are words; no word of `cc hello.c $(pkg-config --libs pvm3)` can have a space.
case ${root-} in
*[[:space:]\'\"\\\$\`\&\;\(\)\|\*\?]*) die "the folder '$root' has a character in its name that compilers' flags cannot have (a space, a quote or the like); please rename or move it" 2 ;;
esac

# step TEXT: on a terminal, one line that says what is done now. In a pipe, nothing.
step() { if [ -t 1 ]; then printf '\r\033[K%s' "$1"; fi; }

# need PACKAGE WHY [COMMAND]: notes PACKAGE for install_missing, unless COMMAND or the package itself is there. wish is the same for what
# a system may not have: Debian 13 has no pvm. What would use it does without; a test is skipped and says so.
missing=
wished=
wish() {
    noted=$missing
    need "$@"
    [ "$noted" = "$missing" ] || wished="$wished $1"
}
need() {
    if [ -n "${3-}" ] && command -v "$3" >/dev/null 2>&1; then return 0; fi
    if dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; then return 0; fi
    say "needs $1: $2"
    missing="$missing $1"
}

need_to_build() {
    need gcc 'C compiler' cc
    need g++ 'C++ compiler for the simulator' c++
    need meson 'build system' meson
    need ninja-build 'runs the build' ninja
    need pkg-config 'finds libraries, ours among them' pkg-config
    need libsimgrid-dev 'simulation kernel under the machine'
    need libcli11-dev 'command line of ap1000'
    need libtomlplusplus-dev 'reads machine files'
    need libfmt-dev 'messages of the simulator'
    need libboost-context-dev 'switches between methods of objects, for A-NETL (pvm-api/anetl)'
    need libedit-dev 'line editing of the console (BSD licence)'
    need libssl-dev 'TLS, by which the nodes of a real cluster know each other'
    need nlohmann-json3-dev 'reads traces, for figures of them and tests'
    need zlib1g-dev 'compressed traces'
    need libdw-dev 'debug information of programs: which line makes a call'
    need libcmocka-dev 'unit tests'
    gcc_version=$(cc -dumpversion 2>/dev/null || echo VERSION) # of the gcc that is installed with it
    case $gcc_version in
    1[1-4]* | VERSION) need "gcc-${gcc_version%%.*}-plugin-dev" 'programs whose computing is counted (pvm-api/counted)' ;;
    esac
}

# For eval/speed; SMPI comes with libsimgrid-dev.
need_rivals() {
    wish pvm 'the real PVM, measured beside ours' pvmd
}

need_mpi() {
    need openmpi-bin 'PVM programs on a cluster, started by Open MPI' mpirun.openmpi
    need libopenmpi-dev 'messages between its nodes by Open MPI'
    need mpich 'the same with MPICH' mpirun.mpich
    need libmpich-dev 'the same by MPICH'
}

need_to_plot() {
    need gnuplot-nox 'fits and figures' gnuplot
    need fonts-dejavu-core 'letters in the figures'
}

need_java() {
    need default-jdk-headless 'Java programs, for JPI (pvm-api/jpi)' javac
    need libasm-java 'JPI counts byte codes'
}

apt_patience_s=600
install_missing() {
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || die "this is no Debian; please install by hand:$missing"
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "not root and no sudo; please have installed:$missing"
        as_root=sudo
    fi
    say "installing from Debian (a minute or two), log in $out/install.log"
    waited=0
    until $as_root apt-get update >"$out/install.log" 2>&1; do
        if ! grep -q 'Could not get lock' "$out/install.log" || [ $waited -ge $apt_patience_s ]; then
            die "apt-get update failed: $(tail -n 1 "$out/install.log")"
        fi
        [ $waited -gt 0 ] || say "another apt is at work on this computer; waiting for it, $apt_patience_s s at most"
        sleep 5
        waited=$((waited + 5))
    done
    for package in $wished; do
        LC_ALL=C apt-cache policy "$package" | grep -q '^  Candidate: [^(]' && continue
        say "this system has no package $package: what needs it is left out"
        missing=$(for other in $missing; do [ "$other" = "$package" ] || printf ' %s' "$other"; done)
    done
    gcc_version=$(apt-cache depends gcc | sed -nE 's/^  Depends: gcc-([0-9]+)$/\1/p' | head -n 1)
    missing=$(printf '%s' "$missing" | sed "s/gcc-VERSION-/gcc-$gcc_version-/")
    [ -n "$missing" ] || return 0
    # Slim images leave out /usr/share/doc, where PVM's examples lie.
    # shellcheck disable=SC2086 # a list of words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        -o "DPkg::Lock::Timeout=$apt_patience_s" \
        -o 'Dpkg::Options::=--path-include=/usr/share/doc/pvm-examples/*' $missing \
        >>"$out/install.log" 2>&1 || die "apt-get install failed: $(tail -n 1 "$out/install.log")"
    missing=
}

# logged LOG COMMAND...: output to LOG; its end is shown if COMMAND fails.
logged() {
    log=$1
    shift
    if "$@" >"$log" 2>&1; then return 0; fi
    clear_line
    tail -n 40 "$log" >&2
    printf '%s: failed: %s (the whole log: %s)\n' "$me" "$*" "$log" >&2
    return 1
}

# configure BUILD_DIR PREFIX [MESON OPTIONS]: when needed, for a build that is made once (ap1000-sim/meson.build). A build dir that came with a moved
# checkout is made anew; one whose checkout has changed is looked through again at once, because that may find what was installed since, such as an MPI,
# and so give other targets.
configure() {
    dir=$1 prefix=$2
    shift 2
    if [ "$(cat "$dir/made-for" 2>/dev/null)" != "$root" ] || [ ! -f "$dir/build.ninja" ]; then
        rm -rf "$dir"
        logged "$out/meson-setup.log" meson setup "$dir" "$root" --prefix "$prefix" -Dunity=subprojects "$@" || return 1
        printf '%s\n' "$root" >"$dir/made-for"
    else
        logged "$out/meson-setup.log" ninja -C "$dir" build.ninja
    fi
}

# build BUILD_DIR PREFIX: configures and compiles.
build() {
    configure "$@" || return 1
    logged "$out/meson-compile.log" ninja -C "$1" all meson-test-prereq # since Meson 1.7 `all` has not what only tests need
}

# installed_targets BUILD_DIR: what ninja is to build so that `meson install --no-rebuild` finds all that it installs.
installed_targets() {
    meson introspect --targets "$1" | python3 -c '
import json, os, sys
there = os.path.realpath(sys.argv[1])
for target in json.load(sys.stdin):
    if target["installed"]:
        print("\n".join(os.path.relpath(name, there) for name in target["filename"]))' "$1"
}

# build_installed BUILD_DIR PREFIX: only what is installed, without examples and tests; on a terminal it says how far it is.
build_installed() {
    step 'configuring'
    configure "$@" -Ddebug=false || return 1
    targets=$(installed_targets "$1") || return 1
    began=$(date +%s)
    # shellcheck disable=SC2086 # a list of words
    ninja -C "$1" $targets >"$out/meson-compile.log" 2>&1 &
    ninja_pid=$!
    while [ -t 1 ] && kill -0 $ninja_pid 2>/dev/null; do
        tail -n 1 "$out/meson-compile.log" | awk -v spent=$(($(date +%s) - began)) '
            match($0, /^\[[0-9]+\/[0-9]+\]/) {
                split(substr($0, 2, RLENGTH - 2), n, "/")
                left = n[1] > 9 ? sprintf(", about %d s left of that", spent * (n[2] - n[1]) / n[1] + 1) : ""
                printf "\r\033[K[%d/%d] building%s", n[1], n[2], left
            }'
        sleep 1
    done
    wait $ninja_pid && return 0
    clear_line
    grep -v '^\[' "$out/meson-compile.log" | tail -n 40 >&2
    printf '%s: the build failed (the whole log: %s)\n' "$me" "$out/meson-compile.log" >&2
    return 1
}

# use_prefix DIR: from here on the PVM/AP1000 installed in DIR is the one found, with no setting but its own defaults.
use_prefix() {
    for name in $(env | sed -n 's/^\(AP1000_[A-Za-z0-9_]*\|PVM[A-Za-z0-9_]*\)=.*/\1/p'); do unset "$name"; done
    export PATH="$1/bin:$PATH" LD_LIBRARY_PATH="$1/lib" PKG_CONFIG_PATH="$1/lib/pkgconfig"
}
