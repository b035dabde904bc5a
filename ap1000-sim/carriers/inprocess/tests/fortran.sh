# fortran.sh AP1000 SOURCE INCLUDE_DIR LIBRARY...: the Fortran program does the same in process as in processes (same.sh).
command -v gfortran > /dev/null || { echo 'skipped: no gfortran'; exit 77; }
same=$(cd "$(dirname "$0")" && pwd)/same.sh
ap1000=$1 source=$2 include=$3
shift 3
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
for library in "$@"; do
    LD_LIBRARY_PATH=$(cd "$(dirname "$library")" && pwd)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
done
export LD_LIBRARY_PATH
gfortran -w -fno-backtrace -fallow-argument-mismatch -I "$include" "$source" "$@" -o "$dir/program" || exit 1
cd "$dir" && sh "$same" "$ap1000" inside "$dir/program"
