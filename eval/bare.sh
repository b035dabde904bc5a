#!/bin/sh
# bare.sh [--short] [RELEASE] - both commands of the README in a bare Debian of that name (trixie is Debian 13), which gets the commit of this checkout
# and nothing else: run.sh --quick, its rows held to the published ones, and test.sh. --short: the calibrated figures, the T-Net by both models, and
# tests of the suites unit, model and inprocess. Without RELEASE it is that of AP1000_BARE. The last line is a row of the table in README.md.
# Exit code: 0; 1 if something failed; 77 where there can be no bare Debian, and without a RELEASE.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
inside() { # SHORT: what is done there; the file `failed` says that not all went well
    cd "$root" || exit 1
    {
        sh eval/run.sh --quick ${1:+--only onetoone,traffic} --verify eval/published || touch failed
        if [ -n "$1" ]; then
            meson setup build -Dunity=subprojects >setup.log && meson test -C build --suite unit --suite model --suite inprocess || touch failed
        else
            sh eval/test.sh || touch failed
        fi
    } 2>&1 | tee log
    . /etc/os-release
    versions=$(dpkg-query -W -f '${Package} ${Version}, ' gcc libc6 libsimgrid-dev openmpi-bin mpich python3 gnuplot-nox default-jdk-headless 2>/dev/null)
    echo "| $PRETTY_NAME | ${versions%, } | $(grep -E '^ *[0-9]+ passed|^(Ok|Fail|Skipped):' log | tail -n 3 | xargs) | $(grep 'the published ones' log) |"
    [ ! -e failed ]
}
short='' in=''
while :; do
    case ${1-} in
    --short) short=$1 ;;
    --inside) in=yes ;; # for this script itself
    -*) echo 'usage: sh eval/bare.sh [--short] [RELEASE]' >&2; exit 2 ;;
    *) break ;;
    esac
    shift
done
if [ -n "$in" ]; then inside "$short"; exit; fi
release=${1-${AP1000_BARE-}}
[ -n "$release" ] || { echo 'skipped: AP1000_BARE names no release of Debian to build and test in, such as trixie; it takes a quarter of an hour'; exit 77; }
given=$(mktemp -d) || exit 1
trap 'rm -rf "$given"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$given/source" && git -C "$root" archive HEAD | tar -x -C "$given/source" || exit 1
sh "$root/eval/chroot.sh" "$release" "sh /given/source/eval/bare.sh --inside $short" "$given/source"
