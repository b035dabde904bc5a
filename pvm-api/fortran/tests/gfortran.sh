# gfortran.sh - sourced by tests of Fortran programs, which have libraries as their arguments: `dir`, a folder that goes at the end, and the
# libraries' folders in LD_LIBRARY_PATH. Without gfortran the test is skipped.
command -v gfortran > /dev/null || { echo 'skipped: no gfortran'; exit 77; }
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
for library in "$@"; do
    LD_LIBRARY_PATH=$(cd "$(dirname "$library")" && pwd)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
done
export LD_LIBRARY_PATH
