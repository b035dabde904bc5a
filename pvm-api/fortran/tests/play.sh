# play.sh SOURCE INCLUDE_DIR LIBRARY...: checks that the Fortran program prints exactly the lines of the file beside it
# (SOURCE with .expected for .f) and exits with 0. Lines with tids are left out.
source=$1 include=$2
shift 2
. "$(dirname "$0")/gfortran.sh"
gfortran -w -Wl,--as-needed -fallow-argument-mismatch -I "$include" "$source" "$@" -o "$dir/program" || exit 1
cd "$dir" || exit 2
"$dir/program" > said 2> errors
code=$?
diff -u "${source%.f}.expected" said || { cat errors; exit 1; }
[ -e "${source%.f}.errors" ] || exit $code
sed -e '/ cannot spawn /d' -e 's/\[t[0-9a-f]*\]/[t]/' errors | diff -u "${source%.f}.errors" - && exit $code
