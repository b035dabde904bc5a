#!/bin/sh
# dependencies.sh - installs the Debian packages that building, plotting and the README's commands need, and nothing else. With
# --list it only names those that are missing.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/eval/out
. "$root/eval/setup.sh"
need_to_build
need_to_plot
case ${1-} in
--list) printf '%s\n' "${missing:- none is missing}" | sed 's/^ //'; exit 0 ;;
'') ;;
*) die "unknown option '$1'; usage: sh eval/dependencies.sh [--list]" 2 ;;
esac
mkdir -p "$out"
install_missing
say 'all that is needed is installed'
