# fortran.sh AP1000 SOURCE INCLUDE_DIR LIBRARY...: the Fortran program does the same in process as in processes (same.sh), and with its turns in
# several threads (elsewhere.sh). After an error it names the same callers; their addresses are of one run.
here=$(cd "$(dirname "$0")" && pwd)
ap1000=$1 source=$2 include=$3
shift 3
. "$(dirname "$0")/../../../../pvm-api/fortran/tests/gfortran.sh"
gfortran -w -fno-backtrace -fallow-argument-mismatch -I "$include" "$source" "$@" -o "$dir/program" || exit 1
gfortran -w -g -fbacktrace -fallow-argument-mismatch -I "$include" "$source" "$@" -o "$dir/callers" || exit 1
cd "$dir" || exit 2
sh "$here/same.sh" "$ap1000" inside "$dir/program" || exit 1
echo inside program > list
sh "$here/elsewhere.sh" "$ap1000" "$dir" list || exit 1
[ "$(basename "$source")" = fortran_ends.f90 ] || exit 0
for tasks in process inprocess; do
    "$ap1000" run --tasks $tasks ./callers 2>&1 < /dev/null |
        sed -n 's/.* in \(fortran_ends\|main\)$/\1/p; s/.*at .*\.f90:/line /p' > $tasks.callers
done
cat process.callers
diff process.callers inprocess.callers
